"""Rulings: points on which the rulebooks are silent or differ, and on which a table agrees before play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rulebook.rule import ALL
from sheets.errors import BadInput
from sheets.language import message


class NotARuling(BadInput):
    """There is no such ruling, or the ruling has no such option."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question on which the rulebooks are silent or differ, with the possible answers."""

    id: str
    games: tuple[str, ...]
    question: str
    options: tuple[tuple[str, str], ...]  # (name, meaning), the default first
    why: str  # the reason why the point is open
    reasons: tuple[str, ...]  # the reason for each option, with its source

    @property
    def default(self) -> str:
        """Return the option that applies unless a table has agreed on a different one."""
        return self.options[0][0]

    @property
    def title(self) -> str:
        return self.question

    def reason(self, option: str) -> str:
        """Return the reason for choosing an option. Raise ValueError for an unknown option."""
        return self.reasons[RULING_OPTIONS[self.id].index(option)]


RULINGS = {
    ruling.id: ruling
    for ruling in (
        Ruling(
            "end-in-action-1",
            ALL,
            message("Two rows are closed in action 1. Does the active player still have action 2?"),
            (
                ("stop", message("No: the game ends at once. There is no action 2, and so no penalty.")),
                (
                    "finish-turn",
                    message(
                        "Yes: rows close, dice leave, and the active player has action 2 (with cards: the "
                        "play), and takes a penalty if nothing was marked in either action. Then the game "
                        "ends, because two rows are closed."
                    ),
                ),
            ),
            message(
                "The books say “at once”. Finishing the turn goes against their wording, but some tables "
                "like it."
            ),
            (
                message("The books of NSV and Gamewright: the game ends “at once” when a second row closes."),
                message("Some tables: the active player would otherwise lose an action."),
            ),
        ),
        Ruling(
            "bonus-blocked",
            ("bonus-a",),
            message("A bonus box names a row in which no cell can be marked. Is the box used up?"),
            (
                ("spent", message("Yes: the box is crossed and the cross in the row is lost.")),
                ("kept", message("No: the box stays free and is tried again by the next bonus.")),
            ),
            message(
                "The book says that a bonus cannot be declined, but not what happens if it cannot be used."
            ),
            (
                message(
                    "The Bonus book: a bonus cannot be declined, and boxes are crossed from left to right."
                ),
                message("Some tables: a box that brings nothing should not be lost."),
            ),
        ),
        Ruling(
            "weakest-closed",
            ("longo",),
            message(
                "A lucky number asks for the row with the fewest marks, and that row is closed. What then?"
            ),
            (
                ("lost", message("Closed rows count: the lucky number cannot be used there.")),
                (
                    "next-weakest",
                    message("Rows closed to the player are left out when looking for the fewest."),
                ),
            ),
            message(
                "The Longo book is silent. The Bonus book says plainly that such crosses are lost, so on "
                "Bonus B there is no choice."
            ),
            (
                message("The Bonus book says of its two weakest cells that such crosses are lost."),
                message("Some tables: a closed row can no longer be the row to be filled."),
            ),
        ),
        Ruling(
            "bonus-same-action",
            ("bonus-a", "bonus-b"),
            message(
                "A bonus crosses a cell of a row that another player locks in the same action. Does it count?"
            ),
            (("open", message("Yes: all crosses of one action are simultaneous.")),),
            message("A row is finished only at the end of the action in which it was locked."),
            (message("The books: all crosses of one action are made at the same time."),),
        ),
        Ruling(
            "cards-gap-mixx-b",
            ("cards",),
            message("Does the limit on gaps apply to the card game on pad B?"),
            (
                ("printed", message("Yes: gaps are counted in printed cells.")),
                ("waived", message("No: as on pad A there is no limit.")),
            ),
            message("The book waives the limit for pad A and says nothing of pad B."),
            (
                message("The Mixx book lifts the limit for pad A only."),
                message("Some tables: on both Mixx pads the numbers are not in their usual order."),
            ),
        ),
        Ruling(
            "cards-lock-in-play",
            ("cards",),
            message("Do marks made earlier in the same play count towards the five that a lock needs?"),
            (
                ("counts", message("Yes: marks are made one after the other.")),
                ("before", message("No: only marks made before the play count.")),
            ),
            message("The book says “before” without saying before what."),
            (
                message("The card game's book: several cells are marked one after the other."),
                message("A strict reading of “before” in the card game's book."),
            ),
        ),
        Ruling(
            "rolled-again",
            ("big-points", "double-a"),
            message("May action 2 use a cell that the player marked in action 1 of the same turn?"),
            (
                ("later-roll", message("No: the number must come up in a later roll.")),
                ("later-action", message("Yes: what action 1 marked counts in action 2.")),
            ),
            message(
                "The books say “rolled again”. A review and the publisher's text speak of a later roll; some "
                "programs let action 2 see action 1."
            ),
            (
                message("The publisher's text of Big Points, and a review of Double A."),
                message("Some programs, which look at the sheet after action 1."),
            ),
        ),
        Ruling(
            "bp-colour",
            ("big-points",),
            message("Which coloured die may cross a round cell in action 2?"),
            (
                ("marked", message("The die of a row beside it in which the number is marked.")),
                ("either", message("The die of either row beside it.")),
            ),
            message("The book names the colour of the marked cell; one program takes either row's die."),
            (
                message("The Big Points book, which names the colour of the marked cell."),
                message("One program, which takes the die of either row."),
            ),
        ),
        Ruling(
            "double-a-where",
            ("double-a",),
            message("Which marked cell may be crossed once more?"),
            (
                ("frontier", message("Only the rightmost marked cell of a row.")),
                ("any-marked", message("Any marked cell, second crosses going from left to right.")),
            ),
            message("One review contradicts the book."),
            (message("The publisher's summary of Double A."), message("One review of Double A.")),
        ),
        Ruling(
            "chain-frontier",
            ("connected-b",),
            message("Do forced crosses count for the left-to-right rule?"),
            (
                ("counts", message("Yes: anything to the left of a forced cross is lost.")),
                ("ignored", message("No: only the marks that a player chose count.")),
            ),
            message("The book is silent; two programs count them."),
            (
                message("Two programs; a cross on the sheet is a cross."),
                message(
                    "Some tables: nobody chose a forced cross, so it should not count. The book is silent."
                ),
            ),
        ),
        Ruling(
            "lucky15-top",
            ("lucky-15",),
            message("What is the last field of the track worth?"),
            (
                ("25", message("25 points, as printed.")),
                ("26", message("26 points: 5, 6, 7 and 8 added up.")),
                ("36", message("36 points, as reviews say.")),
            ),
            message("A photo of the pad shows 25; a program and reviews differ."),
            (
                message("A photo of the pad."),
                message("One program, which adds the dice 5, 6, 7 and 8."),
                message("Reviews of Lucky 15."),
            ),
        ),
        Ruling(
            "connect-which",
            ("connect-15",),
            message("Which field of a row may be crossed?"),
            (
                ("any", message("Any to the right of every mark and crossed field.")),
                ("next", message("Only the nearest one to the right of the marks.")),
            ),
            message("Two programs disagree."),
            (
                message("One program; the sequence of numbers and fields allows it."),
                message("Another program."),
            ),
        ),
        Ruling(
            "connect-lock",
            ("connect-15",),
            message("Do crossed fields count towards the marks that a lock needs?"),
            (
                ("numbers", message("No: only marked numbers count.")),
                ("all", message("Yes: crossed fields count too.")),
            ),
            message("An owner of the rulebook says so; a program counts fields."),
            (message("An owner of the rulebook."), message("One program.")),
        ),
        Ruling(
            "connect-miss",
            ("connect-15",),
            message("Does a field alone spare the active player the penalty?"),
            (
                ("spared", message("Yes: a field is a cross.")),
                ("taken", message("No: without a marked number the active player takes a penalty.")),
            ),
            message("One program waives the penalty; the rulebook was not seen."),
            (
                message("One program; a field is a cross like any other."),
                message("Some tables: the field comes on top of a turn's marks. The rulebook was not seen."),
            ),
        ),
    )
}
"""Every ruling by its id."""

