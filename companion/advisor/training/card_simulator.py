"""The card game in quick: many games of two on the classic pad side by side, both judged by a CardValue.

The active player looks through number and cards together. What each saw is kept with the game, to learn from.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from companion.advisor.card_value import (
    NEXT,
    PLAYING,
    WAITING,
    WATCHING,
    CardValue,
    Step,
    markings,
    row_hand,
    row_numbers,
    step,
)
from companion.advisor.solo import CLOSED

Card = tuple[int, int]
"""A card is its row and the place of its cell in it."""
Seen = tuple[int, ...]
Hand = tuple[tuple[int, ...], ...]
"""For each row the places of the cards held, sorted."""
DECK: list[Card] = [(row, place) for row in range(4) for place in range(11)]
EMPTY: Hand = ((), (), (), ())


class Side(NamedTuple):
    """One player's sheet and hand. `points` less misses."""

    rows: tuple[int, ...] = (0, 0, 0, 0)
    misses: int = 0
    points: int = 0
    hand: Hand = EMPTY

    @property
    def done(self) -> bool:
        return self.misses >= 4 or self.rows.count(CLOSED) >= 2


@dataclass(slots=True)
class CardGame:
    """One game of two."""

    sides: list[Side]
    pile: list[Card]
    middle: list[Card]
    discards: list[Card] = field(default_factory=list)
    turn: int = 0
    over: bool = False
    seen: list[tuple[int, Seen]] = field(default_factory=list)


class Way(NamedTuple):
    """One way to decide: the sheet after the number alone, and (active) after the play; the row and cards
    played; what a greedy player thinks of it. `marked`: whether the number was. `held`: the hand as seen."""

    numbered: Side
    played: Side
    cards: tuple[Card, ...]
    marked: bool
    greed: float
    held: tuple[int, ...]


UNKNOWN = (0, 0, 0, 0, 0, 0, 0)


def see(own: Side, other: Side, stage: int, busy: bool, held: tuple[int, ...]) -> Seen:
    """What a player sees, as CardValue takes it."""
    lead = own.points - other.points
    return (*own.rows, own.misses, *other.rows, other.misses, lead, stage, int(busy), *held)


RowPlay = tuple[tuple[int, ...], Step, tuple[int, ...], tuple[int, int, int, int, int]]
"""Cards played, what is marked, cards kept, and what these are good for then."""


@cache
def row_plays(state: int, places: tuple[int, ...]) -> tuple[RowPlay, ...]:
    """Every play of cards of one row, but for those that give away what could be of use beside a mark."""
    out = []
    for count in (1, 2, 3):
        for cards in combinations(places, count):
            dead = sum(step(state, place) is None for place in cards)
            for made in markings(state, cards):
                marks = row_numbers()[made[0]][1] - row_numbers()[state][1] if made[0] != CLOSED else count
                if marks == 0 or marks + dead >= count:
                    kept = tuple(place for place in places if place not in cards)
                    out.append((cards, made, kept, row_hand(made[0], kept)))
    return tuple(out)


def held(good: list[tuple[int, int, int, int, int]], count: int) -> tuple[int, ...]:
    """The hand as seen, from what each row's cards are good for."""
    (a0, a1, a2, a3, a4), (b0, b1, b2, b3, b4), (c0, c1, c2, c3, c4), (d0, d1, d2, d3, d4) = good
    best = max(a4, b4, c4, d4)
    return (1, a0 + b0 + c0 + d0, a1 + b1 + c1 + d1, a2 + b2 + c2 + d2, a3 + b3 + c3 + d3, best, count)


@dataclass(frozen=True, slots=True)
class Greed:
    """A greedy player's weights: a skipped cell, a miss, a cross in the row that is marked, a card played."""

    skip: float = 1.0
    miss: float = 6.0
    row: float = -0.2
    card: float = 0.1

    def of(self, state: int, made: Step) -> float:
        """What a mark is worth to it."""
        return made[1] - self.skip * made[2] + self.row * row_numbers()[state][1]


def number_ways(side: Side, number: int, greed: Greed) -> list[Way]:
    """Every way to decide on the number for everyone."""
    out = [Way(side, side, (), False, 0.0, UNKNOWN)]
    for row in range(4):
        place = number - 2 if row < 2 else 12 - number
        state = side.rows[row]
        made = step(state, place)
        if made is not None:
            rows = (*side.rows[:row], made[0], *side.rows[row + 1 :])
            marked = Side(rows, side.misses, side.points + made[1], side.hand)
            worth = greed.of(state, (*made, place - row_numbers()[state][0]))
            out.append(Way(marked, marked, (), True, worth, UNKNOWN))
    return out


def turn_ways(side: Side, number: int, greed: Greed) -> list[Way]:
    """Every way the active player may take number and cards together."""
    out = []
    count = sum(map(len, side.hand))
    for first in number_ways(side, number, greed):
        one = first.numbered
        if one.done:
            out.append(first)
            continue
        good = [row_hand(state, places) for state, places in zip(one.rows, side.hand, strict=True)]
        for row, places in enumerate(side.hand):
            if not places:
                continue
            state, was = one.rows[row], good[row]
            for cards, made, kept, then in row_plays(state, places):
                good[row] = then
                hand = (*side.hand[:row], kept, *side.hand[row + 1 :])
                worth = first.greed + greed.card * len(cards)
                if made[1]:
                    worth += greed.of(state, made)
                    rows = (*one.rows[:row], made[0], *one.rows[row + 1 :])
                    played = Side(rows, one.misses, one.points + made[1], hand)
                elif first.marked:
                    played = Side(one.rows, one.misses, one.points, hand)
                else:
                    worth -= greed.miss
                    played = Side(one.rows, one.misses + 1, one.points - 5, hand)
                gone = tuple((row, place) for place in cards)
                out.append(Way(one, played, gone, first.marked, worth, held(good, count - len(cards))))
            good[row] = was
    return out


