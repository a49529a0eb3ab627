"""A photo of the sheets brings the table up to date: read, shown beside what the table knows, taken over."""

from __future__ import annotations

import base64
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.answers import with_marked_places
from companion.sheet_scan.reading import NO_SHEET, Doubt, SheetReading, read_sheets
from companion.storage.prints import find_sheet
from companion.table.events import Photo, SheetTakenOver
from companion.table.paper import SheetDifference, difference
from companion.table.state import Table
from companion.web.camera.photo_store import shrink_for_store
from companion.web.camera.pictures import crop_around, encode_jpeg, enlarge
from companion.web.presenters.sheet_review import (
    FoundSheet,
    field_name,
    is_other_pad,
    present_found_sheet,
)
from companion.web.server.guard import wants_json
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import at_least, current_seat, hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.actions import dispatch, require_own_player, require_table
from sheets.language import message
from sheets.serial import Serial
from vision.frames.image import Image, decode

blueprint = Blueprint("sheet_photos", __name__)

MOST_KEPT = 24
"""Photos of sheets that wait to be taken over, at most."""
CROP_SIDES = 2.4
"""Side of the crop of a doubtful place, in sides of the place."""
CROP_PIXELS = 160
GONE = message("This photo of the sheets is not here any more; take it again.")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A photo of sheets, read but not taken over yet. `crops`: of each sheet's doubtful places, as data."""

    code: str
    photo: Photo
    readings: tuple[SheetReading, ...]
    crops: tuple[tuple[str, ...], ...]


_waiting: OrderedDict[str, Waiting] = OrderedDict()
_lock = threading.Lock()
_reading = threading.Lock()


@blueprint.post("/sheets")
def read() -> Answer:
    """Read the sheets in the field `photo`; nothing is changed before somebody has looked at it."""
    _ = request_translator()
    require_table()
    upload = request.files.get("photo")
    if upload is None or not upload.filename:
        raise RequestRefused("no-photo", _("No photo came with that; choose one."), status=422)
    image = decode(upload.read(), upload.filename[:80])
    with _reading:  # a large photo takes memory and both cores: one at a time
        readings = read_sheets(image)
    if not readings:
        raise RequestRefused("no-sheet", NO_SHEET.problems[0].in_language(_), status=422)
    small, _factor = shrink_for_store(image)
    photo = Photo(table_server().photos.keep(small), (small.shape[1], small.shape[0]))
    crops = tuple(tuple(_crop(image, doubt) for doubt in reading.unsure) for reading in readings)
    name = secrets.token_hex(8)
    with _lock:
        _waiting[name] = Waiting(hosted_table().code, photo, readings, crops)
        while len(_waiting) > MOST_KEPT:
            _waiting.popitem(last=False)
    if wants_json():
        return jsonify({"go": f"/sheets/{name}"})
    return redirect(f"/sheets/{name}", 303)


def _crop(image: Image, doubt: Doubt) -> str:
    cut = crop_around(image, doubt.box, CROP_SIDES, min_side=8)
    if cut.size == 0:
        return ""
    data = encode_jpeg(enlarge(cut, CROP_PIXELS), 85)
    return "data:image/jpeg;base64," + base64.b64encode(data).decode()


def _found(name: str) -> Waiting:
    with _lock:
        found = _waiting.get(name)
    if found is None or found.code != hosted_table().code:
        raise RequestRefused("nothing-here", request_translator()(GONE), status=404)
    return found


@blueprint.get("/sheets/<name>")
def review(name: str) -> str:
    """What the photo shows beside what the table knows; `player-0` …: whose each sheet is."""
    table, waiting = require_table(), _found(name)
    mine = current_seat().player if not at_least("table") else ""
    return render_template(
        "sheets.html",
        name=name,
        photo=waiting.photo,
        sheets=_found_sheets(table, waiting, request.args),
        players=(mine,) if mine else table.game.players,
        between_turns=table.paper or table.position.phase in ("roll", "over"),
    )