WRITTEN_DOWN = {"rolled-again": "later-action"}
"""Rulings that every new game stores. In older games, which don't store them, these options apply."""
RULING_OPTIONS = {name: tuple(option for option, _ in ruling.options) for name, ruling in RULINGS.items()}
"""The options of each ruling by its id, the default first."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The chosen option of every ruling. Raises NotARuling for an unknown option."""

    end_in_action_1: str = "stop"
    bonus_blocked: str = "spent"
    weakest_closed: str = "lost"
    bonus_same_action: str = "open"
    cards_gap_mixx_b: str = "printed"
    cards_lock_in_play: str = "counts"
    rolled_again: str = "later-roll"
    bp_colour: str = "marked"
    double_a_where: str = "frontier"
    chain_frontier: str = "counts"
    lucky15_top: str = "25"
    connect_which: str = "any"
    connect_lock: str = "numbers"
    connect_miss: str = "spared"

    def __post_init__(self) -> None:
        for ruling, options in RULING_OPTIONS.items():
            option = getattr(self, ruling.replace("-", "_"))
            if option not in options:
                raise NotARuling(
                    "The ruling {ruling} is one of {options}, not {came!r}.",
                    ruling=ruling,
                    options=", ".join(options),
                    came=str(option)[:40],
                )

    @classmethod
    def of(cls, agreed: Mapping[str, str]) -> Rulings:
        """Return the defaults changed by `agreed`, such as {"weakest-closed": "next-weakest"}.

        Raise NotARuling for an unknown ruling or option.
        """
        for ruling in agreed:
            if ruling not in RULING_OPTIONS:
                raise NotARuling(
                    "There is no ruling {ruling!r}; the rulings are {rulings}.",
                    ruling=ruling[:40],
                    rulings=", ".join(RULING_OPTIONS),
                )
        return cls(**{ruling.replace("-", "_"): option for ruling, option in agreed.items()})

    @property
    def differing(self) -> dict[str, str]:
        """Return the options that differ from the defaults, by ruling, in the form stored in a record."""
        chosen = {ruling: str(getattr(self, ruling.replace("-", "_"))) for ruling in RULING_OPTIONS}
        return {ruling: option for ruling, option in chosen.items() if option != RULING_OPTIONS[ruling][0]}
