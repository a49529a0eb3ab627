"""Search: what every decision of the open action leads to, and what that is worth to who takes it.

A decision is worth the position at the end of the turn. In action 1 the active player looks on to action 2
with the known dice. The others decide at the same time: they are taken to do what looks best to them with
everyone else passing; where a row may close or the game may end in this turn, their likely replies are gone
through, each with its weight, and the active player's action 2 is searched anew in each. Games that are over
count exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import exp, prod

from companion.rules import PASS, Game, Mark, Position

Evaluation = tuple[float, float]
"""The chance to win (1 for one alone), and the margin (alone: the final score)."""

Evaluate = Callable[[Game, Sequence[Position], Sequence[int]], list[Evaluation]]
"""Positions at the end of a turn and the seat that each is seen from -> their worth."""

Case = tuple[float, Mapping[str, Mark]]
"""The replies of the others, and how likely they are."""

MAX_REPLY_COMBINATIONS = 12
"""Where the ending hangs on the others' replies, so many combinations are gone through, shared by players."""
REPLY_TEMPERATURE = 0.03
"""How much chance to win another player may overlook: replies are weighed by exp(difference / HEAT)."""


@dataclass(frozen=True, slots=True)
class EvaluatedMark:
    """A decision with its worth. `then`: what the active player would do in action 2. `after`: the end of
    the turn in the likeliest case."""

    mark: Mark
    worth: Evaluation
    then: Mark | None
    after: Position


@dataclass(frozen=True, slots=True)
class _Line:
    """One way the turn may go on after a decision. `weight`: how likely, 0 to 1. `case`: of which replies."""

    player: str
    mark: Mark
    then: Mark | None
    weight: float
    case: int
    end: Position


def evaluate_marks(
    game: Game, position: Position, players: Sequence[str], evaluate: Evaluate
) -> dict[str, tuple[EvaluatedMark, ...]]:
    """For each of `players`, all still to decide, every legal mark with its worth, in listed order."""
    return _Search(game, position, evaluate).answers(players)


