"""The dialog that asks which mark to make if several are legal at the same place of a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import Mark, Moves
from companion.table.now import mark_name
from companion.web.layout.game.names import mark_colour, row_name
from sheets.language import Phrase, phrase
from sheets.place_names import cell_phrase, place_phrase


@dataclass(frozen=True, slots=True)
class MarkOption:
    """One of the legal marks between which the player chooses in a `MarkChoice` dialog."""

    mark: str
    names: tuple[Phrase, ...]  # its label: the rows that get the bonuses, or what the mark crosses
    chain: tuple[Phrase, ...]  # all cells that the mark crosses, if rows tie for its bonus, or ()
    colour: str = ""  # the colour of a second place that the mark crosses, or ""


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """A dialog that asks which of several legal marks a tap on a cell or field means."""

    id: str
    kind: str
    """What the player chooses: "ties" (the row that takes a bonus), "together" (only this place, or also the
    field or number next to it) or "ways" (how to cross the cell)."""
    cell: Phrase
    options: tuple[MarkOption, ...]


def marks_by_place(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """Return the legal marks by the name of each cell or field that they cross.

    If a cell is legal with and without a lucky number, leave out the mark with the lucky number.
    """
    marks: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in marks.get(mark.cell, ()))):
            for part in mark.parts:
                marks[part.cell] = (*marks.get(part.cell, ()), mark)
    return marks


def present_choices(
    index: int, moves: Moves, offered: Mapping[str, tuple[Mark, ...]]
) -> tuple[MarkChoice, ...]:
    """Return a dialog for each place where several marks are legal. `index`: the player's index."""
    choices = []
    for place, marks in offered.items():
        if len(marks) > 1:
            together = any(mark.then for mark in marks)
            kind = "ties" if any(mark.choices for mark in marks) else "together" if together else "ways"
            options = tuple(_option(moves, place, mark, kind) for mark in marks)
            name = place_phrase(moves.sheet.pad, place)
            choices.append(MarkChoice(choice_id(index, place), kind, name, options))
    return tuple(choices)


def _option(moves: Moves, place: str, mark: Mark, kind: str) -> MarkOption:
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
    """Return the HTML id of the dialog about a place on the sheet of the player at `index`."""
    return f"pick-{index}{cell}"
