"""docs/licences.md is up to date, and covers everything that ships."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ALLOWED = {"0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-0", "MIT-CMU"}
ALLOWED |= {"LGPL-2.1-or-later", "PSF-2.0", "Zlib"}
"""Licences under which something may be installed beside this project: none asks anything of its users."""


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    return load_script(DOCS / "write_licences.py")


def skip_unless_pinned(writer: ModuleType) -> None:
    """Skip the test if another version of a package is installed than the pinned one."""
    here = {pin.name for pin in writer.pins("test.txt") if pin.matches_installed}
    if here != {pin.name for pin in writer.pins("test.txt")}:
        pytest.skip("other versions are installed than those that are pinned")


def test_the_page_is_fresh(writer: ModuleType) -> None:
    skip_unless_pinned(writer)
    text = (DOCS / "licences.md").read_text(encoding="utf-8")
    assert writer.page(text) == text, "run `python docs/write_licences.py`"


def test_every_licence_is_one_that_asks_nothing_of_who_plays(writer: ModuleType) -> None:
    skip_unless_pinned(writer)
    for pin in writer.pins("run.txt"):
        parts = set(re.split(r" (?:AND|OR) ", pin.licence))
        assert parts <= ALLOWED, f"{pin.name}: {pin.licence}"


def test_every_direct_dependency_has_its_reason() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Why each dependency")[2]
    for need in [*project["dependencies"], *(each for extra in extras.values() for each in extra)]:
        name = re.split(r"[<>=!~ \[;]", need)[0]
        assert re.search(rf"^\|.*\b{re.escape(name)}\b.*\|.*\w.*\|", table, re.M), f"why {name}?"


def test_every_file_that_ships_and_is_not_code_is_accounted_for() -> None:
    text = (DOCS / "licences.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "models").iterdir()):
        if path.suffix in (".onnx", ".npz"):
            assert f"`models/{path.name}`" in text, path.name
    kinds = {path.suffix for path in (ROOT / "companion" / "web").rglob("*") if path.is_file()}
    code = {".py", ".pyc", ".html", ".js", ".css"}
    assert kinds <= {*code, ".svg", ".png", ".mp4", ".webm", ".woff2"}, (
        "say in docs/licences.md whose the new file is"
    )
    assert {path.suffix for path in (ROOT / "sheets" / "fonts").iterdir()} == {".ttf", ".txt"}
