"""`qwixx moves`: what the players of an open turn may do."""

import json
from pathlib import Path

from click.testing import CliRunner

from companion.cli.moves import command as moves_command
from companion.records.reading import read_record
from companion.records.referee import judge
from sheets.errors import BadInput
from tests.companion.records.examples import DICE, cards, classic, write


def test_moves_command(tmp_path: Path) -> None:
    path = write(
        tmp_path, "open.json", classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "open": True})
    )
    result = CliRunner().invoke(moves_command, [path, "--json"])
    expected = [
        {"player": "Ann", "action": "colour", "moves": ["-", "a4", "a7", "b3", "b6", "c10", "c7", "d9", "d6"]}
    ]
    assert json.loads(result.stdout) == expected
    handless = CliRunner().invoke(moves_command, [path, "--hand", "red 4"])
    assert "only the card game" in str(handless.exception)
    for turns in ((), ({"dice": DICE},)):
        closed = write(tmp_path, "closed.json", classic(*turns))
        assert "expected a last turn" in str(CliRunner().invoke(moves_command, [closed]).exception)


def test_moves_with_a_hand(tmp_path: Path) -> None:
    record = cards({"number": 4, "number_marks": {"Ann": "-", "Bob": "-"}, "open": True}, jokers=True)
    path = write(tmp_path, "cards.json", record)
    plain = json.loads(CliRunner().invoke(moves_command, [path, "--json"]).stdout)
    assert plain == [{"player": "Ann", "action": "play"}]
    result = CliRunner().invoke(moves_command, [path, "--json", "--hand", "green 11, red 4, joker 9"])
    listed = json.loads(result.stdout)[0]["moves"]
    assert {"play": ["green 11", "joker 9 as green"], "marks": ["c11", "c9"]} in listed
    assert {"play": ["joker 9 as blue"], "marks": []} in listed
    # green 11 with the joker: 4 sets of marks; red 4 with it: 3 (the gap); each alone 2, the joker 4 x 2
    assert len(listed) == 4 + 3 + 2 + 2 + 8
    for play in listed:
        played = record | {"turns": [record["turns"][0] | play]}
        assert judge(read_record(json.dumps(played))).ok
    for hand in ("green 1", "red 4, red 4", "a, b", ""):
        assert isinstance(CliRunner().invoke(moves_command, [path, "--hand", hand]).exception, BadInput)


def test_the_plays_of_a_hand_stand_on_lines_of_their_own(tmp_path: Path) -> None:
    record = cards({"number": 4, "number_marks": {"Ann": "-", "Bob": "-"}, "open": True})
    path = write(tmp_path, "cards.json", record)
    said = CliRunner().invoke(moves_command, [path, "--hand", "green 11, red 4"]).stdout.splitlines()
    assert said[0] == "Ann (play of cards):"
    assert "  green 11: c11" in said[1:] and "  green 11: -" in said[1:]
