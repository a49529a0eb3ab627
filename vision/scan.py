"""A photo of marked sheets into evidence, place by place."""

from __future__ import annotations

from collections.abc import Iterable

from sheets.pad import Pad
from vision.frames import Image
from vision.sheet_seen import UNSEEN, CellEvidence, SheetSeen

__all__ = ["UNSEEN", "CellEvidence", "SheetSeen", "scan"]


def scan(image: Image, pads: Iterable[Pad] = ()) -> tuple[SheetSeen, ...]:
    """The sheets in a photo, from the top left to the bottom right; () where there is none.

    `image`: H x W x 3 uint8, BGR, upright. `pads`: pads of the table's own that may lie there, besides those
    that come with the program. Nothing is raised for what a photo shows: `SheetSeen.problems` tells.
    """
    raise NotImplementedError(image.shape, pads)
