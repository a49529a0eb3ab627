"""Reads the codes and secrets of the sheets in a photo, which tell who holds which sheet."""

from collections.abc import Iterable
from dataclasses import dataclass

from sheets.pad import Pad
from sheets.serial import SheetCode
from vision.frames.image import Image, bounded
from vision.scan.markers import MarkerSearch, TooBusy
from vision.scan.rectification import place_sheets


@dataclass(frozen=True, slots=True)
class HeldSheet:
    """A sheet in a photo: its code, and its secret, "" if none can be read."""

    code: SheetCode
    secret: str = ""


def held_sheets(image: Image, pads: Iterable[Pad] = ()) -> tuple[HeldSheet, ...]:
    """Return the sheets whose codes can be read in a photo (H x W x 3 uint8, BGR, upright), in no order.

    `pads`: custom pads that may occur; a sheet's secret is read only if its pad is known. Crosses are not
    read, and no network is needed. Empty if too much in the photo looks like a marker.
    """
    near = bounded(image)
    try:
        placed = tuple(place_sheets(near, pads, MarkerSearch(near)))
    except TooBusy:
        return ()
    return tuple(HeldSheet(each.code, each.secret() or "") for each in placed if each.code is not None)
