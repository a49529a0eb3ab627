"""Sheets in a photo compared with what the table knows, before anything is taken over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import Game, Sheet
from companion.sheet_scan.answers import with_marked_places
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.paper import SheetDifference, difference, sheets_on_board
from companion.table.state import Table
from companion.web.presenters.mechanism import in_words_of, sign_name
from companion.web.presenters.play.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, Translatable, message, phrase
from sheets.pad import Pad
from sheets.place_names import place_phrase


@dataclass(frozen=True, slots=True)
class DoubtfulPlace:
    """A place that a person decides. `field`: of the form. `crop`: its picture as data, or "". `answer`:
    "yes", "no" or "" so far. `number`: by which photo and question name it, from 1."""

    field: str
    name: Phrase
    crop: str
    answer: str
    number: int


@dataclass(frozen=True, slots=True)
class Lit:
    """A doubtful place in the kept photo: its box in pixels, and its number."""

    number: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PhotoView:
    """The part of the kept photo that shows one sheet, in its pixels: left, top, width, height."""

    box: tuple[float, float, float, float]
    lit: tuple[Lit, ...] = ()

    @property
    def view_box(self) -> str:
        """The value of the attribute `viewBox` of an SVG image."""
        return " ".join(f"{side:.1f}" for side in self.box)


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """A problem of a sheet, and the rule that it breaks, or ""."""

    text: Translatable
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SheetChange:
    """What taking a sheet over changes for a player: what the paper has on top of the table, and what it
    lacks; misses and points on the table and on the paper."""

    player: str
    added: tuple[Phrase, ...]
    removed: tuple[Phrase, ...]
    misses: tuple[int, int]
    total: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """One sheet in the photo. `player`: whose it is, or "", of a shared board whose fields come first.
    `question`: who that is, in English for the catalogue. `snapshot`: None if it cannot be taken over.

    `left_out`: people said that it is nobody's. `by_order`: only the order of the sheets suggests the player.

    `view`: where it lies in the photo; None if that is not known.

    `changes`: of the player; of a shared board of each. `same`: the paper says what the table knows.
    """

    index: int
    serial: str
    player: str
    problems: tuple[SheetProblem, ...]
    doubts: tuple[DoubtfulPlace, ...] = ()
    snapshot: SheetSnapshot | None = None
    changes: tuple[SheetChange, ...] = ()
    same: bool = False
    question: str = ""
    left_out: bool = False
    by_order: bool = False
    view: PhotoView | None = None


MARGIN_SHARE = 0.03
"""Margin around a sheet in its part of the photo, as a share of the sheet's width; chosen."""


def photo_view(reading: SheetReading, size: tuple[int, int], factor: float) -> PhotoView | None:
    """The part of the kept photo that shows a sheet, with its doubtful places lit; None without corners.

    `size`: width and height of the kept photo. `factor`: by which it is smaller than the one that was read.
    """
    if not reading.corners:
        return None
    xs, ys = ([factor * corner[axis] for corner in reading.corners] for axis in (0, 1))
    margin = MARGIN_SHARE * (max(xs) - min(xs))
    left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
    right, bottom = min(float(size[0]), max(xs) + margin), min(float(size[1]), max(ys) + margin)
    lit = tuple(
        Lit(number, *(round(factor * side, 1) for side in doubt.box))
        for number, doubt in enumerate(reading.unsure, 1)
    )
    return PhotoView((left, top, max(1.0, right - left), max(1.0, bottom - top)), lit)


def field_name(index: int, doubt: Doubt) -> str:
    """The name of the form's field for a doubtful place of the sheet at `index`."""
    return f"{index}-{doubt.cell.replace(' ', '-')}"


def is_other_pad(game: Game, reading: SheetReading) -> bool:
    """Tell whether a sheet is of another pad than anybody plays on, or of none that is known."""
    return not any(reading.is_printed_as(pad) for pad in game.pads)


def is_other_sheet(sheet: Sheet, reading: SheetReading) -> bool:
    """Tell whether a sheet in a photo is not printed as this player's: another letter, another pad."""
    return not reading.is_printed_as(sheet.pad)


