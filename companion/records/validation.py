"""Validates untrusted JSON, value by value. Errors name the place of the value as a JSON pointer."""

import json
from collections.abc import Iterable
from typing import NoReturn

from sheets.errors import BadInput
from sheets.language import Phrase, Term, message, phrase

MAX_RECORD_BYTES = 5_000_000
MAX_RECORD_PLAYERS = 60
MAX_TURNS = 2_000
MAX_CARDS = 60
"""Largest number of cards in one play: the whole deck with its jokers."""
MAX_DIGITS = 9
"""Largest number of digits that a JSON number may have."""
MAX_OBJECTS = 20_000
"""Largest number of JSON objects in a record, three times as many as the largest valid record has."""
MAX_NUMBERS = 40_000


class NotARecord(BadInput):
    """The data are not a valid game record."""


FAULTS = (
    message("Expecting value"),
    message("Expecting property name enclosed in double quotes"),
    message("Expecting ':' delimiter"),
    message("Expecting ',' delimiter"),
    message("Unterminated string starting at"),
    message("Invalid control character at"),
    message("Extra data"),
)
"""Python's most frequent messages about invalid JSON, listed here to be translated."""


class _DuplicateKey(dict[str, object]):
    """A JSON object that has the key `key` twice; `mapping_at` refuses such an object."""

    key = ""


class _LongNumber:
    """Stands for a number of more than MAX_DIGITS digits, which every check refuses."""


class _Reader:
    """Hooks for `json.loads` that mark repeated keys and long numbers, for later checks to refuse.

    They raise NotARecord for too many objects or numbers in one text.
    """

    def __init__(self) -> None:
        self._objects = self._numbers = 0

    def object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        self._objects += 1
        if self._objects > MAX_OBJECTS:
            raise self._too_much()
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        duplicate, seen = _DuplicateKey(plain), set[str]()
        for name, _ in pairs:
            if name in seen:
                duplicate.key = name
                break
            seen.add(name)
        return duplicate

    def integer(self, text: str) -> int | _LongNumber:
        return int(text) if self._short(text) else _LongNumber()

    def fraction(self, text: str) -> float | _LongNumber:
        return float(text) if self._short(text) else _LongNumber()

    def _short(self, text: str) -> bool:
        self._numbers += 1
        if self._numbers > MAX_NUMBERS:
            raise self._too_much()
        return sum(c.isdigit() for c in text[: 3 * MAX_DIGITS]) <= MAX_DIGITS

    @staticmethod
    def _too_much() -> NotARecord:
        return NotARecord(
            "/: expected one game of at most {turns} turns and {players} players, but found more.",
            turns=MAX_TURNS,
            players=MAX_RECORD_PLAYERS,
        )


def _constant(word: str) -> NoReturn:
    raise NotARecord("/: expected JSON, which has no {word}.", word=word)


def parse_json(data: bytes | str) -> object:
    """Return the JSON value in `data`. Raise NotARecord if it is too large or not valid JSON in UTF-8."""
    if len(data) > MAX_RECORD_BYTES:
        raise NotARecord(
            "/: expected a record of at most {most} MB, but found {size} bytes.",
            most=MAX_RECORD_BYTES // 1_000_000,
            size=len(data),
        )
    if isinstance(data, bytes):
        if data.startswith(b"\xef\xbb\xbf"):
            raise NotARecord(
                "/: expected UTF-8 without a byte order mark, but found one at the start of the file."
            )
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise NotARecord(
                "/: expected text in UTF-8, but byte {byte} is not.", byte=problem.start
            ) from None
    if not data.strip():
        raise NotARecord("/: expected a JSON object, but found nothing.")
    try:
        read = _Reader()
        return json.loads(
            data,
            object_pairs_hook=read.object,
            parse_int=read.integer,
            parse_float=read.fraction,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as problem:
        place = phrase("line {line}, column {column}", line=problem.lineno, column=problem.colno)
        raise NotARecord(
            "/: expected JSON, but at {place} it breaks off: {why}.", place=place, why=Term(problem.msg)
        ) from None


def pointer(place: str, key: str) -> str:
    """Return the JSON pointer to `key` in the object at `place`."""
    escaped = key.replace("~", "~0").replace("/", "~1")
    return f"{place}/{abbreviated(escaped)}"


def abbreviated(text: str) -> str:
    """Return `text`, cut to 40 characters if it is longer, with unprintable characters escaped."""
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def one_of(names: Iterable[str]) -> Phrase:
    """Return the phrase "one of a, b, c" for these names."""
    return phrase("one of {options}", options=", ".join(names))


def _shown(value: object) -> str | Phrase:
    if isinstance(value, dict):
        return phrase("an object") if value else phrase("an empty object")
    if isinstance(value, list):
        return phrase("a list of {count}", count=len(value)) if value else phrase("an empty list")
    if isinstance(value, str):
        return f'"{abbreviated(value)}"'
    if isinstance(value, _LongNumber):
        return phrase("a number of more than {most} digits", most=MAX_DIGITS)
    return json.dumps(value)


def unexpected(place: str, expected: Phrase, came: object) -> NotARecord:
    """Return the error "expected …, but found …" for the value `came` at `place`."""
    return NotARecord(
        "{place}: expected {expected}, but found {came}.",
        place=place or "/",
        expected=expected,
        came=_shown(came),
    )


# -- checks: each returns `data`, the value at the JSON pointer `place`, or raises NotARecord --------------


def object_at(
    data: object, place: str, allowed: tuple[str, ...], required: tuple[str, ...] = ()
) -> dict[str, object]:
    """Return `data` if it is an object with all `required` and only `allowed` keys, or raise NotARecord."""
    mapping = mapping_at(data, place)
    for key in mapping:
        if key not in allowed:
            raise NotARecord(
                "{place}: expected only the keys {keys} here.",
                place=pointer(place, key),
                keys=", ".join(allowed),
            )
    for key in required:
        if key not in mapping:
            raise NotARecord(
                '{place}: expected the key "{key}", but it is missing.', place=place or "/", key=key
            )
    return mapping


def mapping_at(data: object, place: str) -> dict[str, object]:
    """Return `data` if it is an object without repeated keys, or raise NotARecord."""
    if isinstance(data, _DuplicateKey):
        raise NotARecord(
            "{place}: expected each key once, but this one occurs twice.", place=pointer(place, data.key)
        )
    if not isinstance(data, dict):
        raise unexpected(place, phrase("an object"), data)
    return data


def list_at(data: object, place: str, most: int | None = None) -> list[object]:
    """Return `data` if it is a list of at most `most` entries (None: any number), or raise NotARecord."""
    if not isinstance(data, list):
        raise unexpected(place, phrase("a list"), data)
    if most is not None and len(data) > most:
        raise unexpected(place, phrase("a list of at most {most}", most=most), data)
    return data


def integer_at(data: object, place: str, low: int, high: int) -> int:
    """Return `data` if it is an integer (not true or 1.0) from `low` to `high`, or raise NotARecord."""
    if isinstance(data, bool) or not isinstance(data, int) or not low <= data <= high:
        raise unexpected(place, phrase("a whole number from {low} to {high}", low=low, high=high), data)
    return data


def boolean_at(data: object, place: str) -> bool:
    """Return `data` if it is true or false, or raise NotARecord."""
    if not isinstance(data, bool):
        raise unexpected(place, phrase("true or false"), data)
    return data


def text_at(data: object, place: str, expected: Phrase) -> str:
    """Return `data` if it is a str, or raise NotARecord with a text that says what was `expected`."""
    if not isinstance(data, str):
        raise unexpected(place, expected, data)
    return data
