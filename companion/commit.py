"""The commit from which the program was built, for `qwixx --version` and bug reports."""

import subprocess
from pathlib import Path

FILE = Path(__file__).with_name("commit.txt")
"""The file to which a build writes the commit. A checkout doesn't have it."""


def commit() -> str:
    """Return the commit, with "-dirty" if tracked files differ from it, or "" if it is unknown."""
    if FILE.is_file():
        return FILE.read_text(encoding="ascii").strip()
    root = FILE.parents[1]
    if not (root / ".git").exists():  # git would describe a repository around this one
        return ""
    words = ["git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=10"]
    try:
        return subprocess.run(words, cwd=root, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
