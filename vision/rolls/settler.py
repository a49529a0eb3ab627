"""Decides from frames when the dice are at rest, and reads one roll from many frames."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image, bounded
from vision.frames.source import Frame
from vision.reading import Die, Reading
from vision.rolls.motion import Relief, moving, reaches_in, relief
from vision.rolls.throws import thrown
from vision.rolls.votes import MIN_READINGS, Votes

MAX_PICTURES = 30
"""Number of pictures with equal weight in a mean; with more pictures, older ones count less and less."""
State = Literal["none", "hand", "rolling", "rest"]
"""The states of a table: no dice; something reaches in; something moves; dice are at rest."""
Read = Callable[[Image], Reading]
"""A function that reads the expected dice in an image (H x W x 3 uint8, BGR)."""

QUIET_SECONDS = 0.2
"""Time without motion after which dice are at rest and are read."""
DOUBT_SECONDS = 1.5
"""Time at rest after which an unsure roll is reported, if there are at least MIN_READINGS readings."""
LEAST_STILL_SECONDS = 0.4
"""When dice move again, an unsure roll is reported if they rested this long. Rolling dice pause for less."""
MAX_QUICK_READINGS = 12
"""Number of readings after which dice at rest are read only once every SLOW_SECONDS."""
SLOW_SECONDS = 1.0
MIN_CHANGED_FRAMES = 3
"""The state "hand" becomes "rolling", or the reverse, after this many frames in a row that show the other."""
MIN_EMPTY_READINGS = 2
"""Number of readings without dice after which the table counts as empty."""
MIN_SAME_READINGS = 2
"""Number of readings of an already reported roll after which resting dice are not read again."""


class MeanPicture:
    """The mean of pictures in which nothing moves, all of one size. It removes the noise of the sensor."""

    def __init__(self) -> None:
        self._mean: NDArray[np.float32] | None = None
        self._count = 0

    def add(self, image: Image) -> None:
        image = bounded(image)
        self._count += 1
        if self._mean is None:
            self._mean = image.astype(np.float32)
        else:
            cv2.accumulateWeighted(image, self._mean, 1 / min(self._count, MAX_PICTURES))

    def image(self) -> Image:
        """Return the mean, H x W x 3 uint8. At least one picture must have been added."""
        assert self._mean is not None
        return np.asarray(np.rint(self._mean), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something that a `Settler` reports.

    "state": the table's state has changed. "roll": a throw has been read. "unsure": a throw is at rest but
    cannot be read with certainty, so a person should look (once per throw; a "roll" may follow).
    """

    kind: Literal["state", "roll", "unsure"]
    state: State
    frame: Frame  # the evidence; for "roll" and "unsure" the mean picture that shows the vote best
    reading: Reading | None = None
    """The reading that agrees best with the frames at rest: complete for "roll", None for "state"."""
    throw: int = 0  # the number of the throw, from 1; 0 before the first


