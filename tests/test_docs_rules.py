"""The generated pages docs/rules.md and docs/questions.md are up to date."""

from pathlib import Path
from types import ModuleType

import pytest

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
