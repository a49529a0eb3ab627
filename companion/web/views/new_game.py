"""Beginning a game: the page for it, the same players again, the demo and taking it over."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, render_template, request
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS, FURTHER_VARIANTS, VARIANTS
from companion.storage.prints import find_sheet
from companion.table.events import MAX_PLAYERS, DemoTakenOver
from companion.web.camera.sources import SourceUnavailable
from companion.web.presenters.names import GAME_NAMES, PAD_NAMES
from companion.web.server.answers import wants_json
from companion.web.server.archive import known_players
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.invitation import invitation
from companion.web.views.new_game_form import deal_letters, game_begun
from companion.web.views.table_requests import dispatch, go_to, require_table, table_response
from sheets.language import message
from sheets.pad import load_pad
from sheets.serial import Serial

blueprint = Blueprint("new_game", __name__)

CAMERA_UNAVAILABLE = message(
    "{name} gives no picture; plug it in, close other programs that use it, or choose something else."
)


@blueprint.get("/new")
def page() -> str:
    """Who plays, in which order, who begins, and what watches."""
    table, guests = hosted_table().room.table, hosted_table().guests
    seated = () if table is None or table.demo else table.game.players
    return _page((*seated, *(name for name in guests if name not in seated)))


@blueprint.post("/begin")
def begin() -> Answer | tuple[str, int]:
    """Begin a game: `player` once a chair, clockwise; `first`: the chair that begins (1 to 10) or "lot".

    `way`: how the first one was found. `game`, `pad` (of the card game), `jokers`, `hidden`, `paper`, `lucky`
    (twice a chair, on Longo), `letter` (once a chair, in a connected game), `double` (once a chair, in
    Double) and a field for each ruling: as agreed. `source`: what watches the dice from now
    on, one of the choices of that page; without it all stays.
    """
    try:
        event = game_begun(request.form)
        _choose_source()
    except RequestRefused as refused:
        if wants_json() or refused.status != 422:
            raise
        return _page(request.form.getlist("player"), refused.in_language(request_translator())), 422
    hosted_table().explains = "explain" in request.form
    try:
        dispatch(event)
    except RequestRefused as refused:
        if wants_json():
            raise
        return _page(request.form.getlist("player"), refused.in_language(request_translator())), 422
    return go_to("/")


def _choose_source() -> None:
    """Watch what the form chooses. Raises RequestRefused."""
    sources = hosted_table().sources
    if not from_this_computer():
        return
    try:
        sources.choose(request.form.get("source", sources.chosen))
    except SourceUnavailable as unavailable:
        raise RequestRefused(
            "no-camera", CAMERA_UNAVAILABLE, status=422, name=unavailable.name
        ) from unavailable


@blueprint.post("/again")
def again() -> Answer:
    """A new game of the same players; the player left of the last beginner begins."""
    table = require_table()
    players = table.game.players
    lucky = dict(table.game.lucky) if table.game.lucky else {}
    begun = table.begun
    dispatch(
        replace(
            begun,
            players=players[1:] + players[:1],
            lucky=lucky,
            demo=False,
            begins="chosen",
            no_miss=table.game.house.no_miss,
            sheets=dict(table.game.sheets or {}),
            teams=begun.teams if sorted(sum(begun.teams, ())) == sorted(players) else (),
        )
    )
    return go_to("/")


@blueprint.post("/demo")
def demo() -> Answer:
    """Let the made-up players play."""
    demo = hosted_table().demo
    if demo is None:
        raise RequestRefused("no-demo", message("There is no demo here; the table watches a real camera."))
    hosted_table().sources.choose("demo")
    demo.begin()
    return go_to("/")


@blueprint.post("/take-over")
def take_over() -> Answer:
    """People play on where the demo stands."""
    dispatch(DemoTakenOver())
    return table_response()


def _page(names: Sequence[str], problem: str = "") -> str:
    """The page where a game begins; `problem` says why it did not, and what was sent stays chosen."""
    hosted, here = hosted_table(), from_this_computer()
    room, sources = hosted.room, hosted.sources
    table, choices = room.table, sources.choices() if here else ()
    demo = table is None or table.demo
    running = table is not None and not demo and table.position.end is None
    return render_template(
        "new.html",
        names=names,
        known=known_players(),
        most=MAX_PLAYERS,
        running=table if running else None,
        trouble=room.trouble.in_language(request_translator()) if room.trouble is not None else None,
        problem=problem,
        sent=request.form or {"game": _printed_game()},
        here=here,
        choices=choices,
        watched=request.form.get("source", "none" if demo and sources.chosen == "demo" else sources.chosen),
        pretend=hosted.demo is not None,
        back=table is not None,
        invitation=invitation(),
        variants=ALL_VARIANTS,
        groups=((message("The first seven games"), VARIANTS), (message("Further games"), FURTHER_VARIANTS)),
        letters=deal_letters(names, MAX_PLAYERS),
        lettered=[game for game in ALL_VARIANTS if load_pad(ALL_VARIANTS[game].pads[0]).letters],
        with_pads=[game for game in ALL_VARIANTS if ALL_VARIANTS[game].sheets],
        game_names=GAME_NAMES,
        pad_names=PAD_NAMES,
        rulings=[ruling for ruling in RULINGS.values() if len(ruling.options) > 1],
        demo=hosted.demo is not None and not running,
    )


def _printed_game() -> str:
    """The game of the printed sheets with which people joined; "" if they name none."""
    for seat in table_server().seats.of(hosted_table().code):
        if seat.sheet:
            games = find_sheet(table_server().store.folder, Serial.parse(seat.sheet)).games
            if games:
                return games[0]
    return ""
