"""What the tests of several pages share: two turns to look back on, a page as plain text, an error."""

import re
from typing import Any

from tests.companion.web.conftest import ROLL


def two_turns(table: Any) -> Any:
    """Play two turns: Ann marks a5, Ben nothing; Ben takes a penalty, and Ann marks b2."""
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
    """Return the words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def error(answer: Any) -> dict[str, str]:
    """Return a program's refusal: a whole sentence, with its code."""
    refusal: dict[str, str] = answer.get_json()["error"]
    assert refusal["text"].endswith((".", "!", "?")), refusal
    return refusal
