"""The card game: what a position is worth from what is public and the own hand.

On every pad of eleven cells a row the learnt value (`card_value`) judges, once for each opponent. Alone, and
on pads of another size, the sheets are worth what `future` says of them, cards that stay in the hand a share
of what marking them next would gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from companion.advisor.card_value import NEXT, PLAYING, WAITING, WATCHING, card_value, hand_seen
from companion.advisor.evaluation import MAX_CERTAINTY, Evaluation, chance, final
from companion.advisor.heuristic import Known, Prospects, expected, prospects
from companion.advisor.search import EvaluatedMark, evaluate_marks
from companion.advisor.solo import row_state
from companion.rules import Card, Game, Mark, Play, Position, Sheet
from companion.rules.board import Spot
from sheets.pad import COLOURS

HELD_CARD_SHARE = 0.45
"""Share of a card's gain that holding it is worth: it may be played later, if it still fits then."""
MISS_COST_POINTS = 7.0
"""Points that a miss costs, the nearer end of the game counted in."""
NEW_CARD_POINTS = 1.2
"""Points that a new card in place of one played is worth."""

Hand = Sequence[Card]


def evaluate_numbers(
    game: Game, position: Position, players: Sequence[str], hand: Hand | None
) -> dict[str, tuple[EvaluatedMark, ...]]:
    """For each of `players`, all still to decide on the number for everyone, every legal mark with its worth.

    The active player looks on to the cards where `hand` is known.
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
    """The worth of each play to the active player, who holds `hand` before it."""
    ends = [game.decide(position, position.active, play) for play in plays]
    return evaluate_positions(game, ends, [position.seat] * len(ends), [left(hand, play) for play in plays])


def best_play(game: Game, position: Position, hand: Hand) -> Play:
    """The play that is worth most."""
    plays = list(game.plays(position, position.active, hand))
    evaluations = evaluate_plays(game, position, hand, plays)
    return plays[max(range(len(plays)), key=evaluations.__getitem__)]


def best_number(game: Game, position: Position, player: str, hand: Hand | None) -> Mark:
    """The mark of the number for everyone that is worth most."""
    found = evaluate_numbers(game, position, [player], hand)[player]
    return max(found, key=lambda option: option.worth).mark


def left(hand: Hand, play: Play) -> tuple[Card, ...]:
    """The hand without the cards played."""
    gone = {Card(card.number, "", True) if card.joker else card for card in play.cards}
    return tuple(card for card in hand if card not in gone)


def evaluate_positions(
    game: Game, positions: Sequence[Position], seats: Sequence[int], hands: Sequence[Hand | None]
) -> list[Evaluation]:
    """The worth of positions between turns, or before a play, from the seats. `hands`: what each seat then
    holds, where that is known."""
    out: list[Evaluation] = [(0.0, 0.0)] * len(positions)
    asked = []
    for number, (position, seat) in enumerate(zip(positions, seats, strict=True)):
        if position.end is None:
            asked.append(number)
        else:
            out[number] = final(game, position, seat)
    evaluate = _by_card_value if len(game.players) > 1 and _fits_card_value(game) else _by_heuristic
    if asked:
        found = evaluate(
            game, [positions[n] for n in asked], [seats[n] for n in asked], [hands[n] for n in asked]
        )
        for number, evaluation in zip(asked, found, strict=True):
            out[number] = evaluation
    return out


def _fits_card_value(game: Game) -> bool:
    """Whether rows are as the value was taught: eleven cells, the last one closing, five marks before it."""
    pad = game.pad
    return all(len(row) == 11 for row in pad.rows) and pad.last_cells == 1 and pad.lock_needs == 5


def _by_card_value(
    game: Game, positions: Sequence[Position], seats: Sequence[int], hands: Sequence[Hand | None]
) -> list[Evaluation]:
    rows: list[tuple[int, ...]] = []
    count = len(game.players)
    for position, seat, hand in zip(positions, seats, hands, strict=True):
        sheets = [(*map(row_state, sheet.rows), sheet.misses) for sheet in position.sheets]
        totals = [game.score(sheet).total for sheet in position.sheets]
        own = position.sheets[seat]
        held = hand_seen(sheets[seat][:4], None if hand is None else _places(game, own, hand))
        turn = seat == position.seat
        busy = 0
        if position.phase == "play":
            stage, busy = (PLAYING if turn else WATCHING), int(position.active_marked)
        else:
            stage = NEXT if turn else WAITING
        for other in range(count):
            if other != seat:
                lead = totals[seat] - totals[other]
                rows.append((*sheets[seat], *sheets[other], lead, stage, busy, *held))
    wins, leads = card_value()(np.array(rows, np.int64))
    out = []
    for number in range(len(positions)):
        part = slice(number * (count - 1), (number + 1) * (count - 1))
        odds = sum((1 - float(win)) / max(float(win), 1e-6) for win in wins[part])
        out.append((min(max(1 / (1 + odds), 1 - MAX_CERTAINTY), MAX_CERTAINTY), float(leads[part].min())))
    return out


def _places(game: Game, sheet: Sheet, hand: Hand) -> list[tuple[int, int]]:
    """Row and place of the cell of each card; of a joker that of the cell that skips least."""
    found = []
    for card in hand:
        spots = _spots(game, card)
        if not spots:  # a pad of the table's own may lack a number
            continue
        locked = game.board.locked(sheet.rows)
        able = [spot for spot in spots if game.constraints.broken(spot, sheet.rows, locked) is None]
        best = min(able or spots, key=lambda spot: spot.index - sheet.rows[spot.row].bit_length())
        found.append((best.row, best.index))
    return found


def _spots(game: Game, card: Card) -> list[Spot]:
    faces = [(COLOURS.index(named.colour), named.number) for named in card.named()]
    return [spot for face in faces for spot, _ in game.board.by_face.get(face, ())]


# -- alone, and on pads of another size -------------------------------------------------------------------


def _by_heuristic(
    game: Game, positions: Sequence[Position], seats: Sequence[int], hands: Sequence[Hand | None]
) -> list[Evaluation]:
    table = prospects(game.board, len(game.players), 0, True)
    known: Known = {}
    out = []
    for position, seat, hand in zip(positions, seats, hands, strict=True):
        totals, turns = expected(game, position, known)
        if hand is not None:
            totals[seat] += _hand_worth(game, table, position.sheets[seat], hand, turns)
        evaluation = chance(totals, turns, seat)
        if position.phase == "play" and seat == position.seat and not position.active_marked:
            evaluation = _with_risk(game, position, evaluation)
        out.append(evaluation)
    return out


def _hand_worth(game: Game, table: Prospects, sheet: Sheet, hand: Hand, turns: float) -> float:
    """What cards in the hand are worth beyond those that anyone would draw."""
    evaluation = NEW_CARD_POINTS * (5 - len(hand))
    locked = game.board.locked(sheet.rows)
    for card in hand:
        able = [s for s in _spots(game, card) if game.constraints.broken(s, sheet.rows, locked) is None]
        gains = [table.step(sheet, spot.row, spot.index, turns) for spot in able]
        evaluation += HELD_CARD_SHARE * max([0.0, *gains])
    return evaluation * min(1.0, turns / 8)


def _with_risk(game: Game, position: Position, evaluation: Evaluation) -> Evaluation:
    """The worth before a play from an unknown hand: less by the miss that is taken where no card fits."""
    rows = position.before[position.seat].rows
    locked = game.board.locked(rows)
    spots = [
        spot for spot in game.board.by_name.values() if game.constraints.broken(spot, rows, locked) is None
    ]
    near = sum(spot.index - rows[spot.row].bit_length() < 4 for spot in spots)
    risk = comb(max(0, 44 - near), 5) / comb(44, 5)
    win, margin = evaluation
    return win * (1 - 0.15 * risk), margin - MISS_COST_POINTS * risk
