"""What people do at the table: each request becomes one event, or one refusal with its rule."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

from flask import Blueprint, current_app, jsonify, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.events import (
    MOST_PLAYERS,
    Decided,
    Event,
    GameBegun,
    Retracted,
    RollCorrected,
    RollTaken,
    TakenOver,
    Undone,
)
from companion.evidence import completed, roll_of, swapped, with_value
from companion.rules import Illegal, Roll
from companion.table import NAME_LENGTH, Table, TableError
from companion.web.guard import Refused, at_this_machine, wants_json
from companion.web.sources import Unopened
from companion.web.view import moment_of
from companion.web.words import language, translate
from sheets.language import message

blueprint = Blueprint("actions", __name__)

MOVED_ON = message("Somebody was quicker and the table has moved on; look again, then tap.")
UNOPENED = message(
    "{name} gives no picture; plug it in, close other programs that use it, or choose something else."
)


def told() -> Answer:
    """The answer to a request that was carried out: the table as it is now."""
    from companion.web.pages import paint

    if not wants_json():
        return redirect("/", 303)
    html, number = paint(language())()
    return jsonify({"number": number, "html": html})


def seated() -> Table:
    """The table that people play at; Refused where there is none, or only the demo."""
    from companion.web.app import house

    _ = translate()
    table = house().room.table
    if table is None:
        raise Refused("no-game", _("There is no game yet; begin one first."))
    if table.demo:
        raise Refused("demo", _("The demo plays by itself; take it over or start your own game to mark."))
    return table


def tell(event: Event, check: Callable[[Table], None] | None = None) -> Table:
    """Make `event` happen; what stands against it becomes a refusal in the device's language."""
    from companion.web.app import house

    _ = translate()
    try:
        return house().room.tell(event, check=check)
    except Illegal as illegal:
        refusal = illegal.refusal
        raise Refused(refusal.rule, refusal.tell(_), rule=refusal.rule) from illegal
    except TableError as problem:
        raise Refused(problem.code, problem.tell(_)) from problem


def unless_moved_on(table: Table) -> None:
    """Refuse what was tapped on a page that shows an action that is over."""
    if request.form.get("moment") not in (None, moment_of(table)):
        raise Refused("moved-on", translate()(MOVED_ON))


def unless_later(table: Table) -> None:  # noqa: ARG001
    """Refuse what was tapped on a page that shows an older event than the last."""
    from companion.web.app import house

    if request.form.get("number") not in (None, str(house().room.number)):
        raise Refused("moved-on", translate()(MOVED_ON))


@blueprint.post("/begin")
def begin() -> Answer | tuple[str, int]:
    """Begin a game: `player` once a chair, clockwise; `first`: the chair that begins (1 to 5) or "lot".

    `source`: what watches the dice from now on, one of the choices of that page; without it all stays.
    """
    from companion.web.app import house
    from companion.web.pages import beginning

    _ = translate()
    chairs = [unicodedata.normalize("NFC", " ".join(name.split())) for name in request.form.getlist("player")]
    names = [name for name in chairs if name]
    if not names:
        raise Refused("players", _("Nobody sits at the table yet; write at least one name."), status=422)
    if len(names) > MOST_PLAYERS:
        raise Refused("players", _("At most {most} can play.").format(most=MOST_PLAYERS), status=422)
    if any(len(name) > NAME_LENGTH or not name.isprintable() for name in names):
        raise Refused("players", _("A name has at most {most} letters.").format(most=NAME_LENGTH), status=422)
    twice = next(
        (name for i, name in enumerate(names) if name.casefold() in map(str.casefold, names[:i])), ""
    )
    if twice:
        raise Refused(
            "players",
            _("Two players are called {name}; make the names different.").format(name=twice),
            status=422,
        )
    first = request.form.get("first", "1")
    if first == "lot":
        start = random.SystemRandom().randrange(len(names))
    elif first in ("1", "2", "3", "4", "5") and int(first) <= len(chairs) and chairs[int(first) - 1]:
        start = names.index(chairs[int(first) - 1])
    else:
        raise Refused("players", _("Nobody sits on the chair that is to begin; choose another."), status=422)
    sources = house().sources
    try:
        if at_this_machine():
            sources.choose(request.form.get("source", sources.chosen))
    except Unopened as unopened:
        text = _(UNOPENED).format(name=unopened.name)
        if wants_json():
            raise Refused("no-camera", text, status=422) from unopened
        return beginning(request.form.getlist("player"), text), 422
    tell(GameBegun(request.form.get("game", "classic"), tuple(names[start:] + names[:start])))
    return _away()


