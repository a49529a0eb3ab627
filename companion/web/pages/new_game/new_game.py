"""Requests to begin a game: a new game, a game of the same players, a trial game, the demo."""

from collections.abc import Collection, Sequence
from urllib.parse import quote

from flask import Blueprint, render_template, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.book import games_like
from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS
from companion.rules.agreement import OWN_KIND
from companion.rules.variants import FURTHER_VARIANTS, RULEBOOK_PLAYER_COUNTS, VARIANTS, takes_cards
from companion.storage.prints import find_sheet
from companion.storage.private_files import NotKept
from companion.table.events import MAX_SEATS, DemoTakenOver, GameBegun
from companion.table.state import Table
from companion.web.access.request_context import at_least, current_seat, this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.camera.sources import SourceUnavailable
from companion.web.layout.forms import uploaded_file
from companion.web.layout.game.names import COMPUTER, GAME_NAMES, GUEST
from companion.web.layout.people.access_notes import present_access_notes
from companion.web.layout.people.invitation import invitation
from companion.web.layout.people.person_sign import SignChoice
from companion.web.pages.look_back.archive import known_players
from companion.web.pages.new_game.new_game_form import (
    NO_SUCH_PAD,
    PRETEND,
    deal_letters,
    game_begun,
    own_pad_value,
    renamed_players,
)
from companion.web.pages.table.table_requests import dispatch, go_to, require_table, table_response
from companion.web.server.answers import sentence_on_page
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.language import message
from sheets.pad import load_pad
from sheets.pad_table import PadError
from sheets.serial import Serial

blueprint = Blueprint("new_game", __name__)

CAMERA_UNAVAILABLE = message(
    "No picture from {name}; plug it in, close other programs that use it, or choose something else."
)


@blueprint.get("/new")
@allow("table")
def page() -> str:
    """Show the page for a new game, with the game in the parameter `game` selected."""
    table, joined = this_server().session.table, this_server().players_with_device
    seated = () if table is None or table.demo or table.begun.trial else table.game.players
    return _page((*seated, *(name for name in joined if name not in seated)))


@blueprint.post("/begin")
def begin() -> Answer | tuple[str, int]:
    """Begin a game, or show the form again with the reason why it can't begin.

    - `player`: a name per chair, clockwise; `was`: the names before the user's changes
    - `first`: the first player's chair (1 to 10) or "lot"; `way`: how the first player was chosen
    - `game`: a game, or "own:" and the name of a custom pad; `pad`: the pad of the card game
    - `jokers`, `hidden`, `paper`, `clock`, and a field per ruling: the agreement
    - `rounds`, `no-miss`, `team`, `team-score`: house rules; `computer`: a level per chair, or "" for people
    - `explain`: present if pages explain each step
    - `lucky`: two numbers per chair (Longo); `letter` (connected games) and `double` (Double): one per chair
    - `source`: the source of the dice; if missing, the source stays the same
    """
    try:
        event = game_begun(request.form)
        _choose_source()
        this_server().explains = "explain" in request.form
        dispatch(event)
    except RequestRefused as refused:
        return _page(request.form.getlist("player"), sentence_on_page(refused)), 422
    for was, name in renamed_players(request.form):
        this_server().seats.rename(was, name)
    return go_to("/")


def _choose_source() -> None:
    """Switch to the form's source of dice if the table's computer sent the form, or raise RequestRefused."""
    sources = this_server().sources
    if not from_this_computer():
        return
    wanted = request.form.get("source", sources.chosen)
    if wanted == PRETEND:  # keep the source of real dice for the next game
        wanted = sources.chosen
    if wanted == sources.chosen == "demo":  # the demo's throws come from recordings
        wanted = "none"
    try:
        sources.choose(wanted)
    except SourceUnavailable as problem:
        raise RequestRefused("no-camera", CAMERA_UNAVAILABLE, status=422, name=problem.name) from problem


@blueprint.post("/pads")
def keep_pad() -> Answer | tuple[str, int]:
    """Store the uploaded file `pad` as a custom pad, and select it for the new game."""
    data, name = uploaded_file("pad", "no-pad", message("No file was sent; choose the file of a pad."))
    try:
        pad = this_server().own_pads.keep(data, name)
    except (PadError, NotKept) as problem:
        return _page((), sentence_on_page(problem)), 422
    return go_to(f"/new?game={quote(own_pad_value(pad))}")


@blueprint.post("/pads/forget")
def forget_pad() -> Answer:
    """Delete the custom pad `name`; games played on it stay as they are."""
    if not this_server().own_pads.forget(request.form.get("name", "")):
        raise RequestRefused("nothing-here", NO_SUCH_PAD, status=404)
    return go_to("/new")


@blueprint.post("/again")
def again() -> Answer:
    """Begin a new game of the same players with the same agreement; the next player clockwise begins."""
    table = require_table()
    begun, players = table.begun, table.game.players
    dispatch(
        replace(
            begun,
            players=players[1:] + players[:1],
            lucky=dict(table.game.lucky or {}),
            demo=False,
            pretend=table.throws_virtual_dice,
            begins="chosen",
            no_miss=table.game.house.no_miss,
            sheets=dict(table.game.sheets or {}),
            computers=dict(table.computers),
            teams=begun.teams if sorted(sum(begun.teams, ())) == sorted(players) else (),
        )
    )
    return go_to("/")


