"""CONTRIBUTING.md shows the house as it stands: its floors, its files, and the way of a photo."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FLOORS = PAGE.partition("## The floors")[2].partition("```\n")[2].partition("```")[0]
WAY = PAGE.partition("## The way of a photo")[2].partition("\n## ")[0]


def test_the_way_of_a_photo_goes_through_functions_that_there_are() -> None:
    steps = re.findall(r"^\d+\. .*$", WAY, re.M)
    assert len(steps) == 10
    names = re.findall(r"`((?:companion|vision|sheets)\.[\w.]+)`", WAY)
    assert len(names) > 12 and all(re.search(r"`(companion|vision)\.", step) for step in steps)
    for name in names:
        parts = name.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            try:
                found: object = importlib.import_module(".".join(parts[:cut]))
            except ModuleNotFoundError:
                continue
            break
        for part in parts[cut:]:
            found = getattr(found, part)
        assert callable(found), name


def section(folder: str) -> str:
    """What the picture of the floors says of a top folder."""
    return re.split(
        r"\n(?=\w)", FLOORS.partition(f"\n{folder}/" if folder != "companion" else f"{folder}/")[2]
    )[0]


@pytest.mark.parametrize("folder", ["companion", "vision", "sheets"])
def test_every_file_and_folder_of_a_floor_is_in_the_picture(folder: str) -> None:
    said = section(folder)
    for path in (ROOT / folder).iterdir():
        if (
            path.name.startswith("__")
            or path.name in ("fonts",)
            or not (path.is_dir() or path.suffix == ".py")
        ):
            continue
        name = f"{path.name}/" if path.is_dir() else path.name
        assert name in said, f"{folder}/{name}"


@pytest.mark.parametrize("folder", ["companion", "vision", "sheets"])
def test_the_picture_names_nothing_that_is_gone(folder: str) -> None:
    for name in re.findall(r"(?<![\w*/-])([a-z_]+(?:\.py|/)(?!\d))", section(folder)):
        assert any((ROOT / folder).rglob(name.rstrip("/"))), f"{folder}: {name}"


def test_every_module_of_the_rules_is_in_the_picture() -> None:
    said = section("companion").partition("rules/")[2].partition("record.py")[0]
    for path in (ROOT / "companion" / "rules").glob("*.py"):
        assert path.stem.startswith("__") or re.search(rf"\b{path.stem}\b", said), path.name


def test_every_target_of_make_is_in_the_table_of_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):", makefile, re.M):
        assert target == "clean" or f"`make {target}`" in PAGE, target
