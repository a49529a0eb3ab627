"""Every class that a style names is one that a page can have, and the reverse."""

import re
from pathlib import Path

import companion
import mechanisms
import sheets
from tests.companion.web.conftest import Actor
from tests.companion.web.every_page import walk

FOLDERS = [Path(package.__path__[0]) for package in (companion, mechanisms, sheets)]
STYLES = FOLDERS[0] / "web"
SOURCES = (".html", ".js", ".py", ".svg")


def classes_of_styles() -> set[str]:
    """The classes in the selectors of all styles."""
    found = set()
    for path in STYLES.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
        selectors = re.sub(r"\{[^{}]*\}", "{}", text)
        found |= set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
    return found


def test_no_style_names_a_class_that_no_page_has() -> None:
    texts = [
        path.read_text("utf-8") for folder in FOLDERS for path in folder.rglob("*") if path.suffix in SOURCES
    ]
    source = "\n".join(texts)
    words = set(re.findall(r"[A-Za-z][\w-]*", source))
    # `step-{{ number }}`, `{{ colour }}-above`: one part of the name is filled in
    begun = tuple(word for word in words if word.endswith("-"))
    ended = tuple(re.findall(r"\}(-[\w-]*\w)", source))
    filled = {name for name in classes_of_styles() if name.startswith(begun) or name.endswith(ended)}
    assert classes_of_styles() - words - filled == set()


USUAL = {"guest", "well"}
"""States that need no style: a device that watches, a finding without a fault."""


def test_every_class_of_a_page_is_one_that_a_style_or_a_script_names(table: Actor) -> None:
    """But numbered ones (`of-3`): a style may leave out the usual number."""
    scripts = "\n".join(path.read_text("utf-8") for path in STYLES.rglob("*.js"))
    known = (
        classes_of_styles() | set(re.findall(r"""["'`. ]([A-Za-z][\w-]*)["'`.,:\[> )]""", scripts)) | USUAL
    )
    unknown = set()
    for place in walk(table):
        device = table.app.test_client(use_cookies=False)
        cookies = "; ".join(f"{name}={value}" for name, value in place.cookies.items())
        page = device.get(place.path, headers={"Cookie": cookies}).text
        used = {name for found in re.findall(r'\bclass="([^"]*)"', page) for name in found.split()}
        unknown |= {name for name in used - known if not name[-1].isdigit()}
    assert " ".join(sorted(unknown)) == ""
