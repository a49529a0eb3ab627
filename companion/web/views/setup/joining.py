"""Joining: a device comes in by QR code, typed code or printed sheet, and says whom it plays for."""

from __future__ import annotations

import threading

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal
from companion.storage.prints import PrintedSheet, find_sheet
from companion.table.events import MAX_NAME_LENGTH, MAX_PLAYERS, PlayerAdded, TableError
from companion.table.state import Table
from companion.web.access.rights import JOIN_FIRST
from companion.web.http.answers import wants_json
from companion.web.http.refusal import RequestRefused
from companion.web.http.request_language import request_translator
from companion.web.presenters.setup.player_seats import ends_record
from companion.web.tables.hosted_table import HostedTable
from companion.web.tables.request_context import current_seat, hosted_table, set_seat_cookie, table_server
from companion.web.views.play.table_requests import refusal_of
from companion.web.views.setup.new_game_form import lucky_pair_or_drawn
from companion.web.views.setup.player_name import clean_name, is_name
from companion.web.views.uploads import uploaded_photo
from sheets.errors import BadInput
from sheets.language import message
from sheets.serial import Serial, SheetCode
from vision.frames.image import Image

blueprint = Blueprint("joining", __name__)

NO_SUCH_KEY = message("This code opens no table here; scan the one on the table's screen again.")
NO_SUCH_CODE = message(
    "No table has that code, and no sheet printed here has that number; the code is on the table's screen."
)
NOT_PLAYING = message("{player} does not play in this game; the table's screen can add a player.")
NO_PHOTO = message("No photo came with that; choose one, or type the number.")
NO_SHEET = message(
    "No sheet's square code can be read in this photo; hold the camera closer, or type the number."
)
TOO_MANY_SHEETS = message("More than one sheet is in this photo; photograph yours alone, or type its number.")
TABLE_SCREEN = message("This is the table's own screen; it marks for everyone.")
NAME_LENGTH = message("A name has 1 to {most} letters.")
NAME_TAKEN = message("{player} plays here already; choose another name.")
TAKEN = message("{player} plays on another phone; the table can free the seat, or type that sheet's number.")

_reading = threading.Lock()


# -- coming in -------------------------------------------------------------------------------------------


@blueprint.get("/join")
def page() -> str | Answer:
    """Where a device types the table's code; once it has joined, where it says whom it plays for."""
    if current_seat().role != "stranger":
        return _seat_page()
    return render_template("setup/door.html", problem="", typed="")


@blueprint.post("/join")
def by_code() -> Answer | tuple[str, int]:
    """The table's code, typed; or the number of a sheet that was printed here, which joins its owner."""
    typed = "".join(request.form.get("code", "").upper().split())
    tables = table_server().tables
    hosted = tables.get(typed) or tables.get(typed.replace("-", ""))
    if hosted is not None:
        return _let_in(hosted, make_response(redirect("/join", 303)))
    hosted = _table_of_sheet(typed)
    if hosted is None:
        if wants_json() or current_seat().role != "stranger":
            raise RequestRefused("no-such-code", NO_SUCH_CODE, status=403)
        problem = request_translator()(NO_SUCH_CODE)
        return render_template(
            "setup/door.html", problem=problem, typed=request.form.get("code", "")[:12]
        ), 403
    answer = _let_in(hosted, make_response(redirect("/", 303)))
    try:
        _sit_down("", typed)
    except RequestRefused:  # the sheet bears no name, or the game is another: the next page asks
        answer.location = f"/join?sheet={typed}"
    return answer


@blueprint.get("/join/<key>")
def by_key(key: str) -> Answer:
    """The address in the QR code."""
    hosted = table_server().by_key(key[:100])
    if hosted is None:
        raise RequestRefused("no-such-key", NO_SUCH_KEY, status=403)
    seat = current_seat()
    if seat.token and seat.code == hosted.code:
        return redirect("/join", 303)
    # a page, and no redirect: a scanner's first request may not carry the new cookie any further
    return _let_in(hosted, make_response(render_template("setup/entered.html")))


