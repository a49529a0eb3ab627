"""`qwixx --version`: the commit that a build has noted, or that of the checkout."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion import commit
from tests.running import ROOT


def test_version_names_the_commit_of_the_checkout() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    said = subprocess.run([sys.executable, "-m", "companion", "--version"], capture_output=True, text=True)
    version, known = said.stdout.split("(")
    assert version.startswith("qwixx ") and head.startswith(known.partition("-")[0].rstrip(")\n"))


def test_commit_noted_by_the_build_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "companion" / "commit.txt"
    monkeypatch.setattr(commit, "FILE", file)
    assert commit.commit() == "", "another repository around it would say nothing"
    file.parent.mkdir()
    file.write_text("0123456789\n")
    assert commit.commit() == "0123456789"
