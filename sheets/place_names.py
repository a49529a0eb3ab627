"""Readable names of marks and of places on a sheet: "red 5", "the red row", "lock of the red row"."""

from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad
from sheets.paper_part import mark_words, place_words

TERMS = (
    *(message("red"), message("yellow"), message("green"), message("blue")),
    *(message("the red row"), message("the yellow row"), message("the green row"), message("the blue row")),
    *(message("row a"), message("row b"), message("row c"), message("row d")),
)
"""The English texts of all Terms for colours and rows, listed here to be translated."""


def cell_phrase(pad: Pad, name: str) -> Phrase:
    """Return the readable name of a cell: "red 5" for "a5", or "red 5 (a)" if rows have several colours.

    `name` may also be the mark of a mechanism, such as "ab5". Raise KeyError for other names.
    """
    if not pad.has_cell(name) and (words := mark_words(pad, name)) is not None:
        return words
    cell = pad.cell(name)
    row = f" ({cell.row})" if pad.mixed else ""
    # not in the catalogue: the order is the same in every language
    return Phrase("{colour} {number}{row}", {"colour": Term(cell.colour), "number": cell.number, "row": row})


def mark_phrase(pad: Pad, text: str) -> Phrase:
    """Return the readable name of a mark, such as "a5x" or "a3-4 a6". Raise KeyError for other texts."""
    first, _, second = text.partition(" ")
    if second:
        return phrase(
            "{first}, then {second}", first=mark_phrase(pad, first), second=mark_phrase(pad, second)
        )
    return mark_words(pad, text) or cell_phrase(pad, text)


def place_phrase(pad: Pad, name: str) -> Phrase:
    """Return the readable name of a place in `SheetPlan.places`, such as "lock a", or raise KeyError."""
    kind, _, which = name.partition(" ")
    match kind:
        case "lock":
            return phrase("lock of {row}", row=pad.row(which).term)
        case "miss":
            return phrase("penalty {number}", number=which)
    if not pad.has_cell(name) and (words := place_words(pad, name)) is not None:
        return words
    return cell_phrase(pad, name)
