"""Where the advice to mark, or to pass, in another player's turn is wrong: the decisions of whole games in
which another move wins most more.

    python -m companion.advisor.training.disagreements classic --games 300

The advice plays both seats by the rules engine. Whatever it says to the player whose turn it is not is held
against this player's other moves that it judges near: every move is played to the end, with what the other is
likely to decide, on the same dice. Greedy players do that first, because they are fast. Of the decisions that
look worst, learned players play on, first to find the worst of them, then with new dice to tell by how much.
It takes numba.

    python -m companion.advisor.training.disagreements classic --games 20 --sampled 300

plays the best three moves of decisions taken by chance on instead: how far the advice is off on the whole,
and what choosing without error would win, as `decision_regret` tells it of action 2.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.encoding import encode_positions
from companion.advisor.evaluation import Evaluation, evaluate
from companion.advisor.grid import grid
from companion.advisor.search import EvaluatedMark, evaluate_marks, likely_decisions
from companion.advisor.simulator import Afterstates, GameBatch, Player
from companion.advisor.simulator_sheets import Sheets
from companion.advisor.training.decision_regret import (
    MAX_MOVES,
    STAGES,
    Decision,
    play_on,
    regret_rows,
    stage_line,
)
from companion.advisor.training.rollouts import mean_outcomes
from companion.advisor.training.tournament import PLAYERS
from companion.rules import Game, Mark, Position, Roll
from sheets.pad import COLOURS, ROW_LETTERS, load_pad

Floats = npt.NDArray[np.float64]

MAX_WORSE = 0.1
"""Moves that the advice judges at most so much worse than its best (chances to win) are held against it."""
PADS = ("classic", "mixx-a", "mixx-b")
"""Pads on which a sheet is its rows and its misses."""
PLAYERS_AT_TABLE = ("Ann", "Bob")


@dataclass(frozen=True, slots=True)
class PassiveDecision:
    """What a player in another's turn may do with the white dice. `marks`: the advised one first. `replies`:
    the chances of what the other decides at the same time. `ends`: for each mark how the turn ends after each
    reply. `judged`: the marks' chances to win by the advice."""

    game: Game
    position: Position
    player: str
    marks: tuple[Mark, ...]
    replies: tuple[float, ...]
    ends: tuple[tuple[Position, ...], ...]
    judged: tuple[float, ...]

    def played_on(self) -> Decision:
        """The same for the simulator, a table for each mark and reply, all replies to a mark together."""
        batch = batch_between_turns(
            self.game, [end for ends in self.ends for end in ends], self.position.seat
        )
        seat = self.position.players.index(self.player)
        return Decision(batch, seat, np.repeat(self.judged, len(self.replies)), self.position.turn)

    def over_replies(self, won: Floats) -> Floats:
        """(marks, …) the mean over the replies of what each table of `played_on` wins, (tables, …)."""
        shaped = won.reshape(len(self.marks), len(self.replies), *won.shape[1:])
        mean: Floats = np.tensordot(shaped, np.array(self.replies), axes=(1, 0))
        return mean

    def only(self, *which: int) -> PassiveDecision:
        """With the marks of these places alone."""
        marks, ends = tuple(self.marks[at] for at in which), tuple(self.ends[at] for at in which)
        return replace(self, marks=marks, ends=ends, judged=tuple(self.judged[at] for at in which))

    def __str__(self) -> str:
        """The advised mark, the one held against it, and the table, as the rules write them."""
        position = self.position
        sheets = [f"{name}: {sheet}" for name, sheet in zip(position.players, position.sheets, strict=True)]
        closed = "".join(letter for i, letter in enumerate(ROW_LETTERS) if position.closed_mask >> i & 1)
        says, other = self.marks[:2]
        gives_up = 100 * (self.judged[0] - self.judged[1])
        return (
            f"{self.player} is told {says}, not {other} (by {gives_up:.1f} %); {position.active} has thrown "
            f"{position.roll}; {'; '.join(sheets)}; closed: {closed or '-'}; turn {position.turn}"
        )


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A decision with two marks: the second wins `gain` more, give or take `half` (95 %)."""

    decision: PassiveDecision
    gain: float
    half: float


def batch_between_turns(game: Game, positions: Sequence[Position], seat: int) -> GameBatch:
    """The simulator's tables of positions between two turns; `seat`: whose turn has ended."""
    seen = encode_positions(game, positions, [0] * len(positions))
    zeros = np.zeros(len(positions), np.int32)
    sheets = [
        Sheets(
            seen.rows[:, who].T.copy(), seen.misses[:, who].copy(), zeros, zeros, np.array([zeros] * 2), False
        )
        for who in range(seen.players)
    ]
    return GameBatch(grid(game.pad), sheets, seen.closed, seen.removed, np.arange(len(positions)), seat)


