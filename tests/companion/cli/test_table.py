"""`qwixx table`, started by a program."""

import json
import subprocess
from pathlib import Path

from companion.cli.table import kept_pad
from companion.doctor.network import is_table
from companion.storage.own_pads import OwnPads
from tests.companion.storage.test_own_pads import STEPS
from tests.running import TABLE


def test_the_table_is_told_to_a_program_once_it_is_open(tmp_path: Path) -> None:
    words = [*TABLE, "--json", "--camera", "none", "--data", str(tmp_path), "--port", "18741"]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert is_table(int(told["address"].rstrip("/").rpartition(":")[2])), "the doctor knows a table"
        process.terminate()
        assert process.stdout.read() == b"" and process.wait(timeout=60) == 0
    assert told["address"].startswith("http://127.0.0.1:") and told["data"] == str(tmp_path)


def test_a_pad_file_that_is_none_is_named_in_one_sentence_and_nothing_is_kept(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('format = "qwixx-pad/1"\nname = "bad"\n')
    words = [*TABLE, "--camera", "none", "--data", str(tmp_path / "games"), "--layout", str(bad)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 2 and not (tmp_path / "games").exists()
    assert ended.stderr.strip() == f"qwixx table: {bad}: /: expected the key rows, but found none."


def test_a_pad_file_is_kept_for_the_next_time(tmp_path: Path) -> None:
    good = tmp_path / "steps.toml"
    good.write_text(STEPS)
    assert kept_pad(tmp_path / "games", good).title == "Four steps"
    assert [pad.name for pad in OwnPads(tmp_path / "games").all()] == ["steps"]
