"""Evaluates positions of the card game for one player, from public facts and the player's own hand.

The learned value function (`card_value`) rates the player against each opponent separately. For a single
player, and on pads whose rows differ from the classic pad's, `heuristic` evaluates the sheets, and each card
in the hand adds a share of what marking its cell next would gain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np

from companion.advisor.card_value import (
    NEXT,
    PLAYING,
    WAITING,
    WATCHING,
    CardValue,
    card_value,
    has_card_value,
    observed_hand,
)
from companion.advisor.evaluation import Evaluation, at_most_certain, estimate, final_evaluation
from companion.advisor.heuristic import Prospects, ScoreCache, expected_scores, prospects
from companion.advisor.row_states import row_state
from companion.advisor.search import EvaluatedMark, evaluate_marks
from companion.rules import Card, Game, Play, Position, Sheet
from companion.rules.board import Spot
from sheets.pad import COLOURS

HELD_CARD_SHARE = 0.45
"""Value of a held card as a share of what playing it now would gain."""
MISS_COST_POINTS = 7.0
"""Points that a miss costs, including its effect on the end of the game."""
MISS_COST_WIN = 0.15
"""Fraction by which a miss reduces a player's chance to win."""
NEW_CARD_POINTS = 1.2
"""Value in points of each new card that replaces a played one."""
NEAR_CELLS = 4
"""A cell counts as playable from an unknown hand if marking it skips fewer cells than this."""

Hand = Sequence[Card]


def evaluate_numbers(
    game: Game, position: Position, players: Sequence[str], hand: Hand | None
) -> dict[str, tuple[EvaluatedMark, ...]]:
    """Return the legal marks of `players` for the number that everyone may mark, each with its evaluation.

    `hand`: the active player's cards, or None if unknown. If they are known, the value of the active player's
    mark includes the best play of cards after it.
    """

    def evaluate(game: Game, positions: Sequence[Position], seats: Sequence[int]) -> list[Evaluation]:
        out = evaluate_positions(game, positions, seats, [None] * len(positions))
        for number, (after, seat) in enumerate(zip(positions, seats, strict=True)):
            if hand is not None and after.phase == "play" and seat == after.seat:
                plays = list(game.plays(after, after.active, hand))
                out[number] = max(evaluate_plays(game, after, hand, plays))
        return out

    return evaluate_marks(game, position, players, evaluate)


def evaluate_plays(game: Game, position: Position, hand: Hand, plays: Sequence[Play]) -> list[Evaluation]:
    """Return each play's evaluation for the active player. `hand`: the player's cards before the play."""
    ends = [game.decide(position, position.active, play) for play in plays]
    left = [cards_left(hand, play) for play in plays]
    return evaluate_positions(game, ends, [position.seat] * len(ends), left)


def cards_left(hand: Hand, play: Play) -> tuple[Card, ...]:
    """Return the cards that remain in `hand` after `play`."""
    played = {Card(card.number, "", True) if card.joker else card for card in play.cards}
    return tuple(card for card in hand if card not in played)


def evaluate_positions(
    game: Game,
    positions: Sequence[Position],
    seats: Sequence[int],
    hands: Sequence[Hand | None],
    value: CardValue | None = None,
) -> list[Evaluation]:
    """Return the evaluation of each position (between turns or before a play) for the seat at the same index.

    `hands`: each seat's cards, or None if unknown. `value`: the value function; default: the shipped
    one.
    """
    open_ = [
        (position, seat, hand)
        for position, seat, hand in zip(positions, seats, hands, strict=True)
        if position.end is None
    ]
    learned = has_card_value(game)
    evaluations = iter(_by_card_value(game, open_, value) if learned else _by_heuristic(game, open_))
    return [
        next(evaluations) if position.end is None else final_evaluation(game, position, seat)
        for position, seat in zip(positions, seats, strict=True)
    ]


Asked = tuple[Position, int, Hand | None]
"""A position of an unfinished game, the seat from which to evaluate it, and the hand of that seat."""


# -- by the learned value -------------------------------------------------------------------------------


