"""Joining: the door for phones, who sits where, and the page on which the table looks after both."""

from __future__ import annotations

import threading

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.lan import PortError
from companion.rules import NotAGame
from companion.storage.prints import PrintedSheet, find_sheet
from companion.table.events import MAX_NAME_LENGTH, PlayerAdded, PlayerLeft
from companion.web.server.client_address import from_this_computer, host_of
from companion.web.server.guard import JOIN_FIRST
from companion.web.server.hosted_table import HostedTable
from companion.web.server.https import NoCertificate
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import (
    at_least,
    current_seat,
    hosted_table,
    set_seat_cookie,
    table_server,
)
from companion.web.server.request_language import request_translator
from companion.web.server.seats import COOKIE
from companion.web.views.actions import dispatch
from companion.web.views.new_game_form import lucky_pair
from companion.web.views.pages import invitation
from companion.web.views.player_name import clean_name
from sheets.errors import BadInput
from sheets.language import message
from sheets.serial import LUCKY_RANGE, Serial, SheetCode
from vision.frames.image import decode

blueprint = Blueprint("joining", __name__)

NO_SUCH_KEY = message("This code opens no table here; scan the one on the table's screen again.")
NO_SUCH_CODE = message(
    "No table has that code and no sheet printed here that number; the code is on the table's screen."
)
NOT_PLAYING = message("{player} does not play in this game; the table's screen can add a player.")
NO_DOORS = message("Phones cannot be let in here; begin with qwixx table.")
NOT_HERE = message("Only the computer with the server on it changes tables.")
NO_SHEET = message(
    "No sheet's square code can be read in this photo; hold the camera closer, or type the number."
)
TOO_MANY = message("More than one sheet is in this photo; photograph yours alone, or type its number.")
TAKEN = message("{player} plays on another phone; the table can free the seat, or type that sheet's number.")


_reading = threading.Lock()

# -- the door --------------------------------------------------------------------------------------------


@blueprint.get("/join")
def door() -> str | Answer:
    """Where a device lands that has not joined: it types the table's code. One that has goes to its seat."""
    if current_seat().role != "stranger":
        return _sitting()
    return render_template("door.html")


@blueprint.post("/join")
def knock() -> Answer:
    """The table's code, typed; or the number of a sheet that was printed here, which joins its owner."""
    typed = "".join(request.form.get("code", "").upper().split())
    hosted = table_server().tables.get(typed) or table_server().tables.get(typed.replace("-", ""))
    if hosted is not None:
        return _let_in(hosted, make_response(redirect("/join", 303)))
    hosted = _table_of(typed)
    if hosted is None:
        raise RequestRefused("no-such-code", request_translator()(NO_SUCH_CODE), status=403)
    answer = _let_in(hosted, make_response(redirect("/", 303)))
    try:
        _sit_down("", typed)
    except RequestRefused:  # the sheet says no name, or the game is another: the seats ask
        answer.location = f"/join?sheet={typed}"
    return answer


def _table_of(serial: str) -> HostedTable | None:
    """Where the sheet of that number plays: at the table where it did already, else at the first one.

    None where no such sheet was printed on this computer.
    """
    server = table_server()
    try:
        printed = find_sheet(server.store.folder, Serial.parse(serial))
    except BadInput:
        return None
    if not printed.games:
        return None
    codes = (s.code for p in server.tables.values() for s in server.seats.of(p.code) if s.sheet == serial)
    return server.tables.get(next(codes, ""), server.first)


@blueprint.get("/join/<key>")
def enter(key: str) -> Answer:
    """The address in the QR code."""
    hosted = table_server().by_key(key[:100])
    if hosted is None:
        raise RequestRefused("no-such-key", request_translator()(NO_SUCH_KEY), status=403)
    seat = current_seat()
    if seat.token and seat.code == hosted.code:
        return redirect("/join", 303)
    # a page, and not a way on: a scanner's first request may not carry the new cookie any further
    return _let_in(hosted, make_response(render_template("entered.html")))


def _let_in(hosted: HostedTable, answer: Answer) -> Answer:
    server, seat = table_server(), current_seat()
    if seat.token:
        server.seats.leave(seat.token)  # it sits at one table at a time
        left = server.tables.get(seat.code)
        if left is not None:
            left.room.invalidate()
    token = server.seats.give(hosted.code, "guest")
    set_seat_cookie(answer, token)
    g.seat = server.seats.find(token)  # for the rest of this request
    return answer


