"""Rulings: what a table agrees on before play where the rulebooks are silent or differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheets.errors import BadInput
from sheets.language import message


class NotARuling(BadInput):
    """A ruling, or an option of one, that does not exist."""


ALL = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", "cards")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point where the rulebooks are silent or differ.

    `options`: (name, what it means), the default first.
    """

    id: str
    games: tuple[str, ...]
    question: str
    options: tuple[tuple[str, str], ...]
    why: str

    @property
    def default(self) -> str:
        """The option that holds where a table agreed on nothing."""
        return self.options[0][0]


RULINGS = {
    ruling.id: ruling
    for ruling in (
        Ruling(
            "end-in-action-1",
            ALL,
            message("Two rows are closed in action 1. Does the active player still have action 2?"),
            (
                ("stop", message("No: the game ends at once. There is no action 2, and so no miss.")),
                (
                    "finish-turn",
                    message(
                        "Yes: rows close and dice leave, the active player has action 2 (with cards: the "
                        "play) and takes a miss if nothing was marked in either; then the game ends, by "
                        "its two rows."
                    ),
                ),
            ),
            message(
                "The books say “at once”. Finishing the turn goes against their wording, but some tables "
                "like it."
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
        ),
        Ruling(
            "bonus-same-action",
            ("bonus-a", "bonus-b"),
            message(
                "A bonus crosses a cell of a row that another player locks in the same action. Does it count?"
            ),
            (("open", message("Yes: all crosses of one action are simultaneous.")),),
            message("A row is finished only at the end of the action in which it was locked."),
        ),
        Ruling(
            "cards-gap-mixx-b",
            ("cards",),
            message("Does the limit on gaps hold for the card game on pad B?"),
            (
                ("printed", message("Yes: gaps are counted in printed cells.")),
                ("waived", message("No: as on pad A there is no limit.")),
            ),
            message("The book waives the limit for pad A and says nothing of pad B."),
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
        ),
    )
}
"""Every ruling by its id."""

RULING_OPTIONS = {name: tuple(option for option, _ in ruling.options) for name, ruling in RULINGS.items()}
"""Each ruling's options, the default first."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """One option for every ruling; a ruling of another game has no effect."""

    end_in_action_1: str = "stop"
    bonus_blocked: str = "spent"
    weakest_closed: str = "lost"
    bonus_same_action: str = "open"
    cards_gap_mixx_b: str = "printed"
    cards_lock_in_play: str = "counts"

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
        """The rulings with what `agreed` changes ({"weakest-closed": "next-weakest"}); NotARuling."""
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
        """Only what differs from the defaults, as a record carries it."""
        chosen = {ruling: str(getattr(self, ruling.replace("-", "_"))) for ruling in RULING_OPTIONS}
        return {ruling: option for ruling, option in chosen.items() if option != RULING_OPTIONS[ruling][0]}
