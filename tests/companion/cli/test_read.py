"""`qwixx read`: lines, exit statuses, errors."""

import json
import re
from pathlib import Path

from click.testing import CliRunner

from companion.cli.read import command

ROLLS = Path(__file__).parents[3] / "fixtures" / "rolls"


def test_one_json_object_a_line_in_the_order_given() -> None:
    names = [str(ROLLS / "felt.jpg"), str(ROLLS / "two.jpg")]
    done = CliRunner().invoke(command, ["--json", *names])
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["image"] for r in rows] == names
    assert [r["status"] for r in rows] == ["complete", "wrong-set"]
    assert done.exit_code == 1
    die = rows[0]["dice"][0]
    assert set(die) == {"colour", "value", "sides", "confidence", "state", "box", "alternatives"}
    assert die["alternatives"][0][0] == die["value"]
    assert abs(sum(p for _, p in die["alternatives"]) - 1) < 0.01
    assert set(rows[0]) == {"image", "status", "dice", "ignored", "problems"}
    assert set(rows[1]["problems"][0]) == {"code", "text"}


def test_a_file_that_is_no_image_is_one_line_and_the_others_are_read(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture", encoding="utf-8")
    done = CliRunner().invoke(
        command, ["--json", str(text), str(tmp_path / "gone.jpg"), str(ROLLS / "felt.jpg")]
    )
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 1
    assert len(done.stderr.splitlines()) == 2
    assert "Traceback" not in done.stderr


def test_removed_and_any_reach_the_reading() -> None:
    two = str(ROLLS / "two.jpg")
    gone = ["--removed", "red", "--removed", "yellow", "--removed", "green"]
    row = json.loads(CliRunner().invoke(command, ["--json", *gone, two]).stdout)
    assert row["problems"][0]["text"].endswith("missing: white.")
    loose = CliRunner().invoke(command, ["--json", "--any", two])
    assert json.loads(loose.stdout)["status"] == "complete"
    assert loose.exit_code == 0


def test_a_table_for_people() -> None:
    out = CliRunner().invoke(command, [str(ROLLS / "two.jpg")]).stdout
    assert "two.jpg: dice missing or too many" in out
    assert re.search(r"\n  white 3  +\d+ %\n  blue  5  +\d+ %\n", out)
    assert "I see 2 of the 6 dice" in out
