"""`qwixx advise` lists every move, and says that advice is rough if no network was trained for the game."""

import json
from collections.abc import Sequence
from pathlib import Path

from click.testing import CliRunner

from companion.advisor import ROUGH
from companion.cli.advise import command

DICE = {"white": [5, 6], "red": 4, "yellow": 1, "green": 1, "blue": 1}


def advise(tmp_path: Path, game: str, players: Sequence[str] = ("Emma", "Max")) -> str:
    record = tmp_path / f"{game}.json"
    turn = {"dice": DICE, "white": {}, "open": True}
    record.write_text(
        json.dumps({"format": "qwixx-record/1", "game": game, "players": list(players), "turns": [turn]})
    )
    done = CliRunner().invoke(command, [str(record), "--language", "en"])
    assert done.exit_code == 0, done.output
    return done.output


def test_rough_advice_says_so_once_for_each_player(tmp_path: Path) -> None:
    assert ROUGH not in advise(tmp_path, "classic")
    assert ROUGH not in advise(tmp_path, "lucky-15")
    told = advise(tmp_path, "lucky-15", "ABCDEF")
    assert told.count(ROUGH) == 6, "no network learnt tables of six"
    assert "15 " in told and "Fifteen on the track adds 5 points instead of both actions" in told


def test_each_move_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    lines = advise(tmp_path, "classic").splitlines()
    heads = [number for number, line in enumerate(lines) if not line.startswith("  ")]
    assert [lines[number] for number in heads] == ["Emma (white dice):", "Max (white dice):"]
    assert [line.split()[0] for line in sorted(lines[1 : heads[1]])] == ["-", "a11", "b11", "c11", "d11"]
