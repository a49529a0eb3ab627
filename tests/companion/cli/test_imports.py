"""Subcommands that have to be quick import no heavy modules."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


HEAVY = (
    "cv2",
    "numpy",
    "flask",
    "onnxruntime",
    "httptools",
    "cryptography",
    "zeroconf",
    "reportlab",
    "msgspec",
    "segno",
    "sqlite3",
    "vision",
)
"""Modules that `qwixx rule` doesn't need. Importing any of them would delay the answer."""


@pytest.mark.parametrize("words", [["rule", "miss"], ["--help"], ["rule", "--json"]])
def test_a_quick_verb_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys, companion.cli as cli\n"
        f"assert cli.run({words!r}) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == "[]\n", done.stderr
