"""`make test-long` runs the tests with all their cases. The result goes to docs/accuracy-and-speed.md."""

import datetime
import os
import re
import subprocess
import sys
import time

from tests.measured_page import ROOT, commit, write_section

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
    closing = next(
        (line for line in reversed(lines) if re.search(r"\d+ (passed|failed|error)", line)), "no result"
    )
    minutes = (time.monotonic() - start) / 60
    write_section(
        "long",
        [
            "| command | commit | date | minutes | result |",
            "|---|---|---|---|---|",
            f"| `make test-long` | {commit()} | {datetime.date.today().isoformat()} "
            f"| {minutes:.0f} | {closing.strip().strip('=').strip()} |",
        ],
    )
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