def _by_card_value(game: Game, asked: Sequence[Asked], value: CardValue | None) -> list[Evaluation]:
    if not asked:
        return []
    opponents = len(game.players) - 1
    rows = [seen for position, seat, hand in asked for seen in observations(game, position, seat, hand)]
    wins, leads = (value or card_value())(np.array(rows, np.int64))
    out = []
    for start in range(0, len(rows), opponents):
        part = slice(start, start + opponents)
        odds = sum((1 - float(win)) / max(float(win), 1e-6) for win in wins[part])
        out.append(Evaluation(at_most_certain(1 / (1 + odds)), float(leads[part].min())))
    return out


def observations(game: Game, position: Position, seat: int, hand: Hand | None) -> Iterator[tuple[int, ...]]:
    """Yield the observations of `seat`, one per opponent, as input for `CardValue`.

    `hand`: the seat's cards, or None if unknown.
    """
    sheets = [(*map(row_state, sheet.rows), sheet.misses) for sheet in position.sheets]
    totals = [game.score(sheet).total for sheet in position.sheets]
    places = None if hand is None else _places(game, position.sheets[seat], hand)
    held = observed_hand(sheets[seat][:4], places)
    turn, marked = seat == position.seat, 0
    if position.phase == "play":
        stage, marked = (PLAYING if turn else WATCHING), int(position.active_marked)
    else:
        stage = NEXT if turn else WAITING
    for other, total in enumerate(totals):
        if other != seat:
            yield (*sheets[seat], *sheets[other], totals[seat] - total, stage, marked, *held)


def _places(game: Game, sheet: Sheet, hand: Hand) -> list[tuple[int, int]]:
    """Return (row, cell) of each card in the hand, without cards whose number the pad lacks.

    A joker takes the cell that skips the fewest cells.
    """
    places = []
    for card in hand:
        spots = _spots(game, card)
        if not spots:  # a custom pad may lack the card's number
            continue
        able = _markable(game, sheet, spots) or spots
        best = min(able, key=lambda spot: spot.index - sheet.rows[spot.row].bit_length())
        places.append((best.row, best.index))
    return places


def _spots(game: Game, card: Card) -> list[Spot]:
    faces = [(COLOURS.index(named.colour), named.number) for named in card.named()]
    return [spot for face in faces for spot, _ in game.board.by_face.get(face, ())]


def _markable(game: Game, sheet: Sheet, spots: Sequence[Spot]) -> list[Spot]:
    """Return the cells of `spots` that may be marked on this sheet now."""
    locked = game.board.locked(sheet.rows)
    return [spot for spot in spots if game.constraints.broken(spot, sheet.rows, locked) is None]


# -- by the heuristic -----------------------------------------------------------------------------------


def _by_heuristic(game: Game, asked: Sequence[Asked]) -> list[Evaluation]:
    table = prospects(game.board, len(game.players), 0, True)
    cache: ScoreCache = {}
    out = []
    for position, seat, hand in asked:
        totals, turns = expected_scores(game, position, cache)
        if hand is not None:
            totals[seat] += _hand_points(game, table, position.sheets[seat], hand, turns)
        evaluation = estimate(totals, turns, seat)
        if position.phase == "play" and seat == position.seat and not position.active_marked:
            evaluation = _less_risk(game, position, evaluation)
        out.append(evaluation)
    return out


def _hand_points(game: Game, table: Prospects, sheet: Sheet, hand: Hand, turns: float) -> float:
    """Return the points that a known hand, refilled to five cards, adds to the score within `turns` turns."""
    points = NEW_CARD_POINTS * (5 - len(hand))
    for card in hand:
        spots = _markable(game, sheet, _spots(game, card))
        gains = [table.gain(sheet, spot.row, spot.index, turns) for spot in spots]
        points += HELD_CARD_SHARE * max([0.0, *gains])
    return points * min(1.0, turns / 8)


def _less_risk(game: Game, position: Position, evaluation: Evaluation) -> Evaluation:
    """Return `evaluation`, of a position before a play, lowered by the risk that no card fits (a miss)."""
    sheet = position.before[position.seat]
    spots = _markable(game, sheet, list(game.board.by_name.values()))
    near = sum(spot.index - sheet.rows[spot.row].bit_length() < NEAR_CELLS for spot in spots)
    risk = comb(max(0, 44 - near), 5) / comb(44, 5)
    win, margin = evaluation
    return Evaluation(win * (1 - MISS_COST_WIN * risk), margin - MISS_COST_POINTS * risk)
