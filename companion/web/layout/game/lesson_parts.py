"""The parts of a lesson: steps with a few words and a picture of the sheet's cells."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheets.language import Phrase
from sheets.pad import Cell, Row


@dataclass(frozen=True, slots=True)
class CellPicture:
    """One cell of a picture."""

    number: int
    colour: str
    look: str = ""  # "" (as printed), "marked", "now" (to be marked now) or "lost"
    bonus: str = ""
    second: str | None = None  # the look of the cell's second field, or None
    field: str | None = None  # the look of the field between this cell and the next, or None
    is_circled: bool = False  # True if the cell is part of a chain


@dataclass(frozen=True, slots=True)
class RowPicture:
    """A row, or a part of it."""

    cells: tuple[CellPicture, ...]
    lock: str | None = None  # the look of the lock, as in CellPicture; None without a lock
    is_round: bool = False  # True for round cells between two rows


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a step. Its parts are shown from top to bottom, without the empty parts."""

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
    """One step of a lesson."""

    title: str  # in English, for the catalogue
    text: Phrase
    picture: Picture
    rules: tuple[str, ...]  # the ids of the rules that the step explains


def places_of(row: Row, number: int) -> tuple[int, ...]:
    """Return the indices of a row's cells with this number."""
    return tuple(cell.index for cell in row if cell.number == number)


def row_picture(
    row: Row,
    marked: Iterable[int] = (),
    now: Iterable[int] = (),
    lost: Iterable[int] = (),
    lock: str | None = "",
    only: str | None = None,
) -> RowPicture:
    """Return the picture of a row; `only` is the one kind of bonus sign to show, or None for all kinds.

    `marked`, `now`, `lost`: indices of the cells with these looks.
    """
    looks = dict.fromkeys(marked, "marked") | dict.fromkeys(now, "now") | dict.fromkeys(lost, "lost")

    def picture(cell: Cell) -> CellPicture:
        bonus = cell.bonus if cell.bonus and only in (None, cell.bonus) else ""
        return CellPicture(cell.number, cell.colour, looks.get(cell.index, ""), bonus)

    return RowPicture(tuple(map(picture, row)), lock)
