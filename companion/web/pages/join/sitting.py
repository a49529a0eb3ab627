"""Taking a seat: a joined device becomes a player's, by name or by a printed sheet."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal
from companion.table.events import MAX_NAME_LENGTH, MAX_SEATS, PlayerAdded, TableError
from companion.table.state import Table
from companion.web.access.request_context import current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Claim, Seat
from companion.web.access.server import Server
from companion.web.layout.forms import uploaded_photo
from companion.web.layout.people.player_name import is_name, look_alike, named
from companion.web.pages.join.printed_sheets import ShownSheet, photographed_sheet, typed_sheet
from companion.web.pages.join.seats import ends_record
from companion.web.pages.new_game.new_game_form import lucky_pair_or_drawn
from companion.web.pages.table.table_requests import refusal_of
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message
from sheets.person_name import clean_name

blueprint = Blueprint("sitting", __name__)

NOT_PLAYING = message("{player} does not play in this game; the table's screen can add a player.")
NO_PHOTO = message("No photo was sent; choose one, or type the number.")
TABLE_SCREEN = message("This is the table's own screen; it marks for everyone.")
NAME_TAKEN = message("{player} plays here already; choose another name.")
LOOKS_TAKEN = message("That name looks like {player}, who plays here already; choose another name.")
TOO_MANY_PLAYERS = message("At most {most} can play.")
SHEET_TAKEN = message(
    "{player} plays with sheet {sheet} at this table; take another sheet, or ask the table's screen to free "
    "that seat."
)
ASKED_IN_VAIN = message(
    "{player} plays on another device, and nobody can ask for that seat now; the table's screen can free it."
)


def seat_page(problem: str = "") -> str:
    """Return the form in which a joined device names its player; `problem` says why that failed."""
    server, seat = this_server(), current_seat()
    table = _running_table(server)
    taken = {other.player for other in this_server().seats.all() if other.token != seat.token}
    return render_template(
        "pages/join/sit.html",
        players=table.people if table else (),
        taken=taken,
        longest=MAX_NAME_LENGTH,
        problem=problem,
        sent=request.form or request.args,
        lucky=table is not None and table.game.variant.lucky,
        ends_record=table is not None and ends_record(table),
        between_turns=table is not None and table.position.phase == "roll",
    )


@blueprint.post("/sit")
@allow("guest")
def sit() -> Answer | tuple[str, int]:
    """Seat the device as `player` or as `name`; `sheet` is the number of a printed sheet.

    If another device has the seat, ask that device and the table's screen. With `newcomer`, join a running
    game as a new player.
    """
    try:
        if "newcomer" in request.form:
            _join_late(request.form.get("name", ""), request.form.getlist("lucky"))
        else:
            player = request.form.get("player") or request.form.get("name", "")
            sit_down(player, typed_sheet(request.form.get("sheet", "")))
    except RequestRefused as refused:
        return _seat_page_again(refused)
    return redirect("/", 303)


@blueprint.post("/sit/photo")
@allow("guest")
def sit_by_photo() -> Answer | tuple[str, int]:
    """Seat the device by a `photo` of a printed sheet, as `name` if that is given."""
    try:
        with uploaded_photo(NO_PHOTO) as image:
            shown = photographed_sheet(image)
        sit_down(request.form.get("name", ""), shown)
    except RequestRefused as refused:
        return _seat_page_again(refused)
    except BadInput as problem:  # no photo, or one that is too large
        return seat_page(problem.in_language(request_translator())), 422
    return redirect("/", 303)


def _seat_page_again(refused: RequestRefused) -> tuple[str, int]:
    """Return the form with the reason for the refusal. Raise `refused` if its status isn't 422."""
    if refused.status != 422:
        raise refused
    return seat_page(refused.in_language(request_translator())), 422


