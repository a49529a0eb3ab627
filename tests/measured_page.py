"""Writes measured figures into docs/accuracy-and-speed.md."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "accuracy-and-speed.md"


def write_section(name: str, lines: Iterable[str]) -> None:
    """Replace the lines of a section of PAGE. Raise ValueError if PAGE has no such section."""
    replace_section = load_script(ROOT / "docs" / "sections.py").replace_section
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(replace_section(text, name, lines), encoding="utf-8")


def commit() -> str:
    """Return the short name of the checked-out commit; "unknown" outside a git checkout."""
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"
