"""The browser of the tests: which one is taken, how its version is told, what is said where there is none."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.companion.web import chromium
from tests.running import ROOT


def program(path: Path, script: str) -> Path:
    """Write a program that does what the shell's `script` says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the browser finder on a computer with only the browsers in `tmp_path`."""
    monkeypatch.delenv("QWIXX_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "PLACES", ())
    return chromium


def test_ci_does_not_go_on_without_a_browser(
    finder: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make browser` alone says that there is none; `make browser ARGS=--newest`, which CI calls, fails."""
    monkeypatch.setattr(finder, "find", lambda: None)
    monkeypatch.setattr(finder, "install", lambda: None)
    assert finder.main(newest=False) == 0 and finder.main(newest=True) == 1
    said = capsys.readouterr().out
    assert said.count("Chromium: none; the browser tests will be skipped.") == 2
    assert "Chromium is left as it is" in said


def run_browser_tests(folder: Path, tests: str, browser: str) -> str:
    """Return pytest's output for these tests with this project's `conftest.py`."""
    path = folder / "test_of_the_browser.py"
    path.write_text(tests, encoding="utf-8")
    words = ["-m", "pytest", "-q", "-p", "no:xdist", "-p", "conftest", "-c", "pyproject.toml", str(path)]
    environment = {**os.environ, "QWIXX_CHROMIUM": browser}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    ).stdout


TWO_TESTS = """
import pytest

pytestmark = pytest.mark.browser


def test_one(chromium):
    assert False, "on purpose"


def test_another(chromium):
    pass
"""


def test_without_a_browser_one_line_says_what_is_skipped(tmp_path: Path) -> None:
    said = run_browser_tests(tmp_path, TWO_TESTS, "none")
    assert said.count("SKIPPED") == 1 and "SKIPPED [2]" in said, said
    assert "no Chromium is on this machine; `make browser` finds or installs one" in said
