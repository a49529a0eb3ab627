"""Finds out whether a mark leads to the same result whatever the other players decide in this turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from companion.advisor.evaluation import Evaluation, final_evaluation
from companion.rules import Game, Mark, Position

Evaluate = Callable[[Game, Sequence[Position], Sequence[int]], list[Evaluation]]
"""Evaluates positions at the end of a turn, each for the seat at the same index."""

MAX_COMBINATIONS = 2000
"""If the other players have more combinations of decisions than this, nothing counts as certain."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """The parts of a game's result that are certain if a player makes a mark."""

    win: bool  # True if the winner is certain
    lead: bool  # True if the final lead is certain too


UNCERTAIN = Certainty(False, False)


def certainty_of(game: Game, position: Position, player: str, mark: Mark, evaluate: Evaluate) -> Certainty:
    """Return what is certain about the result of the game if `player` makes `mark`.

    All legal decisions of the other players are tried, in both actions. If `player` decides action 2, the
    mark that `evaluate` rates best is assumed.
    """
    others = [other for other in game.waiting(position) if other != player]
    replies = [_telling_marks(game, position, other) for other in others]
    if prod(map(len, replies)) > MAX_COMBINATIONS:
        return UNCERTAIN
    seat = position.players.index(player)
    outcomes: set[Evaluation] = set()
    for marks in product(*replies):
        after = position
        for other, reply in zip(others, marks, strict=True):
            after = game.decide(after, other, reply)
        results = _results(game, game.decide(after, player, mark), seat, evaluate)
        if results is None:
            return UNCERTAIN
        outcomes.update(results)
        if len({result.win for result in outcomes}) > 1:
            return UNCERTAIN
    return Certainty(True, len({result.margin for result in outcomes}) == 1)


def _results(game: Game, after: Position, seat: int, evaluate: Evaluate) -> list[Evaluation] | None:
    """Return the final results that `seat` may get from `after`, the position after action 1.

    Return None if the game may go on. If `seat` decides action 2, it is assumed to make its best mark.
    """
    if after.phase != "colour":
        return None if after.end is None else [final_evaluation(game, after, seat)]
    ends = [game.decide(after, after.active, mark) for mark in game.moves(after, after.active)]
    if after.seat != seat:
        over = all(end.end is not None for end in ends)
        return [final_evaluation(game, end, seat) for end in ends] if over else None
    if all(end.end is None for end in ends):
        return None
    evaluations = evaluate(game, ends, [seat] * len(ends))
    best = max(range(len(ends)), key=evaluations.__getitem__)
    return None if ends[best].end is None else [evaluations[best]]


def _telling_marks(game: Game, position: Position, player: str) -> list[Mark]:
    """Return the marks of `player` that must be tried to know if another player's result is certain.

    Of marks that lock the same rows, only those with the lowest and the highest score matter. If the player
    is active, all marks matter.
    """
    moves = game.moves(position, player)
    if player == position.active:  # action 2 follows, in which the cells left matter too
        return list(moves)
    by_rows: dict[int, list[tuple[int, Mark]]] = {}
    for mark in moves:
        sheet = moves.result(mark)
        locked = game.board.locked(sheet.rows) & ~position.closed_mask
        by_rows.setdefault(locked, []).append((game.score(sheet).total, mark))
    telling: list[Mark] = []
    for alike in by_rows.values():
        lowest, highest = (choose(alike, key=lambda pair: pair[0])[1] for choose in (min, max))
        telling += [lowest] if lowest == highest else [lowest, highest]
    return telling
