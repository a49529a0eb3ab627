"""A frame source that plays recorded throws of dice, for use without a camera."""

import math
import threading
import time
from collections.abc import Iterator, Sequence

import numpy as np

from sheets.language import phrase
from vision.frames.image import Image
from vision.frames.recording import Dice, Throw, dice_set, load_empty_table, load_throw, recorded
from vision.frames.source import Frame, Status

SIX = ("white", "white", "red", "yellow", "green", "blue")
"""Colours of the game's six dice."""
FRAMES_PER_SECOND = 12
"""Largest number of frames per second."""
EMPTY_FRAMES = 2
"""Frames of the empty table between picking the dice up and throwing them."""


class DemoSource:
    """A `vision.frames.source.FrameSource` that plays a film: dice are picked up, roll in, and rest.

    The film advances only when `latest` is called, by one frame at most.
    """

    name = "demo"

    def __init__(self, *, seed: int | None = None, every: float | None = None) -> None:
        """Show an empty table.

        `every`: seconds at rest after which all dice are thrown again; by default only `throw` throws dice.
        """
        self._chance = np.random.default_rng(seed)
        self._every = every
        self._frame: Frame | None = None
        self._truth: Dice | None = None
        self._throws = 0
        self._wanted: Throw | None = None
        self._last = ""
        self._closed = False
        self._lock = threading.Lock()
        self._empty = load_empty_table()
        self._film = self._pictures()

    @property
    def truth(self) -> Dice | None:
        """Return colour and value of the dice at rest, or None before the first throw and during a throw."""
        return self._truth

    @property
    def throws(self) -> int:
        """Return the number of throws that have come to rest."""
        return self._throws

    def throw(self, colours: Sequence[str] = SIX, sides: int = 6) -> bool:
        """Throw these dice once all dice are at rest.

        Return False if there is no recorded throw of these dice other than the last throw.
        """
        with self._lock:
            thrown = self._chosen(colours, sides)
            if thrown is not None:
                self._wanted, self._truth = thrown, None
        return thrown is not None

    def latest(self) -> Frame:
        """Return the current frame, after advancing the film if it is time for the next frame."""
        with self._lock:
            now, before = time.monotonic(), self._frame
            if before is None or (not self._closed and now - before.seconds >= 1 / FRAMES_PER_SECOND):
                self._frame = Frame(next(self._film), before.number + 1 if before else 1, now)
            assert self._frame is not None
            return self._frame

    def status(self) -> Status:
        if self._closed:
            return Status("ended", phrase("The demo table is closed."))
        return Status("live", phrase("This is the demo table: it plays recorded throws."))

    def close(self) -> None:
        self._closed = True

    def _pictures(self) -> Iterator[Image]:
        """Yield the pictures of the film, endlessly."""
        still, rested = self._empty, -math.inf
        rolled: tuple[Image, ...] = ()
        while True:
            while (thrown := self._due(rested)) is None:
                yield still
            self._truth = None
            yield from rolled[-2::-2]  # back the way they came, twice as fast
            for _ in range(EMPTY_FRAMES):
                yield self._empty
            yield from thrown.rolling
            still, rolled, rested = thrown.rest, thrown.rolling, time.monotonic()
            self._truth, self._throws = thrown.dice, self._throws + 1
            yield still

    def _due(self, rested: float) -> Throw | None:
        """Return the throw to play now, or None; `rested`: the time at which the last throw came to rest."""
        if self._wanted is None and self._every is not None and time.monotonic() - rested >= self._every:
            self._wanted = self._chosen(SIX, 6)
        thrown, self._wanted = self._wanted, None
        return thrown

    def _chosen(self, colours: Sequence[str], sides: int) -> Throw | None:
        """Return a random recorded throw of these dice, but not the last throw; None if there is no other."""
        names = recorded().get(dice_set(colours, sides), ())
        fresh = [name for name in names if name != self._last]
        if not fresh:
            return None
        self._last = str(self._chance.choice(fresh))
        return load_throw(self._last, self._empty)
