"""Requests to read a photo of paper sheets, compare the sheets with the table, and update the table."""

import base64
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import NO_SHEET, Doubt, SheetReading, read_sheets
from companion.storage.prints import find_sheet
from companion.table.events import Photo, SheetTakenOver, no_such_player
from companion.table.paper import SheetDifference, difference
from companion.table.state import Table
from companion.web.access.request_context import at_least, current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Seat
from companion.web.camera.photo_store import (
    PendingSheets,
    crop_around,
    encode_jpeg,
    enlarge,
    shrink,
)
from companion.web.layout.forms import uploaded_photo
from companion.web.layout.game.page_part import sign_name
from companion.web.pages.table.photo.photos import require_no_roll, take_roll
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from companion.web.pages.table.table_requests import (
    dispatch,
    go_to,
    refusal_of,
    require_own_player,
    require_table,
)
from companion.web.server.answers import sentence_on_page
from companion.web.server.refusal import RequestRefused
from sheets.language import Phrase, Translatable, message, phrase
from sheets.order import game_of
from sheets.pad import Pad
from sheets.place_names import place_phrase
from sheets.serial import Serial
from vision.frames.image import Image

blueprint = Blueprint("sheet_photos", __name__)

NO_PHOTO = message("No photo was sent; choose one.")
GONE = message("This photo of the sheets is not here any more; take it again.")
CROP_SIDES = 2.4
"""Side of the crop around a doubtful place, as a multiple of the longer side of the place's box."""
CROP_PIXELS = 160
_reader = ThreadPoolExecutor(1, "sheet reader")
"""The only thread that reads photos. A reading needs all cores, and threads never free memory they used."""
LEFT_OUT = "-"
"""The form's value for the owner of a sheet that the user leaves out."""
MARGIN_SHARE = 0.03
"""Margin around a sheet in the crop of the photo, as a share of the sheet's width."""


@dataclass(frozen=True)
class FoundSheet:
    """One sheet in a photo, compared with the table, with its chosen or likely owner."""

    table: Table
    index: int
    reading: SheetReading
    player: str  # the owner, or "" if none is chosen or known
    sent: Mapping[str, str]  # the choices so far, by field of the form
    by_order: bool = False  # True if only the order of the sheets suggests the owner

    @property
    def left_out(self) -> bool:
        return self.sent.get(f"player-{self.index}") == LEFT_OUT

    @property
    def usable(self) -> bool:
        """Return True if the sheet can update the table: it was read, and its pad is in play."""
        return self.reading.observed is not None and not self._is_of_another_pad()

    @property
    def is_of_another_player(self) -> bool:
        """Return True if `player` plays on a sheet with a different letter or pad from this one."""
        position = self.table.position
        return bool(self.player) and not self.reading.is_printed_as(position.sheet(self.player).pad)

    @property
    def problems(self) -> Iterator[tuple[Translatable, str]]:
        """Yield sentences about problems, each with the id of the rule that the sheet breaks, or ""."""
        yield from ((problem, "") for problem in self.reading.problems)
        if self.reading.pad is not None and self._is_of_another_pad():
            yield phrase("This sheet belongs to a different pad from the one in play."), ""
        yield from ((each.refusal, each.rule) for each in self.reading.contradictions)
        if self.usable and self.is_of_another_player:
            yield phrase("This is not the sheet that {player} plays on.", player=self.player), ""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Return the doubtful places that the user has to decide, or () if the sheet is unusable."""
        return self.reading.unsure if self.usable else ()

    def field(self, doubt: Doubt) -> str:
        """Return the name of the form's field for a doubtful place."""
        return f"{self.index}-{doubt.cell.replace(' ', '-')}"

    def answer(self, doubt: Doubt) -> str:
        """Return the user's answer about a doubtful place: "yes" (crossed), "no", or "" if unanswered."""
        return self.sent.get(self.field(doubt), "")

    @property
    def decided(self) -> bool:
        return all(self.answer(doubt) in ("yes", "no") for doubt in self.reading.unsure)

    @cached_property
    def observed(self) -> ObservedSheet:
        """Return the crosses of a usable sheet, with the user's answers so far."""
        crossed = [doubt.cell for doubt in self.reading.unsure if self.answer(doubt) == "yes"]
        return self.reading.with_marked_places(crossed)

    @cached_property
    def change(self) -> SheetDifference | None:
        """Return the changes to the owner's sheet at the table.

        Return None if the sheet is unusable, has no known owner, or can't be the owner's.
        """
        if not self.usable or not self.player or self.is_of_another_player:
            return None
        return difference(self.table.game, self.table.position.sheet(self.player), self.observed.sheet)

    @property
    def is_unchanged(self) -> bool:
        """Return True if the sheet has no doubtful places and equals the owner's sheet at the table."""
        change = self.change
        return change is not None and not change and not self.doubts

    @property
    def snapshot(self) -> SheetSnapshot:
        """Return the sheet, which must be usable, with changes and undecided doubtful places highlighted."""
        change = self.change
        highlights = Highlights(
            added=change.added if change else (),
            lost=change.removed if change else (),
            doubtful=[doubt.cell for doubt in self.doubts if not self.answer(doubt)],
        )
        game, closed = self.table.game, self.table.position.closed
        return present_snapshot(game, self.player, self.observed.sheet, closed=closed, highlights=highlights)

    def _is_of_another_pad(self) -> bool:
        return not any(self.reading.is_printed_as(pad) for pad in self.table.game.pads)


