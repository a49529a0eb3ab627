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
    """One of several marks at the same place."""

    mark: str
    names: tuple[Phrase, ...]  # the rows that take the bonuses, or the other place that the mark crosses too
    chain: tuple[Phrase, ...]  # all cells that the mark crosses, if rows tie for its bonus
    colour: str = ""  # of the other place, or ""


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """The dialog that asks which mark is meant."""

    id: str
    kind: str
    """"ties" if several rows may take the bonus of the cell, "together" if a field and a number may be
    crossed together, "ways" if the cell may be crossed in several ways."""
    cell: Phrase
    options: tuple[MarkOption, ...]


def marks_by_place(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """Return the legal marks by place; marks with a lucky number only if they need it."""
    marks: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in marks.get(mark.cell, ()))):
            for part in mark.parts:
                marks[part.cell] = (*marks.get(part.cell, ()), mark)
    return marks


def present_choices(
    index: int, moves: Moves, offered: Mapping[str, tuple[Mark, ...]]
) -> tuple[MarkChoice, ...]:
    """Return a dialog for each place where several marks are legal; `index` is the number of the sheet."""
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
    """Return the id of the dialog about a place on the sheet at `index`."""
    return f"pick-{index}{cell}"
