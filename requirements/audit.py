"""Asks the package index whether any pinned package is known to be unsafe: `make audit`.

python3 requirements/audit.py

Says one sentence. Exit status 0: nothing is known; 1: something is; 2: no result. Uses the standard library
alone; pip-audit, which asks, gets an environment of its own in `build/audit`.
"""

import json
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE.parent / "build" / "audit"
BIN = HOME / ("Scripts" if os.name == "nt" else "bin")
SECONDS = 300.0
"""Time limit in seconds, in case the index does not answer."""
SHOWN = 5
"""Largest number of packages that the sentence names."""


class NoResult(Exception):
    """Why nothing was found out, and what to do."""


def run(words, ends):
    """The output of a command. Raises NoResult past `ends` (`time.monotonic`), and if it cannot run."""
    left = max(1.0, ends - time.monotonic())
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=left)
    except subprocess.TimeoutExpired:
        raise NoResult(
            f"the package index gave no answer within {SECONDS:.0f} seconds; look at the network and run it "
            "again"
        ) from None
    except OSError as problem:
        raise NoResult(f"{words[0]} cannot run ({problem}); delete {HOME} and run it again") from None


def install(ends):
    """pip-audit in its environment. Raises NoResult."""
    python = BIN / ("python.exe" if os.name == "nt" else "python")
    if not python.exists():
        venv.create(HOME, with_pip=True)
    words = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "pip-audit"]
    done = run(words, ends)
    if done.returncode:
        raise NoResult(
            f"pip-audit could not be installed ({last(done)}); look at the network and run it again"
        )


def ask(pins, ends):
    """The output of pip-audit for each package in the list `pins`. Raises NoResult."""
    how = ["--format", "json", "--progress-spinner", "off", "--disable-pip", "--require-hashes"]
    done = run([str(BIN / "pip-audit"), *how, "-r", str(pins)], ends)
    try:
        return json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        raise NoResult(f"pip-audit ended with an error ({last(done)}); run it again") from None


def last(done):
    """The last line of a command's error output."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else "no reason given"


def verdict(found):
    """The sentence for the output of pip-audit, and the exit status. Raises NoResult."""
    unsafe = [
        f"{each['name']} {each['version']} ({', '.join(note['id'] for note in each['vulns'])})"
        for each in found
        if each.get("vulns")
    ]
    if unsafe:
        count = f"{len(unsafe)} of {len(found)} pinned packages are known to be unsafe"
        return f"{count}: {'; '.join(unsafe)}.", 1
    unknown = [each["name"] for each in found if "vulns" not in each]
    if unknown or not found:
        names = ", ".join(unknown[:SHOWN]) or "none was asked for"
        more = f", and {len(unknown) - SHOWN} more" if len(unknown) > SHOWN else ""
        raise NoResult(
            f"the package index that is reachable here has no notes on {len(unknown)} of {len(found)} pinned "
            f"packages ({names}{more}); run it where the whole index is reachable"
        )
    return f"nothing is known against the {len(found)} pinned packages ({time.strftime('%Y-%m-%d')}).", 0


def main(pins):
    """Say the sentence on standard output; the exit status."""
    ends = time.monotonic() + SECONDS
    try:
        install(ends)
        said, status = verdict(ask(pins, ends))
    except NoResult as why:
        said, status = f"no result: {why}.", 2
    print(f"qwixx audit: {said}")
    return status


if __name__ == "__main__":
    sys.exit(main(HERE / "test.txt"))
