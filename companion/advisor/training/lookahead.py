"""How much looking further ahead wins: a player that plays each of its best moves on for some turns.

    python -m companion.advisor.training.lookahead classic --games 400 --turns 4 --count 32

The moves are those that the learned player judges best. Learned players play on many times, on the same dice
for every move of a decision, and the network judges where that leads, from every seat. What this player wins
against the learned one is how much a network that had learnt from it could win more. With many turns
(--turns 400) every game is played to its end.
"""

from __future__ import annotations

from collections.abc import Sequence

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.learned import LEAD_POINT_WIN, LearnedPlayer
from companion.advisor.simulator import MAX_TURNS, Afterstates, GameBatch, Player, Turn, play, shares
from companion.advisor.simulator_options import Floats, Index
from companion.advisor.simulator_sheets import Truths
from companion.advisor.training.tournament import PLAYERS, judge_of
from sheets.pad import PADS, load_pad

REACH = 0.04
"""Moves that are judged at most so much worse than the best, in chances to win, are played on."""
MAX_MOVES = 4
"""So many moves of a decision at most."""
PART = 100
"""Games of one batch, after which the command says how it stands."""


def outcomes(
    after: Afterstates, players: Sequence[Player], judge: LearnedPlayer, turns: int, count: int, seed: int
) -> npt.NDArray[np.float64]:
    """(m, count) the chance to win that each move leads to after so many turns, moves of one game having the
    same dice: of games that are over the share of the win, of others what `judge` says from every seat."""
    batch, rng = after.batch, np.random.default_rng(seed)
    which = np.repeat(np.arange(len(after.game)), count)
    sheets = [
        after.sheets.take(which) if seat == after.seat else batch.sheets[seat].take(after.game[which])
        for seat in range(batch.players)
    ]
    out, every = np.zeros(len(which)), np.arange(len(which))
    tables = GameBatch(batch.grid, sheets, after.closed[which], after.removed[which], every, batch.seat)
    over = tables.over
    while True:
        ended = tables.game[over]
        out[ended] = _worth(tables, over, after.seat)
        tables = tables.going_on(over)
        if not len(tables) or tables.turn > turns:
            break
        dice = rng.integers(1, batch.grid.sides + 1, (6, len(batch), count), dtype=np.int32)
        thrown = dice[:, after.game[which[tables.game]], tables.game % count]
        over = Turn(tables, players, thrown).run()
    if len(tables):
        out[tables.game] = _judged(tables, judge, after.seat)
    return out.reshape(-1, count)


def _worth(tables: GameBatch, over: Truths, seat: int) -> npt.NDArray[np.float64]:
    """What games that are over are worth to a seat."""
    points = tables.points().T[over]
    lead = points[:, seat] - np.delete(points, seat, 1).max(1)
    worth: npt.NDArray[np.float64] = shares(points)[:, seat] + LEAD_POINT_WIN * lead
    return worth


def _judged(tables: GameBatch, judge: LearnedPlayer, seat: int) -> npt.NDArray[np.float64]:
    """What games in the middle are worth to a seat: the mean of what two players see of it."""
    every = np.arange(len(tables))
    tables.seat = (tables.seat - 1) % tables.players  # whose turn has ended, as Afterstates are of it

    def seen_by(who: int) -> npt.NDArray[np.float64]:
        found = Afterstates(tables, who, every, tables.sheets[who], tables.closed, tables.removed)
        return judge.evaluate(found).astype(np.float64)

    if tables.players > 2:
        return seen_by(seat)
    return (seen_by(seat) + 1 - seen_by(1 - seat)) / 2


class LookaheadPlayer:
    """Plays its best moves on for `turns` turns `count` times each, and takes the one that wins most."""

    def __init__(self, judge: LearnedPlayer, turns: int, count: int, seed: int, reach: float = REACH) -> None:
        self._judge, self._turns, self._count, self._reach = judge, turns, count, reach
        self._seeds = np.random.default_rng(seed)

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) as judged; of the moves that are played on what they lead to, which counts more."""
        values = self._judge.evaluate(after)
        near = _near(values, after.game, len(after.batch), self._reach)
        if near.any():
            players: list[Player] = [self._judge] * after.batch.players
            seed = int(self._seeds.integers(2**31))
            found = outcomes(after.take(near), players, self._judge, self._turns, self._count, seed)
            values = values - np.where(np.isin(after.game, after.game[near]), np.float32(10), 0)
            values[near] = found.mean(1)
        return values.astype(np.float32)


def _near(values: Floats, game: Index, games: int, reach: float) -> Truths:
    """The moves near the best of their game, the MAX_MOVES best, where there are two at least."""
    order = np.lexsort((-values, game))
    begins = np.searchsorted(game[order], np.arange(games))
    rank = np.empty(len(values), np.intp)
    rank[order] = np.arange(len(values)) - begins[game[order]]
    best = values[order[np.minimum(begins, len(order) - 1)]]
    near: Truths = (rank < MAX_MOVES) & (values >= best[game] - np.float32(reach))
    near &= np.bincount(game[near], minlength=games)[game] > 1
    return near


def share_of_wins(pad: str, seats: int, games: int, turns: int, count: int, seed: int) -> list[float]:
    """The player's share of the win in each of `games` games among learned players, in each seat equally
    often on the same dice."""
    table = grid(load_pad(pad))
    learned, judge = PLAYERS["learned"](table), LearnedPlayer(table, judge_of(pad))
    found: list[float] = []
    for seat in range(seats):
        players: list[Player] = [learned] * seats
        players[seat] = LookaheadPlayer(judge, turns, count, seed + seat)
        found.extend(play(table, players, max(1, games // seats), seed).shares[:, seat])
    return found


@click.command()
@click.argument("pad", type=click.Choice(PADS))
@click.option("--games", default=400, show_default=True)
@click.option("--turns", default=4, show_default=True, type=click.IntRange(1, MAX_TURNS))
@click.option("--count", default=32, show_default=True, help="How often each move is played on.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5))
@click.option("--seed", default=1, show_default=True)
def main(pad: str, games: int, turns: int, count: int, seats: int, seed: int) -> None:
    """What looking so many turns ahead wins against the learned player of PAD."""
    found: list[float] = []
    for part in range(0, games, PART):
        found += share_of_wins(pad, seats, min(PART, games - part), turns, count, seed + part)
        half = 1.96 * float(np.std(found)) / len(found) ** 0.5
        click.echo(
            f"{pad}, {seats} players, {len(found)} games: {100 * np.mean(found):.1f} ± {100 * half:.1f} %"
        )


if __name__ == "__main__":
    main()
