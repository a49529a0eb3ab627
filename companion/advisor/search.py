"""Search: what every decision of the open action leads to, and how good that is for the player who takes it.

A decision is as good as the position at the end of the turn. In action 1 the active player looks on to action
2 with the known dice. The others decide at the same time: each is assumed to do what looks best to them while
everyone else passes. If a row may close or the game may end in this turn, the search tries combinations of
their likely replies, each with its weight, and finds the active player's best action 2 for each combination.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import exp, prod

from companion.advisor.evaluation import Evaluation
from companion.rules import PASS, Game, Mark, Position

Evaluate = Callable[[Game, Sequence[Position], Sequence[int]], list[Evaluation]]
"""Positions at the end of a turn and the seat from which each is seen -> their evaluations."""

Replies = tuple[float, Mapping[str, Mark]]
"""A combination of the others' replies: its probability, and the mark of each."""

MAX_REPLY_COMBINATIONS = 12
"""Combinations of replies that are tried if the end of the turn hangs on them, shared by the players."""
MIN_REPLY_COMBINATIONS = 2
MAX_LIKELY_MARKS = 3
"""Marks of another player that are taken as likely."""
MIN_REPLY_WEIGHT = 0.02
"""Marks with less weight, where the best has 1, are not taken as likely."""
REPLY_TEMPERATURE = 0.03
"""How much chance to win another player may overlook: replies are weighed by exp(difference / this)."""


@dataclass(frozen=True, slots=True)
class EvaluatedMark:
    """A mark with its evaluation. `second`: what the active player would mark in action 2. `after`: the end
    of the turn in the likeliest case."""

    mark: Mark
    evaluation: Evaluation
    second: Mark | None
    after: Position


@dataclass(frozen=True, slots=True)
class _Line:
    """One way the turn may go on after a mark. `replies`: the number of the combination it belongs to."""

    player: str
    mark: Mark
    second: Mark | None
    probability: float
    replies: int
    end: Position


def evaluate_marks(
    game: Game, position: Position, players: Sequence[str], evaluate: Evaluate
) -> dict[str, tuple[EvaluatedMark, ...]]:
    """For each of `players`, all still to decide, every legal mark with its evaluation, in listed order."""
    return _Search(game, position, evaluate).marks_of(players)


