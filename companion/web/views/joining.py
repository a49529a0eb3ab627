"""Joining: the door for phones, who sits where, and the page on which the table looks after both."""

from __future__ import annotations

import threading

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import NotAGame
from companion.storage.prints import Printed, find_sheet
from companion.table.events import PlayerAdded, PlayerGone
from companion.table.state import NAME_LENGTH
from companion.web.presenters.invitation import invite
from companion.web.presenters.words import clean, translate
from companion.web.server.client_address import at_this_machine, host_of
from companion.web.server.guard import JOIN_FIRST
from companion.web.server.https import NoCertificate
from companion.web.server.lan_listeners import PortError
from companion.web.server.refusal import Refused
from companion.web.server.seats import COOKIE
from companion.web.server.table_server import Place, at_least, hand_over, house, seat
from companion.web.views.actions import tell
from companion.web.views.new_game_form import lucky_pair
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
    if seat().role != "stranger":
        return _sitting()
    return render_template("door.html")


@blueprint.post("/join")
def knock() -> Answer:
    """The table's code, typed; or the number of a sheet that was printed here, which joins its owner."""
    typed = "".join(request.form.get("code", "").upper().split())
    place = house().places.get(typed) or house().places.get(typed.replace("-", ""))
    if place is not None:
        return _let_in(place, make_response(redirect("/join", 303)))
    place = _table_of(typed)
    if place is None:
        raise Refused("no-such-code", translate()(NO_SUCH_CODE), status=403)
    answer = _let_in(place, make_response(redirect("/", 303)))
    try:
        _sit_down("", typed)
    except Refused:  # the sheet says no name, or the game is another: the seats ask
        answer.location = f"/join?sheet={typed}"
    return answer


def _table_of(serial: str) -> Place | None:
    """Where the sheet of that number plays: at the table where it did already, else at the first one.

    None where no such sheet was printed on this computer.
    """
    found = house()
    try:
        printed = find_sheet(found.store.folder, Serial.parse(serial))
    except BadInput:
        return None
    if not printed.games:
        return None
    codes = (s.code for p in found.places.values() for s in found.seats.of(p.code) if s.sheet == serial)
    return found.places.get(next(codes, ""), found.first)


@blueprint.get("/join/<key>")
def enter(key: str) -> Answer:
    """The address in the QR code."""
    place = house().by_key(key[:100])
    if place is None:
        raise Refused("no-such-key", translate()(NO_SUCH_KEY), status=403)
    mine = seat()
    if mine.token and mine.code == place.code:
        return redirect("/join", 303)
    # a page, and not a way on: a scanner's first request may not carry the new cookie any further
    return _let_in(place, make_response(render_template("entered.html")))


def _let_in(place: Place, answer: Answer) -> Answer:
    found, mine = house(), seat()
    if mine.token:
        found.seats.leave(mine.token)  # it sits at one table at a time
        left = found.places.get(mine.code)
        if left is not None:
            left.room.stir()
    token = found.seats.give(place.code, "guest")
    hand_over(answer, token)
    g.seat = found.seats.find(token)  # for the rest of this request
    return answer


def _sitting(problem: str = "") -> str:
    here, mine = house().here, seat()
    table = here.room.table
    playing = table is not None and not table.demo and table.position.end is None
    taken = {other.player for other in house().seats.of(here.code) if other.token != mine.token}
    return render_template(
        "sit.html",
        players=table.game.players if playing and table else (),
        taken=taken,
        mine=mine,
        longest=NAME_LENGTH,
        problem=problem,
        sent=request.form or request.args,
    )


@blueprint.post("/sit")
def sit() -> Answer | tuple[str, int]:
    """Be `player`, or before a game whoever `name` says; `sheet`: the number of one's printed sheet."""
    _ = translate()
    mine = seat()
    if mine.role == "stranger":
        raise Refused("not-joined", _(JOIN_FIRST), status=403)
    try:
        _sit_down(request.form.get("player") or request.form.get("name", ""), request.form.get("sheet", ""))
    except Refused as refused:
        if refused.status == 422:
            return _sitting(refused.text), 422
        raise
    return redirect("/", 303)


