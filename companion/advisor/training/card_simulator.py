"""A simulator of the card game: many games of two on the classic pad side by side, for training.

The active player decides on the number and the cards together. What each player saw is kept with the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from companion.advisor.card_value import (
    NEXT,
    PLAYING,
    UNKNOWN_HAND,
    WAITING,
    WATCHING,
    CardValue,
    HandInRow,
    Step,
    markings,
    row_hand,
)
from companion.advisor.row_states import CLOSED, mark_cell, row_numbers

Card = tuple[int, int]
"""A card is its row and the place of its cell in it."""
Observation = tuple[int, ...]
"""The observation of a player, as CardValue takes it."""
Hand = tuple[tuple[int, ...], ...]
"""For each row the places of the cards held, sorted."""
DECK: list[Card] = [(row, place) for row in range(4) for place in range(11)]
EMPTY: Hand = ((), (), (), ())
LEAD_POINT_WIN = 0.0005
"""Value of a point of the lead in chances to win, so that the lead decides between moves that win equally
often."""
GREEDY_MISS, GREEDY_ROW, GREEDY_CARD = 6.0, -0.2, 0.1
"""What a greedy player gives for a miss, a cross in the row that is marked and a card played, in points and
skipped cells. Chosen."""
EXPLORED = 4
"""A random decision is one of so many best ones."""


class Side(NamedTuple):
    """One player's sheet and hand. `points`: less those lost by misses."""

    rows: tuple[int, ...] = (0, 0, 0, 0)
    misses: int = 0
    points: int = 0
    hand: Hand = EMPTY

    @property
    def done(self) -> bool:
        """True if this sheet ends the game."""
        return self.misses >= 4 or self.rows.count(CLOSED) >= 2


@dataclass(slots=True)
class CardGame:
    """One game of two. `observations`: the seat and what it saw."""

    sides: list[Side]
    pile: list[Card]
    middle: list[Card]
    discards: list[Card] = field(default_factory=list)
    turn: int = 0
    over: bool = False
    observations: list[tuple[int, Observation]] = field(default_factory=list)


class Decision(NamedTuple):
    """One way to decide. `numbered`: the sheet after the number alone; `played`: (active) after the play.

    `cards`: the cards played. `marked`: whether the number was. `greedy_value`: what a greedy player thinks
    of it. `hand`: the hand afterwards, as observed.
    """

    numbered: Side
    played: Side
    cards: tuple[Card, ...]
    marked: bool
    greedy_value: float
    hand: tuple[int, ...]


def greedy_value(state: int, made: Step) -> float:
    """The value of marks in a row in this state for a greedy player."""
    return made[1] - made[2] + GREEDY_ROW * row_numbers()[state][1]


def observe(own: Side, other: Side, stage: int, marked: bool, hand: tuple[int, ...]) -> Observation:
    """The observation of a player."""
    lead = own.points - other.points
    return (*own.rows, own.misses, *other.rows, other.misses, lead, stage, int(marked), *hand)


RowPlay = tuple[tuple[int, ...], Step, tuple[int, ...], HandInRow]
"""Cards played, what is marked, cards kept, and what these are good for then."""


@cache
def row_plays(state: int, places: tuple[int, ...]) -> tuple[RowPlay, ...]:
    """Every play of cards of one row, but for those that give away what could be of use beside a mark."""
    out = []
    for count in (1, 2, 3):
        for cards in combinations(places, count):
            useless = sum(mark_cell(state, place) is None for place in cards)
            for made in markings(state, cards):
                marks = row_numbers()[made[0]][1] - row_numbers()[state][1] if made[0] != CLOSED else count
                if marks == 0 or marks + useless >= count:
                    kept = tuple(place for place in places if place not in cards)
                    out.append((cards, made, kept, row_hand(made[0], kept)))
    return tuple(out)


