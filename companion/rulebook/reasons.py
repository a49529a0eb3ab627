"""The reason for each option of a ruling, with its source."""

from sheets.language import message

REASONS = {
    "end-in-action-1": {
        "stop": message("The books of NSV and Gamewright: the game ends “at once” when a second row closes."),
        "finish-turn": message("Some tables: the active player would otherwise lose an action."),
    },
    "bonus-blocked": {
        "spent": message(
            "The Bonus book: a bonus cannot be declined, and boxes are crossed from left to right."
        ),
        "kept": message("Some tables: a box that brings nothing should not be lost."),
    },
    "weakest-closed": {
        "lost": message("The Bonus book says of its two weakest cells that such crosses are lost."),
        "next-weakest": message("Some tables: a closed row can no longer be the row to be filled."),
    },
    "bonus-same-action": {
        "open": message("The books: all crosses of one action are made at the same time."),
    },
    "cards-gap-mixx-b": {
        "printed": message("The Mixx book lifts the limit for pad A only."),
        "waived": message("Some tables: on both Mixx pads the numbers are not in their usual order."),
    },
    "cards-lock-in-play": {
        "counts": message("The card game's book: several cells are marked one after the other."),
        "before": message("A strict reading of “before” in the card game's book."),
    },
    "rolled-again": {
        "later-roll": message("The publisher's text of Big Points, and a review of Double A."),
        "later-action": message("Some programs, which look at the sheet after action 1."),
    },
    "bp-colour": {
        "marked": message("The Big Points book, which repeats the colour of the marked cell."),
        "either": message("One program, which takes the die of either row."),
    },
    "double-a-where": {
        "frontier": message("The publisher's summary of Double A."),
        "any-marked": message("One review of Double A."),
    },
    "chain-frontier": {
        "counts": message("Two programs; a cross on the sheet is a cross."),
        "ignored": message("Some tables: nobody chose the forced cross. The book is silent."),
    },
    "lucky15-top": {
        "25": message("A photo of the pad."),
        "26": message("One program, which adds the dice 5, 6, 7 and 8."),
        "36": message("Reviews of Lucky 15."),
    },
    "connect-which": {
        "any": message("One program; the sequence of numbers and fields allows it."),
        "next": message("Another program."),
    },
    "connect-lock": {
        "numbers": message("An owner of the rulebook."),
        "all": message("One program."),
    },
    "connect-miss": {
        "spared": message("One program; a field is a cross like any other."),
        "taken": message("Some tables: the field comes on top of a turn's marks. The rulebook was not seen."),
    },
}
"""For the id of each ruling, the reason for each of its options."""
