"""Games by the rules engine with the simulator's players in them: they decide there as in the simulator."""

from __future__ import annotations

import random

import numpy as np
import pytest

from companion.advisor import advise
from companion.advisor.greedy import GreedyPlayer
from companion.advisor.grid import grid
from companion.advisor.linear import LinearPlayer
from companion.advisor.simulator import play
from companion.advisor.training import advice_match
from companion.rules import Game, Roll
from sheets.pad import COLOURS, PADS, load_pad
from tests.companion.moment import game_of, moment, random_step


@pytest.mark.parametrize("pad", PADS)
def test_a_simulated_player_decides_as_in_the_simulator(pad: str) -> None:
    table = grid(load_pad(pad))
    kinds = [GreedyPlayer(table), LinearPlayer(table), GreedyPlayer(table, (1.0, 3.0, 0.2, 0.6))]
    thrown, lucky = [], []

    def watch(seen, over, dice) -> None:
        del over
        if seen.turn == 0:
            lucky.extend(np.stack([sheet.lucky for sheet in seen.sheets]).transpose(2, 0, 1).tolist())
        row = np.zeros((6, 8), int)
        row[:, seen.game] = dice
        thrown.append(row)

    outcome = play(table, kinds, 8, 3, watch)
    seats = [advice_match.simulated(kind) for kind in kinds]
    for number in range(8):
        pairs = dict(zip("ABC", map(tuple, lucky[number]), strict=True)) if table.pad.lucky else None
        game = Game(pad, pad, ("A", "B", "C"), pairs)
        position = game.start()
        while position.end is None:
            first, second, *faces = (int(die) for die in thrown[position.turn - 1][:, number])
            named = dict(zip(COLOURS, faces, strict=True))
            left = {colour: named[colour] for colour in game.dice_left(position)}
            position = game.roll(position, Roll((first, second), **left))
            while position.phase in ("white", "colour"):
                waiting = game.waiting(position)
                marks = {name: seats["ABC".index(name)](game, position, name) for name in waiting}
                for name, mark in marks.items():
                    position = game.decide(position, name, mark)
        assert [game.score(sheet).total for sheet in position.sheets] == outcome.points[number].tolist()


def test_who_asks_does_what_the_advice_puts_first() -> None:
    game = game_of("bonus-a", players=("Ann", "Bob", "Cem"))
    rng, position, asked = random.Random(2), game.start(), 0
    while asked < 12:
        position = game.start() if position.end else random_step(game, position, rng)
        for name in game.waiting(position) if position.phase in ("white", "colour") else ():
            assert advice_match.advised(game, position, name) == advise(game, position, [name])[0].best.move
            asked += 1


def test_the_same_seed_throws_the_same_dice_whoever_plays() -> None:
    seen: dict[str, list[str]] = {"one": [], "two": []}

    def noting(name: str, inner: advice_match.Decide) -> advice_match.Decide:
        def decide(game, position, player):
            if position.phase == "white":
                seen[name].append(str(position.roll))
            return inner(game, position, player)

        return decide

    table = grid(load_pad("longo"))
    for name, player in (("one", GreedyPlayer(table)), ("two", LinearPlayer(table))):
        decide = advice_match.simulated(player)
        advice_match.play_game("longo", [noting(name, decide), decide], 5)
    both = list(zip(seen["one"][:12], seen["two"][:12], strict=True))
    assert len(both) == 12 and all(one == two for one, two in both)
    assert len({one for one, _ in both}) > 6


def test_of_two_alike_each_seat_wins_what_the_other_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [advice_match.round_of("mixx-a", "greedy", "greedy", 2, seed) for seed in range(6)]
    assert all(one.sum() == 1.0 for one in found)
    assert advice_match.interval_text(np.array([[1.0, 0.0], [1.0, 1.0]])).startswith("75.0 ± ")
    totals = iter([[30, 20, 10], [30, 30, 10], [50, 60, 70]])
    monkeypatch.setattr(advice_match, "play_game", lambda *_: next(totals))
    assert advice_match.round_of("classic", "greedy", "linear", 3, 1).tolist() == [1.0, 0.5, 1.0]


def test_a_table_of_the_simulator_stands_as_before_the_action() -> None:
    game = game_of("longo", lucky={"Ann": (4, 9), "Bob": (6, 11)})
    position = moment(
        game, "white", "w1 w2", "a2 a3 / - / - / - misses 1", "- / - / c16 / -", closed="d", seat=1
    )
    decided = game.decide(
        position, "Ann", game.moves(position, "Ann").canonical(next(iter(game.moves(position, "Ann"))))
    )
    table = advice_match.batch_of(game, decided)
    assert [sheet.rows[:, 0].tolist() for sheet in table.sheets] == [[3, 0, 0, 0], [0, 0, 1, 0]]
    assert [sheet.misses[0] for sheet in table.sheets] == [1, 0]
    assert [sheet.lucky[:, 0].tolist() for sheet in table.sheets] == [[4, 9], [6, 11]]
    assert (table.seat, table.closed[0], table.removed[0]) == (1, 8, position.removed_mask)
