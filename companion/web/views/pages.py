"""The pages: the table, the beginning of a game, the rules, the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

import sheets
from companion.rulebook import book
from companion.rulebook.rulings import RULINGS
from companion.rules import VARIANTS
from companion.storage.prints import find_sheet
from companion.table.events import MAX_PLAYERS
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.to_record import record_of
from companion.web.presenters.invitation import Invitation, present_invitation
from companion.web.presenters.names import GAME_NAMES, PAD_NAMES
from companion.web.server.client_address import from_this_computer
from companion.web.server.guard import FORMS, UPLOAD
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import at_least, hosted_table, table_server
from companion.web.server.request_language import request_language, request_translator
from companion.web.views.record_download import record_download
from companion.web.views.rendering import table_renderer
from sheets.language import LANGUAGES, message
from sheets.serial import Serial

blueprint = Blueprint("pages", __name__)

_OURS = re.compile(
    r"/(new|join|seats|device|lens|doctor|statistics|calibrate|sheets/[0-9a-f]{16}|rules(/[a-z0-9-]{1,40})?"
    r"|(games|records)(/[a-z0-9]{1,16}(/turns/\d{1,4}(/[a-z]{4,6}/\d)?)?)?)?"
)
FONTS = ("Fredoka-Medium", "Fredoka-SemiBold")


def table_in_play() -> Table | None:
    """The table that is being played, if any."""
    return hosted_table().room.table


@blueprint.get("/")
def table() -> str | Answer:
    """The table, or the beginning of a game where there is none."""
    room = hosted_table().room
    if room.table is None and at_least("table"):
        return redirect("/new", 303)
    page = table_renderer(request_language())()
    return render_template("table.html", part=page.html, number=page.number, limit=UPLOAD)


@blueprint.get("/new")
def new() -> str:
    """Who plays, in which order, who begins, and what watches."""
    found = table_in_play()
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
        trouble=room.trouble.in_language(request_translator()) if room.trouble is not None else None,
        problem=problem,
        sent=request.form or {"game": _printed_game()},
        here=here,
        choices=choices,
        watched=request.form.get("source", "none" if demo and sources.chosen == "demo" else sources.chosen),
        pretend=hosted_table().demo is not None,
        back=found is not None,
        invitation=invitation(),
        variants=VARIANTS,
        game_names=GAME_NAMES,
        pad_names=PAD_NAMES,
        rulings=[ruling for ruling in RULINGS.values() if len(ruling.options) > 1],
        demo=hosted_table().demo is not None and not running,
    )


def invitation() -> Invitation:
    """How phones join the table at which the asking device sits."""
    hosted, listeners = hosted_table(), table_server().listeners
    return present_invitation(hosted.code, hosted.key, listeners.addresses if listeners else None)


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
        raise RequestRefused(
            "nothing-here", request_translator()(message("There is no such typeface.")), status=404
        )
    file = Path(sheets.__file__).parent / "fonts" / f"{name}.ttf"
    answer = Response(file.read_bytes(), mimetype="font/ttf")
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer


@blueprint.get("/rules")
def rules() -> str:
    """Every rule of the game on the table, or of the classic one, and what holds where books are silent."""
    table = table_in_play()
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
    _ = request_translator()
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
    _ = request_translator()
    timeline = hosted_table().room.timeline
    if timeline is None:
        raise RequestRefused("no-game", _("There is no game yet, so there is no record of it."), status=404)
    return record_download(record_of(before_hidden_choices(timeline).present), timeline.present.game.players)


@blueprint.post("/language")
def choose_language() -> Answer:
    """This device's language from now on."""
    chosen = request.form.get("language", "")
    _ = request_translator()
    if chosen not in LANGUAGES:
        raise RequestRefused(
            "language", _("That language is not here; choose English, Spanish or German."), status=400
        )
    place = request.form.get("back", "/")
    place = FORMS.get(place, place)
    back = redirect(place if _OURS.fullmatch(place) else "/", 303)
    back.set_cookie("language", chosen, max_age=31_536_000, httponly=True, samesite="Strict")
    return back
