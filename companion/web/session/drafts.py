"""Unsent choices: cards that a player has tapped, and open questions to the referee and to people."""

from dataclasses import dataclass

from companion.rules import Card, Play, Plays, Refusal
from companion.rules.board import Board
from companion.table.events import Photo
from companion.table.state import Table
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class CardDraft:
    """The cards that a player has tapped but not played yet."""

    moment: tuple[int | None, int]  # the numbers of the game (or None) and of the turn
    cards: tuple[tuple[Card, bool], ...] = ()  # (card, True if it is to cross its cell)

    def tapped(self, card: Card, plays: Plays) -> tuple[tuple[Card, bool], ...]:
        """Return the cards after a tap on `card`, in the form of the field `cards`.

        The first tap adds the card, with a cross if legal. Later taps remove the cross, then the card.
        """
        cards = list(self.cards)
        was_crossed = dict(cards).get(card)
        if was_crossed is None:
            kept = cards[:2] if len(cards) > 2 else cards
            crossed = (*kept, (card, True))
            if CardDraft(self.moment, crossed).play(plays.board) in plays:
                return crossed
            return (*kept, (card, False))
        if was_crossed:
            return tuple((c, crossed and c != card) for c, crossed in cards)
        return tuple(c for c in cards if c[0] != card)

    def exchanged(self, card: Card, wanted: Card) -> tuple[tuple[Card, bool], ...]:
        """Return the cards with `card` replaced by `wanted`.

        One of the two is a joker, and the other is the plain card that the joker stands for.
        """
        return tuple((wanted if each == card else each, crossed) for each, crossed in self.cards)

    def fits(self, card: Card, plays: Plays) -> bool:
        """Return True if all tapped cards have the colour of `card`, and a tap on it would cross its cell."""
        if any(each.colour != card.colour for each, _crossed in self.cards):
            return False
        return (card, True) in self.tapped(card, plays)

    def uncrossed(self, plays: Plays) -> Refusal | None:
        """Return why the card tapped last can't cross its cell; None if it can, or already does."""
        if not self.cards or self.cards[-1][1]:
            return None
        crossed = CardDraft(self.moment, (*self.cards[:-1], (self.cards[-1][0], True)))
        return plays.refusal(crossed.play(plays.board))

    def play(self, board: Board) -> Play:
        """Return the play with the tapped cards; its crosses are sorted from left to right."""
        spots = sorted(
            (
                spot
                for card, crossed in self.cards
                if crossed
                for spot, _ in board.by_face.get((COLOURS.index(card.colour), card.number), ())
            ),
            key=lambda spot: spot.order,
        )
        marks = dict.fromkeys(spot.marks[False] for spot in spots)
        return Play(tuple(card for card, _ in self.cards), tuple(marks))


def draft_of_turn(draft: CardDraft | None, table: Table) -> CardDraft:
    """Return `draft` if it is for the current turn of `table`, otherwise an empty draft for this turn."""
    if draft is not None and draft.moment[1] == table.position.turn:
        return draft
    return CardDraft((None, table.position.turn))


@dataclass(frozen=True, slots=True)
class RefereeQuestion:
    """A question to the referee, which stays open until the next event."""

    kind: str
    """CROSS ("Why may `player` not cross `cell`?") or a key of QUESTIONS, both in `referee.py`."""
    game: int | None
    """Number of the game in which the question was asked."""
    number: int
    """Number of the game's last event when the question was asked."""
    player: str = ""
    cell: str = ""


@dataclass(frozen=True, slots=True)
class RerollQuestion:
    """A question to people: the camera sees `roll` instead of the entered roll `old`. Does `roll` count?"""

    game: int | None
    turn: int
    old: str
    roll: str
    photo: Photo

    def fits(self, game: int | None, table: Table) -> bool:
        """Return True if the game and the entered roll are still the same, and action 1 is not over."""
        position = table.position
        return (self.game, self.turn, self.old) == (game, position.turn, str(position.roll)) and (
            position.phase == "white"
        )
