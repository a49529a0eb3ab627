"""The titles of the rules by their ids, in every language of the catalogue."""

from sheets.language import message

TITLES = {
    "left-to-right": message("Only to the right"),
    "white-sum": message("The white sum, for everyone"),
    "colour-sum": message("One coloured die, for the active player"),
    "action-order": message("White first, then colour"),
    "miss": message("Nothing crossed: a penalty"),
    "lock-needs-five": message("Five crosses before the last cell"),
    "lock": message("The lock"),
    "row-closed": message("A closed row"),
    "shared-lock": message("Several lock the same row"),
    "die-removed": message("The die of a closed row"),
    "end-misses": message("The end by penalties"),
    "end-two-rows": message("The end by closed rows"),
    "game-over": message("After the end"),
    "score-table": message("Points for a row"),
    "score-miss": message("Points for penalties"),
    "winner": message("Who wins"),
    "lock-needs-six": message("Six crosses before a last cell"),
    "mixx-a-colours": message("Several colours in a row"),
    "mixx-a-close": message("Closing a row of several colours"),
    "mixx-b-order": message("Shuffled numbers"),
    "double-lock-seven": message("Seven crosses before the last cell"),
    "double-cap": message("Sixteen crosses at most"),
}
"""A name for every rule of the book."""
