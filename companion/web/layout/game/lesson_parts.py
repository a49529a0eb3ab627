"""The parts of a lesson: steps, each a few words and a picture of the sheet's own cells."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheets.language import Phrase
from sheets.pad import Cell, Row


@dataclass(frozen=True, slots=True)
class CellPicture:
    """One cell of a picture."""

    number: int
    colour: str
    look: str = ""  # "" as printed, "marked", "now" (to be marked), or "lost"
    bonus: str = ""
    second: str | None = None  # the look of its second field, or None
    field: str | None = None  # the look of the field between it and the next cell, or None
    is_circled: bool = False  # it is part of a chain


@dataclass(frozen=True, slots=True)
class RowPicture:
    """A row, or a stretch of it."""

    cells: tuple[CellPicture, ...]
    lock: str | None = None  # its look, like that of a cell, or None if it is not shown
    is_round: bool = False  # a row of round cells between two others


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a step, from top to bottom; empty parts are left out."""

    dice: tuple[tuple[str, int], ...] = ()  # (colour, value)
    total: int | None = None  # what the dice add up to
    cards: tuple[tuple[str, int], ...] = ()  # (colour, value)
    rows: tuple[RowPicture, ...] = ()
    bar: tuple[tuple[str, str], ...] = ()  # the boxes of a bonus bar: (colour, look)
    misses: int | None = None  # how many of the boxes are crossed; None without the boxes
    points: tuple[int, ...] = ()  # what crosses are worth, from one cross up
    sides: int = 6  # of the dice
    fields: tuple[tuple[str, str], ...] = ()  # of a strip or a track: (text, look)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson."""

    title: str  # for the catalogue
    text: Phrase
    picture: Picture
    rules: tuple[str, ...]  # ids of what it explains


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
