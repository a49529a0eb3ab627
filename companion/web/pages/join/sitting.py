"""Taking a seat: a device that has joined becomes a player's device, by a name or a printed sheet."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal
from companion.storage.prints import PrintedSheet, find_sheet
from companion.table.events import MAX_NAME_LENGTH, MAX_SEATS, PlayerAdded, TableError
from companion.table.state import Table
from companion.web.access.request_context import current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Seat
from companion.web.access.server import Server
from companion.web.layout.forms import uploaded_photo
from companion.web.layout.people.player_name import checked_name, look_alike
from companion.web.pages.join.seats import ends_record
from companion.web.pages.new_game.new_game_form import lucky_pair_or_drawn
from companion.web.pages.table.table_requests import refusal_of
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message
from sheets.person_name import clean_name
from sheets.serial import LuckyPair, Serial
from vision.frames.image import Image

blueprint = Blueprint("sitting", __name__)

NOT_PLAYING = message("{player} does not play in this game; the table's screen can add a player.")
NO_PHOTO = message("No photo was sent; choose one, or type the number.")
TABLE_SCREEN = message("This is the table's own screen; it marks for everyone.")
NAME_TAKEN = message("{player} plays here already; choose another name.")
LOOKS_TAKEN = message("That name looks like {player}, who plays here already; choose another name.")
SHEET_TAKEN = message(
    "{player} plays with sheet {sheet} at this table; take another sheet, or ask the table's screen to free "
    "that seat."
)
ASKED_IN_VAIN = message(
    "{player} plays on another device, and nobody can ask for that seat now; the table's screen can free it."
)
NO_SHEET = message(
    "No sheet's QR code can be read in this photo; hold the camera closer, or type the number."
)
TOO_MANY_SHEETS = message("More than one sheet is in this photo; photograph yours alone, or type its number.")
NO_NUMBER = message("A sheet's number looks like K7Q2-03; it is next to the QR code.")

_reading = threading.Lock()
"""Held while a photo is read, so that only one photo at a time keeps the processor's cores busy."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A printed sheet that a player shows to join."""

    printed: PrintedSheet  # what the ledger of prints says about the sheet
    lucky: LuckyPair | None = None
    secret: str = ""  # from the sheet's second QR code, or "" if that was not read

    @property
    def number(self) -> str:
        return str(self.printed.serial)


def is_sheet_number(typed: str) -> bool:
    """Return True if `typed` has the form of a sheet's number."""
    try:
        Serial.parse(typed)
    except BadInput:
        return False
    return True


def photographed_sheet(image: Image) -> ShownSheet:
    """Return the sheet in a photo. Raise RequestRefused unless exactly one sheet can be read."""
    from vision.scan.rectification import held_sheets  # loaded only when needed

    server = this_server()
    with _reading:
        held = held_sheets(image, server.own_pads.all())
    if len(held) != 1:
        text = TOO_MANY_SHEETS if held else NO_SHEET
        raise RequestRefused("no-sheet", text, status=422)
    (sheet,) = held
    printed = find_sheet(server.store.folder, sheet.code.serial, sheet.secret)
    return ShownSheet(printed, sheet.code.lucky or printed.lucky, sheet.secret)


def _typed_sheet(typed: str) -> ShownSheet | None:
    """Return the sheet with the number `typed`, or None if `typed` is blank.

    Raise RequestRefused if `typed` is not a sheet's number.
    """
    text = "".join(typed.upper().split())
    if not text:
        return None
    if not is_sheet_number(text):
        raise RequestRefused("sheet", NO_NUMBER, status=422)
    printed = find_sheet(this_server().store.folder, Serial.parse(text))
    return ShownSheet(printed, printed.lucky)


def seat_page(problem: str = "") -> str:
    """Return the form to choose the device's player. `problem`: why the last request failed, or ""."""
    server, seat = this_server(), current_seat()
    table = _running_table(server)
    taken = {other.player for other in server.seats.all() if other.token != seat.token}
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
    """Seat the device as `player`, or as `name` if `player` is missing.

    `sheet`: the number of the player's printed sheet, or "". If another device has the seat, ask that device
    for the seat. With the field `newcomer`, add the player `name` to the running game instead.
    """
    try:
        if "newcomer" in request.form:
            _join_late(request.form.get("name", ""), request.form.getlist("lucky"))
        else:
            player = request.form.get("player") or request.form.get("name", "")
            sit_down(player, _typed_sheet(request.form.get("sheet", "")))
    except RequestRefused as refused:
        return _seat_page_again(refused)
    return redirect("/", 303)