def passive_decision(
    game: Game, position: Position, player: str, said: dict[str, tuple[EvaluatedMark, ...]]
) -> PassiveDecision | None:
    """The marks of `player`, one of two, that the advice finds near its best; None if there is but one.

    `said`: what is said of every mark, to both. The other does what the equilibrium of the advice has, by
    chance if need be: against one reply alone, a mark that is right against a guess would look wrong.
    """
    own = sorted(said[player], key=_value, reverse=True)
    near = [mark for mark in own if mark.evaluation.win >= own[0].evaluation.win - MAX_WORSE]
    if len(near) < 2:
        return None
    other = position.active
    likely = likely_decisions(game, position, evaluate)[other]
    decided = [game.decide(position, other, reply) for _, reply in likely]
    ends = tuple(
        tuple(_turn_end(game, game.decide(after, player, mark.mark)) for after in decided) for mark in near
    )
    marks, judged = tuple(mark.mark for mark in near), tuple(mark.evaluation.win for mark in near)
    return PassiveDecision(game, position, player, marks, tuple(w for w, _ in likely), ends, judged)


def _value(mark: EvaluatedMark) -> Evaluation:
    return mark.evaluation


def _best(marks: Sequence[EvaluatedMark]) -> EvaluatedMark:
    return max(marks, key=_value)


def _turn_end(game: Game, position: Position) -> Position:
    """The end of the turn after the active player's best mark in action 2."""
    if position.phase != "colour":
        return position
    ends = [game.decide(position, position.active, mark) for mark in game.moves(position, position.active)]
    found = evaluate(game, ends, [position.seat] * len(ends))
    return max(zip(found, ends, strict=True), key=lambda pair: pair[0])[1]


def passive_decisions(pad: str, games: int, seed: int) -> Iterator[PassiveDecision]:
    """Of whole games of two in which both do as advised."""
    game, rng = Game(pad, pad, PLAYERS_AT_TABLE), random.Random(seed)
    for _ in range(games):
        position = game.start()
        while position.end is None:
            white = (rng.randint(1, game.pad.sides), rng.randint(1, game.pad.sides))
            coloured: dict[str, int] = {colour: rng.randint(1, game.pad.sides) for colour in COLOURS}
            left = game.dice_left(position)
            position = game.roll(position, Roll(white, **{colour: coloured[colour] for colour in left}))
            said = evaluate_marks(game, position, game.waiting(position), evaluate)
            passive = next(name for name in game.players if name != position.active)
            decision = passive_decision(game, position, passive, said)
            if decision is not None:
                yield decision
            for name, marks in said.items():
                position = game.decide(position, name, _best(marks).mark)
            position = _turn_end(game, position)


def by_greedy_players(decision: PassiveDecision, count: int, seed: int) -> Floats:
    """(marks,) what each mark wins if greedy players play on."""
    found = decision.played_on()
    batch, every = found.batch, np.arange(len(found.batch))
    after = Afterstates(batch, found.seat, every, batch.sheets[found.seat], batch.closed, batch.removed)
    return decision.over_replies(mean_outcomes(after, np.full(len(every), seed, np.int64), count))


def by_learned_players(decision: PassiveDecision, players: Sequence[Player], times: int, seed: int) -> Floats:
    """(marks, times) what each mark wins if learned players play on, on the same dice in each column."""
    return decision.over_replies(play_on(decision.played_on(), players, times, seed))