def gather(cards: list[Card]) -> Hand:
    """Cards as a hand."""
    return tuple(tuple(sorted(place for r, place in cards if r == row)) for row in range(4))


class Play:
    """Games side by side. `values`: who plays in seat 0 and 1: a CardValue, or None for the greedy player."""

    def __init__(
        self,
        games: int,
        values: Callable[[int], tuple[CardValue | None, CardValue | None]],
        rng: random.Random,
        noise: float = 0.0,
        greed: Greed | None = None,
        deals: list[int] | None = None,
    ) -> None:
        self.rng, self.noise, self.greed = rng, noise, greed or Greed()
        self.tables = [self._deal(random.Random(deals[n]) if deals else rng) for n in range(games)]
        self.values = [values(n) for n in range(games)]

    def _deal(self, rng: random.Random) -> CardGame:
        pile = list(DECK)
        rng.shuffle(pile)
        sides = [Side(hand=gather([pile.pop() for _ in range(4)])) for _ in range(2)]
        return CardGame(sides, pile, [pile.pop() for _ in range(4)])

    def run(self) -> None:
        """Play every game to its end."""
        going = list(range(len(self.tables)))
        while going:
            self._turn(going)
            going = [n for n in going if not self.tables[n].over]

    def _draw(self, table: CardGame) -> int:
        side = table.sides[table.turn % 2]
        hand = [(row, place) for row, places in enumerate(side.hand) for place in places]
        while len(hand) < 5:
            hand.append(table.middle.pop(self.rng.randrange(len(table.middle))))
        while len(table.middle) < 4 or not table.pile:
            if not table.pile:
                table.pile, table.discards = table.discards, []
                self.rng.shuffle(table.pile)
            if len(table.middle) < 4:
                table.middle.append(table.pile.pop())
        table.sides[table.turn % 2] = Side(side.rows, side.misses, side.points, gather(hand))
        row, place = table.pile[-1]
        return place + 2 if row < 2 else 12 - place

    def _turn(self, going: list[int]) -> None:
        jobs: list[tuple[int, int, list[Way]]] = []
        for n in going:
            table = self.tables[n]
            number, seat = self._draw(table), table.turn % 2
            jobs.append((n, seat, turn_ways(table.sides[seat], number, self.greed)))
            jobs.append((n, 1 - seat, number_ways(table.sides[1 - seat], number, self.greed)))
        chosen = self._choose(jobs)
        for (n, seat, ways), (_, _, others), pick, other in zip(
            jobs[::2], jobs[1::2], chosen[::2], chosen[1::2], strict=True
        ):
            self._apply(self.tables[n], seat, ways[pick], others[other])

    def _apply(self, table: CardGame, seat: int, way: Way, other: Way) -> None:
        """The number's marks, then the play; what both saw after each."""
        own, their = way.numbered, other.numbered
        table.sides[seat], table.sides[1 - seat] = own, their
        if own.done or their.done:
            table.over = True
            return
        table.seen.append((1 - seat, see(their, own, WATCHING, way.marked, UNKNOWN)))
        table.seen.append((seat, see(own, their, PLAYING, way.marked, UNKNOWN)))
        table.sides[seat] = way.played
        table.discards += way.cards
        if way.played.done:
            table.over = True
            return
        table.seen.append((seat, see(way.played, their, WAITING, False, way.held)))
        table.seen.append((1 - seat, see(their, way.played, NEXT, False, UNKNOWN)))
        table.turn += 1

    def _choose(self, jobs: list[tuple[int, int, list[Way]]]) -> list[int]:
        """For each job the number of the way taken."""
        scores: list[list[float]] = [[0.0] * len(ways) for _, _, ways in jobs]
        asked: dict[int, list[tuple[int, int, Seen]]] = {}
        judges: dict[int, CardValue] = {}
        for job, (n, seat, ways) in enumerate(jobs):
            table = self.tables[n]
            judge = self.values[n][seat]
            if judge is None:
                scores[job] = [way.greed for way in ways]
                continue
            judges[id(judge)] = judge
            other, active = table.sides[1 - seat], table.turn % 2 == seat
            for number, way in enumerate(ways):
                if way.played.done:
                    lead = way.played.points - other.points
                    scores[job][number] = (lead > 0) + 0.5 * (lead == 0) + 0.0005 * lead
                else:
                    stage = WAITING if active else WATCHING
                    seen = see(way.played, other, stage, False, way.held)
                    asked.setdefault(id(judge), []).append((job, number, seen))
        for key, found in asked.items():
            win, margin = judges[key](np.array([seen for *_, seen in found]))
            for (job, number, _), chance, lead in zip(found, win, margin, strict=True):
                scores[job][number] = min(max(float(chance), 0.001), 0.999) + 0.0005 * float(lead)
        out = []
        for (n, seat, _), worths in zip(jobs, scores, strict=True):
            if self.noise and self.values[n][seat] is not None and self.rng.random() < self.noise:
                order = sorted(range(len(worths)), key=lambda k: -worths[k])
                out.append(order[min(len(order) - 1, self.rng.randrange(4))])
            else:
                out.append(max(range(len(worths)), key=worths.__getitem__))
        return out
