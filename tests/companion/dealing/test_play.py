"""The games by which a deal is measured: held against the rules of the referee, move for move."""

from random import Random

import numpy as np
import pytest

from companion.dealing.arrays import NotSimulated, pad_arrays
from companion.dealing.dealt_pad import pad_of_sheets
from companion.dealing.play import Simulation, Step
from companion.dealing.random_pads import draw_rows
from companion.rules import Game, Mark, Roll
from companion.rules.position import Position
from companion.rules.variants import dice_game_on
from sheets.pad import Pad, load_pad

PLAYERS = ("Ann", "Bob", "Cem")
GAMES = 12


def dealt(name: str) -> Pad:
    base, chance = load_pad(name), Random(2)
    return pad_of_sheets(base, 0, [draw_rows(base, chance) for _ in PLAYERS])


@pytest.mark.parametrize("name", ["classic", "mixx-a", "double-b", "longo"])
def test_every_move_is_legal_and_every_score_is_the_referees(name: str) -> None:
    pad = dealt(name)
    pads = [pad.on_sheet(letter) for letter in "ABC"]
    steps: list[Step] = []
    seats = np.tile(np.arange(3, dtype=np.int32), (GAMES, 1))
    simulation = Simulation(pad_arrays(pads, 3), seats, 7, steps.append)
    lucky, points = simulation.lucky, simulation.play()
    games = [
        Game(
            dice_game_on(pad),
            pad,
            PLAYERS,
            None if lucky is None else dict(zip(PLAYERS, map(tuple, lucky[number].tolist()), strict=True)),
            sheets=dict(zip(PLAYERS, "ABC", strict=True)),
        )
        for number in range(GAMES)
    ]
    positions = {number: game.start() for number, game in enumerate(games)}
    crossed = starred = 0
    for step in steps:
        for place, number in enumerate(step.games.tolist()):
            row, cell = int(step.row[place]), int(step.cell[place])
            crossed += row >= 0
            mark = "-"
            if row >= 0:
                found = pads[step.player].rows[row].cells[cell]
                by_luck = step.action == 1 and found.number != sum(step.dice[place, :2].tolist())
                starred += by_luck
                mark = f"{found}*" if by_luck else str(found)
            positions[number] = _decide(games[number], positions[number], step, place, mark)
    assert crossed > 20 * GAMES and bool(starred) is pad.lucky
    for number, position in positions.items():
        assert position.phase == "over"
        assert [games[number].scores(position)[player].total for player in PLAYERS] == points[number].tolist()


def _decide(game: Game, position: Position, step: Step, place: int, mark: str) -> Position:
    """The position after a step of the simulation; Illegal if the rules forbid it."""
    if position.phase == "over":
        assert step.action == 2 and mark == "-"
        return position
    if position.phase == "roll":
        first, second, *coloured = step.dice[place].tolist()
        position = game.roll(position, Roll((first, second), *coloured))
    assert position.phase == {1: "white", 2: "colour"}[step.action]
    return game.decide(position, PLAYERS[step.player], Mark.parse(mark))


def test_the_same_seed_plays_the_same_games_and_another_one_others() -> None:
    arrays, seats = pad_arrays([load_pad("classic")], 2), np.zeros((50, 2), np.int32)
    first, again, other = (Simulation(arrays, seats, seed).play().tolist() for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("name", ["connect-15", "bonus-a", "connected-a"])
def test_a_pad_that_the_simulation_does_not_know_is_refused(name: str) -> None:
    with pytest.raises(NotSimulated, match="deal a pad of plain or double cells"):
        pad_arrays([load_pad(name)], 2)
