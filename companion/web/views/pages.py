"""The pages: the table, the beginning of a game, the rules, the record."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from flask import Blueprint, Response, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

import sheets
from companion.records.record import write_record
from companion.rules import VARIANTS, book
from companion.rules.rulings import RULINGS
from companion.storage.prints import find_sheet
from companion.table.events import MAX_PLAYERS
from companion.table.state import Table
from companion.table.to_record import record_of
from companion.web.presenters.game_names import GAME_NAMES, PAD_NAMES
from companion.web.presenters.invitation import invite
from companion.web.presenters.table_page import before_secrets, view
from companion.web.presenters.viewer import Painted, Viewer
from companion.web.presenters.words import language, translate
from companion.web.server.client_address import from_this_computer
from companion.web.server.guard import FORMS, UPLOAD
from companion.web.server.refusal import RequestRefused
from companion.web.server.table_server import at_least, current_seat, hosted_table, table_server
from companion.web.views.device import hints
from sheets.language import LANGUAGES, message, translator
from sheets.serial import Serial

blueprint = Blueprint("pages", __name__)

_OURS = re.compile(
    r"/(new|join|seats|device|lens|doctor|statistics|calibrate|sheets/[0-9a-f]{16}|rules(/[a-z0-9-]{1,40})?"
    r"|(games|records)(/[a-z0-9]{1,16}(/turns/\d{1,4}(/[a-z]{4,6}/\d)?)?)?)?"
)
FONTS = ("Fredoka-Medium", "Fredoka-SemiBold")

_painting = threading.Lock()


def viewer() -> Viewer:
    """Who looks at the page, and what they want to see of it."""
    seat, hosted = current_seat(), hosted_table()
    return Viewer(seat.role, seat.player, hints(), hosted.guests)


def paint(tongue: str) -> Callable[[], Painted]:
    """A function that gives the table's part of the page in `tongue`, for the device that asks.

    It may be called outside the request. What was painted once is kept until the next event.
    """
    hosted, looking = hosted_table(), viewer()
    room = hosted.room
    seats, token = table_server().seats, current_seat().token
    whole = current_app.jinja_env.get_template("parts/table.html")
    lobby = current_app.jinja_env.get_template("parts/lobby.html")
    _ = translator(tongue)

    def painter() -> Painted:
        table, number, invalidations = room.now()
        mine = seats.by_hash(token) if token else None
        eye = replace(
            looking,
            role=mine.role if mine else looking.role,
            player=mine.player if mine else looking.player,
            guests=hosted.guests,
        )
        if table is not None:
            eye = replace(eye, draft=room.card_drafts.get(f"{eye.role} {table.active}"))
        if table is None:
            return _told(lobby.render(eye=eye, _=_), number)
        key = (number, invalidations, tongue, eye)
        with _painting:
            painted = hosted.painted.get(key)
            if painted is None:
                shown = view(table, number, _, hosted.watcher.offers(), eye)
                html = whole.render(view=shown, number=number, game=room.game, eye=eye, _=_)
                for old in [old for old in hosted.painted if old[:2] != key[:2]]:
                    del hosted.painted[old]
                painted = hosted.painted[key] = _told(html, number)
            return painted

    return painter


def _told(html: str, number: int) -> Painted:
    return Painted(html, number, json.dumps({"number": number, "html": html}, ensure_ascii=False))


def house_table() -> Table | None:
    """The table that is being played, if any."""
    return hosted_table().room.table


@blueprint.get("/")
def table() -> str | Answer:
    """The table, or the beginning of a game where there is none."""
    room = hosted_table().room
    if room.table is None and at_least("table"):
        return redirect("/new", 303)
    painted = paint(language())()
    return render_template("table.html", part=painted.html, number=painted.number, limit=UPLOAD)


@blueprint.get("/new")
def new() -> str:
    """Who plays, in which order, who begins, and what watches."""
    found = house_table()
    guests = hosted_table().guests
    seated = () if found is None or found.demo else found.game.players
    return beginning((*seated, *(name for name in guests if name not in seated)))


def beginning(names: Sequence[str], problem: str = "") -> str:
    """The page where a game begins; `problem` says why it did not, and what was sent stays chosen."""
    room, sources = hosted_table().room, hosted_table().sources
    here = from_this_computer()
    found, choices = room.table, sources.choices() if here else ()
    demo = found is None or found.demo
    running = found is not None and not demo and found.position.end is None
    return render_template(
        "new.html",
        names=names,
        most=MAX_PLAYERS,
        running=running,
        trouble=room.trouble.in_language(translate()) if room.trouble is not None else None,
        problem=problem,
        sent=request.form or {"game": _printed_game()},
        here=here,
        choices=choices,
        watched=request.form.get("source", "none" if demo and sources.chosen == "demo" else sources.chosen),
        pretend=hosted_table().demo is not None,
        back=found is not None,
        invite=invite(hosted_table()),
        variants=VARIANTS,
        game_names=GAME_NAMES,
        pad_names=PAD_NAMES,
        rulings=[ruling for ruling in RULINGS.values() if len(ruling.options) > 1],
        demo=hosted_table().demo is not None and not running,
    )


def _printed_game() -> str:
    """The game of the printed sheets with which people joined; "" where they do not tell."""
    for taken in table_server().seats.of(hosted_table().code):
        if taken.sheet:
            games = find_sheet(table_server().store.folder, Serial.parse(taken.sheet)).games
            if games:
                return games[0]
    return ""


@blueprint.get("/fonts/<name>.ttf")
def font(name: str) -> Answer:
    """The typeface that the printed pads are set in."""
    if name not in FONTS:
        raise RequestRefused("nothing-here", translate()(message("There is no such typeface.")), status=404)
    file = Path(sheets.__file__).parent / "fonts" / f"{name}.ttf"
    answer = Response(file.read_bytes(), mimetype="font/ttf")
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer


@blueprint.get("/rules")
def rules() -> str:
    """Every rule of the game on the table, or of the classic one, and what holds where books are silent."""
    table = house_table()
    game = table.game.name if table else "classic"
    agreed = table.game.rulings.differing if table else {}
    held = [
        (ruling, dict(ruling.options)[agreed.get(ruling.id, ruling.default)], ruling.id in agreed)
        for ruling in RULINGS.values()
        if game in ruling.games and len(ruling.options) > 1
    ]
    rules = [rule for rule in book.RULES.values() if game in rule.games]
    return render_template("rules.html", rules=rules, rulings=held)


@blueprint.get("/rules/<name>")
def rule(name: str) -> str:
    """One rule: what it says, where it stands, an example."""
    _ = translate()
    try:
        found = book.rule(name)
    except book.NoSuchRule:
        raise RequestRefused(
            "nothing-here", _("There is no rule of that name; all rules are listed."), status=404
        ) from None
    return render_template("rule.html", rule=found)


@blueprint.get("/record.json")
def download() -> Response:
    """The game so far as a record (`qwixx-record/1`), which `qwixx replay` judges."""
    _ = translate()
    found = house_table()
    if found is None:
        raise RequestRefused("no-game", _("There is no game yet, so there is no record of it."), status=404)
    text = json.dumps(write_record(record_of(before_secrets(found))), ensure_ascii=False, indent=1) + "\n"
    names = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(found.game.players)).strip("-").lower() or "game"
    return Response(
        text,
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="qwixx-{names[:60]}.json"'},
    )


@blueprint.post("/language")
def choose_language() -> Answer:
    """This device's language from now on."""
    chosen = request.form.get("language", "")
    _ = translate()
    if chosen not in LANGUAGES:
        raise RequestRefused(
            "language", _("That language is not here; choose English, Spanish or German."), status=400
        )
    place = request.form.get("back", "/")
    place = FORMS.get(place, place)
    back = redirect(place if _OURS.fullmatch(place) else "/", 303)
    back.set_cookie("language", chosen, max_age=31_536_000, httponly=True, samesite="Strict")
    return back
