"""Advice under rulings other than the default: it lists the legal moves and foresees the end of the game."""

import random
from itertools import islice

import pytest

from companion.advisor import advise
from companion.rulebook.rulings import RULINGS
from companion.rules import Game
from tests.companion.advisor.positions import checked_advice, random_positions
from tests.companion.moment import game_of, moment

OTHERS = [
    (ruling.id, option, name)
    for ruling in RULINGS.values()
    for option, _ in ruling.options
    for name in ruling.games
]


def ruled(name: str, ruling: str, option: str, players: tuple[str, ...] = ("Ann", "Bob")) -> Game:
    pad = "mixx-b" if ruling == "cards-gap-mixx-b" else ""
    return game_of(name, players, pad, **{ruling.replace("-", "_"): option})


@pytest.mark.parametrize(("ruling", "option", "name"), OTHERS)
def test_advice_lists_the_legal_moves_of_every_ruling(ruling: str, option: str, name: str) -> None:
    rng = random.Random(f"{ruling} {option} {name}")
    game = ruled(name, ruling, option)
    for position in islice(random_positions(game, rng), 8):
        checked_advice(game, position, rng)


@pytest.mark.parametrize(("option", "ahead"), [("stop", False), ("finish-turn", True)])
def test_action_2_after_the_second_lock_is_reckoned_with(option: str, ahead: bool) -> None:
    """Check that a lock that ends the game wins only if action 2 follows, in which Ann can cross yellow 7."""
    game = ruled("classic", "end-in-action-1", option)
    ann = "- / b2 b3 b4 b5 b6 / - / d12 d11 d10 d9 d8"
    bob = "a2 a3 a4 a5 a6 a7 a8 a9 a10 / - / - / -"
    position = moment(game, "white", "w1 w1 y6", ann, bob, closed="a")
    options = advise(game, position, ["Ann"])[0].options or ()
    lock = next(option for option in options if str(option.move) == "d2")
    assert (lock.margin > 0) == (lock.win == 1.0) == ahead, lock
