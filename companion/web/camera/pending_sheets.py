"""Photos of sheets that have been read and wait for people to accept the reading."""

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion.sheet_scan.reading import SheetReading
from companion.table.events import Photo

MAX_PENDING_PHOTOS = 24
"""Largest number of waiting photos; a further one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class PendingSheets:
    """A photo of sheets and its reading."""

    photo: Photo
    readings: tuple[SheetReading, ...]
    crops: tuple[tuple[str, ...], ...]
    """Pictures of the doubtful places of each sheet, as data URLs."""
    factor: float = 1.0
    """Scale from the image that was read to the stored photo, at most 1."""


class PendingSheetPhotos:
    """The waiting photos of sheets, by name. Any thread may call it."""

    def __init__(self) -> None:
        self._photos: OrderedDict[str, PendingSheets] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, sheets: PendingSheets) -> str:
        """Store a reading and return its name."""
        name = secrets.token_hex(8)
        with self._lock:
            self._photos[name] = sheets
            while len(self._photos) > MAX_PENDING_PHOTOS:
                self._photos.popitem(last=False)
        return name

    def find(self, name: str) -> PendingSheets | None:
        """Return the reading called `name`, or None if it was dropped."""
        with self._lock:
            return self._photos.get(name)
