"""The wheel, as `pipx install .` makes it: nothing that the program reads is left behind."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("vision", "sheets", "companion", "models")
SOURCES = {".po"}
"""Kinds of file that are only the source of another one."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    place = tmp_path_factory.mktemp("wheel")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place)
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        "dist",
        ".",
    ]
    run = subprocess.run(build, cwd=place, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return zipfile.ZipFile(next((place / "dist").glob("*.whl")))


def test_the_wheel_holds_every_file_that_the_program_reads(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in SOURCES
    }
    assert wanted - held - {"sheets/locale/compile.py"} == set()


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "qwixx = companion.cli:main" in wheel.read(entry).decode()