def _join_late(typed: str, lucky: list[str]) -> None:
    """Let the requesting device play as a new player from the next turn on.

    Raise RequestRefused if the name or the number of players doesn't allow it.
    """
    server, seat = this_server(), current_seat()
    table = _running_table(server)
    if seat.role == "table":
        raise RequestRefused("table", TABLE_SCREEN)
    if table is None:
        sit_down(typed, None)
        return
    name = named(typed)
    waiting = [newcomer.player for newcomer in server.session.newcomers if newcomer.player != seat.player]
    known = (*table.game.players, *waiting)
    if any(other.casefold() == name.casefold() for other in known):
        raise RequestRefused("taken", NAME_TAKEN, status=422, player=name)
    _refuse_look_alike(name, known)
    if len(known) >= MAX_SEATS:
        raise RequestRefused("players", TOO_MANY_PLAYERS, status=422, most=MAX_SEATS)
    pair = lucky_pair_or_drawn(lucky) if table.game.variant.lucky else None
    if server.seats.take(seat.token, Claim(name, lucky=pair)) is not None:
        raise RequestRefused("taken", NAME_TAKEN, status=422, player=name)
    try:
        server.session.welcome(PlayerAdded(name, pair))
    except (Illegal, TableError) as problem:
        server.seats.free(name)
        raise refusal_of(problem) from problem


def sit_down(typed: str, shown: ShownSheet | None) -> None:
    """Seat the requesting device as the player `typed`, or as the owner of the sheet that it shows.

    If another device has the seat, ask for it. Raise RequestRefused if that can't be done.
    """
    server, seat = this_server(), current_seat()
    if seat.role == "table":
        raise RequestRefused("table", TABLE_SCREEN)
    number = shown.number if shown else ""
    sheet_holder = server.seats.sheet_holder(number, seat.token)
    name = (
        clean_name(typed)
        or (sheet_holder.player if sheet_holder else "")
        or (shown.printed.name if shown else "")
    )
    if not name:
        text = message("Say who you are first.")
        if shown:
            text = message("Whose sheet is this? Give a name too.")
        raise RequestRefused("name", text, status=422)
    if not is_name(name):
        raise RequestRefused(
            "name", message("A name has at most {most} letters."), status=422, most=MAX_NAME_LENGTH
        )
    player = _player_called(name, server)
    claim = Claim(player, number, shown.lucky, shown.printed.proven) if shown else Claim(player)
    rival = server.seats.take(seat.token, claim)
    if rival is not None:
        _ask_for(claim, rival)
    server.session.invalidate()


def _ask_for(claim: Claim, rival: Seat) -> None:
    """Ask for the seat of `rival`.

    Raise RequestRefused if `rival` plays as another player with the same sheet, or can't be asked now.
    """
    if rival.player != claim.player:
        raise RequestRefused("sheet", SHEET_TAKEN, status=422, player=rival.player, sheet=claim.sheet)
    server, seat = this_server(), current_seat()
    if not server.seat_requests.ask(seat.token, rival.token, claim):
        raise RequestRefused("taken", ASKED_IN_VAIN, status=422, player=claim.player)


def _player_called(name: str, server: Server) -> str:
    """Return the name as the table spells it, or `name` itself if it is new.

    Raise RequestRefused for a new name during a game, one that looks like another, and if too many play.
    """
    table = _running_table(server)
    known = table.people if table else server.guests
    player = next((other for other in known if other.casefold() == name.casefold()), None)
    if player is not None:
        return player
    if table:
        raise RequestRefused("name", NOT_PLAYING, status=422, player=name)
    others = [other for other in known if other != current_seat().player]
    _refuse_look_alike(name, others)
    if len(others) >= MAX_SEATS:
        raise RequestRefused("players", TOO_MANY_PLAYERS, status=422, most=MAX_SEATS)
    return name


def _refuse_look_alike(name: str, others: Sequence[str]) -> None:
    """Raise RequestRefused if people would confuse a new name with one of `others`."""
    alike = look_alike(name, others)
    if alike is not None:
        raise RequestRefused("taken", LOOKS_TAKEN, status=422, player=alike)


def _running_table(server: Server) -> Table | None:
    """Return the table of a running game, or None if there is none, it is over, or it is the demo."""
    table = server.session.table
    return table if table is not None and not table.demo and table.position.end is None else None
