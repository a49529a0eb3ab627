"""Certainty: whether the result of a mark holds whatever the others may still decide in this turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from companion.advisor.evaluation import Evaluation, final_evaluation
from companion.rules import Game, Mark, Position

Evaluate = Callable[[Game, Sequence[Position], Sequence[int]], list[Evaluation]]
"""Positions at the end of a turn and the seat from which each is seen -> their evaluations."""

MAX_COMBINATIONS = 2000
"""Largest number of combinations of the others' decisions that are tried; beyond it nothing counts as
certain."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """The certain part of the outcome, whatever the others decide: who wins (`win`), and the final `lead`."""

    win: bool
    lead: bool


UNCERTAIN = Certainty(False, False)


def certainty_of(game: Game, position: Position, player: str, mark: Mark, evaluate: Evaluate) -> Certainty:
    """Return whether `mark` of `player` ends the game with the same result in every case, and which.

    The others may decide anything legal, and the active player, if another, may mark anything in action 2.
    The player's own action 2 is the best one by `evaluate`.
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
    """Return the results with which the game may be over for `seat` once everyone has decided action 1, or
    None if it may continue.
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
    """Return the marks of another player that suffice to find every result of their decision.

    Of marks that close the same rows only the lowest and the highest total matter, unless the player also has
    an action 2: then every mark does.
    """
    moves = game.moves(position, player)
    if player == position.active:
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
