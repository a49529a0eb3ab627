"""Beginning a game: the page for it, the same players again, a first game with one tap, the demo."""

from collections.abc import Callable, Collection, Mapping, Sequence
from urllib.parse import quote

from flask import Blueprint, render_template, request
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.book import games_like
from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS
from companion.rules.agreement import OWN_KIND
from companion.rules.variants import FORESEEN, FURTHER_VARIANTS, VARIANTS, takes_cards
from companion.storage.prints import find_sheet
from companion.storage.private_files import NotKept
from companion.table.events import MAX_SEATS, DemoTakenOver, GameBegun
from companion.table.state import Table
from companion.web.access.request_context import at_least, current_seat, this_server, to_be_trusted
from companion.web.access.rights import allow
from companion.web.camera.sources import SourceUnavailable
from companion.web.layout.forms import uploaded_file
from companion.web.layout.game.names import COMPUTER, GAME_NAMES, GUEST, PAD_NAMES
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
from sheets.pad import Pad, load_pad
from sheets.pad_table import PadError
from sheets.serial import Serial

blueprint = Blueprint("new_game", __name__)

NO_PAD = message("No file was sent; choose the file of a pad.")
PLAYING = message("A game is being played here; watch it or take a seat.")
CAMERA_UNAVAILABLE = message(
    "No picture from {name}; plug it in, close other programs that use it, or choose something else."
)


@blueprint.get("/new")
@allow("table")
def page() -> str:
    """Show the waiting room: pads, people, the invitation for phones. `game`: the initial choice."""
    table, guests = this_server().session.table, this_server().guests
    seated = () if table is None or table.demo or table.begun.trial else table.game.players
    return _page((*seated, *(name for name in guests if name not in seated)))


@blueprint.post("/begin")
def begin() -> Answer | tuple[str, int]:
    """Begin a game: `player` once a chair, clockwise; `first`: the chair that begins (1 to 10) or "lot".

    `way`: how the first one was found. `game` (or "own:" and the name of a kept pad), `pad` (of the card
    game), `jokers`, `hidden`, `paper`, `lucky` (twice a chair, on Longo), `letter` (once a chair, in a
    connected game), `double` (once a chair, in Double) and a field for each ruling: as agreed. `source`: what
    watches the dice from now on, one of the choices of that page; without it all stays. `was` (once a chair):
    the name with which the page came; whoever has a new name keeps their phone.
    """
    try:
        event = game_begun(request.form)
        _choose_source()
    except RequestRefused as refused:
        if refused.status != 422:
            raise
        return _page(request.form.getlist("player"), sentence_on_page(refused)), 422
    this_server().explains = "explain" in request.form
    try:
        dispatch(event)
    except RequestRefused as refused:
        return _page(request.form.getlist("player"), sentence_on_page(refused)), 422
    for was, name in renamed_players(request.form):
        this_server().seats.rename(was, name)
    return go_to("/")


def _choose_source() -> None:
    """Watch what the form chooses. Raises RequestRefused."""
    sources = this_server().sources
    if not from_this_computer():
        return
    wanted = request.form.get("source", sources.chosen)
    if wanted == PRETEND:  # the page throws; the source of real dice stays chosen for the next game
        wanted = sources.chosen
    if wanted == sources.chosen == "demo":  # its throws are recorded, and people's are not
        wanted = "none"
    try:
        sources.choose(wanted)
    except SourceUnavailable as unavailable:
        raise RequestRefused(
            "no-camera", CAMERA_UNAVAILABLE, status=422, name=unavailable.name
        ) from unavailable


@blueprint.post("/pads")
def keep_pad() -> Answer | tuple[str, int]:
    """Keep the pad in the file `pad`, and offer it first."""
    data, name = uploaded_file("pad", "no-pad", NO_PAD)
    try:
        pad = this_server().own_pads.keep(data, name)
    except (PadError, NotKept) as problem:
        return _page((), sentence_on_page(problem)), 422
    return go_to(f"/new?game={quote(own_pad_value(pad))}")


@blueprint.post("/pads/forget")
def forget_pad() -> Answer:
    """Forget the pad of the table's own called `name`; games on it stay as they are."""
    if not this_server().own_pads.forget(request.form.get("name", "")):
        raise RequestRefused("nothing-here", NO_SUCH_PAD, status=404)
    return go_to("/new")


@blueprint.post("/again")
def again() -> Answer:
    """Begin a new game of the same players; the player left of the last beginner begins."""
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
            pretend=table.pretends,
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
    """Let the made-up players play."""
    demo = this_server().demo
    if demo is None:
        raise RequestRefused("no-demo", message("There is no demo here; the table watches a real camera."))
    this_server().sources.choose("demo")
    demo.begin()
    return go_to("/demo")


@blueprint.post("/take-over")
def take_over() -> Answer:
    """Let people continue the demo's game."""
    dispatch(DemoTakenOver())
    return table_response()


