"""The parts of a lesson on the rules: steps, each with a few words and a picture."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheets.language import Phrase
from sheets.pad import Cell, Row


@dataclass(frozen=True, slots=True)
class CellPicture:
    """A cell in the picture of a row."""

    number: int
    colour: str
    look: str = ""  # "" (as printed), "marked", "now" (to be marked now) or "lost"
    bonus: str = ""
    second: str | None = None  # the look of the cell's second field, or None
    field: str | None = None  # the look of the field between this cell and the next, or None
    is_circled: bool = False  # True if the cell is part of a chain


@dataclass(frozen=True, slots=True)
class RowPicture:
    """The picture of a row of cells."""

    cells: tuple[CellPicture, ...]
    lock: str | None = None  # the look of the lock, as in CellPicture; None without a lock
    is_round: bool = False  # True for round cells between two rows


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a step of a lesson. Fields that are empty or None are not shown."""

    dice: tuple[tuple[str, int], ...] = ()  # (colour, value)
    total: int | None = None  # the sum of the dice
    cards: tuple[tuple[str, int], ...] = ()  # (colour, value)
    rows: tuple[RowPicture, ...] = ()
    bar: tuple[tuple[str, str], ...] = ()  # the boxes of a bonus bar: (colour, look)
    misses: int | None = None  # the number of crossed penalty boxes; None without the boxes
    points: tuple[int, ...] = ()  # the points of 1, 2, 3 … crosses
    sides: int = 6  # sides of the dice
    fields: tuple[tuple[str, str], ...] = ()  # the fields of a strip or a track: (text, look)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson, which explains one rule or several."""

    title: str  # in English, for the catalogue
    text: Phrase
    picture: Picture
    rules: tuple[str, ...]  # the ids of the rules that the step explains


def cell_indices(row: Row, number: int) -> tuple[int, ...]:
    """Return the indices, from 0, of the cells in `row` with this number printed on them."""
    return tuple(cell.index for cell in row if cell.number == number)


def row_picture(
    row: Row,
    marked: Iterable[int] = (),
    now: Iterable[int] = (),
    lost: Iterable[int] = (),
    lock: str | None = "",
    only: str | None = None,
) -> RowPicture:
    """Return the picture of a row. `only`: the kind of bonus sign to show, or None for all.

    `marked`, `now`, `lost`: indices of the cells whose `CellPicture.look` is "marked", "now" or "lost".
    `lock`: the look of the lock, or None to show no lock.
    """
    looks = dict.fromkeys(marked, "marked") | dict.fromkeys(now, "now") | dict.fromkeys(lost, "lost")

    def picture(cell: Cell) -> CellPicture:
        bonus = cell.bonus if cell.bonus and only in (None, cell.bonus) else ""
        return CellPicture(cell.number, cell.colour, looks.get(cell.index, ""), bonus)

    return RowPicture(tuple(map(picture, row)), lock)
