"""Which sheets were printed here: a line each beside the games, which finds a sheet's owner by its number."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from sheets.serial import LuckyPair, Serial

if TYPE_CHECKING:
    from sheets.order import PrintOrder

LEDGER_FILE = "prints.jsonl"


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet. `games`: the pads on its sides, () if the print is not known here. `name`, `lucky`: as
    printed."""

    serial: Serial
    games: tuple[str, ...] = ()
    name: str = ""
    lucky: LuckyPair | None = None


def ledger_folder() -> Path:
    """The folder in which `qwixx print` notes what it prints: where this system keeps such data."""
    return Path(user_data_path("qwixx-at-the-table", appauthor=False))


def record_print(folder: Path, order: PrintOrder) -> None:
    """Note a print in `folder`. Raises OSError if that cannot be written."""
    from sheets.order import pages_of  # it draws: not needed to look a sheet up

    folder.mkdir(parents=True, exist_ok=True)
    line = {
        "batch": order.batch,
        "seed": order.seed,
        "pads": [pad.name for pad in order.sides],
        "count": order.count,
        "names": list(order.names),
        "lucky": {face.serial.number: face.lucky for page in pages_of(order) for face in page if face.lucky},
    }
    with (folder / LEDGER_FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def find_sheet(folder: Path, serial: Serial) -> PrintedSheet:
    """What was noted, in `folder` or by `qwixx print`, of the print that the sheet comes from.

    Only its number if nothing was noted.
    """
    lines: list[str] = []
    for place in (ledger_folder(), folder):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            lines += (place / LEDGER_FILE).read_text(encoding="utf-8").splitlines()
    for text in reversed(lines):
        try:
            line = json.loads(text)
            if line["batch"] != serial.batch:
                continue
            sides = len(line["pads"])
            sheet = (serial.number - 1) // sides
            if sheet >= line["count"]:
                continue
            name = line["names"][sheet % len(line["names"])] if line["names"] else ""
            pair = line["lucky"].get(str(serial.number))
            lucky = (int(pair[0]), int(pair[1])) if pair else None
            return PrintedSheet(serial, tuple(line["pads"]), str(name), lucky)
        except (ValueError, LookupError, TypeError, AttributeError, ZeroDivisionError):
            continue  # a damaged line hides no other
    return PrintedSheet(serial)
