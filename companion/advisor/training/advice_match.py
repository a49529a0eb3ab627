"""Games by the rules engine, one player asking `advise` as people do, against the simulator's players:
`python -m companion.advisor.training.advice_match classic --games 500`.

The same dice are thrown once with the advised player in each seat, and once with the learned player of the
simulator in each seat instead.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import cache, partial

import click
import numpy as np
import numpy.typing as npt

from companion.advisor.encoding import encode_positions
from companion.advisor.grid import grid
from companion.advisor.ranking import advise
from companion.advisor.simulator import LUCKY_PAIRS, GameBatch, Player, Turn, shares
from companion.advisor.simulator_sheets import Sheets
from companion.advisor.training.tournament import PLAYERS
from companion.rules import PASS, Game, Mark, Position, Roll
from sheets.pad import COLOURS, PADS, load_pad
from vision.training.parallel import run_jobs

Decide = Callable[[Game, Position, str], Mark]
"""A game, a position and who is to decide -> what they decide."""
Shares = npt.NDArray[np.float64]


def advised(game: Game, position: Position, player: str) -> Mark:
    """The move that the advice puts first."""
    best = advise(game, position, [player])[0].best.move
    assert isinstance(best, Mark)
    return best


def simulated(player: Player) -> Decide:
    """What a player of the simulator decides in the same place, told of the table before the action."""

    def decide(game: Game, position: Position, name: str) -> Mark:
        roll, seat = position.roll, position.players.index(name)
        assert isinstance(roll, Roll)
        dice = np.array([*roll.white, *(die or 1 for die in roll.coloured)], np.int32)[:, None]
        turn = Turn(batch_of(game, position), [player] * len(game.players), dice)
        if position.phase == "white":
            found = turn.first(seat)
        else:
            found = turn.second(np.array([0]), np.array([position.active_marked]))
        row = int(found.row[0])
        if row < 0:
            return PASS
        cell = game.pad.rows[row].cells[int(found.cell[0])]
        choice = int(found.choice[0])
        return Mark(str(cell), bool(found.lucky[0]), "abcd"[choice] if choice >= 0 else "")

    return decide


def batch_of(game: Game, position: Position) -> GameBatch:
    """The simulator's table of one game, as it stood before the open action."""
    seen = encode_positions(game, [position], [0])
    sheets = []
    for seat, sheet in enumerate(position.before):
        lucky = seen.lucky[0, seat][:, None].copy()
        rows = np.array(sheet.rows, np.int32)[:, None]
        misses, bar = np.array([[sheet.misses], [sheet.bar]], np.int32)
        special = bool(game.pad.lucky or game.pad.bar or game.pad.pairs)
        sheets.append(Sheets(rows, misses, bar, seen.earned[0, seat : seat + 1].copy(), lucky, special))
    closed, removed = (np.array([value], np.int32) for value in (position.closed_mask, position.removed_mask))
    return GameBatch(grid(game.pad), sheets, closed, removed, np.array([0]), position.seat)


def play_game(pad: str, seats: Sequence[Decide], seed: int) -> list[int]:
    """The totals of a whole game; the same seed gives the same dice and lucky numbers, whoever plays."""
    rng = random.Random(seed)
    names = tuple("ABCDE"[: len(seats)])
    lucky = {name: rng.choice(LUCKY_PAIRS) for name in names} if load_pad(pad).lucky else None
    game = Game(pad, pad, names, lucky)
    position = game.start()
    while position.end is None:
        thrown = [rng.randint(1, game.pad.sides) for _ in range(6)]
        left = game.dice_left(position)
        coloured: dict[str, int] = dict(zip(COLOURS, thrown[2:], strict=True))
        roll = Roll((thrown[0], thrown[1]), **{colour: coloured[colour] for colour in left})
        position = game.roll(position, roll)
        while position.phase in ("white", "colour"):
            waiting = game.waiting(position)
            chosen = {name: seats[names.index(name)](game, position, name) for name in waiting}
            for name, mark in chosen.items():
                position = game.decide(position, name, mark)
    return [game.score(sheet).total for sheet in position.sheets]


@cache
def _player(kind: str, pad: str) -> Decide:
    return advised if kind == "advise" else simulated(PLAYERS[kind](grid(load_pad(pad))))


def round_of(pad: str, player: str, rival: str, seats: int, seed: int) -> Shares:
    """(seats,) the share of wins of one player among rivals in each seat, on the same dice."""
    found = []
    for seat in range(seats):
        sitting = [_player(rival, pad)] * seats
        sitting[seat] = _player(player, pad)
        totals = play_game(pad, sitting, seed)
        found.append(shares(np.array([totals]))[0, seat])
    return np.array(found)


def interval_text(rounds: Shares) -> str:
    """A mean over rounds (n, seats) with its 95 % interval, in per cent."""
    means = rounds.mean(axis=1)
    half = 1.96 * means.std(ddof=1) / len(means) ** 0.5 if len(means) > 1 else 0.0
    return f"{100 * means.mean():.1f} ± {100 * half:.1f} %"


@click.command()
@click.argument("pads", nargs=-1, type=click.Choice(PADS))
@click.option("--games", default=500, show_default=True, help="Of each line.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 5))
@click.option("--rival", default="greedy", show_default=True, type=click.Choice(sorted(PLAYERS)))
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes; more than one need joblib.")
@click.option("--dask", help="Address of a Dask scheduler that has the workers.")
def main(
    pads: tuple[str, ...], games: int, seats: int, rival: str, seed: int, workers: int, dask: str | None
) -> None:
    """Print how often the advice wins, and how often the learned player does on the same dice."""
    for pad in pads or PADS:
        start = time.monotonic()
        rounds = max(1, games // seats)
        both = []
        for player in ("advise", "learned"):
            jobs = [
                partial(round_of, pad, player, rival, seats, 1_000_003 * seed + number)
                for number in range(rounds)
            ]
            both.append(np.array(list(run_jobs(jobs, workers=workers, dask=dask))))
        click.echo(
            f"{pad}, {seats} players, {rounds * seats} games against {rival}: "
            f"advise wins {interval_text(both[0])}, learned {interval_text(both[1])}, "
            f"difference {interval_text(both[0] - both[1])}; {time.monotonic() - start:.0f} s"
        )


if __name__ == "__main__":
    main()