def _away() -> Answer:
    if wants_json():
        return jsonify({"go": "/"})
    return redirect("/", 303)


@blueprint.post("/again")
def again() -> Answer:
    """A new game of the same players; who sat left of the last beginner begins."""
    players = seated().game.players
    tell(GameBegun(seated().game.name, players[1:] + players[:1]))
    return _away()


@blueprint.post("/demo")
def demo() -> Answer:
    """Let the made-up players play."""
    from companion.web.app import house
    from companion.web.demo import Demo

    found = current_app.extensions.get("demo")
    if not isinstance(found, Demo):
        raise Refused(
            "no-demo", translate()(message("There is no demo here; the table watches a real camera."))
        )
    house().sources.choose("demo")
    found.begin()
    return _away()


@blueprint.post("/take-over")
def take_over() -> Answer:
    """People play on where the demo stands."""
    tell(TakenOver())
    return told()


@blueprint.post("/mark")
def mark() -> Answer:
    """`player` marks `mark` ("a5", "-"); the same mark again takes it back while the action is open."""
    table = seated()
    player, text = request.form.get("player", ""), request.form.get("mark", "")
    if str(table.decision(player)) == text:
        tell(Retracted(player), unless_moved_on)
    else:
        tell(Decided(player, text), unless_moved_on)
    return told()


@blueprint.post("/pass-others")
def pass_others() -> Answer:
    """Everyone who has not decided passes, except the player whose turn it is."""
    table = seated()
    for player in table.game.waiting(table.position):
        if player != table.active:
            tell(Decided(player, "-"), unless_moved_on)
    return told()


@blueprint.post("/roll")
def roll() -> Answer:
    """The dice of this turn, tapped in: `w1`, `w2` and a value for each colour that is left."""
    _ = translate()
    table = seated()
    values: dict[str, int] = {}
    for key in table.slots:
        value = request.form.get(key, "")
        if not (value.isascii() and value.isdigit() and 1 <= int(value[:3]) <= table.game.pad.sides):
            raise Refused("roll", _("Tap a value for every die first; one is still open."), status=422)
        values[key] = int(value)
    photo = completed(table.seen.photo, values) if table.seen else None
    source = table.seen.source if table.seen else "tapped"
    tell(RollTaken(str(roll_of(values)), source, photo), unless_later)
    return told()


@blueprint.post("/correct")
def correct() -> Answer:
    """One die is really another: `die` (w1, w2, red …) shows `value`, or has `colour` and changes places."""
    _ = translate()
    table = seated()
    if table.taken is None or not isinstance(table.position.roll, Roll):
        raise Refused(
            "no-roll", _("There is no roll on the table that could be corrected; undo one step first.")
        )
    key, value, colour = (request.form.get(name, "") for name in ("die", "value", "colour"))
    try:
        if colour:
            dice, photo = swapped(table.position.roll, table.taken.photo, key, colour)
        else:
            dice, photo = with_value(table.position.roll, table.taken.photo, key, int(value))
    except ValueError:
        raise Refused("roll", _("That die cannot be changed like this; tap it again."), status=422) from None
    tell(RollCorrected(str(dice), photo), unless_moved_on)
    return told()


@blueprint.post("/undo")
def undo() -> Answer:
    """The last step is as if it had not been."""
    seated()
    tell(Undone(1), unless_later)
    return told()


@blueprint.post("/throw")
def throw() -> Answer:
    """Throw the pretend dice; the camera of the demo sees them fall."""
    from companion.web.app import house

    _ = translate()
    if not house().eyes.throw(seated()):
        raise Refused("no-throw", _("No dice can be thrown now; it is not the time for it."))
    return told()
