"""The ledger of printed sheets: a line each beside the games, which finds a sheet's owner by its number."""

from __future__ import annotations

import contextlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from platformdirs import user_data_path

from companion.storage.private_files import append_line
from sheets.ordinary_file import open_ordinary
from sheets.secret import is_drawn, sheet_secret
from sheets.serial import LuckyPair, Serial

if TYPE_CHECKING:
    from sheets.order import PrintOrder

LEDGER_FILE = "prints.jsonl"
MAX_LINE_BYTES = 200_000
"""Longest line that is read, in bytes: one of 999 sheets with a name and lucky numbers each is shorter."""
MAX_SIDES = 2
"""Most sides of a sheet of paper; a line that names more pads is damaged."""


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet. `games`: the pads on its sides, () if the print is not known here. `name`, `lucky` and
    `letter`: as printed. `proven`: whether the secret was shown that stands on it."""

    serial: Serial
    games: tuple[str, ...] = ()
    name: str = ""
    lucky: LuckyPair | None = None
    letter: str = ""
    proven: bool = False


def ledger_folder() -> Path:
    """Return the folder in which `qwixx print` notes its prints: this system's place for such data."""
    return Path(user_data_path("qwixx-at-the-table", appauthor=False))


def record_print(folder: Path, order: PrintOrder) -> None:
    """Note a print in `folder`. Raises OSError if that cannot be written."""
    from sheets.order import pages_of  # it draws: not needed to look a sheet up

    faces = [face for page in pages_of(order) for face in page]
    line = {
        "batch": order.batch,
        "seed": order.seed,
        "pads": [pad.name for pad in order.sides],
        "count": order.count,
        "names": list(order.names),
        "lucky": {face.serial.number: face.lucky for face in faces if face.lucky},
        "letters": {face.serial.number: face.pad.letter for face in faces if face.pad.letter},
    }
    append_line(folder / LEDGER_FILE, json.dumps(line, ensure_ascii=False).encode())


def find_sheet(folder: Path, serial: Serial, secret: str = "") -> PrintedSheet:
    """Return the notes, in `folder` or by `qwixx print`, about the print that the sheet comes from.

    Only its number if nothing was noted. `secret`: the text of the sheet's second code, if any; of prints
    with the same number, the one that it belongs to counts, and else the newest.
    """
    found = PrintedSheet(serial)
    for place in (ledger_folder(), folder):
        with contextlib.suppress(OSError):
            for line in _lines(place / LEDGER_FILE):
                sheet = _sheet_of(line, serial, secret)
                if sheet is not None and (sheet.proven or not found.proven):
                    found = sheet
    return found


class _Line(msgspec.Struct):
    """A print as it stands in the ledger. `lucky`, `letters`: by the number of the sheet."""

    batch: str
    pads: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MAX_SIDES)]
    count: int
    seed: int = 0
    names: tuple[str, ...] = ()
    lucky: dict[str, LuckyPair] = {}
    letters: dict[str, str] = {}


def _lines(ledger: Path) -> Iterator[_Line]:
    """Yield the readable lines: a damaged one hides no other. Raise OSError."""
    with open_ordinary(ledger) as file:
        while text := file.readline(MAX_LINE_BYTES):
            with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                yield msgspec.json.decode(text, type=_Line)


def _sheet_of(line: _Line, serial: Serial, secret: str) -> PrintedSheet | None:
    sheet = (serial.number - 1) // len(line.pads)
    if line.batch != serial.batch or sheet >= line.count:
        return None
    name = line.names[sheet % len(line.names)] if line.names else ""
    number = str(serial.number)
    true = sheet_secret(line.seed, "+".join(line.pads), serial.number) if is_drawn(line.seed) else ""
    return PrintedSheet(
        serial,
        line.pads,
        name,
        line.lucky.get(number),
        line.letters.get(number, ""),
        proven=bool(true) and hmac.compare_digest(true.encode(), secret.encode()),
    )
