"""Names of players as people type them."""

from __future__ import annotations

import unicodedata

from companion.table.events import MAX_NAME_LENGTH


def clean_name(typed: str) -> str:
    """A name as it is kept: composed letters, single spaces, and nothing that cannot be seen. Phones join the
    people of one emoji by such characters; without them they stand side by side."""
    seen = "".join(each for each in " ".join(typed.split()) if each.isprintable())
    return " ".join(unicodedata.normalize("NFC", seen).split())


def is_name(name: str) -> bool:
    """Tell whether a clean name is not too long."""
    return len(name) <= MAX_NAME_LENGTH