@blueprint.post("/try")
@allow("player")
def try_a_game() -> Answer:
    """Begin a guided game against the computer, with pretend dice: no form, no names.

    A phone plays one of its own, which nobody else sees and nothing keeps, until people play at the table.
    """
    _, seat = request_translator(), current_seat()
    server, computer = this_server(), _(COMPUTER)
    on_phone = not at_least("table")
    person = (seat.player if on_phone else "") or _(GUEST)
    event = GameBegun("classic", (person, computer), computers={computer: "gentle"}, pretend=True, trial=True)
    if not on_phone:
        dispatch(event)
    elif server.waits:
        server.trials.begin(seat.token, event)
    else:
        raise RequestRefused("playing", PLAYING)
    return go_to("/")


@blueprint.post("/try/end")
@allow("player")
def end_trial() -> Answer:
    """End the game that this device tries: back to the waiting room."""
    this_server().trials.end(current_seat().token)
    return go_to("/")


def _page(names: Sequence[str], problem: str = "") -> str:
    """Show the page where a game begins; `problem` says why it did not, and the choices sent are kept."""
    server, here = this_server(), from_this_computer()
    session, sources = server.session, server.sources
    table, choices = session.table, sources.choices() if here else ()
    demo = table is None or table.demo
    running = table is not None and not demo and not table.begun.trial and table.position.end is None
    own = {own_pad_value(pad): pad for pad in this_server().own_pads.all()}
    alike = {value: games_like(pad) for value, pad in own.items()}
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
        sent=request.form if "player" in request.form else MultiDict({"game": _first_game(own)}),
        own=own,
        here=here,
        choices=choices,
        watched=request.form.get("source", _watched(table, sources.chosen)),
        levels=request.form.getlist("computer") or _levels_of(table, names),
        on_paper="player" not in request.form and request.args.get("dice") == "real",
        invitation=invitation(server, must_trust=bool(to_be_trusted())),
        variants=ALL_VARIANTS,
        signs=SignChoice(),
        groups=((message("Games to begin with"), VARIANTS), (message("More games"), FURTHER_VARIANTS)),
        game_names=GAME_NAMES,
        foreseen=FORESEEN,
        letters=deal_letters(names, MAX_SEATS, _letters(own.get(_first_game(own)))),
        with_luck=[game for game in ALL_VARIANTS if ALL_VARIANTS[game].lucky]
        + _of(own, lambda pad: pad.lucky),
        lettered=[game for game in ALL_VARIANTS if load_pad(ALL_VARIANTS[game].pads[0]).letters]
        + _of(own, lambda pad: bool(pad.letters)),
        with_pads=[game for game in ALL_VARIANTS if ALL_VARIANTS[game].sheets],
        with_cards=[game for game in ALL_VARIANTS if ALL_VARIANTS[game].cards],
        for_cards=_of(own, takes_cards),
        alike={
            ruling: [value for value in own if set(RULINGS[ruling].games) & set(alike[value])]
            for ruling in RULINGS
        },
        pad_names=PAD_NAMES,
        rulings=[ruling for ruling in RULINGS.values() if len(ruling.options) > 1],
        demo=server.demo is not None and not running,
        demo_plays=table is not None and table.demo,
    )


def _watched(table: Table | None, chosen: str) -> str:
    """Return the initial source of dice: as in the last game, or as the address says."""
    if table is not None and table.pretends and request.args.get("dice") != "real":
        return PRETEND
    return "none" if chosen == "demo" else chosen


def _levels_of(table: Table | None, names: Sequence[str]) -> list[str]:
    """Return the level of the computer on each chair, "" for a person's chair."""
    return [table.computers.get(name, "") if table is not None else "" for name in names]


def _of(own: Mapping[str, Pad], fits: Callable[[Pad], bool]) -> list[str]:
    """Return the form's names of those custom pads that fit."""
    return [value for value, pad in own.items() if fits(pad)]


def _letters(pad: Pad | None) -> Sequence[str]:
    """Return the letters of the sheets of `pad`, or of the box's connected games if it has none."""
    return (pad and pad.letters) or load_pad("connected-a").letters


def _first_game(own: Collection[str]) -> str:
    """Return the game that is chosen at first, or "".

    It is that of the address, of the print, or the pad that the table was opened with.
    """
    for game in (request.args.get("game", ""), _printed_game(), f"{OWN_KIND}{this_server().first_pad}"):
        for value in (game, f"{OWN_KIND}{game}"):
            if value in ALL_VARIANTS or value in own:
                return value
    return ""


def _printed_game() -> str:
    """Return the game of the printed sheets with which people joined, or "" if they name none."""
    for seat in this_server().seats.all():
        if seat.sheet:
            games = find_sheet(this_server().store.folder, Serial.parse(seat.sheet)).games
            if games:
                return games[0]
    return ""
