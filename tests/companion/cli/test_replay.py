"""`qwixx replay`: exit statuses, streams, and the verdict in words."""

import json
from pathlib import Path

from click.testing import CliRunner

from companion.cli.replay import command as replay_command
from tests.companion.records.examples import DICE, LONGO, classic, write


def test_replay_exit_statuses_and_streams(tmp_path: Path) -> None:
    good = write(tmp_path, "good.json", classic({"dice": DICE, "white": {"Ann": "a5"}}))
    bad = write(tmp_path, "bad.json", LONGO)
    broken = write(tmp_path, "broken.json", "{")
    many = write(tmp_path, "many.jsonl", classic(), "", LONGO, "[]")
    run = CliRunner().invoke
    assert run(replay_command, [good, "--json"]).exit_code == 0
    assert run(replay_command, [good, bad, "--json"]).exit_code == 1
    mixed = run(replay_command, [broken, bad, good, "--json"])
    assert mixed.exit_code == 2
    assert [json.loads(line)["ok"] for line in mixed.stdout.splitlines()] == [False, True]
    assert mixed.stderr.startswith(f"qwixx replay: {broken}: /: expected JSON")
    assert len(mixed.stderr.splitlines()) == 1
    lines = run(replay_command, [many, "--json"])
    assert [json.loads(line)["ok"] for line in lines.stdout.splitlines()] == [True, False]
    assert lines.stderr == f"qwixx replay: {many}:4: /: expected an object, but found an empty list.\n"
    assert lines.exit_code == 2
    piped = run(replay_command, ["-", "--json"], input=json.dumps(LONGO))
    assert piped.exit_code == 1
    absent = run(replay_command, [str(tmp_path / "none.json"), "--json"])
    assert (absent.exit_code, absent.stdout) == (2, "")
    assert "cannot be read" in absent.stderr


def test_replay_in_words(tmp_path: Path) -> None:
    path = write(tmp_path, "longo.json", LONGO)
    shown = CliRunner().invoke(replay_command, [path]).stdout
    assert "Turn 1 · Emma  w5 w1 r3 y2 g7 b8" in shown
    assert "so red 7 is not the white sum. [white-sum]" in shown
    assert "[13]" in shown
    assert "Not finished. As it stands: Emma 2, Max 0, Laura 1." in shown
    assert "\x1b" not in shown
