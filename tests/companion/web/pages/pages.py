"""Helpers that the tests of several pages share."""

import re
from typing import Any

from tests.companion.web.conftest import ROLL


def two_turns(table: Any) -> Any:
    """Play two turns and return `table`: Ann marks a5, then b2; Ben takes a penalty in turn 2."""
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    table.roll("w1 w1 r3 y2 g6 b5")
    table.join("Ann").marks("b2")
    table.join("Ben").marks("-")
    table.join("Ben").marks("-")
    return table


def get(table: Any, address: str, status: int = 200) -> str:
    """Return the page at an address, as the table's own computer gets it."""
    answer = table.client.get(address)
    assert answer.status_code == status, answer.text
    return str(answer.text)


def plain(html: str) -> str:
    """Return the text of an HTML page, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def error(answer: Any) -> dict[str, str]:
    """Return the error (`code`, `text` and so on) in a JSON answer. Check that its text is a sentence."""
    refusal: dict[str, str] = answer.get_json()["error"]
    assert refusal["text"].endswith((".", "!", "?")), refusal
    return refusal
