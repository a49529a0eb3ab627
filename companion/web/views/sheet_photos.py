"""A photo of the sheets brings the table up to date: read, shown beside what the table knows, taken over."""

from __future__ import annotations

import base64
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Game, Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import NO_SHEET, Doubt, SheetReading, read_sheets
from companion.storage.prints import find_sheet
from companion.table.events import Photo, SheetTakenOver
from companion.table.paper import SheetDifference, difference
from companion.table.state import Table
from companion.web.camera.photo_store import shrink_for_store
from companion.web.camera.pictures import crop_around, encode_jpeg, enlarge
from companion.web.presenters.paper import PaperView, paper_view
from companion.web.presenters.turn import BONUS_WORDS
from companion.web.server.guard import wants_json
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import at_least, current_seat, hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.actions import dispatch, require_own_player, require_table
from sheets.language import Translate, message
from sheets.place_names import place_phrase
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


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A place that a person decides. `said`: "yes", "no" or "" so far."""

    field: str
    text: str
    crop: str
    said: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class SheetFound:
    """One sheet in the photo, beside what the table knows. `player`: whose it is, "" if nobody knows.

    `problems`: sentences, each with its rule or ""; with `blocked` it cannot be taken over.
    """

    index: int
    serial: str
    player: str
    problems: tuple[tuple[str, str], ...]
    blocked: bool
    doubts: tuple[DoubtView, ...]
    paper: PaperView | None
    added: tuple[str, ...]
    gone: tuple[str, ...]
    misses: tuple[int, int]
    total: tuple[int, int]
    same: bool


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
    _ = request_translator()
    table, waiting = require_table(), _found(name)
    sheets = _views(table, waiting, request.args, _)
    mine = current_seat().player if not at_least("table") else ""
    return render_template(
        "sheets.html",
        name=name,
        photo=waiting.photo,
        sheets=sheets,
        players=(mine,) if mine else table.game.players,
        between=table.paper or table.position.phase in ("roll", "over"),
        ready=any(sheet.player and not sheet.blocked and not sheet.same for sheet in sheets),
    )


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
        if observed is None or _other_pad(table.game, reading):
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


def _other_pad(game: Game, reading: SheetReading) -> bool:
    return reading.pad is None or reading.pad.rows != game.pad.rows


def _decided(index: int, reading: SheetReading, said: Mapping[str, str]) -> ObservedSheet | None:
    """What is crossed, with people's answers; None where a doubtful place has none."""
    if reading.observed is None or reading.pad is None:
        return None
    answers = {doubt.cell: said.get(_field(index, doubt), "") for doubt in reading.unsure}
    if any(answer not in ("yes", "no") for answer in answers.values()):
        return None
    return _with(reading, [cell for cell, answer in answers.items() if answer == "yes"])


def _field(index: int, doubt: Doubt) -> str:
    return f"{index}-{doubt.cell.replace(' ', '-')}"


def _with(reading: SheetReading, places: list[str]) -> ObservedSheet:
    assert reading.observed is not None and reading.pad is not None
    more, observed = ObservedSheet.from_places(reading.pad, places), reading.observed
    rows = tuple(old | new for old, new in zip(observed.rows, more.rows, strict=True))
    return replace(
        observed,
        rows=(rows[0], rows[1], rows[2], rows[3]),
        locks=observed.locks | more.locks,
        misses=observed.misses + more.misses,
        bar=observed.bar | more.bar,
    )


def _views(table: Table, waiting: Waiting, said: Mapping[str, str], _: Translate) -> tuple[SheetFound, ...]:
    found: list[SheetFound] = []
    taken: set[str] = set()
    for index, reading in enumerate(waiting.readings):
        player = said.get(f"player-{index}")
        if player is None:
            player = _owner(table, reading, taken)
        if player not in table.game.players:
            player = ""
        taken.add(player)
        found.append(_view(table, waiting, index, player, said, _))
    return tuple(found)


def _view(
    table: Table, waiting: Waiting, index: int, player: str, said: Mapping[str, str], _: Translate
) -> SheetFound:
    reading, game = waiting.readings[index], table.game
    problems = [(problem.in_language(_), "") for problem in reading.problems]
    other = _other_pad(game, reading)
    if other and reading.pad is not None:
        problems.append((_("This sheet is of another pad than the one that is played on."), ""))
    problems += [(c.refusal.in_language(_), c.rule) for c in reading.contradictions]
    doubts = tuple(
        DoubtView(
            _field(index, doubt),
            place_words(game, doubt.cell, _),
            waiting.crops[index][number],
            said.get(_field(index, doubt), ""),
            doubt.hidden,
        )
        for number, doubt in enumerate(reading.unsure)
        if not other
    )
    if other or reading.observed is None:
        return SheetFound(
            index,
            reading.serial or "",
            player,
            tuple(problems),
            True,
            (),
            None,
            (),
            (),
            (0, 0),
            (0, 0),
            False,
        )
    sheet = _with(reading, [d.cell for d in reading.unsure if said.get(_field(index, d)) == "yes"]).sheet
    old = table.position.sheet(player) if player else None
    change = difference(game, old, sheet) if old is not None else None
    return SheetFound(
        index=index,
        serial=reading.serial or "",
        player=player,
        problems=tuple(problems),
        blocked=False,
        doubts=doubts,
        paper=paper_view(
            game,
            player or _("Whose sheet?"),
            sheet,
            _,
            closed=table.position.closed,
            added=change.added if change else (),
            lost=change.removed if change else (),
        ),
        added=_names(game, change.added, _) if change else (),
        gone=_names(game, change.removed, _) if change else (),
        misses=change.misses if change else (0, 0),
        total=change.total if change else (0, 0),
        same=not doubts and change is not None and not change,
    )


def _names(game: Game, places: tuple[str, ...], _: Translate) -> tuple[str, ...]:
    return tuple(place_words(game, place, _) for place in places)


def place_words(game: Game, place: str, _: Translate) -> str:
    """A place on a sheet in words: "red 7", "lock of the red row", "miss 2", "bonus box 5"."""
    if place in BONUS_WORDS:
        return _(BONUS_WORDS[place])
    return place_phrase(game.pad, place).in_language(_)


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
