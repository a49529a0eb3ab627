"""What people call marks, and the places of a sheet: "red 5", "the red row", "lock of the red row"."""

from __future__ import annotations

from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad, Row

TERMS = (
    *(message("red"), message("yellow"), message("green"), message("blue")),
    *(message("the red row"), message("the yellow row"), message("the green row"), message("the blue row")),
    *(message("row a"), message("row b"), message("row c"), message("row d")),
)
"""Every text that a Term for a colour or a row can be, for the catalogue."""


def row_term(row: Row) -> Term:
    """A row by its colour, or by its letter when its cells have several colours."""
    return Term(f"the {row.colour} row") if row.colour else Term(f"row {row.letter}")


def cell_phrase(pad: Pad, name: str) -> Phrase:
    """The cell named like "a5": "red 5"; when the pad mixes colours in a row, with the row: "red 5 (a)".

    Also a round cell between two rows ("ab5": "red/yellow 5"), a field between two numbers ("a3-4": "red
    3-4") and the track of fifteen ("15"). Raises KeyError for a cell that the pad does not have.
    """
    special = _special_cell(pad, name) if pad.special else None
    if special is not None:
        return special
    cell = pad.cell(name)
    row = f" ({cell.row})" if pad.mixed else ""
    # not in the catalogue: a label, in this order in every language
    return Phrase("{colour} {number}{row}", {"colour": Term(cell.colour), "number": cell.number, "row": row})


def _special_cell(pad: Pad, name: str) -> Phrase | None:
    if name == "15" and pad.special.track:
        return phrase("fifteen on the track")
    for row in pad.special.bonus_rows:
        if name in (f"{row.name}{number}" for number in row.numbers):
            above, below = (pad.rows[number] for number in row.rows)
            values = {"above": _short_term(above), "below": _short_term(below), "number": name[2:]}
            return Phrase("{above}/{below} {number}", values)
    for field in pad.special.connections:
        if field.name == name:
            return Phrase("{row} {numbers}", {"row": _short_term(pad.rows[field.row]), "numbers": name[1:]})
    return None


def _short_term(row: Row) -> Term:
    return Term(row.colour or f"row {row.letter}")


def mark_phrase(pad: Pad, text: str) -> Phrase:
    """A mark by its text in a record, without star and choices: "a5", "a5+", "a5x", "ab5", "15", "a3-4 a6".

    Raises KeyError for a cell that the pad does not have.
    """
    first, _, second = text.partition(" ")
    if second:
        return phrase(
            "{first}, then {second}", first=cell_phrase(pad, first), second=cell_phrase(pad, second)
        )
    if text.endswith("+"):
        return phrase("{cell} a second time", cell=cell_phrase(pad, text[:-1]))
    if text.endswith("x"):
        return phrase("{cell} by an exchange", cell=cell_phrase(pad, text[:-1]))
    return cell_phrase(pad, text)


def place_phrase(pad: Pad, name: str) -> Phrase:
    """A place that can be marked, named as `sheets.page.SheetPlan.places` does: "a7", "lock a", "miss 2",
    "box 5", "a7+", "ab5", "a3-4".

    Raises KeyError for a place that the pad does not have.
    """
    kind, _, which = name.partition(" ")
    match kind:
        case "lock":
            return phrase("lock of {row}", row=row_term(pad.row(which)))
        case "miss":
            return phrase("miss {number}", number=which)
        case "box":
            return _box_phrase(pad, int(which))
    if name.endswith("+"):
        return phrase("second cross of {cell}", cell=cell_phrase(pad, name[:-1]))
    for bonus_row in pad.special.bonus_rows:
        if name in bonus_row.cells:
            upper, lower = (row_term(pad.rows[row]) for row in bonus_row.rows)
            number = bonus_row.numbers[bonus_row.cells.index(name)]
            return phrase(
                "round cell {number} between {upper} and {lower}", number=number, upper=upper, lower=lower
            )
    for field in pad.special.connections:
        if name == field.name:
            row = row_term(pad.rows[field.row])
            return phrase("field {numbers} of {row}", numbers=name[1:], row=row)
    return cell_phrase(pad, name)


def _box_phrase(pad: Pad, number: int) -> Phrase:
    """A box below the rows, counted from 1: of the exchange, of the track behind it, or of the bonus bar."""
    exchanges, track = pad.special.exchanges, pad.special.track
    if number <= len(exchanges):
        first, second = exchanges[number - 1]
        return phrase("exchange field {first}/{second}", first=first, second=second)
    if track:
        return phrase("field {points} of the track", points=track[number - len(exchanges) - 1])
    return phrase("bonus box {number}", number=number)
