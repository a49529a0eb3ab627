"""Reads pad files in TOML and checks their values key by key."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from sheets.errors import BadInput, reason
from sheets.language import Phrase, Term, message, phrase
from sheets.ordinary_file import read_ordinary

MAX_PAD_BYTES = 256_000
"""Largest pad file, in bytes; the built-in pads have less than five hundred."""
MAX_DOTS = 100
"""Largest number of dots in a line of a pad file; Python's parser takes quadratic time for dotted keys."""
MAX_TEXT_CHARACTERS = 2_000
"""Longest text at one key, in characters. No possible row of a pad needs more than four hundred."""
MAX_SHOWN_CHARACTERS = 60
"""Longest quotation of bad input in an error, in characters."""


class PadError(BadInput):
    """A pad can't be used. The message says where the fault is, what was expected and what was found."""


def read_pad_file(path: Path) -> bytes:
    """Return a file's content up to MAX_PAD_BYTES + 1 bytes. Raise PadError if it can't be read."""
    try:
        return read_ordinary(path, MAX_PAD_BYTES)
    except OSError as problem:
        raise PadError("{path}: the file cannot be read ({why}).", path=path, why=reason(problem)) from None
    except ValueError:  # a name with a null byte
        raise PadError("{path!r}: this is not a file name.", path=str(path)) from None


def parse_toml(data: bytes, path: str) -> dict[str, object]:
    """Parse `data`, the content of the file `path`. Raise PadError if it isn't TOML or exceeds a limit."""
    if len(data) > MAX_PAD_BYTES:
        raise PadError(
            "{path}: a pad is a file of at most {most} kB, but this one is larger.",
            path=path,
            most=MAX_PAD_BYTES // 1000,
        )
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.count(b".") > MAX_DOTS:
            raise PadError(
                "{path}: a line of a pad has at most {most} dots, but line {line} has {count}.",
                path=path,
                most=MAX_DOTS,
                line=number,
                count=line.count(b"."),
            )
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        raise PadError(
            "{path}: a pad is text in UTF-8, but byte {byte} is not.", path=path, byte=problem.start
        ) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise PadError(
            "{path}: a pad is a TOML file, but this is not one: {why}.", path=path, why=_toml_fault(problem)
        ) from None


TOML_FAULTS = (
    message("Invalid value"),
    message("Invalid statement"),
    message("Expected '=' after a key in a key/value pair"),
    message("Expected newline or end of document after a statement"),
    message("Unclosed array"),
    message("Unterminated string"),
    message("Cannot overwrite a value"),
)
"""The most frequent messages of Python's TOML parser, listed here to be translated."""

_FAULT_AT = re.compile(r"(.+) \(at (?:line (\d+), column (\d+)|end of document)\)")


def _toml_fault(problem: Exception) -> Phrase | Term:
    """Return the TOML parser's message and the position of the fault, ready to be translated."""
    match = _FAULT_AT.fullmatch(str(problem))
    if match is None:
        return Term(problem)
    what, line, column = match.groups()
    if line is None:
        return phrase("{what} (at end of document)", what=Term(what))
    return phrase("{what} (at line {line}, column {column})", what=Term(what), line=line, column=column)


def _printable(text: str) -> str:
    """Return `text`, cut off after MAX_SHOWN_CHARACTERS, with unprintable characters escaped."""
    text = text if len(text) <= MAX_SHOWN_CHARACTERS else text[: MAX_SHOWN_CHARACTERS - 3] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def toml_text(data: Mapping[str, object]) -> str:
    """Return `data`, nested tables of strings, integers and booleans, as TOML text for `parse_toml`."""
    return "\n".join(_toml_lines(data, "")) + "\n"


def _toml_lines(table: Mapping[str, object], name: str) -> Iterator[str]:
    own = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    if name and (own or not table):
        yield f"\n[{name}]"
    yield from (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in own.items())
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _toml_lines(value, f"{name}.{key}" if name else key)


class TableReader:
    """Reads values from parsed tables. Methods raise PadError if a value isn't as expected."""

    def __init__(self, place: str) -> None:
        self.place = place  # precedes the JSON pointer in messages

    def error(self, pointer: str, expected: Phrase, came: object) -> PadError:
        """Return a PadError that says that `came` was found at JSON pointer `pointer`, not `expected`."""
        if not isinstance(came, (Phrase, str)):
            try:
                came = json.dumps(came, default=str, ensure_ascii=False)  # null and true, not None and True
            except (ValueError, RecursionError):  # a number with thousands of digits, deeply nested tables
                came = "…"
        if isinstance(came, str):
            came = _printable(came)
        root = "" if self.place and not self.place.endswith(" ") else "/"  # "/layout", but "ours.toml: /"
        place = f"{self.place}{_printable(pointer) or root}"
        return PadError(
            "{place}: expected {expected}, but found {came}.", place=place, expected=expected, came=came
        )

    def table(
        self, data: object, pointer: str, keys: tuple[str, ...], needed: tuple[str, ...]
    ) -> dict[str, object]:
        """Return `data` if it is a table that has all `needed` keys and no key outside `keys`."""
        if not isinstance(data, dict):
            raise self.error(pointer, phrase("a table"), data)
        for key in data:
            if key not in keys:
                only = phrase("only the keys {keys}", keys=", ".join(keys))
                raise self.error(f"{pointer}/{key}", only, phrase("this key"))
        for key in needed:
            if key not in data:
                raise self.error(pointer, phrase("the key {key}", key=key), phrase("none"))
        return data

    def whole_number(self, data: dict[str, object], key: str, default: int, allowed: tuple[int, ...]) -> int:
        """Return the number at `key`, which must be in `allowed`, or `default` if the key is missing."""
        value = data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            options = ", ".join(map(str, allowed))
            raise self.error(f"/{key}", phrase("one of {options}", options=options), value)
        return value

    def words(self, data: dict[str, object], pointer: str, key: str) -> list[str]:
        """Return the words of the text at `key`. The text must not be empty or too long."""
        value = data[key]
        if not isinstance(value, str) or not value.split():
            raise self.error(f"{pointer}/{key}", phrase("words with spaces between them"), value)
        if len(value) > MAX_TEXT_CHARACTERS:
            expected = phrase("at most {most} characters", most=MAX_TEXT_CHARACTERS)
            raise self.error(f"{pointer}/{key}", expected, len(value))
        return value.split()
