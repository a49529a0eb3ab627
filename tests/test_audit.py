"""`make audit`: one sentence, whatever the package index says, and within a bound."""

import json
import shlex
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`requirements/audit.py`, whose pip-audit is a script in `tmp_path`."""
    module = load_script(ROOT / "requirements" / "audit.py")
    monkeypatch.setattr(module, "BIN", tmp_path)
    monkeypatch.setattr(module, "install", lambda _: None)
    return module


def answer(folder: Path, script: str) -> None:
    """Have pip-audit do what this Python says."""
    program, said = folder / "pip-audit", folder / "pip_audit.py"
    said.write_text(f"import sys, time\n{script}\n")
    # by a shell: a first line with Python's path could not hold a space
    program.write_text(f"#!/bin/sh\nexec {shlex.join((sys.executable, str(said)))}\n")
    program.chmod(0o755)


def told(*dependencies: dict[str, object]) -> str:
    return f"print({json.dumps(json.dumps({'dependencies': dependencies}))})"


SAFE: dict[str, object] = {"name": "numpy", "version": "2.4.6", "vulns": []}
UNSAFE: dict[str, object] = {"name": "flask", "version": "0.1", "vulns": [{"id": "PYSEC-1"}, {"id": "CVE-2"}]}
UNKNOWN: dict[str, object] = {"name": "rich", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
@pytest.mark.parametrize(
    ("script", "status", "sentence"),
    [
        (told(SAFE), 0, "nothing is known against the 1 pinned packages ("),
        (
            told(SAFE, UNSAFE) + "\nsys.exit(1)",
            1,
            "1 of 2 pinned packages are known to be unsafe: flask 0.1 (PYSEC-1, CVE-2).",
        ),
        (
            told(SAFE, UNKNOWN),
            2,
            "no result: the package index that is reachable here has no notes on 1 of 2 pinned packages "
            "(rich);",
        ),
        (told(), 2, "no result: "),
        (
            "sys.exit('Traceback\\n  deep\\nConnectionError: no route')",
            2,
            "no result: pip-audit ended with an error (ConnectionError: no route);",
        ),
        ("time.sleep(600)", 2, "no result: the package index gave no answer within 1 seconds;"),
    ],
    ids=["safe", "unsafe", "unknown", "nothing", "broken", "silent"],
)
def test_one_sentence(
    audit: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    script: str,
    status: int,
    sentence: str,
) -> None:
    if "sleep" in script:
        monkeypatch.setattr(audit, "SECONDS", 1.0)
    answer(tmp_path, script)
    assert audit.main(tmp_path / "pins.txt") == status
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"qwixx audit: {sentence}") and line.endswith(".")


def test_what_cannot_be_run_is_said(audit: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(audit.NoResult, match=r"^.*pip-audit cannot run \(.*\); delete .* and run it again$"):
        audit.ask(tmp_path / "pins.txt", time.monotonic() + 60)
