"""Files that strangers hand to the commands: an answer or one sentence, never a traceback."""

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from companion.cli import run as qwixx
from tests.robustness.hostile import images, record_bytes

FEW = 200 if os.environ.get("QWIXX_COUNTS") == "full" else 8
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
few = settings(max_examples=FEW, deadline=None, phases=PHASES, suppress_health_check=QUIET)
STATUSES = (0, 1, 2)


def run(*words: str) -> str:
    """Run a command and return its output; assert a documented status and no traceback."""
    said, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(wrong):
        status = qwixx(list(words))
    told = said.getvalue() + wrong.getvalue()
    assert status in STATUSES, f"{words}: {status}\n{told}"
    assert "Traceback" not in told and "\x1b" not in told
    return told


@pytest.mark.parametrize("verb", ["judge", "replay", "moves", "advise"])
@few
@given(data=record_bytes)
def test_records(tmp_path: Path, verb: str, data: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(data)
    run(verb, str(file), "--json") if verb != "judge" else run(verb, str(file))


@pytest.mark.parametrize("verb", ["read", "scan"])
@few
@given(data=images)
def test_images(tmp_path: Path, verb: str, data: bytes) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    run(verb, str(file), "--json")
