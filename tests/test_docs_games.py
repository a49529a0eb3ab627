"""Every game is complete: it has pads, a name, rules and a lesson, and docs/games.md explains it."""

import re
from pathlib import Path

import pytest

from companion.book import RULES
from companion.cli.options import GAMES
from companion.rules import ALL_VARIANTS
from companion.web.layout.game.names import GAME_NAMES, game_name
from companion.web.pages.rules.lesson import lesson
from sheets.pad import ALL_PADS, load_pad
from sheets.serial import GAME_LETTERS, LETTERED_GAMES

ROOT = Path(__file__).parents[1]
GAMES_PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
TABLE = GAMES_PAGE.partition("## What the program does for each")[2].partition("\n## ")[0]


@pytest.mark.parametrize("game", ALL_VARIANTS)
def test_a_game_has_all_that_the_others_have(game: str) -> None:
    variant = ALL_VARIANTS[game]
    assert set(variant.pads) <= set(ALL_PADS), "its pads are listed in sheets/pad.py"
    assert variant.cards or game in GAME_LETTERS, "a letter for the codes of its sheets, in sheets/serial.py"
    assert game in GAMES, "the verbs of the command take its name"
    assert game in GAME_NAMES, "a name that people choose, in companion/web/layout/game/names.py"
    assert not variant.cards or set(variant.pads) <= set(GAME_NAMES), "a name for each pad of the card game"
    assert any(game in rule.games for rule in RULES.values()), "rules in companion/rulebook/"
    assert {rule for step in lesson(game) for rule in step.rules} <= set(RULES), "its lesson cites the book"
    assert re.search(rf"^(## |\| ).*`{game}`", GAMES_PAGE, re.M), "docs/games.md explains it"
    family, _, sheet = game_name(game, str).removeprefix("The ").partition(" ")
    assert re.search(rf"^\| (The )?{family}.*\b{sheet}", TABLE, re.M), "the table of docs/games.md names it"


def test_letters_of_games_and_their_pads_are_told_apart() -> None:
    assert len(set(GAME_LETTERS.values())) == len(GAME_LETTERS)
    assert {name for name in ALL_PADS if load_pad(name).letters} == set(LETTERED_GAMES)
    assert set(GAME_LETTERS) == set(ALL_PADS)
