"""docs/status.md says nothing of its own: each figure stands on a page to which its row links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "status.md").read_text(encoding="utf-8")
ROWS = [re.split(r" \| ", row.strip("| ")) for row in re.findall(r"^\| (?!promise).*\|$", PAGE, re.M)]
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@pytest.mark.parametrize("row", ROWS, ids=[row[0][:40] for row in ROWS])
def test_every_figure_stands_on_the_page_that_the_row_names(row: list[str]) -> None:
    _, _, figure, _, more = row
    pages = re.findall(r"\]\(([\w-]+\.md)", more)
    assert pages, "a row names its page"
    source = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages)
    known = set(NUMBER.findall(source))
    assert not [number for number in NUMBER.findall(figure) if number not in known]


def test_every_promise_says_whether_it_is_kept() -> None:
    assert len(ROWS) > 10
    for _, kept, *_ in ROWS:
        assert re.search(r"\b(?:yes|no|nearly|not)\b", kept), kept