@blueprint.post("/sit/photo")
@allow("guest")
def sit_by_photo() -> Answer | tuple[str, int]:
    """Seat the device by a `photo` of a printed sheet, as the player `name` or else as the sheet's owner."""
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
    """Return the form with the refusal's reason, and status 422. Raise `refused` if its status isn't 422."""
    if refused.status != 422:
        raise refused
    return seat_page(refused.in_language(request_translator())), 422


def _join_late(typed: str, lucky: list[str]) -> None:
    """Let the device join the game as the new player `typed`, who plays from the next turn on.

    If no game runs, only seat the device. Raise RequestRefused if the player can't join. `lucky`: the lucky
    numbers that the player chose in Longo.
    """
    server, seat = this_server(), current_seat()
    table = _running_table(server)
    if seat.role == "table":
        raise RequestRefused("table", TABLE_SCREEN)
    if table is None:
        sit_down(typed, None)
        return
    name = checked_name(typed)
    waiting = [newcomer.player for newcomer in server.session.newcomers if newcomer.player != seat.player]
    known = (*table.game.players, *waiting)
    if any(other.casefold() == name.casefold() for other in known):
        raise RequestRefused("taken", NAME_TAKEN, status=422, player=name)
    _check_new_name(name, known)
    pair = lucky_pair_or_drawn(lucky) if table.game.variant.lucky else None
    if server.seats.take(Seat(seat.token, "player", name, lucky=pair)) is not None:
        raise RequestRefused("taken", NAME_TAKEN, status=422, player=name)
    try:
        server.session.welcome(PlayerAdded(name, pair))
    except (Illegal, TableError) as problem:
        server.seats.free(name)
        raise refusal_of(problem) from problem


def sit_down(typed: str, shown: ShownSheet | None) -> None:
    """Seat the device as the player `typed`, or if that is blank, as the owner of the sheet `shown`.

    If another device has the seat, ask that device for it. Raise RequestRefused if the device can't get the
    seat and can't ask for it.
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
    if len(name) > MAX_NAME_LENGTH:
        text = message("A name has at most {most} letters.")
        raise RequestRefused("name", text, status=422, most=MAX_NAME_LENGTH)
    player = _player_called(name, server)
    claim = Seat(seat.token, "player", player)
    if shown:
        claim = replace(claim, sheet=number, lucky=shown.lucky, proven=shown.printed.proven)
    rival = server.seats.take(claim)
    if rival is not None:
        if rival.player != player:
            raise RequestRefused("sheet", SHEET_TAKEN, status=422, player=rival.player, sheet=number)
        if not server.seat_requests.ask(claim, rival.token):
            raise RequestRefused("taken", ASKED_IN_VAIN, status=422, player=player)
    server.session.invalidate()


def _player_called(name: str, server: Server) -> str:
    """Return the name of the known player who has this `name`, ignoring case, or else `name` itself.

    Raise RequestRefused for a new name if a game is running, a known name looks alike, or no seat is free.
    """
    table = _running_table(server)
    known = table.people if table else server.players_with_device
    player = next((other for other in known if other.casefold() == name.casefold()), None)
    if player is not None:
        return player
    if table:
        raise RequestRefused("name", NOT_PLAYING, status=422, player=name)
    _check_new_name(name, [other for other in known if other != current_seat().player])
    return name


def _check_new_name(name: str, others: Sequence[str]) -> None:
    """Raise RequestRefused if `name` looks like one of `others`, or if `others` fill all seats."""
    alike = look_alike(name, others)
    if alike is not None:
        raise RequestRefused("taken", LOOKS_TAKEN, status=422, player=alike)
    if len(others) >= MAX_SEATS:
        raise RequestRefused("players", message("At most {most} can play."), status=422, most=MAX_SEATS)


def _running_table(server: Server) -> Table | None:
    """Return the state of the running game, or None if there is none or only the demo."""
    table = server.session.table
    return table if table is not None and not table.demo and table.position.end is None else None
