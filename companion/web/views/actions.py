"""What people do at the table: each request becomes one event, or one refusal with its rule."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify, redirect, request
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.rules import Card, Illegal, Roll
from companion.table.events import (
    MAX_NAME_LENGTH,
    Decided,
    DemoTakenOver,
    Event,
    Retracted,
    RollCorrected,
    RollTaken,
    TableError,
    Undone,
)
from companion.table.photo_match import complete_photo, correct_die, roll_of, swap_dice
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.camera.sources import SourceUnavailable
from companion.web.presenters.table_page import action_key
from companion.web.room.card_draft import CardDraft
from companion.web.room.room import Room
from companion.web.server.client_address import from_this_computer
from companion.web.server.guard import RequestRefused, wants_json
from companion.web.server.request_context import at_least, current_seat, hosted_table
from companion.web.server.request_language import request_language, request_translator
from companion.web.views.new_game_form import begun_of
from companion.web.views.rendering import table_renderer
from sheets.language import message

blueprint = Blueprint("actions", __name__)

MOVED_ON = message("Somebody was quicker and the table has moved on; look again, then tap.")
CAMERA_UNAVAILABLE = message(
    "{name} gives no picture; plug it in, close other programs that use it, or choose something else."
)


def table_response() -> Answer:
    """The answer to a request that was carried out: the table as it is now."""
    if not wants_json():
        return redirect("/", 303)
    return Response(table_renderer(request_language())().data, mimetype="application/json")


def require_table() -> Table:
    """The table that people play at; RequestRefused where there is none, or only the demo."""
    return require_timeline().present


def require_timeline() -> Timeline:
    """The game that people play; RequestRefused where there is none, or only the demo."""
    _ = request_translator()
    timeline = hosted_table().room.timeline
    if timeline is None:
        raise RequestRefused("no-game", _("There is no game yet; begin one first."))
    if timeline.present.demo:
        raise RequestRefused(
            "demo", _("The demo plays by itself; take it over or start your own game to mark.")
        )
    return timeline


def dispatch(event: Event, check: Callable[[Room], None] | None = None) -> Table:
    """Make `event` happen; what stands against it becomes a refusal in the device's language."""
    _ = request_translator()
    try:
        return hosted_table().room.dispatch(event, check=check)
    except Illegal as illegal:
        refusal = illegal.refusal
        raise RequestRefused(refusal.rule, refusal.in_language(_), rule=refusal.rule) from illegal
    except TableError as problem:
        raise RequestRefused(problem.code, problem.in_language(_)) from problem


def refuse_if_moved_on(room: Room) -> None:
    """Refuse what was tapped on a page that shows an action that is over."""
    if room.table is not None and request.form.get("moment") not in (None, action_key(room.table)):
        raise RequestRefused("moved-on", request_translator()(MOVED_ON))


def refuse_if_outdated(room: Room) -> None:
    """Refuse what was tapped on a page that shows an older event than the last."""
    if request.form.get("number") not in (None, str(room.number)):
        raise RequestRefused("moved-on", request_translator()(MOVED_ON))


@blueprint.post("/begin")
def begin() -> Answer | tuple[str, int]:
    """Begin a game: `player` once a chair, clockwise; `first`: the chair that begins (1 to 10) or "lot".

    `way`: how the first one was found. `game`, `pad` (of the card game), `jokers`, `hidden`, `paper`, `lucky`
    (twice a chair, on Longo) and a field for each ruling: as agreed. `source`: what watches the dice from now
    on, one of the choices of that page; without it all stays.
    """
    from companion.web.views.pages import beginning

    _ = request_translator()
    try:
        event = begun_of(request.form)
    except RequestRefused as refused:
        if wants_json() or refused.status != 422:
            raise
        return beginning(request.form.getlist("player"), refused.in_language(request_translator())), 422
    sources = hosted_table().sources
    try:
        if from_this_computer():
            sources.choose(request.form.get("source", sources.chosen))
    except SourceUnavailable as unavailable:
        text = _(CAMERA_UNAVAILABLE).format(name=unavailable.name)
        if wants_json():
            raise RequestRefused("no-camera", text, status=422) from unavailable
        return beginning(request.form.getlist("player"), text), 422
    dispatch(event)
    return _away()


def _away() -> Answer:
    if wants_json():
        return jsonify({"go": "/"})
    return redirect("/", 303)


@blueprint.post("/again")
def again() -> Answer:
    """A new game of the same players; who sat left of the last beginner begins."""
    table = require_table()
    players = table.game.players
    lucky = dict(table.game.lucky) if table.game.lucky else {}
    dispatch(
        replace(table.begun, players=players[1:] + players[:1], lucky=lucky, demo=False, begins="chosen")
    )
    return _away()


@blueprint.post("/demo")
def demo() -> Answer:
    """Let the made-up players play."""
    found = hosted_table().demo
    if found is None:
        raise RequestRefused(
            "no-demo",
            request_translator()(message("There is no demo here; the table watches a real camera.")),
        )
    hosted_table().sources.choose("demo")
    found.begin()
    return _away()


@blueprint.post("/take-over")
def take_over() -> Answer:
    """People play on where the demo stands."""
    dispatch(DemoTakenOver())
    return table_response()


def require_own_player(player: str) -> str:
    """`player`, where the device that asks may mark for them; RequestRefused for anyone else."""
    if not at_least("table") and current_seat().player != player:
        text = request_translator()(message("This phone marks for {own} only, not for {player}."))
        raise RequestRefused(
            "not-yours", text.format(own=current_seat().player, player=player[:MAX_NAME_LENGTH]), status=403
        )
    return player