@blueprint.post("/demo")
def demo() -> Answer:
    """Start the demo."""
    demo = this_server().demo
    if demo is None:
        raise RequestRefused("no-demo", message("There is no demo here; the table watches a real camera."))
    this_server().sources.choose("demo")
    demo.begin()
    return go_to("/demo")


@blueprint.post("/take-over")
def take_over() -> Answer:
    """Turn the demo into a game that people continue."""
    dispatch(DemoTakenOver())
    return table_response()


@blueprint.post("/try")
@allow("player")
def try_a_game() -> Answer:
    """Begin a trial game against the computer with virtual dice; a phone's trial game is private."""
    server, seat, _ = this_server(), current_seat(), request_translator()
    on_phone, computer = not at_least("table"), _(COMPUTER)
    person = (seat.player if on_phone else "") or _(GUEST)
    event = GameBegun("classic", (person, computer), computers={computer: "gentle"}, pretend=True, trial=True)
    if not on_phone:
        dispatch(event)
    elif server.waits:
        server.trials.begin(seat.token, event)
    else:
        raise RequestRefused("playing", message("A game is being played here; watch it or take a seat."))
    return go_to("/")


@blueprint.post("/try/end")
@allow("player")
def end_trial() -> Answer:
    """End this device's trial game; the device returns to the waiting room."""
    this_server().trials.end(current_seat().token)
    return go_to("/")


def _page(names: Sequence[str], problem: str = "") -> str:
    server, here = this_server(), from_this_computer()
    session, sources = server.session, server.sources
    table = session.table
    running = table is not None and not (table.demo or table.begun.trial) and table.position.end is None
    computers = table.computers if table is not None else {}
    own = {own_pad_value(pad): pad for pad in server.own_pads.all()}
    pads = {game: load_pad(variant.pads[0]) for game, variant in ALL_VARIANTS.items()} | own
    alike = {value: games_like(pad) for value, pad in own.items()}
    first_game = _first_game(own)
    first_pad = own.get(first_game)
    return render_template(
        "pages/new_game/new.html",
        names=names,
        sat=request.form.getlist("was") or names,
        known=known_players(),
        most=MAX_SEATS,
        running=table if running else None,
        trouble=session.trouble.in_language(request_translator()) if session.trouble is not None else None,
        problem=problem,
        access=present_access_notes(server, current_seat()),
        sent=request.form if "player" in request.form else MultiDict({"game": first_game}),
        own=own,
        here=here,
        choices=sources.choices() if here else {},
        watched=request.form.get("source", _suggested_source(table, sources.chosen)),
        levels=request.form.getlist("computer") or [computers.get(name, "") for name in names],
        on_paper="player" not in request.form and request.args.get("dice") == "real",
        invitation=invitation(server, must_trust=bool(to_be_trusted())),
        variants=ALL_VARIANTS,
        signs=SignChoice(),
        groups=((message("Games to begin with"), VARIANTS), (message("More games"), FURTHER_VARIANTS)),
        game_names=GAME_NAMES,
        player_counts=RULEBOOK_PLAYER_COUNTS,
        letters=deal_letters(
            names, MAX_SEATS, (first_pad and first_pad.letters) or pads["connected-a"].letters
        ),
        with_luck=[value for value, pad in pads.items() if pad.lucky],
        lettered=[value for value, pad in pads.items() if pad.letters],
        with_pads=[game for game, variant in ALL_VARIANTS.items() if variant.sheets],
        with_cards=[game for game, variant in ALL_VARIANTS.items() if variant.cards],
        for_cards=[value for value, pad in own.items() if takes_cards(pad)],
        alike={
            ruling: [value for value in own if set(RULINGS[ruling].games) & set(alike[value])]
            for ruling in RULINGS
        },
        rulings=[ruling for ruling in RULINGS.values() if len(ruling.options) > 1],
        demo=server.demo is not None and not running,
        demo_plays=table is not None and table.demo,
    )


def _suggested_source(table: Table | None, chosen: str) -> str:
    """Return the source of dice to preselect: PRETEND if the last game had virtual dice, otherwise `chosen`.

    With `dice=real` in the URL, ignore the last game. Return "none" if `chosen` is the demo's source.
    """
    if table is not None and table.throws_virtual_dice and request.args.get("dice") != "real":
        return PRETEND
    return "none" if chosen == "demo" else chosen


def _first_game(own: Collection[str]) -> str:
    """Return the form's value for the game to preselect, or "". `own`: the values for custom pads.

    The game is named by the URL, or else by a player's printed sheet, or else by the command line.
    """
    server = this_server()
    sheets = (Serial.parse(seat.sheet) for seat in server.seats.all() if seat.sheet)
    printed = (game for sheet in sheets for game in find_sheet(server.store.folder, sheet).games)
    for game in (request.args.get("game", ""), next(printed, ""), f"{OWN_KIND}{server.first_pad}"):
        for value in (game, f"{OWN_KIND}{game}"):
            if value in ALL_VARIANTS or value in own:
                return value
    return ""
