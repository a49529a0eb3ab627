"""The commit from which the program was made, for `qwixx --version` and reports of faults."""

import subprocess
from pathlib import Path

FILE = Path(__file__).with_name("commit.txt")
"""What a build notes in archive, wheel and bundle; a checkout has no such file."""


def commit() -> str:
    """Return the commit, with "-dirty" if tracked files differ from it; "" where nothing tells it."""
    if FILE.is_file():
        return FILE.read_text(encoding="ascii").strip()
    root = FILE.parents[1]
    if not (root / ".git").exists():  # another repository around it says nothing of this program
        return ""
    words = ["git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=10"]
    try:
        return subprocess.run(words, cwd=root, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