@blueprint.post("/sit/photo")
def photo() -> Answer | tuple[str, int]:
    """Join as the owner of the sheet in the photo `photo`; `name` where the sheet says none."""
    _ = translate()
    upload = request.files.get("photo")
    if seat().role == "stranger":
        raise Refused("not-joined", _(JOIN_FIRST), status=403)
    try:
        if upload is None or not upload.filename:
            raise Refused(
                "no-photo", _("No photo came with that; choose one, or type the number."), status=422
            )
        code = _sheet_in(upload.read(), upload.filename[:80])
        _sit_down(request.form.get("name", ""), str(code.serial), code.lucky)
    except Refused as refused:
        if refused.status == 422:
            return _sitting(refused.text), 422
        raise
    except BadInput as problem:  # no photo at all, or one that is too large
        return _sitting(problem.in_language(translate())), 422
    return redirect("/", 303)


def _sheet_in(data: bytes, name: str) -> SheetCode:
    """The code of the one sheet in a photo. Raises Refused, or what `decode` raises."""
    from companion.sheet_scan.reading import read_sheets  # networks: loaded when the first sheet comes

    with _reading:  # both cores are busy with one photo
        found = [sheet.code for sheet in read_sheets(decode(data, name)) if sheet.code is not None]
    if not found:
        text = translate()(NO_SHEET)
    elif len(found) > 1:
        text = translate()(TOO_MANY)
    else:
        return found[0]
    raise Refused("no-sheet", text, status=422)


def _sit_down(typed: str, serial: str, lucky: tuple[int, int] | None = None) -> None:
    _ = translate()
    found, mine, here = house(), seat(), house().here
    if mine.role == "table":
        raise Refused("table", _("This is the table's own screen; it marks for everyone."))
    printed = _printed(serial)
    table = here.room.table
    playing = table is not None and not table.demo and table.position.end is None
    sheet = str(printed.serial) if printed else ""
    lucky = lucky or (printed.lucky if printed else None)
    owner = next((s.player for s in found.seats.of(here.code) if sheet and s.sheet == sheet and s.player), "")
    name = owner or clean(typed) or (printed.name if printed else "")
    if not name:
        text = _("Whose sheet is this? Say a name too.") if sheet else _("Say who you are first.")
        raise Refused("name", text, status=422)
    if len(name) > NAME_LENGTH or not name.isprintable():
        raise Refused("name", _("A name has at most {most} letters.").format(most=NAME_LENGTH), status=422)
    if playing and table is not None:
        same = next((p for p in table.game.players if p.casefold() == name.casefold()), None)
        if same is None:
            text = _("{player} does not play in this game; the table's screen can add a player.").format(
                player=name
            )
            raise Refused("name", text, status=422)
        name = same
    else:
        same = next((g for g in here.guests if g.casefold() == name.casefold()), name)
        name = same
    if not found.seats.take(mine.token, here.code, name, sheet, lucky):
        raise Refused("taken", _(TAKEN).format(player=name), status=422)
    here.room.stir()


def _printed(typed: str) -> Printed | None:
    """What is known of the sheet whose number was typed; None for none. Raises Refused."""
    text = "".join(typed.upper().split())
    if not text:
        return None
    try:
        serial = Serial.parse(text)
    except BadInput:
        text = translate()(message("A sheet's number looks like K7Q2-03; it stands beside the square code."))
        raise Refused("sheet", text, status=422) from None
    return find_sheet(house().store.folder, serial)


# -- the table looks after its devices ---------------------------------------------------------------------


