"""Plays whole card games of two computer players on the classic pad, for training and for measurement.

The active player decides on the number and on the cards to play in one step. The other player decides at the
same time, on the number only.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.card_value import CardValue
from companion.advisor.cards import Hand, cards_left, evaluate_positions, observations
from companion.rules import PASS, Card, Game, Mark, Play, Position, Sheet, full_deck

GAME = Game("cards", "classic", ("Ann", "Ben"))
DRAWN_TO, MIDDLE = 5, 4
"""Number of cards to which the active player draws, and number of cards in the middle of the table."""
LEAD_POINT_WIN = 0.0005
"""A point of lead counts as this much chance to win, so that leads decide between almost equal chances."""
GREEDY_MISS, GREEDY_CROSS, GREEDY_CARD = 6.0, -0.2, 0.1
"""A greedy player's values, in points: cost of a miss, value of each earlier cross in the row that is marked,
and value of each card played."""
EXPLORED = 4
"""A random decision is drawn from this many decisions with the highest values."""

Values = npt.NDArray[np.float64]
Observation = tuple[int, tuple[int, ...]]
"""A seat and its observation (`companion.advisor.cards.observations`)."""


class Cards:
    """The cards of one game: `hands` by seat, `middle`, `discards`, and `pile`, whose top card is last."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.pile = list(full_deck(False))
        chance.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(MIDDLE)] for _ in GAME.players]
        self.middle = [self.pile.pop() for _ in range(MIDDLE)]
        self.discards: list[Card] = []

    def turn_up(self, seat: int) -> int:
        """Fill a player's hand at random from the middle, and the middle from the pile.

        Return the number on the pile's top card.
        """
        hand = self.hands[seat]
        while len(hand) < DRAWN_TO:
            hand.append(self.middle.pop(self._chance.randrange(len(self.middle))))
        while len(self.middle) < MIDDLE or not self.pile:
            if not self.pile:
                self.pile, self.discards = self.discards, []
                self._chance.shuffle(self.pile)
            if len(self.middle) < MIDDLE:
                self.middle.append(self.pile.pop())
        return self.pile[-1].number

    def played(self, seat: int, play: Play) -> None:
        self.hands[seat] = list(cards_left(self.hands[seat], play))
        self.discards += play.cards


class Decision(NamedTuple):
    """A possible decision of a seat, with the sheets, position and hand after it."""

    seat: int
    mark: Mark
    play: Play | None
    sheets: tuple[Sheet, Sheet, Sheet]  # the seat's: before, after the number, and after the cards
    end: Position  # after the decision
    hand: Hand | None  # the cards left; None for a seat that plays no cards in this turn


def decisions(position: Position, seat: int, hand: Hand | None) -> list[Decision]:
    """Return every possible decision of a seat on the number and, if `hand` is given, on the cards.

    The other player is assumed to pass.
    """
    player, found = GAME.players[seat], []
    before = position.before[seat]
    for mark in GAME.moves(position, player):
        after = GAME.decide(position, player, mark)
        for other in GAME.waiting(after):
            after = GAME.decide(after, other, PASS)
        sheet = after.sheets[seat]
        if hand is None or after.phase != "play":
            found.append(Decision(seat, mark, None, (before, sheet, sheet), after, hand))
            continue
        for play in GAME.plays(after, player, hand):
            end = GAME.decide(after, player, play)
            sheets = (before, sheet, end.sheets[seat])
            found.append(Decision(seat, mark, play, sheets, end, cards_left(hand, play)))
    return found


CardPlayer = Callable[[Sequence[Decision]], Values]
"""A player: returns the value of each possible decision. The decision with the highest value is taken."""


class ByValue:
    """A player that rates decisions with a CardValue. `noise`: the share of decisions made at random."""

    def __init__(self, value: CardValue, noise: float = 0.0, seed: int = 0) -> None:
        self._value, self._noise, self._chance = value, noise, random.Random(seed)

    def __call__(self, ways: Sequence[Decision]) -> Values:
        ends, hands = [way.end for way in ways], [way.hand for way in ways]
        found = evaluate_positions(GAME, ends, [way.seat for way in ways], hands, self._value)
        values = np.array([each.win + LEAD_POINT_WIN * each.margin for each in found])
        if self._noise and self._chance.random() < self._noise:
            best = np.argsort(-values)[:EXPLORED]
            values[self._chance.choice(list(best))] = np.inf
        return values


def greedy(ways: Sequence[Decision]) -> Values:
    """Return a greedy player's value of each decision: the value of its crosses (see `_crossed`), less
    GREEDY_MISS for a miss, plus GREEDY_CARD for each card played."""
    values = []
    for way in ways:
        before, numbered, after = way.sheets
        value = _crossed(before, numbered) + _crossed(numbered, after)
        value -= GREEDY_MISS * (after.misses - before.misses)
        values.append(value + GREEDY_CARD * len(way.play.cards if way.play else ()))
    return np.array(values)


def _crossed(before: Sheet, after: Sheet) -> float:
    """Return a greedy player's value of new crosses: their points, less skipped cells, less a little for each
    earlier cross in the row."""
    if before.rows == after.rows:
        return 0.0
    gained = sum(GAME.score(after).rows) - sum(GAME.score(before).rows)
    value = float(gained)
    for old, new in zip(before.rows, after.rows, strict=True):
        if old != new:
            value -= new.bit_length() - old.bit_length() - (new & ~old).bit_count()
            value += GREEDY_CROSS * old.bit_count()
    return value


class FinishedGame(NamedTuple):
    """A finished game: the points of both players, and their observations during the game."""

    points: tuple[int, int]
    seen: list[Observation]


def play_game(players: tuple[CardPlayer, CardPlayer], seed: int) -> FinishedGame:
    """Play a game to its end. The same seed deals the same cards."""
    cards, seen = Cards(random.Random(seed)), list[Observation]()
    position = GAME.start()
    while position.end is None:
        seat = position.seat
        position = GAME.roll(position, cards.turn_up(seat))
        own, other = (
            _best(players[at], decisions(position, at, cards.hands[at] if at == seat else None))
            for at in (seat, 1 - seat)
        )
        position = GAME.decide(position, GAME.players[seat], own.mark)
        position = GAME.decide(position, GAME.players[1 - seat], other.mark)
        if position.end is not None:
            break
        seen += [_seen(position, at, None) for at in (1 - seat, seat)]
        assert own.play is not None, "the game was not over after the number"
        position = GAME.decide(position, GAME.players[seat], own.play)
        cards.played(seat, own.play)
        if position.end is None:
            seen += [_seen(position, seat, cards.hands[seat]), _seen(position, 1 - seat, None)]
    first, second = (GAME.score(sheet).total for sheet in position.sheets)
    return FinishedGame((first, second), seen)


def _seen(position: Position, seat: int, hand: Hand | None) -> Observation:
    (observation,) = observations(GAME, position, seat, hand)
    return seat, observation


def _best(player: CardPlayer, ways: Sequence[Decision]) -> Decision:
    return ways[int(np.argmax(player(ways)))]