def observed_hand(rows: Sequence[HandInRow], count: int) -> tuple[int, ...]:
    """A hand of so many cards as observed, from what each row's cards are good for."""
    (a0, a1, a2, a3, a4), (b0, b1, b2, b3, b4), (c0, c1, c2, c3, c4), (d0, d1, d2, d3, d4) = rows
    best = max(a4, b4, c4, d4)
    return (1, a0 + b0 + c0 + d0, a1 + b1 + c1 + d1, a2 + b2 + c2 + d2, a3 + b3 + c3 + d3, best, count)


def number_decisions(side: Side, number: int) -> list[Decision]:
    """Every way to decide on the number for everyone."""
    out = [Decision(side, side, (), False, 0.0, UNKNOWN_HAND)]
    for row in range(4):
        place = number - 2 if row < 2 else 12 - number
        state = side.rows[row]
        made = mark_cell(state, place)
        if made is not None:
            rows = (*side.rows[:row], made[0], *side.rows[row + 1 :])
            marked = Side(rows, side.misses, side.points + made[1], side.hand)
            value = greedy_value(state, (*made, place - row_numbers()[state][0]))
            out.append(Decision(marked, marked, (), True, value, UNKNOWN_HAND))
    return out


def turn_decisions(side: Side, number: int) -> list[Decision]:
    """Every way the active player may decide on number and cards together."""
    out = []
    for first in number_decisions(side, number):
        out += [first] if first.numbered.done else _with_cards(first)
    return out


def _with_cards(first: Decision) -> list[Decision]:
    """A decision on the number, with every play of cards after it."""
    out = []
    side = first.numbered
    count = sum(map(len, side.hand))
    good = [row_hand(state, places) for state, places in zip(side.rows, side.hand, strict=True)]
    for row, places in enumerate(side.hand):
        state = side.rows[row]
        for cards, made, kept, then in row_plays(state, places):
            hand = (*side.hand[:row], kept, *side.hand[row + 1 :])
            value = first.greedy_value + GREEDY_CARD * len(cards)
            if made[1]:
                value += greedy_value(state, made)
                rows = (*side.rows[:row], made[0], *side.rows[row + 1 :])
                played = Side(rows, side.misses, side.points + made[1], hand)
            elif first.marked:
                played = side._replace(hand=hand)
            else:
                value -= GREEDY_MISS
                played = Side(side.rows, side.misses + 1, side.points - 5, hand)
            seen = observed_hand((*good[:row], then, *good[row + 1 :]), count - len(cards))
            used = tuple((row, place) for place in cards)
            out.append(Decision(side, played, used, first.marked, value, seen))
    return out


def hand_of(cards: list[Card]) -> Hand:
    """Cards as a hand."""
    return tuple(tuple(sorted(place for r, place in cards if r == row)) for row in range(4))


Values = tuple[CardValue | None, CardValue | None]
"""The players in seat 0 and 1: a CardValue, or None for the greedy player."""


