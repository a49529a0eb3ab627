"""Updates the table from a photo of the sheets: it is read, compared with the table, and taken over."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Sheet
from companion.sheet_scan.reading import NO_SHEET, Doubt, SheetReading, read_sheets
from companion.storage.prints import find_sheet
from companion.table.events import Photo, SheetTakenOver, no_such_player
from companion.table.paper import difference
from companion.table.state import Table
from companion.web.access.request_context import at_least, current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Seat
from companion.web.camera.pending_sheets import PendingSheets
from companion.web.camera.photo_store import crop_around, encode_jpeg, enlarge, shrink_for_store
from companion.web.layout.forms import uploaded_photo
from companion.web.pages.paper.sheet_review import LEFT_OUT, FoundSheet, place_names, visible_box
from companion.web.pages.table.photo.photos import require_no_roll, take_roll
from companion.web.pages.table.table_requests import (
    dispatch,
    go_to,
    refusal_of,
    require_own_player,
    require_table,
)
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.order import game_of
from sheets.pad import Pad
from sheets.serial import Serial
from vision.frames.image import Image

blueprint = Blueprint("sheet_photos", __name__)


def owner_of(
    reading: SheetReading, table: Table, others: Iterable[str], seats: Iterable[Seat], folder: Path
) -> str:
    """Return the player whose sheet this is, or "" if unknown.

    `others`: players who own another sheet in the photo. `seats`: of the devices at the table. `folder`:
    where prints are remembered.
    """
    if len(table.game.players) == 1:
        return table.game.players[0]
    players = [player for player in table.game.players if player not in others]
    if reading.pad is not None:
        players = [player for player in players if reading.is_printed_as(table.position.sheet(player).pad)]
        if reading.pad.letter and len(players) == 1:
            return players[0]
    if reading.serial:
        joined = next((s.player for s in seats if s.sheet == reading.serial and s.player in players), "")
        if joined:
            return joined
        printed = find_sheet(folder, Serial.parse(reading.serial)).name
        if printed in players:
            return printed
    if reading.lucky and table.game.lucky:
        same = [p for p in players if sorted(table.game.lucky[p]) == sorted(reading.lucky)]
        if len(same) == 1:
            return same[0]
    return _owner_by_marks(reading, table, players)


def _owner_by_marks(reading: SheetReading, table: Table, players: Sequence[str]) -> str:
    """Return the only player with marks whose known marks may all be on the sheet, or ""."""
    if reading.observed is None:
        return ""
    doubtful = {doubt.cell for doubt in reading.unsure}
    fitting = []
    for player in players:
        known = table.position.sheet(player)
        missing = difference(table.game, known, reading.observed.sheet).removed
        if any(known.rows) and all(place in doubtful for place in missing):
            fitting.append(player)
    return fitting[0] if len(fitting) == 1 else ""


NO_PHOTO = message("No photo was sent; choose one.")
GONE = message("This photo of the sheets is not here any more; take it again.")
CROP_SIDES = 2.4
"""Side of the crop of a doubtful place, in sides of the place."""
CROP_PIXELS = 160

_reader = ThreadPoolExecutor(1, "sheet reader")
"""A thread that reads one photo at a time, since a large one takes memory and both cores. A thread never
releases the memory that one took, so it is none of the many that answer requests."""


@blueprint.post("/sheets")
@allow("player")
def read() -> Answer:
    """Read the sheets in the field `photo`; nothing is changed before a person has looked at them."""
    require_table()
    with uploaded_photo(NO_PHOTO) as image:
        place = review_address(image)
    if place is None:
        raise RequestRefused("no-sheet", "{reason}", status=422, reason=NO_SHEET.problems[0])
    return go_to(place)


@blueprint.post("/share")
@allow("player")
def take_shared() -> Answer:
    """Take the picture in the field `photo`: sheets, if there are any in it, for a review, else as a roll."""
    table = require_table()
    with uploaded_photo(NO_PHOTO) as image:
        place = review_address(image)
        if place is None:
            require_no_roll()
            take_roll(image, table, "photo")
    return go_to(place or "/")


def review_address(image: Image) -> str | None:
    """Return where the sheets in `image`, which is kept, are compared with the table; None without sheets."""
    readings = _reader.submit(read_sheets, image, _own_pads()).result()
    if not readings:
        return None
    small, factor = shrink_for_store(image)
    photo = Photo(this_server().photos.keep(small), (small.shape[1], small.shape[0]))
    crops = tuple(tuple(_crop(image, doubt) for doubt in reading.unsure) for reading in readings)
    pending = PendingSheets(photo, readings, crops, factor)
    return f"/sheets/{this_server().pending_sheets.add(pending)}"


def _own_pads() -> list[Pad]:
    """Return the custom pads that may be in a photo: the one that is played on, and those kept."""
    pads = [require_table().game.pad, *this_server().own_pads.all()]
    return [pad for pad in dict.fromkeys(pads) if game_of(pad) == "own"]


def _crop(image: Image, doubt: Doubt) -> str:
    """Return the picture of a doubtful place as a data URL, or "" if it is outside the image."""
    cut = crop_around(image, doubt.box, CROP_SIDES, min_side=8)
    if cut.size == 0:
        return ""
    data = encode_jpeg(enlarge(cut, CROP_PIXELS), 85)
    return "data:image/jpeg;base64," + base64.b64encode(data).decode()


def _pending(name: str) -> PendingSheets:
    """Return the photo of that name. Raise RequestRefused."""
    pending = this_server().pending_sheets.find(name)
    if pending is None:
        raise RequestRefused("nothing-here", GONE, status=404)
    return pending


@blueprint.get("/sheets/<name>")
def review(name: str) -> str:
    """Show the photo compared with the table; `player-0` …: the owner of each sheet."""
    return _page(name, request.args)


def _page(name: str, sent: Mapping[str, str], problem: str = "") -> str:
    """Show the review, with people's choices so far; `problem`: why nothing was taken over."""
    table, pending, own_player = require_table(), _pending(name), _own_player()
    return render_template(
        "pages/paper/paper.html",
        name=name,
        pending=pending,
        sheets=_found_sheets(table, pending, sent),
        players=(own_player,) if own_player else table.game.players,
        between_turns=table.paper or table.position.phase in ("roll", "over"),
        problem=problem,
        left_out=LEFT_OUT,
    )