@blueprint.get("/seats")
def seats() -> str:
    """The QR code, who has joined, and who plays."""
    found, here = house(), house().here
    table = here.room.table
    devices = [other for other in found.seats.of(here.code) if other.role != "table"]
    return render_template(
        "seats.html",
        place=here,
        invite=invite(here),
        devices=devices,
        watching=sum(other.role == "guest" for other in devices),
        table=table if table is not None and not table.demo else None,
        waiting=table.game.waiting(table.position) if table is not None and not table.demo else (),
        hosting=may_host(),
        lenses=here.sources.lenses,
        watched=here.eyes.source,
        places=list(found.places.values()),
        tab=f":{request.host.rpartition(':')[2]}" if may_host() and ":" in request.host else "",
        first=found.first,
        low=LUCKY_RANGE[0],
        high=LUCKY_RANGE[-1],
    )


@blueprint.post("/seats/open")
def let_in() -> Answer:
    """Let phones join: listen on this computer's own addresses."""
    found = house()
    if found.doors is None:
        raise Refused("no-doors", translate()(NO_DOORS))
    try:
        found.doors.open()
    except (PortError, NoCertificate) as problem:
        raise Refused("no-network", problem.in_language(translate())) from problem
    return redirect("/new" if request.form.get("back") == "/new" else "/seats", 303)


@blueprint.post("/seats/shut")
def let_nobody_in() -> Answer:
    """Listen on loopback only again."""
    found = house()
    if found.doors is not None:
        found.doors.shut()
    return redirect("/seats", 303)


@blueprint.post("/seats/renew")
def renew() -> Answer:
    """A new QR code; the old one lets nobody in any more."""
    house().renew(house().here)
    return redirect("/seats", 303)


@blueprint.post("/seats/free")
def free() -> Answer:
    """The phone that plays for `player` only watches from now on."""
    here = house().here
    house().seats.free(here.code, request.form.get("player", ""))
    here.room.stir()
    return redirect("/seats", 303)


@blueprint.post("/seats/add")
def add() -> Answer:
    """One more player in the running game: `name`, and on Longo `lucky` twice."""
    table = house().room.table
    name = clean(request.form.get("name", ""))
    _ = translate()
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise Refused("name", _("A name has 1 to {most} letters.").format(most=NAME_LENGTH), status=422)
    lucky = None
    if table is not None and table.game.kind.lucky:
        lucky = lucky_pair(request.form.getlist("lucky"))
    try:
        tell(PlayerAdded(name, lucky))
    except NotAGame as problem:
        raise Refused("lucky", problem.in_language(_), status=422) from problem
    return redirect("/seats", 303)


@blueprint.post("/seats/gone")
def gone() -> Answer:
    """`player` leaves; the others play on."""
    player = request.form.get("player", "")
    tell(PlayerGone(player))
    here = house().here
    house().seats.free(here.code, player)
    here.room.stir()
    return redirect("/seats", 303)


# -- several tables ------------------------------------------------------------------------------------------


@blueprint.post("/tables/open")
def open_table() -> Answer:
    """One more table on this server; this screen goes there."""
    place = house().open()
    if place is None:
        raise Refused("places", translate()(message("This server holds no more tables; close one first.")))
    return _move(place)


@blueprint.post("/tables/go")
def go_to_table() -> Answer:
    """This screen becomes that of another table of this server."""
    found = house()
    place = found.places.get(request.form.get("code", ""))
    if place is None or not may_host():
        raise Refused("places", translate()(NOT_HERE))
    return _move(place)


@blueprint.post("/tables/shut")
def shut_table() -> Answer:
    """This table is closed; its games stay on disk. The first one stays."""
    found = house()
    if not may_host():
        raise Refused("places", translate()(NOT_HERE))
    found.shut(found.here.code)
    return _move(found.first)


def may_host() -> bool:
    """Whether this is the table's screen at the computer with the server on it."""
    return at_least("table") and at_this_machine()


def _move(place: Place) -> Answer:
    found, mine = house(), seat()
    answer = make_response(redirect("/", 303))
    if mine.token:
        found.seats.leave(mine.token)
    if place is found.by_host(host_of(request.host)):
        answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    else:
        hand_over(answer, found.seats.give(place.code, "table"))
    return answer
