"""A new game needs only one folder with its mechanisms, and a pad file."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "invented"


def test_the_invented_game_is_printed_scanned_refereed_played_and_advised() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tests.invented.play"],
        cwd=ROOT,
        env=os.environ | {"QWIXX_MECHANISMS": str(FOLDER)},
        capture_output=True,
        encoding="utf-8",
    )
    steps = ["printed_and_scanned", "refereed", "advised", "played_on_the_page"]
    assert done.stdout.split() == steps, done.stderr