def present_found_sheet(
    table: Table,
    index: int,
    reading: SheetReading,
    crops: Sequence[str],
    player: str,
    answers: Mapping[str, str],
    *,
    left_out: bool = False,
    by_order: bool = False,
) -> FoundSheet:
    """The sheet at `index` beside that of `player`. `crops`: of its doubtful places, in their order.

    `answers`: what people said of doubtful places so far, by field. `left_out`, `by_order`: as in FoundSheet.
    """
    game, serial = table.game, reading.serial or ""
    problems = _problems(game, reading)
    if is_other_pad(game, reading) or reading.observed is None:
        return FoundSheet(index, serial, player, problems)
    other = bool(player) and is_other_sheet(table.position.sheet(player), reading)
    if other:
        text = phrase("This is not the sheet that {player} plays on.", player=player)
        problems += (SheetProblem(text),)
    pad = reading.observed.pad
    said = {doubt.cell: answers.get(field_name(index, doubt), "") for doubt in reading.unsure}
    doubts = tuple(
        DoubtfulPlace(field_name(index, doubt), place_name(pad, doubt.cell), crop, said[doubt.cell], number)
        for number, (doubt, crop) in enumerate(zip(reading.unsure, crops, strict=True), 1)
    )
    observed = with_marked_places(reading, [cell for cell, answer in said.items() if answer == "yes"])
    sheets = {player: observed.sheet}
    if game.shared:
        sheets = sheets_on_board(game, table.position, observed, player or game.players[0])
    known = {} if other or not player else {name: table.position.sheet(name) for name in sheets}
    changes = {name: difference(game, known[name], sheets[name]) for name in known}
    still_open = [cell for cell, answer in said.items() if not answer]
    return FoundSheet(
        index,
        serial,
        player,
        problems,
        doubts,
        _snapshot(table, player, sheets, changes, still_open),
        tuple(_change(pad, name, change) for name, change in changes.items()),
        same=bool(changes) and not doubts and not any(changes.values()),
        question=in_words_of(pad, message("Whose?")),
        left_out=left_out,
        by_order=by_order,
    )


def _snapshot(
    table: Table,
    player: str,
    sheets: Mapping[str, Sheet],
    changes: Mapping[str, SheetDifference],
    open_places: Sequence[str],
) -> SheetSnapshot:
    """The sheets on paper as they lie there, with what they change, and the doubtful places still open."""
    added = {place for change in changes.values() for place in change.added}
    lost = {place for change in changes.values() for place in change.removed}
    first = next(iter(sheets.values()))
    highlights = Highlights(
        added=added,
        lost=lost - added,  # on a shared board one may lie where the other's was
        doubtful=[_cell_of(first.pad, place) for place in open_places],
    )
    return present_snapshot(
        table.game, player, first, closed=table.position.closed, highlights=highlights, others=sheets
    )


def _cell_of(pad: Pad, place: str) -> str:
    """The cell that shows a doubtful place of a shared board; else the place itself."""
    cell = place.partition(" ")[0]
    return cell if pad.has_cell(cell) else place


def _change(pad: Pad, player: str, change: SheetDifference) -> SheetChange:
    added, removed = ([place_name(pad, place) for place in some] for some in (change.added, change.removed))
    return SheetChange(player, tuple(added), tuple(removed), change.misses, change.total)


def _problems(game: Game, reading: SheetReading) -> tuple[SheetProblem, ...]:
    problems = [SheetProblem(problem) for problem in reading.problems]
    if reading.pad is not None and is_other_pad(game, reading):
        text = phrase("This sheet belongs to another pad than the one in play.")
        problems.append(SheetProblem(text))
    problems += [SheetProblem(each.refusal, each.rule) for each in reading.contradictions]
    return tuple(problems)


def place_name(pad: Pad, place: str) -> Phrase:
    """A place on a sheet: "red 7", "lock of the red row", "miss 2", "bonus box 5", a bonus of Bonus B."""
    return Phrase(name) if (name := sign_name(place)) else place_phrase(pad, place)
