"""`make test-long`: every test at its full count; the result is written to docs/test-long.md."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "-q", "-m", "long or not long"]


def main(arguments: list[str]) -> int:
    start = time.monotonic()
    environment = {**os.environ, "QWIXX_COUNTS": "full", "HYPOTHESIS_PROFILE": "full"}
    run = subprocess.Popen(
        [sys.executable, *COMMAND, *arguments], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    lines = []
    for line in run.stdout:
        print(line, end="", flush=True)
        lines.append(line)
    code = run.wait()
    if arguments:
        return code  # a part of the tests is no result to keep
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    closing = next(
        (line for line in reversed(lines) if re.search(r"\d+ (passed|failed|error)", line)), "no result"
    )
    (ROOT / "docs" / "test-long.md").write_text(
        "# The last long run\n\n"
        "| command | commit | date | minutes | result |\n|---|---|---|---|---|\n"
        f"| `make test-long` | {commit or 'none'} | {datetime.date.today().isoformat()} "
        f"| {(time.monotonic() - start) / 60:.0f} | {closing.strip().strip('=').strip()} |\n"
    )
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
