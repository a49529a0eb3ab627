"""Sheets in a photo compared with what the table knows, before anything is taken over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules import Game, Sheet
from companion.sheet_scan.answers import with_marked_places
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.paper import SheetDifference, difference
from companion.table.state import Table
from companion.web.layout.game.page_part import sign_name
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, Translatable, phrase
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
class LitPlace:
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
    lit: tuple[LitPlace, ...] = ()

    @property
    def view_box(self) -> str:
        """Return the value of the attribute `viewBox` of an SVG image."""
        return " ".join(f"{side:.1f}" for side in self.box)


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """A problem of a sheet, and the rule that it breaks, or ""."""

    text: Translatable
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SheetChange:
    """What taking a sheet over changes: what the paper has on top of the table, and what it
    lacks; misses and points on the table and on the paper."""

    added: tuple[Phrase, ...]
    removed: tuple[Phrase, ...]
    misses: tuple[int, int]
    total: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """One sheet in the photo. `player`: whose it is, or "". `snapshot`: None if it cannot be taken over.

    `left_out`: people said that it is nobody's. `by_order`: only the order of the sheets suggests the player.

    `view`: where it lies in the photo; None if that is not known.

    `change`: None without a player. `same`: the paper says what the table knows.
    """

    index: int
    serial: str
    player: str
    problems: tuple[SheetProblem, ...]
    doubts: tuple[DoubtfulPlace, ...] = ()
    snapshot: SheetSnapshot | None = None
    change: SheetChange | None = None
    same: bool = False
    left_out: bool = False
    by_order: bool = False
    view: PhotoView | None = None


MARGIN_SHARE = 0.03
"""Margin around a sheet in its part of the photo, as a share of the sheet's width."""


def photo_view(reading: SheetReading, size: tuple[int, int], factor: float) -> PhotoView | None:
    """Return the part of the kept photo that shows a sheet, with its doubtful places lit, or None.

    None without corners. `size`: width and height of the kept photo. `factor`: by which it is smaller than
    the one that was read.
    """
    if not reading.corners:
        return None
    xs, ys = ([factor * corner[axis] for corner in reading.corners] for axis in (0, 1))
    margin = MARGIN_SHARE * (max(xs) - min(xs))
    left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
    right, bottom = min(float(size[0]), max(xs) + margin), min(float(size[1]), max(ys) + margin)
    lit = tuple(
        LitPlace(number, *(round(factor * side, 1) for side in doubt.box))
        for number, doubt in enumerate(reading.unsure, 1)
    )
    return PhotoView((left, top, max(1.0, right - left), max(1.0, bottom - top)), lit)


def field_name(index: int, doubt: Doubt) -> str:
    """Return the name of the form's field for a doubtful place of the sheet at `index`."""
    return f"{index}-{doubt.cell.replace(' ', '-')}"


def is_other_pad(game: Game, reading: SheetReading) -> bool:
    """Return True if the sheet's pad is unknown or not in play."""
    return not any(reading.is_printed_as(pad) for pad in game.pads)


def is_other_sheet(sheet: Sheet, reading: SheetReading) -> bool:
    """Return True if a sheet in a photo is not printed as this player's: another letter, another pad."""
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
    """Return the sheet at `index` compared with that of `player`. `crops`: of its doubtful places, in order.

    `answers`: people's answers about doubtful places so far, by field. `left_out`, `by_order`: as in
    FoundSheet.
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
    change = None if other or not player else difference(game, table.position.sheet(player), observed.sheet)
    still_open = [cell for cell, answer in said.items() if not answer]
    return FoundSheet(
        index,
        serial,
        player,
        problems,
        doubts,
        _snapshot(table, player, observed.sheet, change, still_open),
        None if change is None else _change(pad, change),
        same=change is not None and not doubts and not change,
        left_out=left_out,
        by_order=by_order,
    )


def _snapshot(
    table: Table, player: str, sheet: Sheet, change: SheetDifference | None, open_places: Sequence[str]
) -> SheetSnapshot:
    """Return the sheet on paper with its changes, and the doubtful places still open."""
    highlights = Highlights(
        added=change.added if change else (),
        lost=change.removed if change else (),
        doubtful=open_places,
    )
    return present_snapshot(table.game, player, sheet, closed=table.position.closed, highlights=highlights)


def _change(pad: Pad, change: SheetDifference) -> SheetChange:
    added, removed = ([place_name(pad, place) for place in some] for some in (change.added, change.removed))
    return SheetChange(tuple(added), tuple(removed), change.misses, change.total)


def _problems(game: Game, reading: SheetReading) -> tuple[SheetProblem, ...]:
    problems = [SheetProblem(problem) for problem in reading.problems]
    if reading.pad is not None and is_other_pad(game, reading):
        text = phrase("This sheet belongs to another pad than the one in play.")
        problems.append(SheetProblem(text))
    problems += [SheetProblem(each.refusal, each.rule) for each in reading.contradictions]
    return tuple(problems)


def place_name(pad: Pad, place: str) -> Phrase:
    """Name a place on a sheet: "red 7", "lock of the red row", "penalty 2", "bonus box 5", a bonus."""
    return Phrase(name) if (name := sign_name(place)) else place_phrase(pad, place)
