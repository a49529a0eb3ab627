"""`qwixx pads` lists the pads, and checks a custom pad."""

import json
from pathlib import Path

from click.testing import CliRunner

from companion.cli.pads import command as pads_command
from sheets.errors import BadInput


def test_pads_command(tmp_path: Path) -> None:
    assert "bonus-b: Qwixx Bonus B" in CliRunner().invoke(pads_command, []).stdout
    own = tmp_path / "own.toml"
    text = 'format = "qwixx-pad/1"\nname = "own"\n[rows]\na = "red 2 3 4 5 6 7"\n'
    text += 'b = "yellow 2 3 4 5 6 7"\nc = "green 7 6 5 4 3 2"\nd = "blue 7 6 5 4 3 2"\n'
    own.write_text(text)
    assert "own.toml: " in CliRunner().invoke(pads_command, ["check", str(own)]).stdout
    own.write_text(text.replace("blue 7 6 5", "blue 7 7 5"))
    problem = CliRunner().invoke(pads_command, ["check", str(own)]).exception
    assert isinstance(problem, BadInput)
    assert str(problem).endswith("/rows/d: expected each number once in the row, but found a second 7.")


def test_special_cells_are_listed_with_their_pad() -> None:
    listed = CliRunner().invoke(pads_command, []).stdout
    assert "connected-b: Qwixx Connected B" in listed and "  chains  A  a6-b6 a11-b11" in listed
    rows = map(json.loads, CliRunner().invoke(pads_command, ["--json"]).stdout.splitlines())
    special = {row["pad"]: row.get("special") for row in rows}
    assert special["lucky-15"] == {"track": {"fields": "5 11 18 25"}} and special["classic"] is None
