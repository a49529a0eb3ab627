"""Searches a turn: a mark is worth as much to its player as the position at the end of the turn.

All players decide action 1 at the same time, so the search assumes an equilibrium of their decisions
(`companion.advisor.equilibrium`). For two players the equilibrium covers all marks. For three or more it
covers their likely marks, and only if a row may close or the game may end in this turn. Otherwise each player
is assumed to make the mark that is best if everyone else passes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from companion.advisor.certainty import UNCERTAIN, Certainty, Evaluate, certainty_of
from companion.advisor.equilibrium import (
    Floats,
    Mixture,
    Replies,
    combinations_of,
    fewer_profiles,
    likely_marks,
    mixture,
    solve_joint_game,
    solve_matrix_game,
    swinging_player,
)
from companion.advisor.evaluation import Evaluation, at_most_certain
from companion.rules import PASS, Game, Mark, Position, Sheet

_Turn = tuple[Sheet, int, int, Mark | None]
"""A cache key for the marks of action 2 to try: sheet, closed rows, removed dice, mark of action 1."""

MAX_PAIRS_OF_MARKS = 300
"""If actions 1 and 2 allow more pairs of marks than this, only the best marks of action 2 are tried."""
MAX_SECOND_MARKS = 3
"""Number of marks of action 2 that are tried if actions 1 and 2 allow more than MAX_PAIRS_OF_MARKS pairs."""
POINT_VALUE = 1e-6
"""One point of margin counts as much as this chance to win: little, since points only break ties."""
MIN_GAIN = 1e-5
"""A mark enters the two-player equilibrium if it improves its player's result by more than this."""


@dataclass(frozen=True, slots=True)
class EvaluatedMark:
    """A mark with its evaluation for the player who makes it."""

    mark: Mark
    evaluation: Evaluation
    second: Mark | None  # what the active player would mark in action 2
    after: Position  # the likeliest position at the end of the turn
    certainty: Certainty = UNCERTAIN  # what holds whatever the other players decide
    decisive_player: str | None = None  # the player on whose decision the chance to win depends most, if any


@dataclass(frozen=True, slots=True)
class _Line:
    """A player's mark, and one way in which the turn may then go on until it ends."""

    player: str
    mark: Mark
    replies: Replies
    second: Mark | None
    end: Position


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The best result of a mark for its player, given the other players' decisions."""

    evaluation: Evaluation
    second: Mark | None
    end: Position


def evaluate_marks(
    game: Game, position: Position, players: Sequence[str], evaluate: Evaluate
) -> dict[str, tuple[EvaluatedMark, ...]]:
    """Return every legal mark of each of `players` with its evaluation. No player may have decided yet.

    In a dice game of two players, the chances that `evaluate` returns for the two must add up to 1.
    """
    return _Search(game, position, evaluate).marks_of(players)


