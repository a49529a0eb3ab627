"""The parts of a lesson: steps, each a few words and a picture of the sheet's own cells."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheets.language import Phrase
from sheets.pad import Cell, Row


@dataclass(frozen=True, slots=True)
class CellPicture:
    """One cell of a picture. `look`: "" as printed, "marked", "now" (to be marked), or "lost".

    `second`: the look of its second field, `field`: of the field between it and the next cell; None without
    one. `is_circled`: it is part of a chain.
    """

    number: int
    colour: str
    look: str = ""
    bonus: str = ""
    second: str | None = None
    field: str | None = None
    is_circled: bool = False


@dataclass(frozen=True, slots=True)
class RowPicture:
    """A row, or a stretch of it. `lock`: None where it is not shown, else a look, as of a cell.

    `is_round`: a row of round cells between two others.
    """

    cells: tuple[CellPicture, ...]
    lock: str | None = None
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a step, from top to bottom; empty parts are left out.

    `dice` and `cards`: (colour, value). `total`: what the dice add up to. `misses`: how many of the boxes are
    crossed; None without the boxes. `bar`: the boxes of a bonus bar, as (colour, look). `points`: what
    crosses are worth, from one cross up. `sides`: of the dice. `fields`: of a strip or a track, as (text,
    look).
    """

    dice: tuple[tuple[str, int], ...] = ()
    total: int | None = None
    cards: tuple[tuple[str, int], ...] = ()
    rows: tuple[RowPicture, ...] = ()
    bar: tuple[tuple[str, str], ...] = ()
    misses: int | None = None
    points: tuple[int, ...] = ()
    sides: int = 6
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson. `title` and `text` are of the catalogue; `rules`: the ids of what it explains."""

    title: str
    text: Phrase
    picture: Picture
    rules: tuple[str, ...]


def places_of(row: Row, number: int) -> tuple[int, ...]:
    """Return the places of a number in a row, counted from 0."""
    return tuple(cell.index for cell in row if cell.number == number)


def row_picture(
    row: Row,
    marked: Iterable[int] = (),
    now: Iterable[int] = (),
    lost: Iterable[int] = (),
    lock: str | None = "",
    only: str | None = None,
) -> RowPicture:
    """Return a whole row; its cells count from 0. `only`: the one kind of bonus whose signs are shown."""
    looks = dict.fromkeys(marked, "marked") | dict.fromkeys(now, "now") | dict.fromkeys(lost, "lost")

    def picture(cell: Cell) -> CellPicture:
        bonus = cell.bonus if cell.bonus and only in (None, cell.bonus) else ""
        return CellPicture(cell.number, cell.colour, looks.get(cell.index, ""), bonus)

    return RowPicture(tuple(map(picture, row)), lock)
