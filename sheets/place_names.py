"""Names of marks and of places on a sheet: "red 5", "the red row", "lock of the red row"."""

from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad
from sheets.paper_part import mark_words, place_words

TERMS = (
    *(message("red"), message("yellow"), message("green"), message("blue")),
    *(message("the red row"), message("the yellow row"), message("the green row"), message("the blue row")),
    *(message("row a"), message("row b"), message("row c"), message("row d")),
)
"""Every text of a Term for a colour or a row, listed for the catalogue."""


def cell_phrase(pad: Pad, name: str) -> Phrase:
    """Return the name of a cell like "a5": "red 5", or "red 5 (a)" if a row of the pad has several colours.

    `name` may also be the mark of a mechanism, such as "ab5". Raise KeyError if the pad has no such cell.
    """
    if not pad.has_cell(name):
        words = mark_words(pad, name)
        if words is not None:
            return words
    cell = pad.cell(name)
    row = f" ({cell.row})" if pad.mixed else ""
    # not in the catalogue: the order is the same in every language
    return Phrase("{colour} {number}{row}", {"colour": Term(cell.colour), "number": cell.number, "row": row})


def mark_phrase(pad: Pad, text: str) -> Phrase:
    """Return the name of a mark, given its text in a record without star and row choices.

    Examples of texts: "a5", "a5x", "ab5", "a3-4 a6".

    Raise KeyError for a cell that the pad does not have.
    """
    first, _, second = text.partition(" ")
    if second:
        return phrase(
            "{first}, then {second}", first=mark_phrase(pad, first), second=mark_phrase(pad, second)
        )
    return mark_words(pad, text) or cell_phrase(pad, text)


def place_phrase(pad: Pad, name: str) -> Phrase:
    """Return the name of a place that can be marked, given its key in `SheetPlan.places`: "lock a", "a3-4".

    Raise KeyError for a place that the pad does not have.
    """
    kind, _, which = name.partition(" ")
    match kind:
        case "lock":
            return phrase("lock of {row}", row=pad.row(which).term)
        case "miss":
            return phrase("penalty {number}", number=which)
    if not pad.has_cell(name):
        words = place_words(pad, name)
        if words is not None:
            return words
    return cell_phrase(pad, name)
