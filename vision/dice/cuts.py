"""The part of a picture that is worth a closer look: the area around all dice of a roll, scaled so that the
median die has the width at which the network sees best. There the network separates dice that touch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.dice.detector_settings import SETTINGS
from vision.geometry import Box, longer_side


@dataclass(frozen=True, slots=True)
class Cut:
    """The edges of a part of a picture, in pixels of the picture."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float  # pixels given to the network per pixel of the picture

    @property
    def pixels(self) -> float:
        """Return the number of pixels given to the network."""
        return (self.right - self.left) * (self.bottom - self.top) * self.scale**2


def cut_around(boxes: Sequence[Box], size: tuple[int, int]) -> Cut:
    """Return the cut around one or more boxes in a picture of `size` (width, height)."""
    side = median(map(longer_side, boxes))
    room = SETTINGS.cut_margin * side
    left = max(0, int(min(x for x, _, _, _ in boxes) - room))
    top = max(0, int(min(y for _, y, _, _ in boxes) - room))
    right = min(size[0], int(max(x + w for x, _, w, _ in boxes) + room) + 1)
    bottom = min(size[1], int(max(y + h for _, y, _, h in boxes) + room) + 1)
    most = math.sqrt(SETTINGS.cut_pixels / ((right - left) * (bottom - top)))
    return Cut(left, top, right, bottom, min(SETTINGS.cut_scale, SETTINGS.cut_side / side, most))
