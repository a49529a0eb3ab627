"""How much better a decision could be: a player that plays each of its best moves to the end many times.

    python -m companion.advisor.training.rollouts classic --games 400 --count 1000

The moves are those that the learned player judges best; greedy players play on, on the same dice for every
move of a decision. What this player wins against the learned one is a bound on what a better judge of single
moves brings. It takes numba.
"""

from __future__ import annotations

from collections.abc import Sequence

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.learned import LEAD_POINT_WIN
from companion.advisor.simulator import Afterstates, Player, play
from companion.advisor.simulator_options import Floats
from companion.advisor.training.compiled import compiled
from companion.advisor.training.dice_stream import begin_stream
from companion.advisor.training.game_play import Greedy, Room, greedy_player, make_room, play_out
from companion.advisor.training.game_rules import (
    BAR,
    EARNED,
    LUCKY,
    OTHER_LUCKY,
    ROW_BITS,
    GameTables,
    Whole,
    game_tables,
    score,
)
from companion.advisor.training.tournament import PLAYERS
from sheets.pad import PADS, load_pad

REACH = 0.06
"""Moves that are judged at most so much worse than the best, in chances to win, are played out."""
PART = 100
"""Games of one batch, after which the command says how it stands."""


def packed(after: Afterstates) -> tuple[Whole, Whole]:
    """`rows` and `rests`, (m, players) each, of the tables after each move, by seat, as compiled games take
    them: the sheet of the player who decides as it would be, the others as they stand."""
    batch = after.batch
    rows, rests = np.zeros((2, len(after.game), batch.players), np.int64)
    for seat in range(batch.players):
        sheets = after.sheets if seat == after.seat else batch.sheets[seat].take(after.game)
        for row in range(4):
            rows[:, seat] |= sheets.rows[row].astype(np.int64) << ROW_BITS * row
        parts = ((sheets.misses, 0), (sheets.bar, BAR), (sheets.earned, EARNED))
        for part, place in (*parts, (sheets.lucky[0], LUCKY), (sheets.lucky[1], OTHER_LUCKY)):
            rests[:, seat] |= part.astype(np.int64) << place
    return rows, rests


@compiled
def play_moves(
    tables: GameTables,
    players: tuple[Greedy, ...],
    rows: Whole,
    rests: Whole,
    closed: Whole,
    streams: Whole,
    thrower: int,
    seat: int,
    count: int,
    room: Room,
    values: npt.NDArray[np.float64],
) -> None:
    """Fill in `values` (m,): what the player at `seat` makes on average of `count` games from each table.

    `rows`, `rests` (m, players), `closed` (m,): the tables, between two turns. `streams` (m,): tables with
    the same number get the same dice. `thrower`: who throws next.
    """
    for table in range(len(closed)):
        total = 0.0
        for game in range(count):
            for who in range(len(players)):
                room.rows[who], room.rests[who] = rows[table, who], rests[table, who]
            begin_stream(room.stream, streams[table], game)
            play_out(tables, players, closed[table], thrower, room)
            own, best, ties = score(tables, room.rows[seat], room.rests[seat]), -1000, 1
            for who in range(len(players)):
                if who != seat:
                    points = score(tables, room.rows[who], room.rests[who])
                    best = max(best, points)
                    ties += points == own
            total += LEAD_POINT_WIN * (own - best)
            if own >= best:
                total += 1.0 if own > best else 1.0 / ties
        values[table] = total / count


class RolloutPlayer:
    """Plays the best moves of `judge` to the end `count` times each, and takes the one that wins most."""

    def __init__(self, judge: Player, count: int, seed: int, reach: float = REACH) -> None:
        self._judge, self._count, self._reach = judge, count, reach
        self._seeds = np.random.default_rng(seed)

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) as judged; of the moves that are played out what they win, which counts more."""
        values = self._judge.evaluate(after)
        best = np.full(len(after.batch), -np.inf, np.float32)
        np.maximum.at(best, after.game, values)
        near = values >= best[after.game] - np.float32(self._reach)
        near &= np.bincount(after.game[near], minlength=len(after.batch))[after.game] > 1
        if near.any():
            values = values - np.where(np.isin(after.game, after.game[near]), np.float32(10), 0)
            values[near] = self._played(after.take(near))
        return values.astype(np.float32)

    def _played(self, after: Afterstates) -> npt.NDArray[np.float64]:
        streams = self._seeds.integers(1, 2**31, len(after.batch))[after.game]
        return mean_outcomes(after, streams, self._count)


def mean_outcomes(after: Afterstates, streams: Whole, count: int) -> npt.NDArray[np.float64]:
    """(m,) what the player who decides makes of each move on average, if greedy players play on `count`
    times; moves with the same number in `streams` get the same dice."""
    batch, found = after.batch, np.zeros(len(after.game))
    players, pad = batch.players, batch.grid.pad
    play_moves(
        game_tables(pad),
        (greedy_player(pad),) * players,
        *packed(after),
        after.closed.astype(np.int64),
        streams,
        (batch.seat + 1) % players,
        after.seat,
        count,
        make_room(players),
        found,
    )
    return found


def share_of_wins(pad: str, seats: int, games: int, count: int, seed: int) -> Sequence[float]:
    """The rollout player's share of the win in each of `games` games among learned players, in each seat
    equally often on the same dice."""
    table = grid(load_pad(pad))
    judge = PLAYERS["learned"](table)
    found: list[float] = []
    for seat in range(seats):
        players: list[Player] = [judge] * seats
        players[seat] = RolloutPlayer(judge, count, seed + seat)
        found.extend(play(table, players, max(1, games // seats), seed).shares[:, seat])
    return found


@click.command()
@click.argument("pad", type=click.Choice(PADS))
@click.option("--games", default=400, show_default=True)
@click.option("--count", default=1000, show_default=True, help="Games that are played for each move.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5))
@click.option("--seed", default=1, show_default=True)
def main(pad: str, games: int, count: int, seats: int, seed: int) -> None:
    """What so many rollouts a move win against the learned player of PAD."""
    found: list[float] = []
    for part in range(0, games, PART):
        found += share_of_wins(pad, seats, min(PART, games - part), count, seed + part)
        half = 1.96 * float(np.std(found)) / len(found) ** 0.5
        click.echo(
            f"{pad}, {seats} players, {len(found)} games: {100 * np.mean(found):.1f} ± {100 * half:.1f} %"
        )


if __name__ == "__main__":
    main()
