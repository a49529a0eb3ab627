"""How far the learned player's judgement is off, and what judging without error would win:
`python -m companion.advisor.training.decision_regret classic`.

At some of its decisions in action 2 the best moves are each played to the end many times on the same dice.
The difference of two moves found so is wrong by the dice; the difference by the network is wrong by the
network. Two halves of the games have different dice and the same network, so the mean product of the errors
that each half finds is the square of the network's own error.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, pi, sqrt

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.simulator import MAX_TURNS, GameBatch, Player, Turn, shares
from companion.advisor.simulator_options import Index, Options
from companion.advisor.simulator_sheets import Truths
from companion.advisor.states import Integers
from companion.advisor.training.tournament import PLAYERS
from sheets.pad import PADS, load_pad

Floats = npt.NDArray[np.float64]

MAX_MOVES = 3
"""So many of the best moves are played on."""
MAX_WORSE = 0.08
"""Only moves that the network finds at most so much worse than the best are played on."""
SAMPLED_SHARE = 0.05
"""The share of the learned player's decisions in action 2 that is looked at."""
GAMES = 200
"""Games of one batch from which decisions are taken."""
STAGES = ((1, MAX_TURNS), (1, 8), (9, 14), (15, 20), (21, MAX_TURNS))
"""Turns of the table, first and last, of each line."""


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Moves of one decision, best first: `batch` of as many games, each at the end of the turn after its
    move, before the next one; `values` of each by the network. `turn` counts from 1."""

    batch: GameBatch
    seat: int
    values: Floats
    turn: int


class SamplingTurn(Turn):
    """A turn that keeps some of the decisions that `seat` takes in action 2.

    `samples`: None for a decision with no second move near the best.
    """

    def __init__(
        self,
        batch: GameBatch,
        players: Sequence[Player],
        dice: Integers,
        seat: int,
        rng: np.random.Generator,
    ) -> None:
        super().__init__(batch, players, dice)
        self.seat = seat
        self.rng = rng
        self.samples: list[Decision | None] = []

    def second(self, still: Index, marked: Truths) -> Options:
        """As Turn does."""
        if self.batch.seat == self.seat:
            for at in np.flatnonzero(self.rng.random(len(still)) < SAMPLED_SHARE):
                self.samples.append(self._sample(still[at : at + 1], marked[at : at + 1]))
        return super().second(still, marked)

    def _sample(self, game: Index, marked: Truths) -> Decision | None:
        batch, active = self.batch, self.batch.seat
        options = self.offered(game, marked)
        values = self.evaluate(active, options, game)[options.slot, 0]
        best = np.argsort(-values)[:MAX_MOVES]
        best = best[values[best] >= values[best[0]] - MAX_WORSE]
        if len(best) < 2:
            return None
        same = np.repeat(game, len(best))
        sheets = [sheet.take(same) for sheet in batch.sheets]
        sheets[active] = options.sheets.take(best)
        closed, removed = self.closed_by(sheets[active], batch.closed[same], batch.removed[same])
        after = GameBatch(batch.grid, sheets, closed, removed, np.arange(len(best)), active, batch.turn)
        return Decision(after, active, values[best].astype(np.float64), batch.turn + 1)


def sampled_decisions(
    pad: str, players: Sequence[Player], seat: int, games: int, seed: int
) -> list[Decision | None]:
    """Some decisions of one seat in a batch of games; None for those with no second move near the best."""
    table, rng = grid(load_pad(pad)), np.random.default_rng(seed)
    dice_rng = np.random.default_rng(seed + 1)
    found: list[Decision | None] = []
    batch = GameBatch.start(table, len(players), games, dice_rng)
    while len(batch) and batch.turn < MAX_TURNS:
        dice = dice_rng.integers(1, table.sides + 1, (6, len(batch)), dtype=np.int32)
        turn = SamplingTurn(batch, players, dice, seat, rng)
        batch = batch.going_on(turn.run())
        found += turn.samples
    return found


def play_on(decision: Decision, players: Sequence[Player], times: int, seed: int) -> Floats:
    """(moves, times) the share of the win that each move led to, in each column with the same dice."""
    start, rng = decision.batch, np.random.default_rng(seed)
    count = len(start)
    which = np.repeat(np.arange(count), times)
    sheets = [sheet.take(which) for sheet in start.sheets]
    batch = GameBatch(
        start.grid, sheets, start.closed[which], start.removed[which], np.arange(count * times), start.seat, 0
    )
    out = np.zeros(count * times)
    over = batch.over
    out[over] = shares(batch.points().T[over])[:, decision.seat]
    batch = batch.going_on(over)
    while len(batch) and batch.turn < MAX_TURNS:
        thrown = rng.integers(1, start.grid.sides + 1, (6, times), dtype=np.int32)
        dice: Integers = np.tile(thrown, count)[:, batch.game]
        over = Turn(batch, players, dice).run()
        out[batch.game[over]] = shares(batch.points().T[over])[:, decision.seat]
        batch = batch.going_on(over)
    return out.reshape(count, times)


def regret_rows(turn: int, values: Floats, won: Floats) -> list[tuple[float, ...]]:
    """Of each move but the best: the turn, by how much it is judged better than the best, and by how much
    more it is in each half of the games. `values` (moves,), best first; `won`: as `play_on` gives it."""
    ahead = won[1:] - won[0]
    judged = values[1:] - values[0]
    halves = [ahead[:, ::2].mean(axis=1) - judged, ahead[:, 1::2].mean(axis=1) - judged]
    return list(zip([turn] * len(judged), judged, *halves, strict=True))


def expected_gain(difference: float, error: float) -> float:
    """What choosing without error gains on average over a choice by a judge whose error is normal.

    `difference`: by how much the judge finds the other move worse (below 0). `error`: the standard deviation
    of its error.
    """
    z = difference / error
    return error * exp(-z * z / 2) / sqrt(2 * pi) + difference * (1 + erf(z / sqrt(2))) / 2


@click.command()
@click.argument("pad", type=click.Choice(PADS))
@click.option("--decisions", default=800, show_default=True, help="So many at least.")
@click.option("--times", default=128, show_default=True, help="How often each move is played on.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5))
@click.option("--rival", default="greedy", show_default=True, type=click.Choice(sorted(PLAYERS)))
@click.option("--seed", default=1, show_default=True)
def main(pad: str, decisions: int, times: int, seats: int, rival: str, seed: int) -> None:
    """Print how far differences are judged wrong, and what no error in action 2 would win more."""
    start, table = time.monotonic(), grid(load_pad(pad))
    own, other = PLAYERS["learned"](table), PLAYERS[rival](table)
    found: list[tuple[list[Player], Decision | None]] = []
    games = 0
    while len(found) < decisions:
        for seat in range(seats):
            players = [other] * seats
            players[seat] = own
            found += [(players, d) for d in sampled_decisions(pad, players, seat, GAMES, seed + games)]
            games += GAMES
    rows: list[tuple[float, ...]] = []
    for number, (players, decision) in enumerate(found):
        if decision is not None:
            won = play_on(decision, players, times, seed + number)
            rows += regret_rows(decision.turn, decision.values, won)
    per_game = len(found) / SAMPLED_SHARE / games
    click.echo(f"{pad}, {seats} players: {len(found)} of {per_game:.1f} decisions a game in action 2")
    for first, last in STAGES:
        part = np.array([row for row in rows if first <= row[0] <= last])
        if len(part):
            click.echo(stage_line(part, f"turns {first} to {last}", per_game / len(found)))
    click.echo(f"{time.monotonic() - start:.0f} s")


def stage_line(part: Floats, turns: str, weight: float) -> str:
    """What is found of differences (n, 4): turn, difference by the network, its error by each half.

    `weight`: how many decisions a game each of all decisions looked at stands for.
    """
    product = part[:, 2] * part[:, 3]
    mean, half = product.mean(), 1.96 * product.std() / len(product) ** 0.5
    error, most = (sqrt(max(value, 1e-9)) for value in (mean, mean + half))
    gain, most_gain = (sum(expected_gain(d, e) for d in part[:, 1]) * weight for e in (error, most))
    return (
        f"{turns}: {len(part)} differences, off by {100 * error:.1f} % (at most {100 * most:.1f}); "
        f"without error {100 * gain:.1f} % more wins a game (at most {100 * most_gain:.1f})"
    )


if __name__ == "__main__":
    main()