def worst(
    pad: str, games: int, keep: int, listed: int, counts: tuple[int, int, int], seed: int
) -> tuple[int, list[Disagreement]]:
    """How many decisions there were, and the `listed` in which another mark wins most more.

    `keep`: so many decisions, the worst by greedy players, are looked at by learned ones. `counts`: games
    that are played on for a move by greedy players, by learned ones, and at last by learned ones again.
    """
    screened = []
    for number, decision in enumerate(passive_decisions(pad, games, seed)):
        won = by_greedy_players(decision, counts[0], seed + number)
        best = 1 + int(won[1:].argmax())
        screened.append((float(won[best] - won[0]), number, decision.only(0, best)))
    screened.sort(key=lambda found: -found[0])
    players = [PLAYERS["learned"](grid(load_pad(pad)))] * 2
    looked_at = []
    for _, number, decision in screened[:keep]:
        won = by_learned_players(decision, players, counts[1], 2 * (seed + number))
        looked_at.append((float(won[1].mean() - won[0].mean()), number, decision))
    looked_at.sort(key=lambda found: -found[0])
    found = []
    for _, number, decision in looked_at[:listed]:
        won = by_learned_players(decision, players, counts[2], 2 * (seed + number) + 1)
        ahead = won[1] - won[0]
        found.append(
            Disagreement(decision, float(ahead.mean()), 1.96 * float(ahead.std()) / len(ahead) ** 0.5)
        )
    return len(screened), sorted(found, key=lambda one: -one.gain)


def regret_lines(pad: str, games: int, sampled: int, times: int, seed: int) -> list[str]:
    """How far the advice is off in `sampled` decisions of so many games, a line for each stage of a game."""
    decisions = list(passive_decisions(pad, games, seed))
    taken = random.Random(seed).sample(decisions, min(sampled, len(decisions)))
    players = [PLAYERS["learned"](grid(load_pad(pad)))] * 2
    rows: list[tuple[float, ...]] = []
    for number, decision in enumerate(taken):
        near = decision.only(*range(min(MAX_MOVES, len(decision.marks))))
        won = by_learned_players(near, players, times, seed + number)
        rows += regret_rows(decision.position.turn, np.array(near.judged), won)
    weight = len(decisions) / games / len(taken)
    found = np.array(rows)
    stages = [(first, last, found[(found[:, 0] >= first) & (found[:, 0] <= last)]) for first, last in STAGES]
    return [
        f"{pad}: {len(taken)} of {len(decisions) / games:.1f} passive decisions a game",
        *(stage_line(part, f"turns {one} to {last}", weight) for one, last, part in stages if len(part)),
    ]


@click.command()
@click.argument("pad", type=click.Choice(PADS))
@click.option("--games", default=300, show_default=True)
@click.option("--keep", default=60, show_default=True, help="Decisions that learned players look at.")
@click.option("--listed", default=20, show_default=True, help="Of them, played on with new dice.")
@click.option("--count", default=400, show_default=True, help="Games by greedy players for each move.")
@click.option("--times", default=600, show_default=True, help="Games by learned players for each move.")
@click.option("--proof", default=4000, show_default=True, help="The same of those that are listed.")
@click.option("--sampled", default=0, help="So many decisions taken by chance instead of the worst.")
@click.option("--seed", default=1, show_default=True)
def main(
    pad: str, games: int, keep: int, listed: int, count: int, times: int, proof: int, sampled: int, seed: int
) -> None:
    """List the passive decisions on PAD in which the advice gives most away."""
    start = time.monotonic()
    if sampled:
        for line in regret_lines(pad, games, sampled, times, seed):
            click.echo(line)
        click.echo(f"{time.monotonic() - start:.0f} s")
        return
    number, found = worst(pad, games, keep, listed, (count, times, proof), seed)
    click.echo(f"{pad}: {number} decisions of {games} games; by how much another mark wins more, in %")
    for one in found:
        click.echo(f"{100 * one.gain:5.1f} ± {100 * one.half:.1f}  {one.decision}")
    click.echo(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