def _sitting(problem: str = "") -> str:
    hosted, seat = hosted_table(), current_seat()
    table = hosted.room.table
    playing = table is not None and not table.demo and table.position.end is None
    taken = {other.player for other in table_server().seats.of(hosted.code) if other.token != seat.token}
    return render_template(
        "sit.html",
        players=table.game.players if playing and table else (),
        taken=taken,
        longest=MAX_NAME_LENGTH,
        problem=problem,
        sent=request.form or request.args,
    )


@blueprint.post("/sit")
def sit() -> Answer | tuple[str, int]:
    """Be `player`, or before a game whoever `name` says; `sheet`: the number of one's printed sheet."""
    _ = request_translator()
    seat = current_seat()
    if seat.role == "stranger":
        raise RequestRefused("not-joined", _(JOIN_FIRST), status=403)
    try:
        _sit_down(request.form.get("player") or request.form.get("name", ""), request.form.get("sheet", ""))
    except RequestRefused as refused:
        if refused.status == 422:
            return _sitting(refused.in_language(request_translator())), 422
        raise
    return redirect("/", 303)


@blueprint.post("/sit/photo")
def photo() -> Answer | tuple[str, int]:
    """Join as the owner of the sheet in the photo `photo`; `name` where the sheet says none."""
    _ = request_translator()
    upload = request.files.get("photo")
    if current_seat().role == "stranger":
        raise RequestRefused("not-joined", _(JOIN_FIRST), status=403)
    try:
        if upload is None or not upload.filename:
            raise RequestRefused(
                "no-photo", _("No photo came with that; choose one, or type the number."), status=422
            )
        code = _sheet_in(upload.read(), upload.filename[:80])
        _sit_down(request.form.get("name", ""), str(code.serial), code.lucky)
    except RequestRefused as refused:
        if refused.status == 422:
            return _sitting(refused.in_language(request_translator())), 422
        raise
    except BadInput as problem:  # no photo at all, or one that is too large
        return _sitting(problem.in_language(request_translator())), 422
    return redirect("/", 303)


def _sheet_in(data: bytes, name: str) -> SheetCode:
    """The code of the one sheet in a photo. Raises RequestRefused, or what `decode` raises."""
    from companion.sheet_scan.reading import read_sheets  # networks: loaded when the first sheet comes

    with _reading:  # both cores are busy with one photo
        found = [sheet.code for sheet in read_sheets(decode(data, name)) if sheet.code is not None]
    if not found:
        text = request_translator()(NO_SHEET)
    elif len(found) > 1:
        text = request_translator()(TOO_MANY)
    else:
        return found[0]
    raise RequestRefused("no-sheet", text, status=422)


def _sit_down(typed: str, serial: str, lucky: tuple[int, int] | None = None) -> None:
    _ = request_translator()
    server, seat, hosted = table_server(), current_seat(), hosted_table()
    if seat.role == "table":
        raise RequestRefused("table", _("This is the table's own screen; it marks for everyone."))
    printed = _printed(serial)
    table = hosted.room.table
    playing = table is not None and not table.demo and table.position.end is None
    sheet = str(printed.serial) if printed else ""
    lucky = lucky or (printed.lucky if printed else None)
    owner = next(
        (s.player for s in server.seats.of(hosted.code) if sheet and s.sheet == sheet and s.player), ""
    )
    name = owner or clean_name(typed) or (printed.name if printed else "")
    if not name:
        text = _("Whose sheet is this? Say a name too.") if sheet else _("Say who you are first.")
        raise RequestRefused("name", text, status=422)
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise RequestRefused(
            "name", _("A name has at most {most} letters.").format(most=MAX_NAME_LENGTH), status=422
        )
    if playing and table is not None:
        same = next((p for p in table.game.players if p.casefold() == name.casefold()), None)
        if same is None:
            text = _("{player} does not play in this game; the table's screen can add a player.").format(
                player=name
            )
            raise RequestRefused("name", text, status=422)
        name = same
    else:
        same = next((g for g in hosted.guests if g.casefold() == name.casefold()), name)
        name = same
    if not server.seats.take(seat.token, hosted.code, name, sheet, lucky):
        raise RequestRefused("taken", _(TAKEN).format(player=name), status=422)
    hosted.room.invalidate()


def _printed(typed: str) -> PrintedSheet | None:
    """What is known of the sheet whose number was typed; None for none. Raises RequestRefused."""
    text = "".join(typed.upper().split())
    if not text:
        return None
    try:
        serial = Serial.parse(text)
    except BadInput:
        text = request_translator()(
            message("A sheet's number looks like K7Q2-03; it stands beside the square code.")
        )
        raise RequestRefused("sheet", text, status=422) from None
    return find_sheet(table_server().store.folder, serial)


# -- the table looks after its devices ---------------------------------------------------------------------