class _Search:
    def __init__(self, game: Game, position: Position, evaluate: Evaluate) -> None:
        self.game = game
        self.position = position
        self.waiting = game.waiting(position)
        # without iter, tuple() would call len(), which enumerates all marks again
        self.moves = {player: tuple(iter(game.moves(position, player))) for player in self.waiting}
        self.active = position.active
        self._second_marks: dict[_Turn, tuple[Mark, ...]] = {}
        self.evaluate = evaluate
        self._known: dict[tuple[str, Replies, Mark | None], dict[Mark, _Outcome]] = {}

    def marks_of(self, players: Sequence[str]) -> dict[str, tuple[EvaluatedMark, ...]]:
        mixtures: dict[str, Mixture] = {}
        planned: Mark | None = None
        if len(self.waiting) > 1:
            opposed = len(self.position.players) == 2 and self.position.phase == "white"
            mixtures, planned = (self.duel(), None) if opposed else self._mixtures()
        combinations = {
            player: combinations_of([(other, mixtures[other]) for other in self.waiting if other != player])
            for player in players
        }
        asked = [(player, replies) for player in players for _, replies in combinations[player]]
        self._look_up(asked, planned)
        return {player: self._evaluated(player, combinations[player], planned) for player in players}

    # -- the others' decisions --------------------------------------------------------------------------

    def duel(self) -> dict[str, Mixture]:
        """Return each player's mixture (marks with probabilities) in an equilibrium of two players.

        Each player starts with a pass as the only mark. Best answers to the other player's mixture are added
        until none is an improvement (double oracle: McMahan, Gordon and Blum, 2003).
        """
        one, other = self.waiting
        rows, columns = [PASS], [PASS]
        while True:
            asked = [(one, ((other, mark),)) for mark in columns]
            self._look_up(asked + [(other, ((one, mark),)) for mark in rows], None)
            mine = [self._outcomes(one, ((other, mark),)) for mark in columns]
            theirs = [self._outcomes(other, ((one, mark),)) for mark in rows]
            payoffs = np.array([[_payoff(outcome[mark].evaluation) for outcome in mine] for mark in rows])
            x, y = solve_matrix_game(payoffs)
            value = float(x @ payoffs @ y)
            row, gain = _best_answer(self.moves[one], mine, y)
            column, other_gain = _best_answer(self.moves[other], theirs, x)
            better_row = gain > value + MIN_GAIN and row not in rows
            better_column = other_gain > -value + MIN_GAIN and column not in columns
            if not better_row and not better_column:
                return {one: mixture(rows, x), other: mixture(columns, y)}
            rows += [row] if better_row else []
            columns += [column] if better_column else []

    def _mixtures(self) -> tuple[dict[str, Mixture], Mark | None]:
        """Return each player's likely decisions, and the active player's planned mark for action 2.

        The planned mark is None if the best mark depends on the other players' decisions.
        """
        first: dict[str, Mapping[Mark, _Outcome]] = {}
        plan: Replies = ()
        if self.active in self.waiting:
            first[self.active] = self._outcomes(self.active, ())
            mark, best = _best(first[self.active])
            plan, planned = ((self.active, mark),), best.second or PASS
        else:
            position = self._decided("", ())
            planned = self._best_second_marks([position])[0][0] if position.phase == "colour" else PASS
        others = [player for player in self.waiting if player != self.active]
        self._look_up([(player, plan) for player in others], planned)
        first |= {player: self._outcomes(player, plan, planned) for player in others}
        first = {player: first[player] for player in self.waiting}
        likely = {
            player: likely_marks(
                _best(outcomes)[0], {mark: each.evaluation.win for mark, each in outcomes.items()}
            )
            for player, outcomes in first.items()
        }
        if not self._may_close_or_end(first, likely):
            return {player: ((1.0, _best(outcomes)[0]),) for player, outcomes in first.items()}, planned
        return self._joint_mixtures(fewer_profiles(likely)), None

    def _may_close_or_end(
        self, first: Mapping[str, Mapping[Mark, _Outcome]], likely: Mapping[str, Mixture]
    ) -> bool:
        """Return True if a likely mark closes a row or ends the game in this turn."""
        ends = [first[player][mark].end for player, marks in likely.items() for _, mark in marks]
        return any(end.end is not None or end.closed_mask != self.position.closed_mask for end in ends)

    def _joint_mixtures(self, likely: Mapping[str, Mixture]) -> dict[str, Mixture]:
        """Return each player's mixture (marks with probabilities) in an equilibrium over `likely` marks."""
        marks = {player: [mark for _, mark in mixture] for player, mixture in likely.items()}
        shape = tuple(map(len, marks.values()))
        evaluations = self._evaluated_profiles(list(product(*marks.values())))
        payoffs = [
            np.array([_payoff(profile[number]) for profile in evaluations]).reshape(shape)
            for number in range(len(marks))
        ]
        expected = [np.array([weight for weight, _ in mixture]) for mixture in likely.values()]
        weights = solve_joint_game(payoffs, expected)
        return {p: mixture(m, w) for (p, m), w in zip(marks.items(), weights, strict=True)}

    def _evaluated_profiles(self, profiles: Sequence[tuple[Mark, ...]]) -> list[list[Evaluation]]:
        """Return, for each profile, its evaluation for every player who still has to decide.

        A profile is one mark of each of these players.
        """
        ends = [self._decided("", tuple(zip(self.waiting, marks, strict=True))) for marks in profiles]
        open_ = [number for number, end in enumerate(ends) if end.phase == "colour"]
        for number, (_, end) in zip(open_, self._best_second_marks([ends[n] for n in open_]), strict=True):
            ends[number] = end
        seats = [self.position.players.index(player) for player in self.waiting]
        asked = [end for end in ends for _ in seats]
        evaluations = iter(self.evaluate(self.game, asked, seats * len(ends)))
        return [[next(evaluations) for _ in seats] for _ in ends]

    # -- the outcome of a mark ---------------------------------------------------------------------------

    def _evaluated(
        self, player: str, combinations: Sequence[tuple[float, Replies]], planned: Mark | None
    ) -> tuple[EvaluatedMark, ...]:
        """Return every mark of the player with its mean value over `combinations`.

        `combinations`: (probability, other players' decisions). `planned`: the mark to assume in action 2.
        """
        ways = [
            (weight, replies, self._outcomes(player, replies, planned)) for weight, replies in combinations
        ]
        marks = []
        for mark in self.moves[player]:
            win = sum(weight * outcome[mark].evaluation.win for weight, _, outcome in ways)
            margin = sum(weight * outcome[mark].evaluation.margin for weight, _, outcome in ways)
            likeliest = ways[0][2][mark]
            certainty = UNCERTAIN
            if likeliest.end.end is not None:
                certainty = certainty_of(self.game, self.position, player, mark, self.evaluate)
            if not certainty.win and len(self.position.players) > 1:
                win = at_most_certain(win)
            decisive_player = swinging_player([(w, r, o[mark].evaluation.win) for w, r, o in ways])
            evaluation = Evaluation(win, margin)
            marks.append(
                EvaluatedMark(mark, evaluation, likeliest.second, likeliest.end, certainty, decisive_player)
            )
        return tuple(marks)

    def _outcomes(
        self, player: str, replies: Replies, planned: Mark | None = None
    ) -> Mapping[Mark, _Outcome]:
        """Return the outcome of each mark of the player if the other players decide as in `replies`.

        `planned`: the active player's mark of action 2, or None to search for the best.
        """
        self._look_up([(player, replies)], planned)
        return self._known[player, replies, planned]

    def _look_up(self, asked: Iterable[tuple[str, Replies]], planned: Mark | None) -> None:
        """Evaluate in one call all of `asked` that are not cached yet, and cache their outcomes.

        `asked`: pairs (player, other players' decisions). `planned`: the mark to assume in action 2, if any.
        """
        lines = self._lines([key for key in asked if (*key, planned) not in self._known], planned)
        seats = [self.position.players.index(line.player) for line in lines]
        evaluations = self.evaluate(self.game, [line.end for line in lines], seats)
        for line, evaluation in zip(lines, evaluations, strict=True):
            outcomes = self._known.setdefault((line.player, line.replies, planned), {})
            known = outcomes.get(line.mark)
            if known is None or evaluation > known.evaluation:
                outcomes[line.mark] = _Outcome(evaluation, line.second, line.end)

    def _decided(self, player: str, replies: Replies) -> Position:
        """Return the position after all but `player` have decided; players who are not in `replies` pass."""
        position, marks = self.position, dict(replies)
        for other in self.waiting:
            if other != player:
                position = self.game.decide(position, other, marks.get(other, PASS))
        return position

    def _lines(self, asked: Iterable[tuple[str, Replies]], planned: Mark | None) -> list[_Line]:
        """Return every way in which the turn may go on, for each pair (player, other players' decisions).

        `planned`: in pairs with other players, the mark that the active player makes in action 2 (a pass
        where it is illegal), or None to search for the best mark.
        """
        lines: list[_Line] = []
        unfinished: list[_Line] = []
        for player, replies in asked:
            decided = self._decided(player, replies)
            for mark in self.moves[player]:
                position = self.game.decide(decided, player, mark)
                line = _Line(player, mark, replies, None, position)
                if position.phase != "colour":
                    lines.append(line)
                elif player == self.active:
                    for second in self._tried_second_marks(position):
                        end = self.game.decide(position, player, second)
                        lines.append(replace(line, second=second, end=end))
                elif planned is None:
                    unfinished.append(line)
                else:
                    second = planned if planned in self.game.moves(position, self.active) else PASS
                    lines.append(replace(line, end=self.game.decide(position, self.active, second)))
        ends = self._best_second_marks([line.end for line in unfinished])
        return lines + [replace(line, end=end) for line, (_, end) in zip(unfinished, ends, strict=True)]

    def _best_second_marks(self, positions: Sequence[Position]) -> list[tuple[Mark, Position]]:
        """Return for each position the active player's best mark in action 2, and the position after it."""
        ways = [
            (number, mark, self.game.decide(position, self.active, mark))
            for number, position in enumerate(positions)
            for mark in self._tried_second_marks(position)
        ]
        evaluations = self.evaluate(self.game, [end for *_, end in ways], [self.position.seat] * len(ways))
        best: dict[int, tuple[Evaluation, Mark, Position]] = {}
        for (number, mark, end), evaluation in zip(ways, evaluations, strict=True):
            if number not in best or evaluation > best[number][0]:
                best[number] = (evaluation, mark, end)
        return [best[number][1:] for number in range(len(positions))]

    def _tried_second_marks(self, position: Position) -> tuple[Mark, ...]:
        """Return the marks of action 2 that the search tries.

        These are all marks or, if actions 1 and 2 have more than MAX_PAIRS_OF_MARKS pairs of marks, the
        MAX_SECOND_MARKS best. Positions that differ only in other players' sheets share the selection.
        """
        sheet = position.before[position.seat]
        key = (sheet, position.closed_mask, position.removed_mask, position.first)
        if key not in self._second_marks:
            marks = tuple(iter(self.game.moves(position, self.active)))
            if len(marks) * len(self.moves.get(self.active, marks)) > MAX_PAIRS_OF_MARKS:
                ends = [self.game.decide(position, self.active, mark) for mark in marks]
                evaluations = self.evaluate(self.game, ends, [position.seat] * len(ends))
                ranked = sorted(range(len(marks)), key=evaluations.__getitem__, reverse=True)
                marks = tuple(marks[number] for number in sorted(ranked[:MAX_SECOND_MARKS]))
            self._second_marks[key] = marks
        return self._second_marks[key]


def _payoff(evaluation: Evaluation) -> float:
    return evaluation.win + POINT_VALUE * evaluation.margin


def _best(outcomes: Mapping[Mark, _Outcome]) -> tuple[Mark, _Outcome]:
    return max(outcomes.items(), key=lambda item: item[1].evaluation)


def _best_answer(
    marks: Sequence[Mark], outcomes: Sequence[Mapping[Mark, _Outcome]], weights: Floats
) -> tuple[Mark, float]:
    """Return the one of `marks` that is best against the other player's mixture, and its expected payoff.

    `weights`, `outcomes`: for each mark of that player, its probability and the outcomes of `marks`.
    """
    weighted = list(zip(map(float, weights), outcomes, strict=True))
    worth = [
        sum(weight * _payoff(outcome[mark].evaluation) for weight, outcome in weighted) for mark in marks
    ]
    best = max(range(len(marks)), key=worth.__getitem__)
    return marks[best], worth[best]
