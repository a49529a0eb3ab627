"""What the power of a character is worth: both play the same dice, and each way to use a power is played."""

import random

import pytest
from click.testing import CliRunner

from companion.advisor import KEEP, DiceChange
from companion.advisor.training.powers import NAMES, Throws, main, naive_choice, play_game
from companion.rules import PASS, Game, House
from companion.rules.characters import CHARACTERS
from tests.companion.moment import moment

FAR, BAD = "a9 / b9 / c5 / d5", "w2 w6 r3 y1 g6 b6"
"""A sheet on which these dice bring no cross."""


def game_with(character: str, players: tuple[str, ...] = NAMES) -> Game:
    return Game("classic", "", players, house=House(characters={NAMES[0]: character}))


@pytest.mark.parametrize("character", list(CHARACTERS))
def test_a_game_is_played_to_its_end_and_again_the_same(character: str) -> None:
    game = game_with(character)
    first = play_game(game, "", 5)
    assert first == play_game(game, "", 5) != play_game(game, "", 6)
    assert set(first) == set(NAMES) and sum(first.values()) > 40


def test_a_turn_has_the_same_dice_from_either_seat_and_a_second_throw_other_ones() -> None:
    throws = Throws(random.Random(1).randrange(1000))
    games = [game_with("double-dutch", players) for players in (NAMES, NAMES[::-1])]
    first, other = (throws.roll(game, game.start()) for game in games)
    assert first == other != throws.roll(games[0], games[0].start(), again=True)


def test_who_does_not_weigh_a_power_uses_it_as_soon_as_nothing_fits() -> None:
    game = game_with("double-dutch")
    fits = game.ask_about_dice(moment(game, "white", "w1 w1 r1 y1 g6 b6"))
    assert naive_choice(game, fits) == KEEP
    nothing = game.ask_about_dice(moment(game, "white", BAD, FAR))
    assert naive_choice(game, nothing) == DiceChange(
        "re-roll", ("w1", "w2", "red", "yellow", "green", "blue")
    )
    turner = game_with("tina-turner")
    nothing = turner.ask_about_dice(moment(turner, "white", BAD, FAR))
    assert naive_choice(turner, nothing) == DiceChange("red 3")
    saver = game_with("miss-take")
    missed = naive_choice(saver, moment(saver, "instead", "w1 w1 r1 y1 g1 b1"))
    assert missed not in (None, PASS)
    assert naive_choice(saver, moment(saver, "white", "w1 w1 r1 y1 g1 b1")) is None


def test_the_command_prints_a_line_for_each_character() -> None:
    told = CliRunner().invoke(main, ["magic-mike", "--deals", "1"], catch_exceptions=False).output
    assert [line.split()[0] for line in told.splitlines()] == ["character", "magic-mike"]
    assert told.splitlines()[1].split()[1:3] == ["none", "2"]
