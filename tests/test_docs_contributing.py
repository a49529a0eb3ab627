"""CONTRIBUTING.md shows the layers, the files, and the way of a photo as they are."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from companion.cli import qwixx

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LAYERS = PAGE.partition("## The layers")[2].partition("```\n")[2].partition("```")[0]
WAY = PAGE.partition("## From a photo to a verdict")[2].partition("\n## ")[0]


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
    """What the picture of the layers says of a top folder."""
    return re.split(
        r"\n(?=\w)", LAYERS.partition(f"\n{folder}/" if folder != "companion" else f"{folder}/")[2]
    )[0]


def holds_files(folder: Path) -> bool:
    """Tell whether anything but bytecode lies there: of a folder that is gone, Python's own may be left."""
    return any(path.is_file() and path.suffix != ".pyc" for path in folder.rglob("*"))


@pytest.mark.parametrize("folder", ["companion", "vision", "sheets"])
def test_every_file_and_folder_of_a_layer_is_in_the_picture(folder: str) -> None:
    said = section(folder)
    for path in (ROOT / folder).iterdir():
        if (
            path.name.startswith("__")
            or path.name in ("fonts",)
            or not (holds_files(path) if path.is_dir() else path.suffix == ".py")
        ):
            continue
        name = f"{path.name}/" if path.is_dir() else path.name
        assert name in said, f"{folder}/{name}"


@pytest.mark.parametrize("folder", ["companion", "vision", "sheets"])
def test_the_picture_names_nothing_that_is_gone(folder: str) -> None:
    for name in re.findall(r"(?<![\w*/-])([a-z_]+(?:\.py|/)(?!\d))", section(folder)):
        assert any((ROOT / folder).rglob(name.rstrip("/"))), f"{folder}: {name}"


def packages() -> Iterator[tuple[str, str, Path]]:
    """Each folder of the picture: its name, what the picture says of it, the folder itself."""
    for layer in ("companion", "vision", "sheets"):
        said = section(layer)
        yield layer, said, ROOT / layer
        for name, lines in re.findall(r"^ +([a-z_]+)/ ((?:.*\n?)(?: {12,}.*\n?)*)", said, re.M):
            (folder,) = [path for path in (ROOT / layer).rglob(name) if path.is_dir()]
            yield f"{layer}/{name}", lines, folder


@pytest.mark.parametrize(
    ("package", "said", "folder"), list(packages()), ids=[name for name, *_ in packages()]
)
def test_every_module_is_in_the_picture_of_its_package(package: str, said: str, folder: Path) -> None:
    verbs = set(qwixx.list_commands(click.Context(qwixx)))
    within = ("presenters", "views")
    for path in folder.rglob("*.py") if folder.name in within else folder.glob("*.py"):
        is_verb = package == "companion/cli" and path.stem in verbs
        assert path.stem.startswith("__") or is_verb or re.search(rf"\b{path.stem}\b", said), (
            f"{package}: {path.name}"
        )


def test_every_target_of_make_is_in_the_table_of_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):", makefile, re.M):
        assert target == "clean" or f"`make {target}`" in PAGE, target