class CardGames:
    """Games side by side.

    `values`: the number of a game -> who plays it. `noise`: the share of random decisions of a CardValue.
    `deals`: a seed for each game's deal; None: drawn from `rng`.
    """

    def __init__(
        self,
        games: int,
        values: Callable[[int], Values],
        rng: random.Random,
        noise: float = 0.0,
        deals: list[int] | None = None,
    ) -> None:
        self.rng, self.noise = rng, noise
        self.games = [self._deal(random.Random(deals[n]) if deals else rng) for n in range(games)]
        self.values = [values(n) for n in range(games)]

    def _deal(self, rng: random.Random) -> CardGame:
        pile = list(DECK)
        rng.shuffle(pile)
        sides = [Side(hand=hand_of([pile.pop() for _ in range(4)])) for _ in range(2)]
        return CardGame(sides, pile, [pile.pop() for _ in range(4)])

    def run(self) -> None:
        """Play every game to its end."""
        going = list(range(len(self.games)))
        while going:
            self._turn(going)
            going = [n for n in going if not self.games[n].over]

    def _draw(self, game: CardGame) -> int:
        """The active player draws, and the number for everyone is turned up."""
        seat = game.turn % 2
        side = game.sides[seat]
        hand = [(row, place) for row, places in enumerate(side.hand) for place in places]
        while len(hand) < 5:
            hand.append(game.middle.pop(self.rng.randrange(len(game.middle))))
        while len(game.middle) < 4 or not game.pile:
            if not game.pile:
                game.pile, game.discards = game.discards, []
                self.rng.shuffle(game.pile)
            if len(game.middle) < 4:
                game.middle.append(game.pile.pop())
        game.sides[seat] = side._replace(hand=hand_of(hand))
        row, place = game.pile[-1]
        return place + 2 if row < 2 else 12 - place

    def _turn(self, going: list[int]) -> None:
        jobs: list[_Job] = []
        for n in going:
            game = self.games[n]
            number, seat = self._draw(game), game.turn % 2
            jobs.append(_Job(n, seat, turn_decisions(game.sides[seat], number)))
            jobs.append(_Job(n, 1 - seat, number_decisions(game.sides[1 - seat], number)))
        chosen = self._choose(jobs)
        for job, own, other in zip(jobs[::2], chosen[::2], chosen[1::2], strict=True):
            _apply(self.games[job.game], job.seat, own, other)

    def _choose(self, jobs: Sequence[_Job]) -> list[Decision]:
        """The decision taken in each job."""
        scores = self._scores(jobs)
        out = []
        for job, values in zip(jobs, scores, strict=True):
            best = max(range(len(values)), key=values.__getitem__)
            if self.noise and self.values[job.game][job.seat] and self.rng.random() < self.noise:
                order = sorted(range(len(values)), key=lambda k: -values[k])
                best = order[min(len(order) - 1, self.rng.randrange(EXPLORED))]
            out.append(job.decisions[best])
        return out

    def _scores(self, jobs: Sequence[_Job]) -> list[list[float]]:
        """For each job the score of each decision; each CardValue is asked once for all of them."""
        scores = [[decision.greedy_value for decision in job.decisions] for job in jobs]
        asked: dict[CardValue, list[tuple[int, int, Observation]]] = {}
        for number, job in enumerate(jobs):
            game, value = self.games[job.game], self.values[job.game][job.seat]
            if value is None:
                continue
            other = game.sides[1 - job.seat]
            stage = WAITING if game.turn % 2 == job.seat else WATCHING
            for which, decision in enumerate(job.decisions):
                if decision.played.done:
                    lead = decision.played.points - other.points
                    scores[number][which] = (lead > 0) + 0.5 * (lead == 0) + LEAD_POINT_WIN * lead
                else:
                    seen = observe(decision.played, other, stage, False, decision.hand)
                    asked.setdefault(value, []).append((number, which, seen))
        for value, found in asked.items():
            wins, leads = value(np.array([seen for *_, seen in found]))
            for (number, which, _), win, lead in zip(found, wins, leads, strict=True):
                scores[number][which] = min(max(float(win), 0.001), 0.999) + LEAD_POINT_WIN * float(lead)
        return scores


class _Job(NamedTuple):
    """The possible decisions of one seat of one game."""

    game: int
    seat: int
    decisions: list[Decision]


def _apply(game: CardGame, seat: int, own: Decision, other: Decision) -> None:
    """Make the marks for the number, then the play; keep what both saw after each."""
    mine, theirs = own.numbered, other.numbered
    game.sides[seat], game.sides[1 - seat] = mine, theirs
    if mine.done or theirs.done:
        game.over = True
        return
    game.observations.append((1 - seat, observe(theirs, mine, WATCHING, own.marked, UNKNOWN_HAND)))
    game.observations.append((seat, observe(mine, theirs, PLAYING, own.marked, UNKNOWN_HAND)))
    game.sides[seat] = own.played
    game.discards += own.cards
    if own.played.done:
        game.over = True
        return
    game.observations.append((seat, observe(own.played, theirs, WAITING, False, own.hand)))
    game.observations.append((1 - seat, observe(theirs, own.played, NEXT, False, UNKNOWN_HAND)))
    game.turn += 1
