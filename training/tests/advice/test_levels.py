"""The computer's levels of play against each other: games end, and the same seed gives the same games."""

import pytest

from tests.companion.moment import FURTHER_GAMES, GAMES_AND_PADS, game_of
from training.advice.levels import play_levels


@pytest.mark.parametrize(
    ("name", "pad"), [each for each in (*GAMES_AND_PADS, *FURTHER_GAMES) if each[0] != "cards"]
)
def test_the_computer_plays_every_game_with_dice_to_its_end(name: str, pad: str) -> None:
    game = game_of(name, players=("Ann", "Ben"), pad=pad)
    assert max(play_levels(game, ("good", "gentle"), 5)) > 10


def test_same_seed_gives_the_same_game() -> None:
    game = game_of("classic", players=("Ann", "Ben"))
    assert play_levels(game, ("good", "gentle"), 5) == play_levels(game, ("good", "gentle"), 5)
