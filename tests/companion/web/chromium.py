"""Find a Chromium for the browser tests, or install one: `make browser`.

`make browser ARGS=--newest` brings Debian's to the newest version that its index has, as CI does.
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
"""The commands that open one. The first, which has no window around its pages, takes half the time."""
PACKAGES = NAMES[:2]
"""Debian's packages; older systems know the second one alone."""
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
ANSWER_SECONDS = 60
"""Longest wait for a browser to say its version, in seconds; chosen for a busy machine."""


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
    """Return name and version of the browser at `path`, or None if it does not run, like a stub."""
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
    """Return the path of a Chromium on this machine, or None. `QWIXX_CHROMIUM` names one, or is `none`.

    Raise FileNotFoundError if `QWIXX_CHROMIUM` names no program: a requested browser is not skipped.
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
    """Run apt-get; whether it succeeded. With `quiet` it may fail without a word."""
    command = ["apt-get", "-qq", *words]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    errors = subprocess.DEVNULL if quiet else None
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors, env=environment, check=False)
    return done.returncode == 0


def can_use_apt() -> bool:
    """Return True if this is a Debian-like system that can install packages without a password."""
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    """Install a Chromium: Debian's where that takes no password, else the one that Playwright offers."""
    if can_use_apt():
        apt_get("update")
        for package in PACKAGES:
            if find() is None:
                apt_get("install", "-y", "--no-install-recommends", package, quiet=package != PACKAGES[-1])
    if find() is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def renew() -> None:
    """Install or upgrade both of Debian's browsers to the newest version that its index has."""
    if not can_use_apt():
        print("Chromium is left as it is: upgrading it takes Debian's apt-get, and root.", flush=True)
        return
    if not apt_get("update"):
        print("Chromium may not be the newest: Debian's index could not be read.", flush=True)
    for package in PACKAGES:
        if not apt_get("install", "-y", "--no-install-recommends", package, quiet=package != PACKAGES[-1]):
            print(f"apt-get could not install or upgrade {package}.", flush=True)


def main(newest: bool) -> int:
    """Find a browser or install one, and say which; with `newest` it is 1 if there is none, else always 0."""
    if newest:
        renew()
    if find() is None:
        print("Installing Chromium for the browser tests.", flush=True)
        install()
    path = find()
    if path:
        print(f"Chromium: {path}, {version(path)}")
        return 0
    print("Chromium: none; the browser tests will be skipped. Install Chromium or Chrome to run them.")
    return int(newest)


if __name__ == "__main__":
    sys.exit(main("--newest" in sys.argv[1:]))
