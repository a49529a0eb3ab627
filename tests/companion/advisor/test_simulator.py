"""The simulator and the rules engine, driven with the same dice and choices, agree move for move."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from companion.advisor.grid import Grid, grid
from companion.advisor.linear import LinearPlayer
from companion.advisor.simulator import Afterstates, GameBatch, play
from companion.advisor.simulator_options import Options
from companion.rules import PASS, Game, Mark, Roll
from sheets.pad import BONUS_TYPES, PADS, load_pad

GAMES = 60
SEATS = (1, 2, 3, 5)


class Wild:
    """Plays anything legal, but mostly what skips little, so that rows get locked."""

    def __init__(self, pad: Grid, seed: int, heat: float) -> None:
        self.linear = LinearPlayer(pad)
        self.rng = np.random.default_rng(seed)
        self.heat = heat

    def evaluate(self, after: Afterstates):
        worth = self.linear.evaluate(after) + 3 * pairs_of(after)
        return (worth + self.rng.normal(0, self.heat, len(worth))).astype(np.float32)


def pairs_of(after):
    """Bonus B: types earned, so that the choices between tied rows come up often."""
    return np.bitwise_count(after.sheets.earned)


class Witness:
    """Plays the simulator's games again by the rules, and compares everything that both can say."""

    def __init__(self, pad: str, players: int) -> None:
        self.pad, self.players = pad, players
        self.games: dict[int, Game] = {}
        self.positions = {}
        self.decisions = defaultdict(dict)
        self.seen = defaultdict(int)

    def decided(self, action: str, seat: int, numbers, options: Options, slots) -> None:
        names: dict[int, list[tuple[int, Mark]]] = defaultdict(list)
        for at, slot, row, cell, lucky, choice in zip(
            options.game, options.slot, options.row, options.cell, options.lucky, options.choice, strict=True
        ):
            mark = PASS
            if row >= 0:
                name = str(load_pad(self.pad).rows[row].cells[cell])
                mark = Mark(name, bool(lucky), "abcd"[choice] if choice >= 0 else "")
            names[int(at)].append((int(slot), mark))
        for at, number in enumerate(numbers):
            listed = names[at]
            taken = next(mark for slot, mark in listed if slot == slots[at])
            self.decisions[int(number)][action, seat] = ([mark for _, mark in listed], taken)

    def watch(self, table: GameBatch, over, dice) -> None:
        points = table.points()
        for at, number in enumerate(table.game):
            self.turn(int(number), table, at, dice[:, at])
            position = self.positions[number]
            game = self.games[number]
            for seat, sheet in enumerate(position.sheets):
                ours = table.sheets[seat]
                assert tuple(ours.rows[:, at]) == sheet.rows, position
                assert ours.misses[at] == sheet.misses, position
                assert ours.bar[at] == sheet.bar, position
                assert ours.earned[at] == sum(1 << BONUS_TYPES.index(kind) for kind in sheet.earned), position
                assert points[seat, at] == game.score(sheet).total, position
            assert (table.closed[at], table.removed[at]) == (
                position.closed_mask,
                position.removed_mask,
            ), position
            assert over[at] == (position.end is not None), position
            if position.end:
                self.seen[position.end.reason] += 1
                self.seen["third row"] += position.closed_mask.bit_count() > 2

    def turn(self, number: int, table: GameBatch, at: int, dice) -> None:
        if number not in self.games:
            names = tuple("ABCDE"[: self.players])
            lucky = None
            if self.pad == "longo":
                pairs = [tuple(int(n) for n in sheet.lucky[:, at]) for sheet in table.sheets]
                lucky = dict(zip(names, pairs, strict=True))
            self.games[number] = Game(self.pad, self.pad, names, lucky)
            self.positions[number] = self.games[number].start()
        game, position = self.games[number], self.positions[number]
        first, second, *coloured = (int(die) for die in dice)
        position = game.roll(position, Roll((first, second), *coloured))
        decisions = self.decisions.pop(number)
        for (action, seat), (listed, taken) in decisions.items():
            assert position.phase == action
            player = position.players[seat]
            legal = list(game.moves(position, player))
            assert sorted(map(str, listed)) == sorted(map(str, legal)), position
            self.seen["choices"] += bool(taken.choices)
            self.seen["lucky"] += taken.lucky
            position = game.decide(position, player, taken)
        assert position.phase in ("roll", "over")
        self.positions[number] = position


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("pad", PADS)
def test_the_simulator_plays_by_the_rules(pad: str, players: int, full_counts: bool) -> None:
    witness = Witness(pad, players)
    table = grid(load_pad(pad))
    games = 10_000 // len(SEATS) if full_counts else GAMES // len(SEATS)
    for part in range(0, games, 500):
        heat = (0.3, 1.0, 4.0)[part // 500 % 3]
        wild = [Wild(table, part + seat, heat) for seat in range(players)]
        witness.games.clear()
        witness.positions.clear()
        play(table, wild, min(500, games - part), part, witness.watch, witness.decided)
    assert witness.seen["end-misses"] + witness.seen["end-two-rows"] == games
    if players > 1:
        assert witness.seen["end-two-rows"]
    if pad == "longo":
        assert witness.seen["lucky"]
    if pad == "bonus-b" and full_counts:
        assert witness.seen["choices"]


def test_the_same_seed_plays_the_same_games() -> None:
    table = grid(load_pad("bonus-a"))
    first, again, other = (play(table, [LinearPlayer(table)] * 3, 50, seed).points for seed in (7, 7, 8))
    assert (first == again).all()
    assert (first != other).any()


def test_tied_players_share_the_win() -> None:
    table = grid(load_pad("classic"))
    outcome = play(table, [LinearPlayer(table)] * 2, 3000, 5)
    tied = outcome.points[:, 0] == outcome.points[:, 1]
    assert tied.any()
    assert (outcome.shares[tied] == 0.5).all()
    assert (outcome.shares[~tied].max(1) == 1).all()
    assert (outcome.shares.sum(1) == 1).all()
