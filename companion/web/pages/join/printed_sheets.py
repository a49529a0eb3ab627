"""Printed sheets with which people sit down: a typed number, or a photo of the sheet."""

import threading
from dataclasses import dataclass

from companion.storage.prints import PrintedSheet, find_sheet
from companion.web.access.request_context import this_server
from companion.web.server.refusal import RequestRefused
from sheets.errors import BadInput
from sheets.language import message
from sheets.serial import LuckyPair, Serial
from vision.frames.image import Image

NO_SHEET = message(
    "No sheet's QR code can be read in this photo; hold the camera closer, or type the number."
)
TOO_MANY_SHEETS = message("More than one sheet is in this photo; photograph yours alone, or type its number.")
NO_NUMBER = message("A sheet's number looks like K7Q2-03; it is next to the QR code.")

_reading = threading.Lock()
"""A lock, since one photo keeps both cores busy."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet that a person shows."""

    printed: PrintedSheet  # its entry in the ledger
    lucky: LuckyPair | None = None
    secret: str = ""  # the one in its second code, "" if none was read

    @property
    def number(self) -> str:
        return str(self.printed.serial)


def is_sheet_number(typed: str) -> bool:
    """Return True if this has the form of a sheet's number."""
    try:
        Serial.parse(typed)
    except BadInput:
        return False
    return True


def typed_sheet(typed: str) -> ShownSheet | None:
    """Return the sheet whose number was typed, or None for no number. Raise RequestRefused."""
    text = "".join(typed.upper().split())
    if not text:
        return None
    if not is_sheet_number(text):
        raise RequestRefused("sheet", NO_NUMBER, status=422)
    printed = find_sheet(this_server().store.folder, Serial.parse(text))
    return ShownSheet(printed, printed.lucky)


def photographed_sheet(image: Image) -> ShownSheet:
    """Return the one sheet in a photo. Raise RequestRefused."""
    from vision.scan.possession import held_sheets  # loaded when the first sheet comes

    server = this_server()
    with _reading:
        held = held_sheets(image, server.own_pads.all())
    if not held:
        raise RequestRefused("no-sheet", NO_SHEET, status=422)
    if len(held) > 1:
        raise RequestRefused("no-sheet", TOO_MANY_SHEETS, status=422)
    (sheet,) = held
    printed = find_sheet(server.store.folder, sheet.code.serial, sheet.secret)
    return ShownSheet(printed, sheet.code.lucky or printed.lucky, sheet.secret)
