"""Cards that a player has tapped but not played yet."""

from dataclasses import dataclass

from companion.rules import Card, Play, Plays, Refusal
from companion.rules.board import Board
from companion.table.events import Photo
from companion.table.state import Table
from sheets.pad import COLOURS


@dataclass(frozen=True, slots=True)
class CardDraft:
    """Cards that a player has tapped but not played yet, each with whether its cell is to be crossed.

    `moment`: the game and turn they are meant for.
    """

    moment: tuple[int | None, int]
    cards: tuple[tuple[Card, bool], ...] = ()

    def tapped(self, card: Card, plays: Plays) -> tuple[tuple[Card, bool], ...]:
        """Return the cards after a tap on `card`.

        The first tap adds it, with a cross if that is legal, the second removes the cross, the third removes
        the card. A fourth card replaces the third. `card` has the colour of those that are tapped already.
        """
        cards = list(self.cards)
        found = dict(cards).get(card)
        if found is None:
            kept = cards[:2] if len(cards) > 2 else cards
            crossed = (*kept, (card, True))
            if CardDraft(self.moment, crossed).play(plays.board) in plays:
                return crossed
            return (*kept, (card, False))
        if found:
            return tuple((c, crossed and c != card) for c, crossed in cards)
        return tuple(c for c in cards if c[0] != card)

    def exchanged(self, card: Card, wanted: Card) -> tuple[tuple[Card, bool], ...]:
        """Return the cards with `wanted` for `card`: a joker for the plain card of its face, or back."""
        return tuple((wanted if each == card else each, crossed) for each, crossed in self.cards)

    def fits(self, card: Card, plays: Plays) -> bool:
        """Return True if a tap on `card` would cross its cell in addition to the cards tapped already."""
        if any(each.colour != card.colour for each, _crossed in self.cards):
            return False
        return (card, True) in self.tapped(card, plays)

    def uncrossed(self, plays: Plays) -> Refusal | None:
        """Return why the cell of the card tapped last cannot be crossed, or None if it can, or is."""
        if not self.cards or self.cards[-1][1]:
            return None
        crossed = CardDraft(self.moment, (*self.cards[:-1], (self.cards[-1][0], True)))
        return plays.refusal(crossed.play(plays.board))

    def play(self, board: Board) -> Play:
        """Return the play tapped so far; crosses from left to right."""
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
    """Return `draft` if it belongs to the open turn of the table, else an empty one."""
    if draft is not None and draft.moment[1] == table.position.turn:
        return draft
    return CardDraft((None, table.position.turn))


def draft_key(role: str, player: str) -> str:
    """Return the key of what a device has prepared for `player`, but not sent: a hand is private."""
    return f"{role} {player}"


@dataclass(frozen=True, slots=True)
class RefereeQuestion:
    """A question to the referee, and the moment of a game at which it was asked.

    `kind`: "cross" (why may `player` not cross `cell`?), "end", "who" or "miss".
    `game`, `number`: the game and its last event, after which the answer may be another one.
    """

    kind: str
    game: int | None
    number: int
    player: str = ""
    cell: str = ""


@dataclass(frozen=True, slots=True)
class RerollQuestion:
    """A die shows something else than when its roll was taken; people say whether the new roll counts.

    `game`, `turn`, `old`: the roll that is asked about; `roll`, `photo`: as the dice lie now.
    """

    game: int | None
    turn: int
    old: str
    roll: str
    photo: Photo

    def fits(self, game: int | None, table: Table) -> bool:
        """Return True if that roll is still on the table, in the action in which everyone chooses."""
        position = table.position
        return (self.game, self.turn, self.old) == (game, position.turn, str(position.roll)) and (
            position.phase == "white"
        )
