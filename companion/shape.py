"""JSON from strangers: each value is checked where it stands; what is wrong is named by a JSON pointer."""

from __future__ import annotations

import json
from typing import NoReturn

from sheets.errors import BadInput

LARGEST = 20_000_000
"""Bytes of the largest record that is read."""


class NotARecord(BadInput):
    """Bytes that are no record: the place as a JSON pointer, what was expected, what came."""


class _Twice(dict[str, object]):
    """An object in which `key` stands twice; it is refused where it is met."""

    key = ""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    twice = _Twice(plain)
    names = [name for name, _ in pairs]
    twice.key = next(name for name in names if names.count(name) > 1)
    return twice


def _constant(word: str) -> NoReturn:
    raise NotARecord(f"/: expected JSON, which has no {word}.")


def load(data: bytes | str) -> object:
    """The JSON value in `data`; NotARecord where it is none, however it fails."""
    if len(data) > LARGEST:
        raise NotARecord(
            f"/: expected a record of at most {LARGEST // 1_000_000} MB, but found {len(data)} bytes."
        )
    if isinstance(data, bytes):
        if data.startswith(b"\xef\xbb\xbf"):
            raise NotARecord(
                "/: expected UTF-8 without a byte order mark, but found one at the start of the file."
            )
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise NotARecord(f"/: expected text in UTF-8, but byte {problem.start} is not.") from None
    if not data.strip():
        raise NotARecord("/: expected a JSON object, but found nothing.")
    try:
        return json.loads(data, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise NotARecord(f"/: expected JSON, but at {place} it breaks off: {problem.msg}.") from None
    except (BadInput, RecursionError):
        raise
    except ValueError:  # an integer of more digits than Python reads
        raise NotARecord("/: expected numbers of a game, but found one with thousands of digits.") from None


def pointer(place: str, key: str) -> str:
    """The JSON pointer to a key of the object at `place`."""
    escaped = key.replace("~", "~0").replace("/", "~1")
    return f"{place}/{short(escaped)}"


def short(text: str) -> str:
    """Printable and not long: a record may hold anything."""
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "an object" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, str):
        return f'"{short(value)}"'
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**12:
        return "a huge number"
    return json.dumps(value)


def wrong(place: str, expected: str, came: object) -> NotARecord:
    """The error for a value that is not what was expected at `place`."""
    return NotARecord(f"{place or '/'}: expected {expected}, but found {_shown(came)}.")


class Shape:
    """The checks that a reader of records is made of; each returns the value it has found sound."""

    def fields(
        self, data: object, place: str, allowed: tuple[str, ...], needed: tuple[str, ...] = ()
    ) -> dict[str, object]:
        """The object at `place`, with these keys alone and those that are needed."""
        found = self.mapping(data, place)
        for key in found:
            if key not in allowed:
                raise NotARecord(f"{pointer(place, key)}: expected only the keys {', '.join(allowed)} here.")
        for key in needed:
            if key not in found:
                raise NotARecord(f'{place or "/"}: expected the key "{key}", but it is missing.')
        return found

    def mapping(self, data: object, place: str) -> dict[str, object]:
        """The object at `place`, each of its keys once."""
        if isinstance(data, _Twice):
            raise NotARecord(
                f"{pointer(place, data.key)}: expected each key once, but this one stands twice."
            )
        if not isinstance(data, dict):
            raise wrong(place, "an object", data)
        return data

    def items(self, data: object, place: str) -> list[object]:
        """The list at `place`."""
        if not isinstance(data, list):
            raise wrong(place, "a list", data)
        return data

    def whole(self, data: object, place: str, low: int, high: int) -> int:
        """The whole number from `low` to `high` at `place`; neither true nor 1.0 is one."""
        if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
            raise wrong(place, f"a whole number from {low} to {high}", data)
        return data

    def flag(self, data: object, place: str) -> bool:
        """True or false, at `place`."""
        if not isinstance(data, bool):
            raise wrong(place, "true or false", data)
        return data

    def text(self, data: object, place: str, expected: str = "a text") -> str:
        """The text at `place`."""
        if not isinstance(data, str):
            raise wrong(place, expected, data)
        return data
