"""Find a Chromium for the browser tests, or install one: `make browser`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
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
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)


def find() -> str | None:
    """The path of a Chromium on this machine, or None. `QWIXX_CHROMIUM` names one elsewhere."""
    named = os.environ.get("QWIXX_CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in NAMES] + list(PLACES)
    return next((path for path in found if path and Path(path).exists()), None)


def install() -> None:
    """Install Chromium where that is a matter of one command and no password; say how otherwise."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "check": False}
        subprocess.run(["apt-get", "-qq", "update"], stdout=subprocess.DEVNULL, **quiet)  # type: ignore[call-overload]
        for name in NAMES[:2]:  # older systems know the second one alone
            if find() is None:
                subprocess.run(  # type: ignore[call-overload]
                    ["apt-get", "-qq", "install", "-y", "--no-install-recommends", name],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL if name == NAMES[0] else None,
                    **quiet,
                )


if __name__ == "__main__":
    if find() is None:
        print("Installing Chromium for the browser tests.", flush=True)
        install()
    none = "none; the browser tests will be skipped. Install Chromium or Chrome to run them."
    print(f"Chromium: {find() or none}")
    sys.exit(0)
