"""Photos of sheets that were read and wait for people to take them over."""

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion.sheet_scan.reading import SheetReading
from companion.table.events import Photo

MAX_PENDING_PHOTOS = 24
"""Largest number of pending photos; the oldest is dropped first."""


@dataclass(frozen=True, slots=True)
class PendingSheets:
    """A photo of sheets. `crops`: of each doubtful place, as data URLs.

    `factor`: by which the kept photo is smaller than the one that was read (<= 1).
    """

    photo: Photo
    readings: tuple[SheetReading, ...]
    crops: tuple[tuple[str, ...], ...]
    factor: float = 1.0


class PendingSheetPhotos:
    """The photos of sheets, by name. Any thread may call."""

    def __init__(self) -> None:
        self._photos: OrderedDict[str, PendingSheets] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, sheets: PendingSheets) -> str:
        """Keep the reading of a photo, and return its name."""
        name = secrets.token_hex(8)
        with self._lock:
            self._photos[name] = sheets
            while len(self._photos) > MAX_PENDING_PHOTOS:
                self._photos.popitem(last=False)
        return name

    def find(self, name: str) -> PendingSheets | None:
        """Return the reading of that name, if it is still there."""
        with self._lock:
            return self._photos.get(name)
