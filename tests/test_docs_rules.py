"""docs/rules.md holds every rule and ruling, as the book states them today."""

from pathlib import Path
from types import ModuleType

import pytest

from companion import book
from companion.rulebook.rulings import RULINGS
from tests.scripts import load_script

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "rules.md"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    return load_script(DOCS / "write_rules.py")


def test_the_page_is_fresh(writer: ModuleType) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert writer.page(text) == text, "run `python docs/write_rules.py`"


def test_the_page_of_questions_is_fresh(writer: ModuleType) -> None:
    text = (DOCS / "questions.md").read_text(encoding="utf-8")
    assert writer.questions_page() == text, "run `python docs/write_rules.py`"


def test_every_rule_and_ruling_has_a_heading_and_says_all_that_is_known_of_it() -> None:
    parts = {part.splitlines()[0]: part for part in PAGE.read_text(encoding="utf-8").split("\n### ")[1:]}
    assert list(parts) == [*book.RULES, *RULINGS]
    for rule in book.RULES.values():
        part = parts[rule.id]
        assert rule.statement in part and rule.example in part, rule.id
        assert all(str(source) in part for source in rule.sources), rule.id
    for ruling in RULINGS.values():
        part = parts[ruling.id]
        assert ruling.question in part and ruling.why in part
        assert f"`{ruling.default}` (default)" in part
        assert all(f"`{option}`" in part and meaning in part for option, meaning in ruling.options)
