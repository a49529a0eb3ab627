"""The demo table: a frame source that shows rendered, simulated throws of dice, for use without a camera."""

import threading
import time
from collections.abc import Iterable, Sequence
from queue import SimpleQueue

import cv2
import numpy as np

from sheets.language import phrase
from vision.frames.image import Image
from vision.frames.source import Frame, Status
from vision.synthetic.throw import DIE_COLOURS, Tabletop, Throw

SIX = ("white", "white", "red", "yellow", "green", "blue")
"""The dice of the game."""
FRAMES_PER_SECOND = 12
"""Frames a second."""
EMPTY_SECONDS = 0.4
"""Seconds that the table stays empty between picking the dice up and throwing them."""
SIDES = (6, 8)
"""Numbers of sides of the demo's dice: six with pips, eight with numbers."""
MAX_DICE = 12
"""Largest number of dice for which the table has room."""

Dice = tuple[tuple[str, int], ...]
"""Colour and value of each die."""


def thrown_values(seed: int, throws: int, count: int, sides: int = 6) -> tuple[int, ...]:
    """The values of this number of dice after this number of throws; the same seed gives the same values."""
    rng = np.random.default_rng((seed, throws))
    return tuple(int(value) for value in rng.integers(1, sides + 1, count))


class _Preparation(threading.Thread):
    """Renders a throw of `colours` in the background, picture by picture, as long as it is `wanted` and the
    demo is not to `stop`.

    `result` holds the throw once it is whole.
    """

    def __init__(
        self,
        table: Tabletop,
        dice: Dice,
        colours: tuple[str, ...],
        seed: int,
        sides: int,
        stop: threading.Event,
    ) -> None:
        super().__init__(name="demo throw", daemon=True)
        self.colours, self.sides = colours, sides
        self.wanted = True
        self.result: SimpleQueue[Throw] = SimpleQueue()
        self._stop_demo = stop
        self._table, self._dice, self._seed = table, dice, seed

    def run(self) -> None:
        drawn: list[Image] = []
        for picture in self._table.pictures(self._dice, self._seed, sides=self.sides):
            if not self.wanted or self._stop_demo.is_set():
                return
            drawn.append(picture)
        self.result.put(Throw(self._dice, tuple(drawn[:-1]), drawn[-1]))


