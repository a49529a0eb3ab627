"""The browser of the tests: which one is taken, how its version is told, what is said where there is none."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.companion.web import chromium
from tests.running import ROOT

PROGRAMS = pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")


def program(path: Path, script: str) -> Path:
    """A program that does what the shell's `script` says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that finds a browser, on a computer that has those in `tmp_path` alone."""
    monkeypatch.delenv("QWIXX_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "PLACES", ())
    return chromium


@PROGRAMS
def test_a_stub_that_does_not_run_is_passed_over(finder: ModuleType, tmp_path: Path) -> None:
    program(tmp_path / "chromium-headless-shell", "exit 1")
    browser = program(tmp_path / "chromium", "echo Chromium 1.2.3")
    assert finder.find() == str(browser)
    assert finder.version(str(browser)) == "Chromium 1.2.3"


@PROGRAMS
def test_the_browser_that_is_named_is_taken_and_none_is_none(
    finder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "chromium", "echo Chromium 1.2.3")
    other = program(tmp_path / "other" / "browser", "echo Chromium 4.5.6")
    monkeypatch.setenv("QWIXX_CHROMIUM", str(other))
    assert finder.find() == str(other)
    monkeypatch.setenv("QWIXX_CHROMIUM", "none")
    assert finder.find() is None
    monkeypatch.setenv("QWIXX_CHROMIUM", str(other.with_name("gone")))
    with pytest.raises(FileNotFoundError, match="gone, which is no program; name a browser"):
        finder.find()


@PROGRAMS
def test_playwrights_own_browser_is_taken_where_the_system_has_none(tmp_path: Path) -> None:
    """It lies where `playwright install chromium` would put it."""
    code = """
import os, pathlib, sys
from playwright.sync_api import sync_playwright
from tests.companion.web import chromium
with sync_playwright() as playwright:
    own = pathlib.Path(playwright.chromium.executable_path)
own.parent.mkdir(parents=True)
own.write_text("#!/bin/sh\\necho Chromium 7.8.9\\n")
own.chmod(0o755)
os.environ["PATH"], chromium.PLACES = "", ()
print(own, chromium.find(), chromium.version(str(own)), sep="\\n")
"""
    environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "own"), "QWIXX_CHROMIUM": ""}
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    own, found, version = told.stdout.splitlines()
    assert own == found and own.startswith(str(tmp_path / "own")) and version == "Chromium 7.8.9"


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
    """What pytest says of these tests with this project's `conftest.py`."""
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


@pytest.mark.browser
def test_a_browser_test_that_fails_names_the_browser_and_its_version(
    chromium_path: str, tmp_path: Path
) -> None:
    said = run_browser_tests(tmp_path, TWO_TESTS, chromium_path)
    assert "1 failed, 1 passed" in said, said
    assert re.search(rf"^Chromium \d+(\.\d+)+, {re.escape(chromium_path)}$", said, re.M), said


def test_without_a_browser_one_line_says_what_is_skipped(tmp_path: Path) -> None:
    said = run_browser_tests(tmp_path, TWO_TESTS, "none")
    assert said.count("SKIPPED") == 1 and "SKIPPED [2]" in said, said
    assert "no Chromium is on this machine; `make browser` finds or installs one" in said
