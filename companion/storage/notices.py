"""Notices of problems at a start, kept until people have seen them."""

import contextlib
import json
from pathlib import Path
from typing import Any

from companion.storage.private_files import write_file
from sheets.language import Phrase, Term

NOTICES_FILE = "notices.json"


class Notices:
    """The notices in a folder. Any thread may call it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NOTICES_FILE

    def add(self, *notices: Phrase) -> None:
        """Add notices. Raise OSError."""
        kept = [*self.all(), *notices]
        write_file(self._file, json.dumps([_encoded(notice) for notice in kept]).encode())

    def all(self) -> tuple[Phrase, ...]:
        """Return the unseen notices, oldest first; a damaged file counts as none."""
        try:
            return tuple(_read_phrase(data) for data in json.loads(self._file.read_bytes()))
        except (OSError, ValueError, TypeError, AttributeError):
            return ()

    def forget(self) -> None:
        """Delete all notices, because people have seen them."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def _encoded(value: object) -> object:
    """Return a sentence, or a value in one, as JSON: [English text, values] if it is translatable."""
    match value:
        case Phrase():
            return [value.text, {name: _encoded(inner) for name, inner in value.values.items()}]
        case Term():
            return [str(value), {}]
        case int() | float():
            return value
    return str(value)


def _read_phrase(data: list[Any]) -> Phrase:
    text, values = data
    return Phrase(
        text,
        {name: _read_phrase(value) if isinstance(value, list) else value for name, value in values.items()},
    )
