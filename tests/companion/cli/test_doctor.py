"""The command `qwixx doctor`: its JSON, and the picture that it saves."""

import json
from pathlib import Path

from click.testing import CliRunner

from companion.cli.doctor import command
from vision import read
from vision.frames.image import load
from vision.reading import Reading


def test_the_verb_tells_a_program_and_keeps_the_picture(tmp_path: Path, fixtures: Path) -> None:
    words = ["--data", str(tmp_path), "--port", "18730", "--camera", str(fixtures / "rolls" / "wood.jpg")]
    picture = tmp_path / "seen.jpg"
    done = CliRunner().invoke(command, [*words, "--check-bar", "50", "--picture", str(picture), "--json"])
    told = json.loads(done.stdout)
    assert told["ok"] == (done.exit_code == 0) == all(row["state"] != "fault" for row in told["checks"])
    by_name = {row["check"]: row for row in told["checks"]}
    assert by_name["dice"]["state"] == "well" and by_name["printer"]["todo"] is None
    drawn = load(picture)
    assert drawn.shape == load(fixtures / "rolls" / "wood.jpg").shape
    assert isinstance(read(drawn, game="classic"), Reading), "the picture can be opened"
    bad = CliRunner().invoke(command, [*words, "--check-bar", "45"])
    assert bad.exit_code == 1 and "!!  The printer prints at 90.0 %" in bad.stdout


def test_a_picture_without_a_camera_is_one_sentence(tmp_path: Path) -> None:
    words = ["--camera", "none", "--picture", str(tmp_path / "x.jpg")]
    assert "no picture came" in str(CliRunner().invoke(command, words).exception)