@blueprint.post("/mark")
def mark() -> Answer:
    """`player` marks `mark` ("a5", "-"); the same mark again takes it back while the action is open."""
    table = require_table()
    player, text = require_own_player(request.form.get("player", "")), request.form.get("mark", "")
    if table.position.phase == "play" and text == "-" and not at_least("table"):
        _ = request_translator()
        raise RequestRefused(
            "cards-play",
            _("The active player has to play at least one card."),
            rule="cards-play",
        )
    decided = table.decision(player)
    if str(decided) == text or (decided is not None and decided.cell and decided.cell == text):
        dispatch(Retracted(player), refuse_if_moved_on)
    else:
        dispatch(Decided(player, text), refuse_if_moved_on)
    return table_response()


@blueprint.post("/card")
def card() -> Answer:
    """Take `card` ("red 5", "joker 5 as red") to the play that `player` is putting together, or off it again.

    A first tap plays and crosses it, a second plays it without a cross, a third leaves it in the hand.
    """
    table = require_table()
    player = require_own_player(request.form.get("player", ""))
    room = hosted_table().room
    refuse_if_moved_on(room)
    _ = request_translator()
    if table.position.phase != "play" or player != table.active:
        raise RequestRefused("action-order", _(MOVED_ON))
    wanted = Card.parse(request.form.get("card", ""))
    if not wanted.colour:
        raise RequestRefused("cards-play", _("Say which colour the joker is played as."), status=422)
    draft = card_draft(table, player)
    cards = draft.tapped(wanted, table.game.plays(table.position, player))
    room.card_drafts[draft_key(player)] = CardDraft(draft.moment, cards)
    room.invalidate()
    return table_response()


@blueprint.post("/play")
def play() -> Answer:
    """Play the cards that `player` has tapped."""
    table = require_table()
    player = require_own_player(request.form.get("player", ""))
    draft = card_draft(table, player)
    dispatch(Decided(player, str(draft.play(table.game.board))), refuse_if_moved_on)
    hosted_table().room.card_drafts.pop(draft_key(player), None)
    return table_response()


def draft_key(player: str) -> str:
    """Where the cards are kept that this device has tapped: a hand is nobody else's business."""
    return f"{current_seat().role} {player}"


def card_draft(table: Table, player: str) -> CardDraft:
    """The cards that this device has tapped for `player` in this turn."""
    room = hosted_table().room
    moment = (room.game, table.position.turn)
    draft = room.card_drafts.get(draft_key(player))
    return draft if draft is not None and draft.moment == moment else CardDraft(moment)


@blueprint.post("/pass-others")
def pass_others() -> Answer:
    """Everyone who has not decided passes, except the player whose turn it is."""
    table = require_table()
    for player in table.game.waiting(table.position):
        if player != table.active:
            dispatch(Decided(player, "-"), refuse_if_moved_on)
    return table_response()


@blueprint.post("/roll")
def roll() -> Answer:
    """The dice of this turn, tapped in: `w1`, `w2` and a value for each colour that is left.

    In the card game `turned`: the number on top of the pile, for everyone.
    """
    _ = request_translator()
    table = require_table()
    if table.game.variant.cards:
        dispatch(RollTaken(request.form.get("turned", ""), "tapped"), refuse_if_outdated)
        return table_response()
    values: dict[str, int] = {}
    for key in table.dice_to_roll:
        value = request.form.get(key, "")
        if not (value.isascii() and value.isdigit() and 1 <= int(value[:3]) <= table.game.pad.sides):
            raise RequestRefused("roll", _("Tap a value for every die first; one is still open."), status=422)
        values[key] = int(value)
    photo = complete_photo(table.pending_roll.photo, values) if table.pending_roll else None
    source = table.pending_roll.source if table.pending_roll else "tapped"
    dispatch(RollTaken(str(roll_of(values)), source, photo), refuse_if_outdated)
    return table_response()


@blueprint.post("/correct")
def correct() -> Answer:
    """One die is really another: `die` (w1, w2, red …) shows `value`, or has `colour` and changes places."""
    _ = request_translator()
    table = require_table()
    if table.current_roll is not None and table.game.variant.cards:
        dispatch(RollCorrected(request.form.get("turned", "")), refuse_if_moved_on)
        return table_response()
    if table.current_roll is None or not isinstance(table.position.roll, Roll):
        raise RequestRefused(
            "no-roll", _("There is no roll on the table that could be corrected; undo one step first.")
        )
    key, value, colour = (request.form.get(name, "") for name in ("die", "value", "colour"))
    try:
        if colour:
            dice, photo = swap_dice(table.position.roll, table.current_roll.photo, key, colour)
        else:
            dice, photo = correct_die(table.position.roll, table.current_roll.photo, key, int(value))
    except ValueError:
        raise RequestRefused(
            "roll", _("That die cannot be changed like this; tap it again."), status=422
        ) from None
    dispatch(RollCorrected(str(dice), photo), refuse_if_moved_on)
    return table_response()


@blueprint.post("/undo")
def undo() -> Answer:
    """The last step is as if it had not been; with `steps` the last so many."""
    require_table()
    dispatch(Undone(step_count()), refuse_if_outdated)
    return table_response()


def step_count() -> int:
    """How many steps a request wants to go back or forth; RequestRefused where that is no number."""
    text = request.form.get("steps", "1")
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text)):
        raise RequestRefused(
            "steps", request_translator()(message("Say how many steps, as a number from 1.")), status=422
        )
    return int(text)


@blueprint.post("/throw")
def throw() -> Answer:
    """Throw the pretend dice; the camera of the demo sees them fall."""
    _ = request_translator()
    if not hosted_table().watcher.throw(require_table()):
        raise RequestRefused("no-throw", _("No dice can be thrown now; it is not the time for it."))
    return table_response()
