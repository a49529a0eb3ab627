"""Checks the program itself: Python, and the packages that it needs."""

import importlib
import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata

from companion.doctor.finding import Finding
from sheets.language import message

DISTRIBUTION = "qwixx-at-the-table"
HEADLESS = {"opencv-python": "opencv-python-headless"}
"""Packages that a different build may replace, each with the name of that build."""
REPORTED = ("opencv-python", "onnxruntime", "numpy")
"""Packages whose versions are always reported, for bug reports."""


def release(text: str) -> tuple[int, ...]:
    """Return the numbers of a version as a tuple, for comparison.

    >>> release("4.13.0.92") < release("5.0rc1")
    True
    """
    parts = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, parts[0].split("."))) if parts else ()


def needs() -> dict[str, tuple[int, ...]]:
    """Return the required packages with their lowest versions, or {} if the program isn't installed."""
    try:
        lines = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # the program runs from its folder
        return {}
    versions = {}
    for line in lines:
        name = re.match(r"[A-Za-z0-9._-]+", line)
        least = re.search(r">=\s*([\d.]+)", line)
        if name and "extra ==" not in line:
            versions[name[0].lower()] = release(least[1]) if least else ()
    return versions


def installed(name: str) -> str | None:
    """Return the installed version of a package, or of its build in HEADLESS; None if both are missing."""
    for build in (name, HEADLESS.get(name, name)):
        try:
            return metadata.version(build)
        except metadata.PackageNotFoundError:
            continue
    return None


def opencv_error() -> ImportError | None:
    """Return the error that importing OpenCV raises, or None if it works."""
    try:
        importlib.import_module("cv2")
    except ImportError as problem:
        return problem
    return None


def check_program() -> Iterator[Finding]:
    """Yield findings on Python's version, missing or outdated packages, and OpenCV if it can't be loaded."""
    python = {"version": ".".join(map(str, sys.version_info[:3])), "system": platform.platform(terse=True)}
    yield Finding("python", "well", message("Python {version} on {system}."), python)
    sound = True
    for name, least in needs().items():
        here = installed(name)
        if here is not None and release(here) >= least:
            continue
        sound = False
        values = {"name": name, "least": ".".join(map(str, least)), "version": here or ""}
        sentence = message("The package {name} is not installed.")
        if here is not None:
            sentence = message("The package {name} is version {version}; the program needs {least} or newer.")
        todo = message("Set the program up again: `make table` in its folder, or `pipx reinstall {own}`.")
        yield Finding("packages", "fault", sentence, {**values, "own": DISTRIBUTION}, todo)
    if problem := opencv_error():
        sound = False
        text = message("OpenCV is installed but cannot be loaded ({problem}), so no picture can be read.")
        todo = message(
            "On Debian and Ubuntu run `sudo apt install libgl1 libglib2.0-0`, or put the package "
            "opencv-python-headless in place of opencv-python."
        )
        yield Finding("opencv", "fault", text, {"problem": problem}, todo)
    if sound:
        packages = {"packages": ", ".join(f"{name} {installed(name)}" for name in REPORTED)}
        yield Finding("packages", "well", message("All packages are installed: {packages}."), packages)
