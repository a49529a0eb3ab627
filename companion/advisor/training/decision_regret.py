"""How far the learned player's judgement is off, and what judging without error would win:
`python -m companion.advisor.training.decision_regret classic`.

At some of its decisions in action 2 the best moves are each played to the end many times on the same dice,
the game going on as before. What that says of the difference between two moves is wrong by the dice, what the
network says of it by the network: two halves of the games have the dice apart and the network in common, so
the mean product of what each half finds wrong with the network is the square of the network's own error.
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

MOVES, NEAR = 3, 0.08
"""So many of the best moves are played on, those that the judge holds at most so much worse than the best."""
PART = 0.05
"""Of the learned player's decisions in action 2, this part is looked at."""
STAGES = ((1, 400), (1, 8), (9, 14), (15, 20), (21, 400))
"""Turns of the table, first and last, of each line."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Moves of one decision, best first: `table` of as many games, each at the end of the turn after its
    move, before the next one; `worth` of each by the judge. `turn` counts from 1."""

    table: GameBatch
    seat: int
    worth: Floats
    turn: int


class Noting(Turn):
    """A turn that notes some of the decisions that `seat` takes in action 2."""

    seat: int
    rng: np.random.Generator
    found: list[Choice | None]

    def second(self, still: Index, busy: Truths) -> Options:
        """As Turn does; None is noted for a decision with no second move near the best."""
        if self.table.seat == self.seat:
            for at in np.flatnonzero(self.rng.random(len(still)) < PART):
                self.found.append(self._note(still[at : at + 1], busy[at : at + 1]))
        return super().second(still, busy)

    def _note(self, game: Index, busy: Truths) -> Choice | None:
        table, active = self.table, self.table.seat
        options = self.offered(game, busy)
        worth = self._worth(self.players[active], active, options, game)[options.slot, 0]
        best = np.argsort(-worth)[:MOVES]
        best = best[worth[best] >= worth[best[0]] - NEAR]
        if len(best) < 2:
            return None
        same = np.repeat(game, len(best))
        sheets = [sheet.take(same) for sheet in table.sheets]
        sheets[active] = options.sheets.take(best)
        closed, removed = self._after(sheets[active], table.closed[same], table.removed[same])
        after = GameBatch(table.grid, sheets, closed, removed, np.arange(len(best)), active, table.turn)
        return Choice(after, active, worth[best].astype(np.float64), table.turn + 1)


def choices(pad: str, players: Sequence[Player], seat: int, games: int, seed: int) -> list[Choice | None]:
    """Some decisions of one seat in a batch of games."""
    table, rng = grid(load_pad(pad)), np.random.default_rng(seed)
    dice = np.random.default_rng(seed + 1)
    found: list[Choice | None] = []
    going = GameBatch.start(table, len(players), games, dice)
    while len(going) and going.turn < MAX_TURNS:
        turn = Noting(going, players, dice.integers(1, table.faces + 1, (6, len(going)), dtype=np.int32))
        turn.seat, turn.rng, turn.found = seat, rng, found
        going = going.going_on(turn.run())
    return found


def played_on(choice: Choice, players: Sequence[Player], times: int, seed: int) -> Floats:
    """(moves, times) the share of the win that each move led to, in each column with the same dice."""
    start, rng = choice.table, np.random.default_rng(seed)
    count = len(start)
    which = np.repeat(np.arange(count), times)
    sheets = [sheet.take(which) for sheet in start.sheets]
    table = GameBatch(
        start.grid, sheets, start.closed[which], start.removed[which], np.arange(count * times), start.seat, 0
    )
    out = np.zeros(count * times)
    over: Truths = (np.bitwise_count(table.closed) >= 2) | (sheets[choice.seat].misses >= 4)
    out[over] = shares(table.points().T[over])[:, choice.seat]
    table = table.going_on(over)
    while len(table) and table.turn < MAX_TURNS:
        thrown = rng.integers(1, start.grid.faces + 1, (6, times), dtype=np.int32)
        dice: Integers = np.tile(thrown, count)[:, table.game]
        over = Turn(table, players, dice).run()
        out[table.game[over]] = shares(table.points().T[over])[:, choice.seat]
        table = table.going_on(over)
    return out.reshape(count, times)


def gain(difference: float, error: float) -> float:
    """What a move that is judged worse by `difference` (below 0) wins more on average where it is in truth
    the better one, the judge's error being normal with the standard deviation `error`."""
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
    found: list[tuple[list[Player], Choice | None]] = []
    games = 0
    while len(found) < decisions:
        for seat in range(seats):
            players = [other] * seats
            players[seat] = own
            found += [(players, c) for c in choices(pad, players, seat, 200, seed + games)]
            games += 200
    rows = []
    for number, (players, choice) in enumerate(found):
        if choice is not None:
            won = played_on(choice, players, times, seed + number)
            ahead = won[1:] - won[0]
            judged = choice.worth[1:] - choice.worth[0]
            halves = [ahead[:, ::2].mean(axis=1) - judged, ahead[:, 1::2].mean(axis=1) - judged]
            rows += list(zip([choice.turn] * len(judged), judged, *halves, strict=True))
    per_game = len(found) / PART / games
    click.echo(f"{pad}, {seats} players: {len(found)} of {per_game:.1f} decisions a game in action 2")
    told = np.array(rows)
    for first, last in STAGES:
        part = told[(told[:, 0] >= first) & (told[:, 0] <= last)]
        if not len(part):
            continue
        product = part[:, 2] * part[:, 3]
        mean, half = product.mean(), 1.96 * product.std() / len(product) ** 0.5
        off = [sqrt(max(value, 1e-9)) for value in (mean, mean + half)]
        more = [sum(gain(d, e) for d in part[:, 1]) / len(found) * per_game for e in off]
        click.echo(
            f"turns {first} to {last}: {len(part)} differences, off by {100 * off[0]:.1f} % (at most "
            f"{100 * off[1]:.1f}); without error {100 * more[0]:.1f} % more wins a game "
            f"(at most {100 * more[1]:.1f})"
        )
    click.echo(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
