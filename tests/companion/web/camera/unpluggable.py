"""A camera for tests of the table: it shows one picture over and over, until it is unplugged."""

import time

import numpy as np

from sheets.language import Phrase
from vision.frames.source import Frame, Status


class Plug:
    """A camera that shows one picture over and over, until it is unplugged."""

    name = "table camera"

    def __init__(self) -> None:
        self.number, self.plugged, self.seed = 0, True, 1

    def latest(self) -> Frame | None:
        if not self.plugged:
            return None
        self.number += 1
        blocks = np.random.default_rng(self.seed).integers(0, 255, (24, 32), dtype=np.uint8)
        picture = np.kron(blocks, np.ones((20, 20), np.uint8))
        return Frame(np.dstack([picture] * 3), self.number, time.monotonic())

    def status(self) -> Status:
        return Status("live" if self.plugged else "lost", Phrase(""))

    def close(self) -> None:
        pass