class _Search:
    """The search in one position. `waiting`: who is still to decide. `moves`: their marks."""

    def __init__(self, game: Game, position: Position, evaluate: Evaluate) -> None:
        self.game = game
        self.position = position
        self.evaluate = evaluate
        self.waiting = game.waiting(position)
        self.moves = {player: tuple(game.moves(position, player)) for player in self.waiting}
        self.active = position.active

    def answers(self, players: Sequence[str]) -> dict[str, tuple[EvaluatedMark, ...]]:
        passing: Case = (1.0, {})
        if len(self.waiting) == 1:
            return self._weighed({player: [passing] for player in players}, search=True)
        first: dict[str, tuple[EvaluatedMark, ...]] = {}
        if self.active in self.waiting:
            first = self._weighed({self.active: [passing]}, search=True)
            self.plan = _best(first[self.active])
            passing = (1.0, {self.active: self.plan.mark})
        else:
            self.plan = self._second_plan()
        others = {player: [passing] for player in self.waiting if player != self.active}
        first |= self._weighed(others, search=False)
        hangs = self._hangs(first)
        cases = {player: self._cases(player, first, hangs) for player in players}
        return self._weighed(cases, search=hangs)

    def _second_plan(self) -> EvaluatedMark:
        """What the active player, who has decided in action 1, would do in action 2 if all others passed."""
        position = self._decided("", {})
        if position.phase != "colour":
            return EvaluatedMark(PASS, (0.0, 0.0), None, position)
        then, end = self._seconds([position])[0]
        return EvaluatedMark(PASS, (0.0, 0.0), then, end)

    def _hangs(self, first: Mapping[str, tuple[EvaluatedMark, ...]]) -> bool:
        """Whether a row is likely to close, or the game to end, in this turn."""
        likely = [
            option
            for found in first.values()
            for option in found
            if option.mark in [mark for _, mark in _likely(found)]
        ]
        return any(
            o.after.end is not None or o.after.closed_mask != self.position.closed_mask for o in likely
        )

    def _cases(self, player: str, first: Mapping[str, tuple[EvaluatedMark, ...]], hangs: bool) -> list[Case]:
        """The others' replies with their weights, which add up to 1."""
        others = [other for other in self.waiting if other != player]
        if not hangs:
            return [(1.0, {other: _best(first[other]).mark for other in others})]
        ways = [_likely(first[other]) for other in others]
        cases = [
            (prod(weight for weight, _ in way), dict(zip(others, (mark for _, mark in way), strict=True)))
            for way in product(*ways)
        ]
        cases.sort(key=lambda case: -case[0])
        cases = cases[: max(2, MAX_REPLY_COMBINATIONS // len(self.position.players))]
        total = sum(weight for weight, _ in cases)
        return [(weight / total, case) for weight, case in cases]

    def _decided(self, player: str, replies: Mapping[str, Mark]) -> Position:
        """The position once everyone but `player` has decided as in `replies`, or else passed."""
        position = self.position
        for other in self.waiting:
            if other != player:
                position = self.game.decide(position, other, replies.get(other, PASS))
        return position

    def _weighed(
        self, asked: Mapping[str, Sequence[Case]], *, search: bool
    ) -> dict[str, tuple[EvaluatedMark, ...]]:
        """What each mark of the players asked for is worth over their cases; all positions judged at once."""
        lines = self._lines(asked, search)
        seats = [self.position.players.index(line.player) for line in lines]
        worths = self.evaluate(self.game, [line.end for line in lines], seats)
        # The best action 2 of each case, then the mean over the cases.
        best: dict[tuple[str, Mark, int], tuple[Evaluation, _Line]] = {}
        for line, worth in zip(lines, worths, strict=True):
            key = (line.player, line.mark, line.case)
            if key not in best or worth > best[key][0]:
                best[key] = (worth, line)
        out: dict[str, tuple[EvaluatedMark, ...]] = {}
        for player, cases in asked.items():
            found = []
            for mark in self.moves[player]:
                ways = [best[player, mark, case] for case in range(len(cases))]
                win = sum(line.weight * worth[0] for worth, line in ways)
                margin = sum(line.weight * worth[1] for worth, line in ways)
                likeliest = ways[0][1]
                found.append(EvaluatedMark(mark, (win, margin), likeliest.then, likeliest.end))
            out[player] = tuple(found)
        return out

    def _lines(self, asked: Mapping[str, Sequence[Case]], search: bool) -> list[_Line]:
        """Every way the turn may go on; `search`: another's action 2 is looked for, not taken as planned."""
        lines: list[_Line] = []
        open_: list[_Line] = []
        for player, cases in asked.items():
            for case, (weight, replies) in enumerate(cases):
                decided = self._decided(player, replies)
                for mark in self.moves[player]:
                    position = self.game.decide(decided, player, mark)
                    line = _Line(player, mark, None, weight, case, position)
                    if position.phase != "colour":
                        lines.append(line)
                    elif player == self.active:
                        for then in self.game.moves(position, player):
                            end = self.game.decide(position, player, then)
                            lines.append(replace(line, then=then, end=end))
                    elif search:
                        open_.append(line)
                    else:
                        then = self.plan.then or PASS
                        if then not in self.game.moves(position, self.active):
                            then = PASS
                        lines.append(replace(line, end=self.game.decide(position, self.active, then)))
        if open_:
            ends = self._seconds([line.end for line in open_])
            lines += [replace(line, end=end) for line, (_, end) in zip(open_, ends, strict=True)]
        return lines

    def _seconds(self, positions: Sequence[Position]) -> list[tuple[Mark, Position]]:
        """For each position before action 2, the active player's best mark and where it leads."""
        ways = [
            (number, mark, self.game.decide(position, self.active, mark))
            for number, position in enumerate(positions)
            for mark in self.game.moves(position, self.active)
        ]
        worths = self.evaluate(self.game, [end for *_, end in ways], [self.position.seat] * len(ways))
        best: dict[int, tuple[Evaluation, Mark, Position]] = {}
        for (number, mark, end), worth in zip(ways, worths, strict=True):
            if number not in best or worth > best[number][0]:
                best[number] = (worth, mark, end)
        return [best[number][1:] for number in range(len(positions))]


def _best(found: Sequence[EvaluatedMark]) -> EvaluatedMark:
    return max(found, key=lambda option: option.worth)


def _likely(found: Sequence[EvaluatedMark]) -> list[tuple[float, Mark]]:
    """The likeliest marks of another player, up to three, with weights that add up to 1."""
    top = max(option.worth[0] for option in found)
    best = _best(found)
    weights = [
        (exp((option.worth[0] - top) / REPLY_TEMPERATURE) if option is not best else 1.0, option.mark)
        for option in found
    ]
    weights = sorted((w for w in weights if w[0] > 0.02), key=lambda w: -w[0])[:3]
    total = sum(weight for weight, _ in weights)
    return [(weight / total, mark) for weight, mark in weights]