def _own_player() -> str:
    """Return the player of the phone that asks, or "" for the table's screen."""
    return current_seat().player if not at_least("table") else ""


def _found_sheets(table: Table, pending: PendingSheets, sent: Mapping[str, str]) -> list[FoundSheet]:
    if any(f"player-{index}" in sent for index in range(len(pending.readings))):
        owners = [sent.get(f"player-{index}", "") for index in range(len(pending.readings))]
        by_order: set[int] = set()
    else:
        owners, by_order = _suggested_owners(table, pending)
    players = (owner if owner in table.game.players else "" for owner in owners)
    return [
        FoundSheet(table, index, reading, player, sent, by_order=index in by_order)
        for index, (reading, player) in enumerate(zip(pending.readings, players, strict=True))
    ]


def _suggested_owners(table: Table, pending: PendingSheets) -> tuple[list[str], set[int]]:
    """Return each sheet's likely owner or "", and the indices of those known only by the order."""
    owners: list[str] = []
    for reading in pending.readings:
        owners.append(_own_player() or _owner(table, reading, owners))
    free = (player for player in table.game.players if player not in owners)
    by_order = {index for index, owner in enumerate(owners) if not owner}
    return [owner or next(free, "") for owner in owners], by_order


def _owner(table: Table, reading: SheetReading, others: list[str]) -> str:
    """Return the owner of the sheet, if it isn't one of `others`, or "" if unknown."""
    server = this_server()
    return owner_of(reading, table, others, server.seats.all(), server.store.folder)


@blueprint.post("/sheets/<name>")
@allow("player")
def take_over(name: str) -> Answer | tuple[str, int]:
    """Take over each sheet that has a player; every doubtful place on it has to be decided."""
    table, pending = require_table(), _pending(name)
    try:
        chosen = _chosen_sheets(table, pending)
    except RequestRefused as refused:
        if refused.status != 422:
            raise
        return _page(name, request.form, sentence_on_page(refused)), 422
    missing = table.unread_players if table.position.phase == "over" else ()
    for player, sheet in chosen.items():
        if player in missing or difference(table.game, table.position.sheet(player), sheet):
            dispatch(SheetTakenOver(player, str(sheet), pending.photo))
    return redirect("/", 303)


def _chosen_sheets(table: Table, pending: PendingSheets) -> dict[str, Sheet]:
    """Return the sheets that the form gives to players. Raise RequestRefused."""
    chosen: dict[str, Sheet] = {}
    for index, reading in enumerate(pending.readings):
        player = request.form.get(f"player-{index}", LEFT_OUT)
        if player == LEFT_OUT:
            continue
        if not player:
            text = message("Choose whose sheet {sheet} is, or leave it out.")
            raise RequestRefused("players", text, status=422, sheet=reading.serial or index + 1)
        require_own_player(player)
        if player not in table.game.players:
            raise refusal_of(no_such_player(player))
        sheet = FoundSheet(table, index, reading, player, request.form)
        if not sheet.usable or not sheet.decided:
            text = message("Say for every doubtful place on {player}'s sheet whether it is crossed.")
            raise RequestRefused("unsure", text, status=422, player=player)
        if player in chosen:
            text = message("{player} cannot have two sheets; choose whose each one is.")
            raise RequestRefused("players", text, status=422, player=player)
        if sheet.is_of_another_player:
            text = message("This is not the sheet that {player} plays on.")
            raise RequestRefused("players", text, status=422, player=player)
        chosen[player] = sheet.observed.sheet
    if not chosen:
        raise RequestRefused("players", message("Choose whose sheet to take over."), status=422)
    return chosen


for function in (place_names, visible_box):
    blueprint.add_app_template_filter(function)
