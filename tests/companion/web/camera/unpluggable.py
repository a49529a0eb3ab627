"""A camera for tests of the table: it shows one picture over and over, until it is unplugged."""

import time

import numpy as np

from sheets.language import Phrase
from vision.frames.image import Image
from vision.frames.source import Frame, Status


def noise(seed: int) -> Image:
    """Return a picture of random blocks, different for each seed."""
    blocks = np.random.default_rng(seed).integers(0, 255, (24, 32), dtype=np.uint8)
    return np.dstack([np.kron(blocks, np.ones((20, 20), np.uint8))] * 3)


class Plug:
    """A camera that shows its `image` over and over. It is unplugged while this attribute is None."""

    def __init__(self, name: str = "table camera", image: Image | None = None) -> None:
        self.name, self.number, self.closed = name, 0, 0
        self.image: Image | None = noise(1) if image is None else image
        self.has_ended = False

    def latest(self) -> Frame | None:
        if self.image is None:
            return None
        self.number += 1
        return Frame(self.image, self.number, time.monotonic())

    def status(self) -> Status:
        shown = "ended" if self.has_ended else "live"
        return Status("lost" if self.image is None else shown, Phrase(""))

    def close(self) -> None:
        self.closed += 1