class _Search:
    """The search in one position. `waiting`: who is still to decide. `moves`: their marks."""

    def __init__(self, game: Game, position: Position, evaluate: Evaluate) -> None:
        self.game = game
        self.position = position
        self.evaluate = evaluate
        self.waiting = game.waiting(position)
        self.moves = {player: tuple(game.moves(position, player)) for player in self.waiting}
        self.active = position.active

    def marks_of(self, players: Sequence[str]) -> dict[str, tuple[EvaluatedMark, ...]]:
        passing: Replies = (1.0, {})
        if len(self.waiting) == 1:
            return self._evaluated({player: [passing] for player in players}, None)
        first: dict[str, tuple[EvaluatedMark, ...]] = {}
        if self.active in self.waiting:
            first = self._evaluated({self.active: [passing]}, None)
            plan = _best(first[self.active])
            passing = (1.0, {self.active: plan.mark})
            planned = plan.second
        else:
            planned = self._planned_second()
        others = {player: [passing] for player in self.waiting if player != self.active}
        first |= self._evaluated(others, planned or PASS)
        if not self._may_close_or_end(first):
            best = {player: _best(marks).mark for player, marks in first.items()}
            return self._evaluated({player: [(1.0, best)] for player in players}, planned or PASS)
        return self._evaluated({player: self._likely_replies(player, first) for player in players}, None)

    def _planned_second(self) -> Mark | None:
        """What the active player, who has decided in action 1, marks in action 2 if all others pass."""
        position = self._decided("", {})
        return self._best_seconds([position])[0][0] if position.phase == "colour" else None

    def _may_close_or_end(self, first: Mapping[str, tuple[EvaluatedMark, ...]]) -> bool:
        """Whether a row is likely to close, or the game to end, in this turn."""
        likely = [
            option
            for found in first.values()
            for option in found
            if option.mark in [mark for _, mark in _likely(found)]
        ]
        closed_mask = self.position.closed_mask
        return any(o.after.end is not None or o.after.closed_mask != closed_mask for o in likely)

    def _likely_replies(self, player: str, first: Mapping[str, tuple[EvaluatedMark, ...]]) -> list[Replies]:
        """Combinations of the others' likely replies, with probabilities that add up to 1."""
        others = [other for other in self.waiting if other != player]
        combinations = [
            (prod(weight for weight, _ in marks), dict(zip(others, (mark for _, mark in marks), strict=True)))
            for marks in product(*(_likely(first[other]) for other in others))
        ]
        combinations.sort(key=lambda replies: -replies[0])
        count = max(MIN_REPLY_COMBINATIONS, MAX_REPLY_COMBINATIONS // len(self.position.players))
        combinations = combinations[:count]
        total = sum(weight for weight, _ in combinations)
        return [(weight / total, marks) for weight, marks in combinations]

    def _decided(self, player: str, replies: Mapping[str, Mark]) -> Position:
        """The position once everyone but `player` has decided as in `replies`, or else passed."""
        position = self.position
        for other in self.waiting:
            if other != player:
                position = self.game.decide(position, other, replies.get(other, PASS))
        return position

    def _evaluated(
        self, asked: Mapping[str, Sequence[Replies]], planned: Mark | None
    ) -> dict[str, tuple[EvaluatedMark, ...]]:
        """The evaluation of each mark of the players asked for, over their combinations of replies.

        All positions are evaluated at once. `planned`: as in `_lines`.
        """
        lines = self._lines(asked, planned)
        seats = [self.position.players.index(line.player) for line in lines]
        evaluations = self.evaluate(self.game, [line.end for line in lines], seats)
        # The best action 2 for each combination of replies, then the mean over the combinations.
        best: dict[tuple[str, Mark, int], tuple[Evaluation, _Line]] = {}
        for line, evaluation in zip(lines, evaluations, strict=True):
            key = (line.player, line.mark, line.replies)
            if key not in best or evaluation > best[key][0]:
                best[key] = (evaluation, line)
        out: dict[str, tuple[EvaluatedMark, ...]] = {}
        for player, combinations in asked.items():
            found = []
            for mark in self.moves[player]:
                ways = [best[player, mark, number] for number in range(len(combinations))]
                win = sum(line.probability * evaluation.win for evaluation, line in ways)
                margin = sum(line.probability * evaluation.margin for evaluation, line in ways)
                likeliest = ways[0][1]
                found.append(EvaluatedMark(mark, Evaluation(win, margin), likeliest.second, likeliest.end))
            out[player] = tuple(found)
        return out

    def _lines(self, asked: Mapping[str, Sequence[Replies]], planned: Mark | None) -> list[_Line]:
        """Every way the turn may go on.

        `planned`: the mark of the active player in action 2 after another's mark (a pass if it is illegal
        then); None: the best one is searched for each time.
        """
        lines: list[_Line] = []
        unfinished: list[_Line] = []
        for player, combinations in asked.items():
            for number, (probability, replies) in enumerate(combinations):
                decided = self._decided(player, replies)
                for mark in self.moves[player]:
                    position = self.game.decide(decided, player, mark)
                    line = _Line(player, mark, None, probability, number, position)
                    if position.phase != "colour":
                        lines.append(line)
                    elif player == self.active:
                        for second in self.game.moves(position, player):
                            end = self.game.decide(position, player, second)
                            lines.append(replace(line, second=second, end=end))
                    elif planned is None:
                        unfinished.append(line)
                    else:
                        second = planned if planned in self.game.moves(position, self.active) else PASS
                        lines.append(replace(line, end=self.game.decide(position, self.active, second)))
        ends = self._best_seconds([line.end for line in unfinished])
        return lines + [replace(line, end=end) for line, (_, end) in zip(unfinished, ends, strict=True)]

    def _best_seconds(self, positions: Sequence[Position]) -> list[tuple[Mark, Position]]:
        """For each position before action 2, the active player's best mark and where it leads."""
        ways = [
            (number, mark, self.game.decide(position, self.active, mark))
            for number, position in enumerate(positions)
            for mark in self.game.moves(position, self.active)
        ]
        evaluations = self.evaluate(self.game, [end for *_, end in ways], [self.position.seat] * len(ways))
        best: dict[int, tuple[Evaluation, Mark, Position]] = {}
        for (number, mark, end), evaluation in zip(ways, evaluations, strict=True):
            if number not in best or evaluation > best[number][0]:
                best[number] = (evaluation, mark, end)
        return [best[number][1:] for number in range(len(positions))]


def _best(found: Sequence[EvaluatedMark]) -> EvaluatedMark:
    return max(found, key=lambda option: option.evaluation)


def _likely(found: Sequence[EvaluatedMark]) -> list[tuple[float, Mark]]:
    """The likeliest marks of another player, with weights that add up to 1."""
    top = max(option.evaluation.win for option in found)
    best = _best(found)
    weights = [
        (1.0 if option is best else exp((option.evaluation.win - top) / REPLY_TEMPERATURE), option.mark)
        for option in found
    ]
    weights = sorted((w for w in weights if w[0] > MIN_REPLY_WEIGHT), key=lambda w: -w[0])[:MAX_LIKELY_MARKS]
    total = sum(weight for weight, _ in weights)
    return [(weight / total, mark) for weight, mark in weights]
