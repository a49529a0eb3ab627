"""docs/rules.md and docs/rulings.md hold every rule and ruling, as the book states them today."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import ModuleType

import pytest

from companion.rulebook import book
from tests.scripts import load_script

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    """docs/write_rules.py."""
    return load_script(DOCS / "write_rules.py")


@pytest.mark.parametrize("name", ["rules.md", "rulings.md"])
def test_the_page_is_fresh(writer: ModuleType, name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    assert writer.page(text, writer.PAGES[name]()) == text, "run `python docs/write_rules.py`"


def test_a_rule_without_documentation_would_be_seen(
    writer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (DOCS / "rules.md").read_text(encoding="utf-8")
    new = dataclasses.replace(book.RULES["miss"], id="a-new-rule")
    monkeypatch.setitem(book.RULES, new.id, new)
    assert writer.page(text, writer.rules()) != text


def test_every_rule_and_ruling_has_a_heading_and_says_all_that_is_known_of_it() -> None:
    rules = (DOCS / "rules.md").read_text(encoding="utf-8").split("\n## ")[1:]
    assert [part.splitlines()[0] for part in rules] == list(book.RULES)
    for part, rule in zip(rules, book.RULES.values(), strict=True):
        assert rule.statement in part and rule.example in part, rule.id
        assert all(str(source) in part for source in rule.sources), rule.id
    rulings = (DOCS / "rulings.md").read_text(encoding="utf-8")
    for ruling in book.RULINGS.values():
        part = rulings.partition(f"\n## {ruling.id}\n")[2].partition("\n## ")[0]
        assert ruling.question in part and ruling.why in part
        assert f"`{ruling.default}` (default)" in part
        assert all(f"`{option}`" in part and meaning in part for option, meaning in ruling.options)
