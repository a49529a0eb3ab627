"""`qwixx table`, started by a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from companion.doctor.network import is_table


def test_the_table_is_told_to_a_program_once_it_is_open(tmp_path: Path) -> None:
    words = [
        "table",
        "--no-browser",
        "--json",
        "--camera",
        "none",
        "--data",
        str(tmp_path),
        "--port",
        "18741",
    ]
    with subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert is_table(int(told["address"].rstrip("/").rpartition(":")[2])), "the doctor knows a table"
        process.terminate()
        assert process.stdout.read() == b"" and process.wait(timeout=60) == 0
    assert told["address"].startswith("http://127.0.0.1:") and told["data"] == str(tmp_path)