def _table_of_sheet(serial: str) -> HostedTable | None:
    """The table at which the sheet of that number plays already, else the first one.

    None if no such sheet was printed on this computer.
    """
    server = table_server()
    try:
        printed = find_sheet(server.store.folder, Serial.parse(serial))
    except BadInput:
        return None
    if not printed.games:
        return None
    codes = (
        seat.code
        for hosted in server.tables.values()
        for seat in server.seats.of(hosted.code)
        if seat.sheet == serial
    )
    return server.tables.get(next(codes, ""), server.first)


def _let_in(hosted: HostedTable, answer: Answer) -> Answer:
    """Give the device that asks a guest's seat at `hosted`; `answer` carries the cookie."""
    server, seat = table_server(), current_seat()
    if seat.token:
        server.seats.leave(seat.token)  # a device sits at one table at a time
        left = server.tables.get(seat.code)
        if left is not None:
            left.session.invalidate()
    token = server.seats.give(hosted.code, "guest")
    set_seat_cookie(answer, token)
    g.seat = server.seats.find(token)  # for the rest of this request
    return answer


# -- taking a seat ---------------------------------------------------------------------------------------


def _seat_page(problem: str = "") -> str:
    """Where a device that has joined says whom it plays for; `problem` says why that failed."""
    hosted, seat = hosted_table(), current_seat()
    table = _running_table(hosted)
    taken = {other.player for other in table_server().seats.of(hosted.code) if other.token != seat.token}
    return render_template(
        "setup/sit.html",
        players=table.game.players if table else (),
        taken=taken,
        longest=MAX_NAME_LENGTH,
        problem=problem,
        sent=request.form or request.args,
        lucky=table is not None and table.game.variant.lucky,
        ends_record=table is not None and ends_record(table),
        between_turns=table is not None and table.position.phase == "roll",
    )


@blueprint.post("/sit")
def sit() -> Answer | tuple[str, int]:
    """Be `player`, or before a game the one of `name`; `sheet`: the number of one's printed sheet."""
    if current_seat().role == "stranger":
        raise RequestRefused("not-joined", JOIN_FIRST, status=403)
    try:
        if "newcomer" in request.form:
            _join_late(request.form.get("name", ""), request.form.getlist("lucky"))
        else:
            player = request.form.get("player") or request.form.get("name", "")
            _sit_down(player, request.form.get("sheet", ""))
    except RequestRefused as refused:
        return _seat_page_again(refused)
    return redirect("/", 303)


def _join_late(typed: str, lucky: list[str]) -> None:
    """Let the device that asks play as a new player: from the next turn on. Raises RequestRefused."""
    server, seat, hosted = table_server(), current_seat(), hosted_table()
    table, name = _running_table(hosted), clean_name(typed)
    if seat.role == "table":
        raise RequestRefused("table", TABLE_SCREEN)
    if table is None:
        _sit_down(typed, "")
        return
    if not name or not is_name(name):
        raise RequestRefused("name", NAME_LENGTH, status=422, most=MAX_NAME_LENGTH)
    waiting = [newcomer.player for newcomer in hosted.session.newcomers if newcomer.player != seat.player]
    if any(other.casefold() == name.casefold() for other in (*table.game.players, *waiting)):
        raise RequestRefused("taken", NAME_TAKEN, status=422, player=name)
    if len(table.game.players) + len(waiting) >= MAX_PLAYERS:
        raise RequestRefused("players", message("At most {most} can play."), status=422, most=MAX_PLAYERS)
    pair = lucky_pair_or_drawn(lucky) if table.game.variant.lucky else None
    if not server.seats.take(seat.token, hosted.code, name, lucky=pair):
        raise RequestRefused("taken", TAKEN, status=422, player=name)
    try:
        hosted.session.welcome(PlayerAdded(name, pair))
    except (Illegal, TableError) as problem:
        server.seats.free(hosted.code, name)
        raise refusal_of(problem) from problem


