"""Names of players as people type them."""

from __future__ import annotations

import unicodedata

from companion.table.events import MAX_NAME_LENGTH


def clean_name(typed: str) -> str:
    """A name as it is kept: composed letters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(typed.split()))


def is_name(name: str) -> bool:
    """Whether a clean name can be shown and is not too long."""
    return len(name) <= MAX_NAME_LENGTH and name.isprintable()
