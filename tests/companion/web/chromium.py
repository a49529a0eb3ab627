"""Find a Chromium for the browser tests, or install one: `make browser`.

`make browser ARGS=--newest`, which CI calls, also upgrades Debian's Chromium to the newest version.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
"""Names of browsers' commands. The first browser opens no window, so tests take half the time with it."""
PACKAGES = NAMES[:2]
"""Debian's packages of Chromium. Older releases of Debian have only the second."""
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
ANSWER_SECONDS = 60
"""Timeout in seconds for asking a browser its version; long enough for a busy machine."""


def candidates() -> Iterator[str]:
    """Yield paths of possible browsers, the fastest first; Playwright's own browser comes last."""
    for path in (*(shutil.which(name) for name in NAMES), *PLACES):
        if path and Path(path).exists():
            yield path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        yield own


def version(path: str) -> str | None:
    """Return name and version of the browser at `path`, or None if it does not run."""
    if os.name == "nt":  # there `--version` opens a window
        return "of unknown version"
    try:
        told = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=ANSWER_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return told.stdout.strip() if told.returncode == 0 else None


def find() -> str | None:
    """Return the path of a Chromium on this machine, or None.

    The environment variable QWIXX_CHROMIUM may name the program to use, or be `none` to use none. Raise
    FileNotFoundError if there is no program of that name.
    """
    named = os.environ.get("QWIXX_CHROMIUM")
    if named == "none":
        return None
    if not named:
        return next(filter(version, candidates()), None)
    path = shutil.which(named)
    if path is None:
        raise FileNotFoundError(f"QWIXX_CHROMIUM is {named}, which is no program; name a browser, or `none`.")
    return path


def apt_get(*words: str, quiet: bool = False) -> bool:
    """Run apt-get without a password; return False if that fails, or is not possible here."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    errors = subprocess.DEVNULL if quiet else None
    command = ["apt-get", "-qq", *words]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment, check=False)
    return done.returncode == 0


def install(newest: bool) -> None:
    """Install a Chromium: Debian's if possible, else Playwright's. `newest`: also upgrade Debian's."""
    if apt_get("update"):
        for package in PACKAGES:
            if newest or find() is None:
                quiet = package != PACKAGES[-1]
                apt_get("install", "-y", "--no-install-recommends", package, quiet=quiet)
    elif newest:
        print(
            "Chromium is left as it is: upgrading it takes Debian's apt-get, its index, and root.", flush=True
        )
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main(newest: bool) -> int:
    """Find a browser or install one, and say which; with `newest`, return 1 if there is none, else 0."""
    if newest or find() is None:
        print("Installing Chromium for the browser tests.", flush=True)
        install(newest)
    path = find()
    if path:
        print(f"Chromium: {path}, {version(path)}")
        return 0
    print("Chromium: none; the browser tests will be skipped. Install Chromium or Chrome to run them.")
    return int(newest)


if __name__ == "__main__":
    sys.exit(main("--newest" in sys.argv[1:]))
