"""The ledger of printed sheets: a file with a line for each print job. `find_sheet` finds a sheet's pads and
its player's name by serial number."""

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
MAX_SIDES = 2
"""Largest number of printed sides of a sheet; ledger lines with more pads are skipped as damaged."""


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """The ledger's data about a printed sheet."""

    serial: Serial
    games: tuple[str, ...] = ()
    """Names of the pads on the sheet's sides, or () if the sheet is not in the ledger."""
    name: str = ""
    lucky: LuckyPair | None = None
    letter: str = ""
    proven: bool = False
    """True if `find_sheet` was given the sheet's secret, which only its second QR code shows."""


def ledger_folder() -> Path:
    """Return the folder of the ledger that `qwixx print` writes: the system's folder for application data."""
    return Path(user_data_path("qwixx-at-the-table", appauthor=False))


def record_print(folder: Path, order: PrintOrder) -> None:
    """Append the print job `order` to the ledger in `folder`, or raise OSError."""
    from sheets.order import pages_of  # slow, and not needed to look a sheet up

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
    """Look up a sheet in the ledgers of `qwixx print` and of `folder`, and return the data about it.

    `secret`: the secret read from the sheet's second QR code, or "". If several print jobs have the serial
    number, prefer the sheet with this secret, then the newest (the ledger of `folder` counts as newer). If no
    ledger has the sheet, `games` of the result is empty.
    """
    best = PrintedSheet(serial)
    for place in (ledger_folder(), folder):
        with contextlib.suppress(OSError):
            for line in _lines(place / LEDGER_FILE):
                sheet = _sheet_of(line, serial, secret)
                if sheet is not None and (sheet.proven or not best.proven):
                    best = sheet
    return best


class _Line(msgspec.Struct):
    """A line of the ledger, about one print job."""

    batch: str
    pads: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MAX_SIDES)]
    count: int
    seed: int = 0
    names: tuple[str, ...] = ()
    lucky: dict[str, LuckyPair] = {}
    letters: dict[str, str] = {}


def _lines(ledger: Path) -> Iterator[_Line]:
    with open_ordinary(ledger) as file:
        while text := file.readline(MAX_LINE_BYTES):
            with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                yield msgspec.json.decode(text, type=_Line)


def _sheet_of(line: _Line, serial: Serial, secret: str) -> PrintedSheet | None:
    """Return the data about sheet `serial`, or None if the print job of `line` did not print this sheet."""
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