def visible_box(
    reading: SheetReading, size: tuple[int, int], factor: float
) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of a sheet in the stored photo, or None if its corners are unknown.

    `size`: width and height of the stored photo. `factor`: its width as a multiple of the read photo's width.
    """
    if not reading.corners:
        return None
    xs, ys = ([factor * corner[axis] for corner in reading.corners] for axis in (0, 1))
    margin = MARGIN_SHARE * (max(xs) - min(xs))
    left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
    right, bottom = min(float(size[0]), max(xs) + margin), min(float(size[1]), max(ys) + margin)
    return left, top, max(1.0, right - left), max(1.0, bottom - top)


def place_names(places: Collection[str], pad: Pad) -> list[Phrase]:
    """Return the names of places on a sheet, such as "red 7", "lock of the red row", "penalty 2"."""
    return [Phrase(name) if (name := sign_name(place)) else place_phrase(pad, place) for place in places]


def owner_of(
    reading: SheetReading, table: Table, others: Iterable[str], seats: Iterable[Seat], folder: Path
) -> str:
    """Return the likely owner of the sheet in `reading`, or "" if unknown.

    `others`: players who own other sheets in the photo. `folder`: the folder with the list of printed sheets.
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
    """Return the player whose known marks are all seen or doubtful on the sheet; "" if none or several."""
    if reading.observed is None:
        return ""
    seen, doubtful = reading.observed.sheet, {doubt.cell for doubt in reading.unsure}
    known = {player: table.position.sheet(player) for player in players}
    fitting = [
        player
        for player, sheet in known.items()
        if any(sheet.rows) and doubtful.issuperset(difference(table.game, sheet, seen).removed)
    ]
    return fitting[0] if len(fitting) == 1 else ""


@blueprint.post("/sheets")
@allow("player")
def read() -> Answer:
    """Read the sheets in the uploaded `photo`, and redirect to their review."""
    require_table()
    with uploaded_photo(NO_PHOTO) as image:
        place = review_address(image)
    if place is None:
        raise RequestRefused("no-sheet", "{reason}", status=422, reason=NO_SHEET.problems[0])
    return go_to(place)


@blueprint.post("/share")
@allow("player")
def take_shared() -> Answer:
    """Redirect to the review of the sheets in a shared `photo`; if there are none, read a roll of dice."""
    table = require_table()
    with uploaded_photo(NO_PHOTO) as image:
        place = review_address(image)
        if place is None:
            require_no_roll()
            take_roll(image, table, "photo")
    return go_to(place or "/")


def review_address(image: Image) -> str | None:
    """Read the sheets in `image`, store the image, and return the address of the review of the sheets.

    Return None if the image shows no sheets.
    """
    server = this_server()
    pads = dict.fromkeys((require_table().game.pad, *server.own_pads.all()))
    readings = _reader.submit(read_sheets, image, [pad for pad in pads if game_of(pad) == "own"]).result()
    if not readings:
        return None
    small, factor = shrink(image)
    photo = Photo(server.photos.keep(small), (small.shape[1], small.shape[0]))
    crops = tuple(tuple(_crop(image, doubt) for doubt in reading.unsure) for reading in readings)
    return f"/sheets/{server.pending_sheets.add(PendingSheets(photo, readings, crops, factor))}"


def _crop(image: Image, doubt: Doubt) -> str:
    """Return the picture of a doubtful place as a data URL, or "" if it is outside the image."""
    cut = crop_around(image, doubt.box, CROP_SIDES, min_side=8)
    if cut.size == 0:
        return ""
    return "data:image/jpeg;base64," + base64.b64encode(encode_jpeg(enlarge(cut, CROP_PIXELS), 85)).decode()


def _pending(name: str) -> PendingSheets:
    pending = this_server().pending_sheets.find(name)
    if pending is None:
        raise RequestRefused("nothing-here", GONE, status=404)
    return pending


@blueprint.get("/sheets/<name>")
def review(name: str) -> str:
    """Show a photo's sheets compared with the table. The parameters `player-0` … are the sheets' owners."""
    return _page(name, request.args)


def _page(name: str, sent: Mapping[str, str], problem: str = "") -> str:
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
    """Return the player of the requesting phone, or "" for the table's screen."""
    return current_seat().player if not at_least("table") else ""


def _found_sheets(table: Table, pending: PendingSheets, sent: Mapping[str, str]) -> list[FoundSheet]:
    fields = [f"player-{index}" for index in range(len(pending.readings))]
    owners, by_order = [sent.get(field, "") for field in fields], set[int]()
    if sent.keys().isdisjoint(fields):
        owners, by_order = _suggested_owners(table, pending)
    players = (owner if owner in table.game.players else "" for owner in owners)
    return [
        FoundSheet(table, index, reading, player, sent, by_order=index in by_order)
        for index, (reading, player) in enumerate(zip(pending.readings, players, strict=True))
    ]


def _suggested_owners(table: Table, pending: PendingSheets) -> tuple[list[str], set[int]]:
    """Return each sheet's likely owner or "", and the indices of sheets assigned by the players' order."""
    server, owners, own_player = this_server(), list[str](), _own_player()
    for reading in pending.readings:
        owners.append(own_player or owner_of(reading, table, owners, server.seats.all(), server.store.folder))
    free = (player for player in table.game.players if player not in owners)
    by_order = {index for index, owner in enumerate(owners) if not owner}
    return [owner or next(free, "") for owner in owners], by_order


@blueprint.post("/sheets/<name>")
@allow("player")
def take_over(name: str) -> Answer | tuple[str, int]:
    """Update the table with each sheet that isn't left out, or show why that isn't possible."""
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
