"""Whole card games of two on the classic pad, played by the rules, for training and for the bench.

The active player decides on the number and the cards together, the other at the same time on the number.
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
"""Cards of the active player's hand, and cards in the middle (cards-draw)."""
LEAD_POINT_WIN = 0.0005
"""Value of a point of the lead in chances to win, so that the lead decides between moves that win equally
often."""
GREEDY_MISS, GREEDY_CROSS, GREEDY_CARD = 6.0, -0.2, 0.1
"""What a greedy player gives for a miss, a cross in the row that is marked and a card played, in points and
skipped cells."""
EXPLORED = 4
"""Number of the best decisions from which a random one is taken."""

Values = npt.NDArray[np.float64]
Seen = tuple[int, tuple[int, ...]]
"""A seat, and what it observes, as CardValue takes it."""


class Cards:
    """The cards of one game. `pile`: the top is the last one. `hands`: of both seats."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.pile = list(full_deck(False))
        chance.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(MIDDLE)] for _ in GAME.players]
        self.middle = [self.pile.pop() for _ in range(MIDDLE)]
        self.discards: list[Card] = []

    def turn_up(self, seat: int) -> int:
        """Draw at random for a player; return the number on top of the pile (cards-draw, cards-number)."""
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
    """One way of a seat to decide. `sheets`: its own before, after the number, and after the play. `end`: the
    position then. `hand`: what is left of it; None for a player who plays no cards in this turn."""

    seat: int
    mark: Mark
    play: Play | None
    sheets: tuple[Sheet, Sheet, Sheet]
    end: Position
    hand: Hand | None


def decisions(position: Position, seat: int, hand: Hand | None) -> list[Decision]:
    """Return every way to decide on the number; with a hand, also on the cards if the other passes."""
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
"""A player: the value of each way to decide."""


class ByValue:
    """The player who takes what a CardValue finds best. `noise`: the share of random decisions."""

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
    """Value decisions by points, skipped cells, penalties and cards played."""
    values = []
    for way in ways:
        before, numbered, after = way.sheets
        value = _crossed(before, numbered) + _crossed(numbered, after)
        value -= GREEDY_MISS * (after.misses - before.misses)
        values.append(value + GREEDY_CARD * len(way.play.cards if way.play else ()))
    return np.array(values)


def _crossed(before: Sheet, after: Sheet) -> float:
    """Return the value of crosses for a greedy player: points, less skipped cells and previous crosses."""
    if before.rows == after.rows:
        return 0.0
    gained = sum(GAME.score(after).rows) - sum(GAME.score(before).rows)
    value = float(gained)
    for old, new in zip(before.rows, after.rows, strict=True):
        if old != new:
            value -= new.bit_length() - old.bit_length() - (new & ~old).bit_count()
            value += GREEDY_CROSS * old.bit_count()
    return value


class Played(NamedTuple):
    """A game that is over: the points of both, and what each saw in its course."""

    points: tuple[int, int]
    seen: list[Seen]


def play_game(players: tuple[CardPlayer, CardPlayer], seed: int) -> Played:
    """Play a game to its end; the same seed deals the same cards."""
    cards, seen = Cards(random.Random(seed)), list[Seen]()
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
    return Played((first, second), seen)


def _seen(position: Position, seat: int, hand: Hand | None) -> Seen:
    (observation,) = observations(GAME, position, seat, hand)
    return seat, observation


def _best(player: CardPlayer, ways: Sequence[Decision]) -> Decision:
    return ways[int(np.argmax(player(ways)))]
