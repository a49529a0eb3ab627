"""Printed sheets that players sit down with, given by a typed number or a photo."""

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
"""Held while a photo is read, since that keeps several cores busy."""


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A printed sheet that a player shows to join."""

    printed: PrintedSheet  # its entry in the ledger
    lucky: LuckyPair | None = None
    secret: str = ""  # from its second QR code; "" if that was not read

    @property
    def number(self) -> str:
        return str(self.printed.serial)


def is_sheet_number(typed: str) -> bool:
    """Return True if `typed` has the form of a sheet's number."""
    try:
        Serial.parse(typed)
    except BadInput:
        return False
    return True


def typed_sheet(typed: str) -> ShownSheet | None:
    """Return the sheet with the typed number, or None for "". Raise RequestRefused if it isn't a number."""
    text = "".join(typed.upper().split())
    if not text:
        return None
    if not is_sheet_number(text):
        raise RequestRefused("sheet", NO_NUMBER, status=422)
    printed = find_sheet(this_server().store.folder, Serial.parse(text))
    return ShownSheet(printed, printed.lucky)


def photographed_sheet(image: Image) -> ShownSheet:
    """Return the sheet in a photo. Raise RequestRefused unless exactly one can be read."""
    from vision.scan.possession import held_sheets  # loaded only when needed

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
