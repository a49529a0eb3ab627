"""The card game: a number for everyone opens a turn, and rows close for their own player only."""

from collections.abc import Sequence

from companion.rules.mark import Card
from companion.rules.mechanism import Mechanism, SheetRules
from companion.rules.plays import Plays
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from companion.rules.variants import NotAGame, takes_cards
from sheets.pad import Pad


class Cards(Mechanism):
    """rules.md: cards-number, cards-play, cards-gap, cards-lock-own, cards-jokers, cards-mixx; rulings
    cards-gap-mixx-b, cards-lock-in-play. Agreed before play: whether the deck has jokers."""

    key = "cards"
    phases = ("number", "play")
    closed_rule = "cards-lock-own"

    def check_pad(self, pad: Pad) -> None:
        """Its numbers go to 12, and its mechanisms allow it."""
        if not takes_cards(pad):
            raise NotAGame(
                "The card game is played on a pad with numbers from 2 to 12 and without bonus cells."
            )

    def plays(
        self, rules: SheetRules, sheet: Sheet, hand: Sequence[Card] | None, denied: Refusal | None
    ) -> Plays:
        """Gaps are not limited on mixed rows, nor on shuffled ones if the table waives it there."""
        waived = rules.pad.shuffled and rules.rulings.cards_gap_mixx_b == "waived"
        return Plays(
            sheet,
            rules.constraints,
            jokers=rules.agreed[self.key],
            limits_gap=not rules.pad.mixed and not waived,
            lock_before_play=rules.rulings.cards_lock_in_play == "before",
            hand=hand,
            denied=denied,
        )


MECHANISM = Cards()
