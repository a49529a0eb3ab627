"""The card game: cards in the place of dice.

rules.md: cards-number, cards-play, cards-gap, cards-lock-own, cards-jokers, cards-mixx; rulings
cards-gap-mixx-b, cards-lock-in-play. Agreed before play: whether the deck has jokers.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rulebook.rule import quoted
from companion.rules.mark import Card
from companion.rules.plays import Plays
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from companion.rules.sheet_rules import SheetRules
from companion.rules.speciality import Speciality
from sheets.language import message


def _plays(
    rules: SheetRules, sheet: Sheet, hand: Sequence[Card] | None, jokers: bool, denied: Refusal | None
) -> Plays:
    """Limit gaps, but not on mixed rows, nor on shuffled ones if the table waives it there."""
    waived = rules.pad.shuffled and rules.rulings.cards_gap_mixx_b == "waived"
    return Plays(
        sheet,
        rules.constraints,
        jokers=jokers,
        limits_gap=not rules.pad.mixed and not waived,
        lock_before_play=rules.rulings.cards_lock_in_play == "before",
        hand=hand,
        denied=denied,
    )


_CARDS = "cards-es: Desarrollo del juego; cards-us: How to play"

BOOK = (
    quoted(
        "cards-draw",
        message("Drawing cards"),
        ("cards",),
        message(
            "The active player takes cards from the four in the middle until the hand holds five; then "
            "the middle is filled to four again from the pile. When the pile is empty, the discards are "
            "shuffled into a new one."
        ),
        _CARDS,
        message("Anna takes the 11 from the middle; the 8 from the pile takes its place."),
    ),
    quoted(
        "cards-number",
        message("The number for everyone"),
        ("cards",),
        message(
            "The number that now lies on top of the pile is for everyone: each player may mark it once, "
            "in any one row."
        ),
        _CARDS,
        message("A four for all: Max marks red 4, Anna and Linus yellow 4, Laura nothing."),
    ),
    quoted(
        "cards-play",
        message("Playing cards"),
        ("cards",),
        message(
            "Then the active player plays one to three cards, at least one; several must be of one "
            "colour. Any, all or none of their cells may be marked, each with a card of its own. All "
            "cards played are discarded."
        ),
        _CARDS,
        message(
            "Green 11, 9 and 3 are played, and green 11 and 9 are marked. 11, 10 and 9 of three colours "
            "may not be played."
        ),
    ),
    quoted(
        "cards-gap",
        message("At most one gap"),
        ("cards",),
        message(
            "If several cells of a row are marked in one play, at most one cell lies unmarked between the"
            " first and the last of them."
        ),
        _CARDS,
        message("Red 4, 5, 7 may all be marked. Of yellow 2, 4, 6 one has to be left out."),
    ),
    quoted(
        "cards-lock-own",
        message("A lock is one's own"),
        ("cards",),
        message(
            "In the card game a lock closes the row for the player who crossed it, and for nobody else. "
            "No die and no colour leaves the game."
        ),
        "cards-es: Marcar números; cards-us: Locking a row",
        message("Laura locks green with the 2: green is closed for Laura only."),
    ),
    quoted(
        "cards-miss",
        message("Nothing crossed with cards: a miss"),
        ("cards",),
        message(
            "An active player who marks nothing, neither with the number nor with the cards, takes a miss."
        ),
        "cards-es: Desarrollo del juego; cards-us: Penalties",
        message("Carol passes on the number, plays a blue 3 and marks nothing: one miss."),
    ),
    quoted(
        "cards-end",
        message("The end of the card game"),
        ("cards",),
        message(
            "The game ends at the end of the step (the number, or the cards) in which any player has "
            "locked a second row on their own sheet, or in which the active player takes a fourth miss."
        ),
        "cards-es: Fin del juego y recuento; cards-us: Ending the game",
        message("Laura has locked green and now red: the game ends when this step is over."),
    ),
    quoted(
        "cards-jokers",
        message("Jokers"),
        ("cards",),
        message(
            "With jokers the deck has eleven more cards, 2 to 12: a joker's number is fixed, and the "
            "player who plays it names its colour."
        ),
        "cards-es: Variante con comodines; cards-us: Joker game variant",
        message("Joker 9 as green is played together with green 10."),
    ),
    quoted(
        "cards-mixx",
        message("Cards on the Mixx pads"),
        ("cards",),
        message(
            "On the Mixx pads the rules of the card game hold. On pad A cards of one colour may be marked in "
            "different rows, and the limit on gaps does not apply."
        ),
        "mixx: Un consejo más",
        message("Red 3, 8 and 11 are played: red 3 is marked in row b and red 8 in row d, red 11 not."),
    ),
)

SPECIALITY = Speciality(key="cards", book=BOOK, plays=_plays)