def _found_sheets(table: Table, waiting: Waiting, sent: Mapping[str, str]) -> list[FoundSheet]:
    sheets: list[FoundSheet] = []
    for index, reading in enumerate(waiting.readings):
        player = sent.get(f"player-{index}")
        if player is None:
            player = _owner(table, reading, {sheet.player for sheet in sheets})
        if player not in table.game.players:
            player = ""
        sheets.append(present_found_sheet(table, index, reading, waiting.crops[index], player, sent))
    return sheets


@blueprint.post("/sheets/<name>")
def take_over(name: str) -> Answer:
    """Take over each sheet that has a player; every doubtful place on it has to be decided."""
    _ = request_translator()
    table, waiting = require_table(), _found(name)
    chosen: list[tuple[str, Sheet]] = []
    for index, reading in enumerate(waiting.readings):
        player = request.form.get(f"player-{index}", "")
        if not player:
            continue
        require_own_player(player)
        observed = _decided(index, reading, request.form)
        if observed is None or is_other_pad(table.game, reading):
            raise RequestRefused(
                "unsure",
                _("Say of every doubtful place on {player}'s sheet whether it is crossed.").format(
                    player=player
                ),
                status=422,
            )
        if any(player == other for other, _sheet in chosen):
            raise RequestRefused(
                "players",
                _("{player} cannot have two sheets; choose whose each one is.").format(player=player),
                status=422,
            )
        chosen.append((player, observed.sheet))
    if not chosen:
        raise RequestRefused("players", _("Choose whose sheet is to be taken over."), status=422)
    missing = table.unread_players if table.position.phase == "over" else ()
    for player, sheet in chosen:
        if (
            player not in table.game.players
            or player in missing
            or difference(table.game, table.position.sheet(player), sheet)
        ):
            dispatch(SheetTakenOver(player, str(sheet), waiting.photo))
    return redirect("/", 303)


def _decided(index: int, reading: SheetReading, said: Mapping[str, str]) -> ObservedSheet | None:
    """What is crossed, with people's answers; None where a doubtful place has none."""
    if reading.observed is None or reading.pad is None:
        return None
    answers = {doubt.cell: said.get(field_name(index, doubt), "") for doubt in reading.unsure}
    if any(answer not in ("yes", "no") for answer in answers.values()):
        return None
    return with_marked_places(reading, [cell for cell, answer in answers.items() if answer == "yes"])


def _owner(table: Table, reading: SheetReading, taken: set[str]) -> str:
    """Whose sheet it is: who joined with it, whose name was printed on it, whose lucky numbers it has."""
    mine = current_seat().player if not at_least("table") else ""
    if mine:
        return mine
    players = [player for player in table.game.players if player not in taken]
    if len(table.game.players) == 1:
        return table.game.players[0]
    if reading.serial:
        for joined in table_server().seats.of(hosted_table().code):
            if joined.sheet == reading.serial and joined.player in players:
                return joined.player
        printed = find_sheet(table_server().store.folder, Serial.parse(reading.serial))
        if printed.name in players:
            return printed.name
    if reading.lucky and table.game.lucky:
        same = [p for p in players if sorted(table.game.lucky[p]) == sorted(reading.lucky)]
        if len(same) == 1:
            return same[0]
    return _alike(table, reading, players)


def _alike(table: Table, reading: SheetReading, players: list[str]) -> str:
    """The one player whose sheet this may be: all that the table knows of theirs stands on it, and something
    does."""
    if reading.observed is None:
        return ""
    doubtful = {doubt.cell for doubt in reading.unsure}
    fits = []
    for player in players:
        change: SheetDifference = difference(table.game, table.position.sheet(player), reading.observed.sheet)
        if all(place in doubtful for place in change.removed) and any(table.position.sheet(player).rows):
            fits.append(player)
    return fits[0] if len(fits) == 1 else ""
