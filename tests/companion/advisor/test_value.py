"""Each game's value network: the tables that it can judge, its input, and that it sees who is far ahead."""

import random
from typing import Any

import numpy as np
import pytest

from companion.advisor.card_value import has_card_value
from companion.advisor.encoder import NUMBERS, EncodedStates
from companion.advisor.evaluation import needs_heuristic
from companion.advisor.solo import is_solved
from companion.advisor.tables import LUCKY, MISSES
from companion.advisor.value import ValueNetwork, value_network
from companion.rules import Game, Position
from sheets.pad import FURTHER_PADS, PADS, load_pad, pad_data, parse_pad
from sheets.serial import LETTERED_GAMES
from tests.companion.moment import moment, random_step

ALL = (*PADS, *FURTHER_PADS)
EMPTY = "- / - / - / -"
PLAYERS = ("Ann", "Bob", "Cleo")


def game_of(name: str, players=PLAYERS) -> Game:
    lucky = {player: (4 + seat, 9 + seat) for seat, player in enumerate(players)} if name == "longo" else None
    sheets = dict(zip(players, "DBAEC", strict=False)) if name in LETTERED_GAMES else None
    return Game(name, "", players, lucky, sheets=sheets)


def table_of(game: Game, *sheets: str, **changes) -> Position:
    return moment(game, "roll", None, *sheets, **changes)


def network_of(game: Game) -> ValueNetwork:
    network = value_network(game)
    assert network is not None
    return network


def some_tables(game: Game, count: int) -> tuple[list[Position], list[int]]:
    rng, position = random.Random(5), game.start()
    positions: list[Position] = []
    while len(positions) < count:
        position = game.start() if position.end else random_step(game, position, rng)
        if position.phase == "roll":
            positions.append(position)
    return positions, [rng.randrange(len(game.players)) for _ in positions]


def test_encoding_begins_with_the_viewer(monkeypatch) -> None:
    game = game_of("longo")
    network = ValueNetwork("longo")
    position = moment(
        game, "roll", None, "a2 / - / - / -", "a3 / - / - / - misses 2", "a4 / - / - / -", seat=2
    )
    told = []
    monkeypatch.setattr(network, "_encode", lambda *args: told.append(args))
    network._seen(game, [position, position], [1, 2])
    sheets, closed, following = told[0]
    assert sheets[0, :, 0].tolist() == [0b10, 0b100, 0b1]
    assert sheets[0, :, MISSES].tolist() == [2, 0, 0]
    assert sheets[0, :, LUCKY : LUCKY + 2].tolist() == [[5, 10], [6, 11], [4, 9]]
    assert sheets[1, :, 0].tolist() == [0b100, 0b1, 0b10]
    assert closed.tolist() == [0, 0]
    assert following.tolist() == [1, 0], "Cleo throws next: the player after Bob, and Cleo herself"


@pytest.mark.parametrize("name", ALL)
def test_encoding_repeats_no_vector(name: str) -> None:
    game = game_of(name)
    network = network_of(game)
    seen = network._seen(game, *some_tables(game, 30))
    assert seen.numbers.shape == (30, NUMBERS) and np.abs(seen.numbers).max() < 5
    nothing = network._encode.nothing
    assert seen.ids.min() >= 0 and seen.ids.max() <= nothing
    for ids in seen.ids:
        told = ids[ids < nothing].tolist()
        assert 20 < len(told) == len(set(told))


@pytest.mark.parametrize("name", ALL)
def test_encoding_exchanges_sides_for_the_other_viewer(name: str) -> None:
    game = game_of(name, PLAYERS[:2])
    network = network_of(game)
    positions, _ = some_tables(game, 20)
    one, other = (network._seen(game, positions, [seat] * 20) for seat in (0, 1))
    side = network._encode.side_size
    for mine, theirs in zip(one.ids, other.ids, strict=True):
        assert {i for i in mine if i < side} == {i - side for i in theirs if side <= i < 2 * side}
        assert {i - side for i in mine if side <= i < 2 * side} == {i for i in theirs if i < side}
    assert one.numbers[:, 0] == pytest.approx(-other.numbers[:, 0])


@pytest.mark.parametrize("name", ALL)
def test_encoding_differs_if_the_table_differs(name: str) -> None:
    game = game_of(name, PLAYERS[:2])
    network = network_of(game)
    marked = f"- / {load_pad(name).rows[1].cells[0]} / - / -"
    tables = [
        table_of(game, EMPTY, EMPTY),
        table_of(game, marked, EMPTY),
        table_of(game, EMPTY, marked),
        table_of(game, EMPTY, EMPTY, closed="d"),
        table_of(game, EMPTY, EMPTY, seat=1),
        table_of(game, EMPTY + " misses 1", EMPTY),
        table_of(game, EMPTY, EMPTY + " misses 1"),
    ]
    seen = network._seen(game, tables, [0] * len(tables))
    assert len({as_bytes(seen, number) for number in range(len(tables))}) == len(tables)


def as_bytes(seen: EncodedStates, number: int) -> bytes:
    return seen.ids[number].tobytes() + seen.numbers[number].tobytes()


@pytest.mark.parametrize("name", ALL)
def test_every_game_has_a_network_that_knows_who_is_far_ahead(name: str) -> None:
    game = game_of(name, PLAYERS[:2])
    far = " / ".join(" ".join(map(str, row.cells[:6])) for row in load_pad(name).rows)
    tables = [table_of(game, far, EMPTY), table_of(game, EMPTY, far), table_of(game, EMPTY, EMPTY)]
    wins, leads = network_of(game)(game, tables, [0, 0, 0])
    assert wins[0] > 0.8 and wins[1] < 0.2
    assert leads[0] > 15 and leads[1] < -15
    assert wins[2] == pytest.approx(0.5, abs=0.15 if name in PADS else 0.2)


CLASSIC: dict[str, Any] = pad_data(load_pad("classic"))
RENAMED = parse_pad({**CLASSIC, "name": "ours"})
REORDERED = parse_pad({**CLASSIC, "rows": {**CLASSIC["rows"], "a": "red 2 3 4 5 6 7 8 9 10 12 11"}})
"""A custom pad that is named like the classic one; in its red row 11 and 12 are exchanged."""
ONE, TWO, SIX = ("Ann",), ("Ann", "Bob"), tuple("ABCDEF")


@pytest.mark.parametrize(
    ("game", "estimate"),
    [
        (Game("classic", "", ONE), "solution"),
        (Game("classic", RENAMED, ONE), "solution"),
        (Game("classic", REORDERED, ONE), "outlook"),
        (Game("mixx-b", "", ONE), "outlook"),
        (Game("classic", RENAMED, TWO), "network"),
        (Game("classic", REORDERED, TWO), "outlook"),
        (Game("classic", load_pad("big-points"), TWO), "outlook"),
        (Game("big-points", "", PLAYERS), "network"),
        (Game("classic", "", SIX), "outlook"),
        (Game("cards", "mixx-a", SIX), "cards"),
        (Game("cards", "classic", ONE), "outlook"),
    ],
)
def test_a_table_is_judged_only_by_an_estimate_that_was_made_for_it(game: Game, estimate: str) -> None:
    found = {"solution": is_solved(game), "network": value_network(game), "cards": has_card_value(game)}
    assert [name for name, fits in found.items() if fits] == ([] if estimate == "outlook" else [estimate])
    assert needs_heuristic(game) == (estimate == "outlook")