@blueprint.get("/seats")
def seats() -> str:
    """The QR code, who has joined, and who plays."""
    server, hosted = table_server(), hosted_table()
    table = hosted.room.table
    devices = [other for other in server.seats.of(hosted.code) if other.role != "table"]
    return render_template(
        "seats.html",
        hosted=hosted,
        invitation=invitation(),
        devices=devices,
        watching=sum(other.role == "guest" for other in devices),
        table=table if table is not None and not table.demo else None,
        waiting=table.game.waiting(table.position) if table is not None and not table.demo else (),
        hosting=may_host(),
        phone_cameras=hosted.sources.phone_cameras,
        watched=hosted.watcher.source,
        tables=list(server.tables.values()),
        tab=f":{request.host.rpartition(':')[2]}" if may_host() and ":" in request.host else "",
        first=server.first,
        low=LUCKY_RANGE[0],
        high=LUCKY_RANGE[-1],
    )


@blueprint.post("/seats/open")
def let_in() -> Answer:
    """Let phones join: listen on this computer's own addresses."""
    server = table_server()
    if server.listeners is None:
        raise RequestRefused("no-doors", request_translator()(NO_DOORS))
    try:
        server.listeners.open()
    except (PortError, NoCertificate) as problem:
        raise RequestRefused("no-network", problem.in_language(request_translator())) from problem
    return redirect("/new" if request.form.get("back") == "/new" else "/seats", 303)


@blueprint.post("/seats/shut")
def let_nobody_in() -> Answer:
    """Listen on loopback only again."""
    server = table_server()
    if server.listeners is not None:
        server.listeners.close()
    return redirect("/seats", 303)


@blueprint.post("/seats/renew")
def renew() -> Answer:
    """A new QR code; the old one lets nobody in any more."""
    table_server().renew_key(hosted_table())
    return redirect("/seats", 303)


@blueprint.post("/seats/free")
def free() -> Answer:
    """The phone that plays for `player` only watches from now on."""
    hosted = hosted_table()
    table_server().seats.free(hosted.code, request.form.get("player", ""))
    hosted.room.invalidate()
    return redirect("/seats", 303)


@blueprint.post("/seats/add")
def add() -> Answer:
    """One more player in the running game: `name`, and on Longo `lucky` twice."""
    table = hosted_table().room.table
    name = clean_name(request.form.get("name", ""))
    _ = request_translator()
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise RequestRefused(
            "name", _("A name has 1 to {most} letters.").format(most=MAX_NAME_LENGTH), status=422
        )
    lucky = None
    if table is not None and table.game.variant.lucky:
        lucky = lucky_pair(request.form.getlist("lucky"))
    try:
        dispatch(PlayerAdded(name, lucky))
    except NotAGame as problem:
        raise RequestRefused("lucky", problem.in_language(_), status=422) from problem
    return redirect("/seats", 303)


@blueprint.post("/seats/gone")
def gone() -> Answer:
    """`player` leaves; the others play on."""
    player = request.form.get("player", "")
    dispatch(PlayerLeft(player))
    hosted = hosted_table()
    table_server().seats.free(hosted.code, player)
    hosted.room.invalidate()
    return redirect("/seats", 303)


# -- several tables ------------------------------------------------------------------------------------------


@blueprint.post("/tables/open")
def open_table() -> Answer:
    """One more table on this server; this screen goes there."""
    hosted = table_server().open_table()
    if hosted is None:
        raise RequestRefused(
            "places", request_translator()(message("This server holds no more tables; close one first."))
        )
    return _move(hosted)


@blueprint.post("/tables/go")
def go_to_table() -> Answer:
    """This screen becomes that of another table of this server."""
    server = table_server()
    hosted = server.tables.get(request.form.get("code", ""))
    if hosted is None or not may_host():
        raise RequestRefused("places", request_translator()(NOT_HERE))
    return _move(hosted)


@blueprint.post("/tables/shut")
def shut_table() -> Answer:
    """This table is closed; its games stay on disk. The first one stays."""
    server = table_server()
    if not may_host():
        raise RequestRefused("places", request_translator()(NOT_HERE))
    server.close_table(hosted_table().code)
    return _move(server.first)


def may_host() -> bool:
    """Whether this is the table's screen at the computer with the server on it."""
    return at_least("table") and from_this_computer()


def _move(hosted: HostedTable) -> Answer:
    server, seat = table_server(), current_seat()
    answer = make_response(redirect("/", 303))
    if seat.token:
        server.seats.leave(seat.token)
    if hosted is server.by_host(host_of(request.host)):
        answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    else:
        set_seat_cookie(answer, server.seats.give(hosted.code, "table"))
    return answer