@blueprint.post("/sit/photo")
def sit_by_photo() -> Answer | tuple[str, int]:
    """Join as the owner of the sheet in the photo `photo`; `name` if the sheet bears none."""
    try:
        with uploaded_photo(NO_PHOTO) as image:
            code = _sheet_in(image)
        _sit_down(request.form.get("name", ""), str(code.serial), code.lucky)
    except RequestRefused as refused:
        return _seat_page_again(refused)
    except BadInput as problem:  # no photo at all, or one that is too large
        return _seat_page(problem.in_language(request_translator())), 422
    return redirect("/", 303)


def _seat_page_again(refused: RequestRefused) -> tuple[str, int]:
    """The page with what is wrong in the form. Raises `refused` if it is about something else."""
    if refused.status != 422:
        raise refused
    return _seat_page(refused.in_language(request_translator())), 422


def _sheet_in(image: Image) -> SheetCode:
    """The code of the one sheet in a photo. Raises RequestRefused."""
    from companion.sheet_scan.reading import read_sheets  # networks: loaded when the first sheet comes

    with _reading:  # both cores are busy with one photo
        codes = [sheet.code for sheet in read_sheets(image) if sheet.code is not None]
    if not codes:
        raise RequestRefused("no-sheet", NO_SHEET, status=422)
    if len(codes) > 1:
        raise RequestRefused("no-sheet", TOO_MANY_SHEETS, status=422)
    return codes[0]


def _sit_down(typed: str, serial: str, lucky: tuple[int, int] | None = None) -> None:
    """Make the device that asks the one of the player `typed`, or of the owner of the sheet `serial`.

    Raises RequestRefused.
    """
    server, seat, hosted = table_server(), current_seat(), hosted_table()
    if seat.role == "table":
        raise RequestRefused("table", TABLE_SCREEN)
    printed = _printed_sheet(serial)
    sheet = str(printed.serial) if printed else ""
    owner = next(
        (s.player for s in server.seats.of(hosted.code) if sheet and s.sheet == sheet and s.player), ""
    )
    name = owner or clean_name(typed) or (printed.name if printed else "")
    if not name:
        text = message("Say who you are first.")
        if sheet:
            text = message("Whose sheet is this? Give a name too.")
        raise RequestRefused("name", text, status=422)
    if not is_name(name):
        raise RequestRefused(
            "name", message("A name has at most {most} letters."), status=422, most=MAX_NAME_LENGTH
        )
    player = _player_called(name, hosted)
    lucky = lucky or (printed.lucky if printed else None)
    if not server.seats.take(seat.token, hosted.code, player, sheet, lucky):
        raise RequestRefused("taken", TAKEN, status=422, player=player)
    hosted.session.invalidate()


def _player_called(name: str, hosted: HostedTable) -> str:
    """The player or guest of that name as it is written at the table. Raises RequestRefused."""
    table = _running_table(hosted)
    known = table.game.players if table else hosted.guests
    player = next((other for other in known if other.casefold() == name.casefold()), None)
    if player is None and table:
        raise RequestRefused("name", NOT_PLAYING, status=422, player=name)
    return player or name


def _running_table(hosted: HostedTable) -> Table | None:
    """The table at which people play a game that is not over; None if there is none."""
    table = hosted.session.table
    return table if table is not None and not table.demo and table.position.end is None else None


def _printed_sheet(typed: str) -> PrintedSheet | None:
    """The printed sheet whose number was typed; None for no number. Raises RequestRefused."""
    text = "".join(typed.upper().split())
    if not text:
        return None
    try:
        serial = Serial.parse(text)
    except BadInput:
        raise RequestRefused(
            "sheet",
            message("A sheet's number looks like K7Q2-03; it stands beside the square code."),
            status=422,
        ) from None
    return find_sheet(table_server().store.folder, serial)