class DemoSource:
    """A `vision.frames.source.FrameSource` with an animation: dice lie, are picked up, roll in, and lie
    again.

    Pictures of the next throw of the same dice are rendered in the background while the last one lies, so
    that a throw begins at once.
    """

    name = "demo"

    def __init__(
        self,
        colours: Sequence[str] = SIX,
        *,
        seed: int | None = None,
        every: float | None = None,
        size: tuple[int, int] = (640, 480),
    ) -> None:
        """Lay `colours` on a table with random values.

        `seed`: the same one gives the same table and the same throws. `every`: seconds at rest after which
        the dice throw themselves again; without it only `throw` does. `size`: width, height in pixels.
        Raises ValueError for colours that no die has, or for more dice than the table holds.
        """
        self._colours = _checked(colours)
        self._seed = int(np.random.default_rng(seed).integers(2**31))
        self._every, self._size = every, size
        self._frame: Frame | None = None
        self._truth: Dice | None = None
        self._number = self._throws = 0
        self._sides = self._wanted_sides = 6
        self._wanted: tuple[str, ...] | None = None
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._next: _Preparation | None = None
        self._preparations: list[_Preparation] = []
        self._thread = threading.Thread(target=self._play, name="demo table", daemon=True)
        self._thread.start()

    @property
    def truth(self) -> Dice | None:
        """The values of the dice at rest, in the order in which their colours were given; None during a
        throw."""
        return self._truth

    @property
    def throws(self) -> int:
        """Number of throws that have come to rest, including the dice that lay there first."""
        return self._throws

    def exchange(self, sides: int) -> None:
        """Lay dice with 6 or 8 `sides` on the table in place of those that lie there, and throw these.

        Raises ValueError for other dice.
        """
        if sides not in SIDES:
            raise ValueError(f"the demo has dice with {' or '.join(map(str, SIDES))} sides, not with {sides}")
        with self._lock:
            self._wanted_sides = sides

    def throw(self, colours: Sequence[str] = SIX) -> None:
        """Pick the dice up and throw those of `colours`; while a throw rolls, the next begins after it.

        Raises ValueError for colours that no die has, or for more dice than the table holds.
        """
        wanted = _checked(colours)
        with self._lock:
            self._wanted = wanted

    def latest(self) -> Frame | None:
        """The newest frame; None in the first second, while the table is rendered."""
        return self._frame

    def status(self) -> Status:
        """The status: this is a demo."""
        if self._stop.is_set():
            return Status("ended", phrase("The demo table is closed."))
        if self._frame is None:
            return Status("starting", phrase("The demo table is being prepared."))
        return Status("live", phrase("This is the demo table: its dice are rendered and fall at random."))

    def close(self) -> None:
        """Stop playing. Idempotent.

        Waits for a picture that is being rendered: a thread inside OpenCV when Python ends would abort it.
        """
        self._stop.set()
        self._thread.join()
        for preparation in self._preparations:
            preparation.join()

    def _play(self) -> None:
        table = Tabletop(self._seed, self._size)
        lying = self._dice(self._colours)
        rest: Image = table.lay(lying, self._seed, sides=self._sides)
        rolled: tuple[Image, ...] = ()
        while not self._stop.is_set():
            self._truth, self._throws = lying, self._throws + 1
            self._prepare(table, self._colours)
            if not self._lie(rest):
                return
            while self._wanted_sides != self._sides:
                self._truth, self._sides = None, self._wanted_sides
                lying, rolled = self._dice(self._colours, self._seed + 1), ()
                rest = table.lay(lying, self._seed + 1, sides=self._sides)
                self._truth = lying
                self._prepare(table, self._colours)
                if not self._lie(rest):
                    return
            self._truth = None
            with self._lock:
                self._colours, self._wanted = self._wanted or self._colours, None
            # back the way they came, twice as fast
            pick_up = list(rolled[-2::-2]) or [_between(rest, table.empty, part) for part in (0.3, 0.7)]
            throw = self._thrown(table, self._colours, pick_up)
            if throw is None:
                return
            for image in throw.rolling:
                if not self._show(image):
                    return
            lying, rest, rolled = throw.dice, throw.rest, throw.rolling

    def _lie(self, rest: Image) -> bool:
        """Show the dice at rest until they are to be thrown; False once the demo is closed."""
        begin = time.monotonic()
        while self._wanted is None and self._wanted_sides == self._sides:
            if not self._show(rest):
                return False
            if self._every is not None and time.monotonic() - begin >= self._every:
                break
        return True

    def _thrown(self, table: Tabletop, colours: tuple[str, ...], pick_up: Iterable[Image]) -> Throw | None:
        """Pick up what lies, and wait with the table empty until the next throw is rendered."""
        known = self._next is not None and (self._next.colours, self._next.sides) == (colours, self._sides)
        if not known:
            self._prepare(table, colours)
        assert self._next is not None
        result = self._next.result
        for image in pick_up:
            if not self._show(image):
                return None
        shown = 0
        while shown < EMPTY_SECONDS * FRAMES_PER_SECOND or result.empty():
            shown += 1
            if not self._show(table.empty):
                return None
        return result.get()

    def _prepare(self, table: Tabletop, colours: tuple[str, ...]) -> None:
        """Render the next throw of `colours` in the background, and no other one any longer."""
        if self._next is not None:
            self._next.wanted = False
        self._next = _Preparation(
            table, self._dice(colours), colours, self._seed + self._throws, self._sides, self._stop
        )
        self._preparations = [*(each for each in self._preparations if each.is_alive()), self._next]
        self._next.start()

    def _dice(self, colours: Sequence[str], seed: int | None = None) -> Dice:
        """The dice of the next throw; with a `seed` of their own, dice that nobody throws."""
        values = thrown_values(self._seed if seed is None else seed, self._throws, len(colours), self._sides)
        return tuple(zip(colours, values, strict=True))

    def _show(self, image: Image) -> bool:
        """Put up a frame for its share of a second; False once the demo is closed."""
        self._number += 1
        self._frame = Frame(image, self._number, time.monotonic())
        return not self._stop.wait(1 / FRAMES_PER_SECOND)


def _between(one: Image, other: Image, part: float) -> Image:
    return np.asarray(cv2.addWeighted(one, 1 - part, other, part, 0), np.uint8)


def _checked(colours: Sequence[str]) -> tuple[str, ...]:
    unknown = [colour for colour in colours if colour not in DIE_COLOURS]
    if unknown:
        raise ValueError(f"the demo has dice in {', '.join(DIE_COLOURS)}, and none in {', '.join(unknown)}")
    if len(colours) > MAX_DICE:
        raise ValueError(f"the demo table holds at most {MAX_DICE} dice, not {len(colours)}")
    return tuple(colours)