class Settler:
    """Watches a table frame by frame and reports one roll per throw.

    Every frame is checked for motion. The mean frame of dice at rest is read until the roll is sure.
    """

    def __init__(self) -> None:
        self.state: State = "none"
        self._before: Relief | None = None  # the last frame
        self._anchor: Relief | None = None  # the first frame of this rest: slow creeping shows against it
        self._resting: Relief | None = None  # the table before things moved: a hand shows against it
        self._quiet_since: float | None = None
        self._mean = MeanPicture()  # of the frames of this rest
        self._votes = Votes()
        self._seconds = self._last_read = 0.0  # times of the last frame, and of the last one that was read
        self._done = False  # True if this rest needs no more readings
        self._doubted = False  # True if this rest has reported doubt
        self._lifted = False  # True if the table was empty since the last throw
        self._last: tuple[Die, ...] = ()
        self._last_sure = True
        self._throws = 0
        self._changed_frames = 0

    def mark_reported(self, reading: Reading) -> None:
        """Treat the dice of `reading`, which a person or a saved game has supplied, as already reported."""
        self._last, self._last_sure, self._done = reading.dice, True, True

    def see(self, frame: Frame, read: Read) -> Event | None:
        """Process the next frame, and return the event that it causes, or None if it causes none.

        `frame.seconds` must not be smaller than in the last call. Exceptions of `read` are passed on.
        """
        now, self._seconds = relief(frame.image), frame.seconds
        if self._before is not None and self._before.size != now.size:
            self._last = _resized(self._last, self._before.size, now.size)
        if self._moved(now):
            return self._end_rest(now, frame)
        if self._quiet_since is None:
            self._quiet_since, self._anchor = frame.seconds, now
        if self._done:
            return None
        self._mean.add(frame.image)
        if frame.seconds - self._quiet_since < QUIET_SECONDS:
            return None
        if len(self._votes) < MAX_QUICK_READINGS or frame.seconds - self._last_read >= SLOW_SECONDS:
            self._last_read = frame.seconds
            mean = replace(frame, image=self._mean.image())
            self._votes.add(read(mean.image), mean)
        return self._verdict(frame)

    def end(self) -> Event | None:
        """Return an "unsure" event if a throw at rest in the last frame was not reported, otherwise None."""
        return self._unreported(self._seconds)

    def _moved(self, now: Relief) -> bool:
        """Return True if anything moved since the last frame or, slowly, since the dice came to rest."""
        before, self._before = self._before, now
        if before is not None and moving(before, now):
            return True
        return self._anchor is not None and moving(self._anchor, now)

    def _unreported(self, seconds: float) -> Event | None:
        """Return an "unsure" event if a throw was at rest until `seconds` and not reported, else None."""
        result = self._votes.result()
        if result is None or self._done or self._doubted or self._still(seconds) < LEAST_STILL_SECONDS:
            return None
        reading, evidence = result
        if not reading.dice or not thrown(self._last, reading.dice, self._lifted):
            return None
        return self._report("unsure", reading, evidence, True)

    def _still(self, seconds: float) -> float:
        """Return for how many seconds the dice have been at rest at time `seconds`, or 0 during motion."""
        return 0.0 if self._quiet_since is None else seconds - self._quiet_since

    def _end_rest(self, now: Relief, frame: Frame) -> Event | None:
        """End the time at rest, if any, because something moves. Return the event that follows, or None.

        It is an "unsure" event if a throw was at rest and not reported, otherwise a "state" event if the
        table's state has changed.
        """
        unreported = self._unreported(frame.seconds)
        if self._anchor is not None:
            self._resting = self._anchor
        self._quiet_since = self._anchor = None
        self._votes, self._done, self._doubted, self._mean = Votes(), False, False, MeanPicture()
        if unreported is not None:
            return unreported
        hand = self._resting is not None and reaches_in(self._resting, now)
        state: State = "hand" if hand else "rolling"
        if self.state in ("hand", "rolling") and state != self.state:
            self._changed_frames += 1
            if self._changed_frames < MIN_CHANGED_FRAMES:
                return None
        self._changed_frames = 0
        return self._become(state, frame)

    def _verdict(self, frame: Frame) -> Event | None:
        """Return the event that follows from the votes so far, or None if nothing is to be reported."""
        result = self._votes.result()
        assert result is not None
        reading, evidence = result
        if not reading.dice:
            if len(self._votes) < MIN_EMPTY_READINGS:
                return None
            self._lifted = self._done = True
            return self._become("none", frame)
        fresh = thrown(self._last, reading.dice, self._lifted)
        if not fresh and self._last_sure:
            self._done = len(self._votes) >= MIN_SAME_READINGS
            self._lifted = self._lifted and not self._done
        elif reading.status == "complete":
            return self._report("roll", reading, evidence, fresh)
        elif (
            fresh
            and not self._doubted
            and len(self._votes) >= MIN_READINGS
            and self._still(frame.seconds) >= DOUBT_SECONDS
        ):
            return self._report("unsure", reading, evidence, fresh)
        return self._become("rest", frame)

    def _report(
        self, kind: Literal["roll", "unsure"], reading: Reading, evidence: Frame, fresh: bool
    ) -> Event:
        sure = kind == "roll"
        self._throws += fresh and not self._doubted  # after a doubt in this rest it is still the same throw
        self.state = "rest"
        self._done, self._doubted, self._lifted = sure, True, False
        self._last, self._last_sure = reading.dice, sure
        return Event(kind, "rest", evidence, reading, self._throws)

    def _become(self, state: State, frame: Frame) -> Event | None:
        if state == self.state:
            return None
        self.state = state
        return Event("state", state, frame, throw=self._throws)


def _resized(dice: tuple[Die, ...], before: tuple[int, int], after: tuple[int, int]) -> tuple[Die, ...]:
    """Return the dice after the camera's picture size (width, height) has changed, with scaled boxes.

    With unscaled boxes, dice that no one touched would seem to be a new throw.
    """
    factor = sqrt(after[0] * after[1] / (before[0] * before[1]))

    def box(die: Die) -> tuple[int, int, int, int]:
        x, y, w, h = (round(side * factor) for side in die.box)
        return x, y, w, h

    return tuple(replace(die, box=box(die)) for die in dice)
