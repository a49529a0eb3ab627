"""Every class that a style names is one that a page can have."""

import re
from pathlib import Path

import companion
import mechanisms
import sheets

FOLDERS = [Path(package.__path__[0]) for package in (companion, mechanisms, sheets)]
STYLES = FOLDERS[0] / "web" / "static"
SOURCES = (".html", ".js", ".py", ".svg")


def classes_of_styles() -> set[str]:
    """The classes in the selectors of all styles."""
    found = set()
    for path in STYLES.glob("*.css"):
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
