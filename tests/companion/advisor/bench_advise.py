"""Measures the speed of advice to five players: `python -m tests.companion.advisor.bench_advise`."""

import random
import time

from companion.advisor import advise
from companion.rules import Game, Mark, Position
from tests.companion.moment import FURTHER_GAMES, GAMES_AND_PADS, game_of, random_step

PLAYERS = ("Ann", "Bob", "Cem", "Dora", "Eve")


def moments(name: str, pad: str, count: int = 60) -> list[tuple[Game, Position]]:
    """Return positions in which all of PLAYERS have to decide, from games played sensibly."""
    rng = random.Random(1)
    game = game_of(name, players=PLAYERS, pad=pad)
    position = game.start()
    open_positions: list[tuple[Game, Position]] = []
    while len(open_positions) < count:
        if position.end:
            position = game.start()
        if position.phase in ("roll", "play"):
            position = random_step(game, position, rng)
            continue
        if len(game.waiting(position)) == len(PLAYERS):
            open_positions.append((game, position))
        player = game.waiting(position)[0]
        sheet = position.sheet(player)

        def skips(mark: Mark, sheet=sheet) -> float:
            if not mark.cell:
                return 2.5
            if mark.form or mark.then:
                return 1.0 + rng.random()
            spot = game.board.spot(mark.cell)
            return spot.index - sheet.rows[spot.row].bit_length() + rng.random()

        position = game.decide(position, player, min(game.moves(position, player), key=skips))
    return open_positions


def milliseconds(name: str, pad: str) -> tuple[float, float]:
    """Return the median and maximum processor time, in ms, of advice to all of PLAYERS, after a warm-up."""
    asked = moments(name, pad)
    advise(*asked[0])
    taken = []
    for game, position in asked:
        start = time.process_time()
        advise(game, position)
        taken.append(time.process_time() - start)
    return 1000 * sorted(taken)[len(taken) // 2], 1000 * max(taken)


def main() -> None:
    """Print the median and maximum time for each game and pad."""
    for name, pad in [*GAMES_AND_PADS, *FURTHER_GAMES]:
        middle, most = milliseconds(name, pad)
        print(f"{name:11} {pad:11} median {middle:5.1f} ms, slowest {most:5.1f} ms")


if __name__ == "__main__":
    main()
