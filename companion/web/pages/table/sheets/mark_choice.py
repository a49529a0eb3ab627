"""The card that asks which of several marks is meant that may be made at one place of a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import Mark, Moves
from companion.table.now import mark_name
from companion.web.layout.game.names import mark_colour, row_name
from sheets.language import Phrase, phrase
from sheets.place_names import cell_phrase, place_phrase


@dataclass(frozen=True, slots=True)
class MarkOption:
    """One of several marks at the same place."""

    mark: str
    names: tuple[Phrase, ...]
    """The rows that it takes, or what it crosses in addition."""
    chain: tuple[Phrase, ...]
    """All crosses that follow."""
    colour: str = ""
    """The colour of the row that it crosses in addition, or ""."""


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """The card that asks which mark is meant."""

    id: str
    kind: str
    """"ties" (rows tie for the bonus of the cell), "together" (a field and a number may be crossed together)
    or "ways" (the cell may be crossed in several ways)."""
    cell: Phrase
    options: tuple[MarkOption, ...]


def marks_by_place(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """Return the legal marks by each place that they cross, without lucky ones equal to plain ones."""
    found: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in found.get(mark.cell, ()))):
            for part in mark.parts:
                found[part.cell] = (*found.get(part.cell, ()), mark)
    return found


def present_choices(
    index: int, moves: Moves, offered: Mapping[str, tuple[Mark, ...]]
) -> tuple[MarkChoice, ...]:
    """Return a card for each place at which several marks are legal.

    Rows tie for its bonus, or it may be crossed together with something else, or in several ways.
    """
    found = []
    for place, marks in offered.items():
        if len(marks) > 1:
            together = any(mark.then for mark in marks)
            kind = "ties" if any(mark.choices for mark in marks) else "together" if together else "ways"
            options = tuple(_option(moves, place, mark, kind) for mark in marks)
            name = place_phrase(moves.sheet.pad, place)
            found.append(MarkChoice(choice_id(index, place), kind, name, options))
    return tuple(found)


def _option(moves: Moves, place: str, mark: Mark, kind: str) -> MarkOption:
    """Return one of several marks at a place."""
    pad = moves.sheet.pad
    if kind == "ties":
        rows = tuple(row_name(pad, letter) for letter in mark.choices)
        chain = tuple(cell_phrase(pad, step) for step in moves.chain(mark))
        return MarkOption(str(mark), rows or (cell_phrase(pad, place),), chain)
    besides = [part.cell for part in mark.parts if part.cell != place]
    if not besides:
        name = phrase("only {cell}", cell=cell_phrase(pad, place))
        return MarkOption(str(mark), (mark_name(pad, mark) if kind == "ways" else name,), ())
    colour = mark_colour(pad, next(part for part in mark.parts if part.cell == besides[0]))
    return MarkOption(str(mark), (phrase("and {cell}", cell=cell_phrase(pad, besides[0])),), (), colour)


def choice_id(index: int, cell: str) -> str:
    """Return the id of the card that asks about a place on the sheet at `index`."""
    return f"pick-{index}{cell}"
