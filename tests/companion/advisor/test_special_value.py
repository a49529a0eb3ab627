"""The network of a game with special cells, as a table is advised by it and as it is trained: the same."""

from __future__ import annotations

import hashlib
import random
import tomllib

import numpy as np
import pytest

from companion.advisor import advise, special_value
from companion.advisor.ranking import is_rough
from companion.advisor.special_tables import sheet_numbers
from companion.advisor.special_value import pack, special_network
from companion.advisor.training.special_export import model_card, packed_and_back
from companion.advisor.training.special_match import field_of
from companion.advisor.training.special_network import HIDDEN, new_network
from companion.advisor.training.special_play import forward, make_room, see
from companion.rules import Game
from sheets.serial import LETTERED_GAMES
from tests.companion.moment import random_step

PLAYERS = ("Ann", "Bob", "Cleo")


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Networks, of a seed, for two games."""
    for name in ("big-points", "connected-a"):
        pack(tmp_path / f"advice-{name}.npz", new_network(field_of(name).tables, 3)._asdict())
    monkeypatch.setattr(special_value, "FOLDER", tmp_path)
    special_value._network.cache_clear()
    yield tmp_path
    special_value._network.cache_clear()


def game_of(name: str, players=PLAYERS) -> Game:
    sheets = dict(zip(players, "DBA", strict=False)) if name in LETTERED_GAMES else None
    return Game(name, "", players, sheets=sheets)


@pytest.mark.parametrize("name", ["big-points", "connected-a"])
def test_what_is_advised_by_is_what_was_trained(name: str, trained) -> None:
    game, rng = game_of(name), random.Random(5)
    tables, room = field_of(name).tables, make_room(*HIDDEN)
    network = packed_and_back(new_network(tables, 3), trained / "again.npz")
    asked, position = [], game.start()
    while position.end is None and len(asked) < 40:
        position = random_step(game, position, rng)
        if position.phase == "roll":
            asked.append((position, rng.randrange(3)))
    found = special_network(game)
    assert found is not None
    wins, leads = found(game, [position for position, _ in asked], [seat for _, seat in asked])
    which = [found._pads.index(pad) for pad in game.pads]
    for (position, seat), win, lead in zip(asked, wins, leads, strict=True):
        sheets = np.array([sheet_numbers(s, w) for s, w in zip(position.sheets, which, strict=True)])
        count = see(tables, sheets, seat, position.closed_mask, position.seat, room)
        forward(network, room.ids, count, room)
        assert abs(win - 1 / (1 + np.exp(-room.out[0]))) < 1e-3
        assert abs(lead - 50 * room.out[1]) < 0.1


def test_only_tables_that_were_trained_are_judged(trained) -> None:
    assert not is_rough(game_of("big-points"))
    assert is_rough(game_of("x-change")), "no network was trained"
    assert is_rough(game_of("big-points", ("Ann",))) and is_rough(game_of("big-points", tuple("ABCDEF")))
    own = Game("classic", game_of("big-points").pad, PLAYERS)
    assert is_rough(own), "a table that calls its game otherwise"


def test_the_advice_asks_the_network(trained) -> None:
    game = game_of("big-points", ("Ann", "Bob"))
    position = random_step(game, game.start(), random.Random(1))
    for advice in advise(game, position):
        assert not advice.is_rough
        assert sorted(str(o.move) for o in advice.options) == sorted(
            map(str, game.moves(position, advice.player))
        )
    ann, bob = (advise(game, position, [player])[0].best.win for player in ("Ann", "Bob"))
    assert abs(ann + bob - 1) < 0.02, "both are told the same of one table"


def test_a_network_gets_an_entry_with_the_sum_of_its_file(trained) -> None:
    file = trained / "advice-big-points.npz"
    (entry,) = tomllib.loads(model_card("big-points", file, "61.0 ± 1.2 % of 4,000 games"))["table"]
    assert entry["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert file.stat().st_size < 100_000
