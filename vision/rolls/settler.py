"""Settling: frames in, one roll out, once the dice lie still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from vision.frames.image import Image
from vision.frames.source import Frame
from vision.reading import Die, Reading
from vision.rolls.motion import Relief, moving, reaches_in, relief
from vision.rolls.throws import thrown
from vision.rolls.votes import Votes

State = Literal["none", "hand", "rolling", "rest"]
"""No dice on a quiet table; something reaches in; something moves; dice lie still."""
Read = Callable[[Image], Reading]
"""Image HxWx3 BGR uint8 → Reading, against the dice that are expected now."""

QUIET = 0.2
"""Seconds without motion after which dice are at rest and worth a look."""
PATIENCE = 1.5
"""Seconds of looking at rest after which doubt is said."""
LOOKS = 12
"""Readings of one rest after which it is looked at only now and then."""
NOW_AND_THEN = 1.0
"""Seconds between later looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something to tell.

    `kind`: "state", the table's state has changed; "roll", a throw has been read, once a throw; "unsure",
    dice lie there that cannot be read as a whole roll, and a person should look (once a throw; a "roll" may
    follow when they can be read after all).
    `frame`: the evidence; for a roll the frame that shows best what was voted. `reading`: for a roll and an
    unsure one, the votes of all resting frames together; its status is `complete` exactly for a roll.
    `throw`: which throw it is about, counted from 1; 0 before the first.
    """

    kind: Literal["state", "roll", "unsure"]
    state: State
    frame: Frame
    reading: Reading | None = None
    throw: int = 0


class Settler:
    """Watches a table frame by frame and gives one roll a throw.

    Motion is judged on every frame (about a millisecond); `read` is called only while the table is at rest
    and the roll not yet sure. What a throw is, and what is only a nudge, says `vision.rolls.throws.thrown`.
    """

    def __init__(self) -> None:
        self.state: State = "none"
        self._before: Relief | None = None  # the last frame
        self._anchor: Relief | None = (
            None  # the frame in which this rest began: slow creeping shows against it
        )
        self._resting: Relief | None = None  # the table before things began to move: a hand shows against it
        self._quiet_since: float | None = None
        self._votes = Votes()
        self._first_look = 0.0
        self._last_look = 0.0
        self._done = False  # this rest has said what it had to say
        self._doubted = False
        self._lifted = False
        self._last: tuple[Die, ...] = ()
        self._last_sure = True
        self._throws = 0
        self._other = 0

    def take(self, reading: Reading) -> None:
        """Know these dice as already rolled: a person has entered or corrected them, or they come from a
        game that goes on. They give no roll before they are thrown again."""
        self._last, self._last_sure, self._done = reading.dice, True, True

    def see(self, frame: Frame, read: Read) -> Event | None:
        """Look at the next frame, and tell what it brings, if anything.

        `frame.seconds` must not go back. `read` may raise; the frame then counts for motion only.
        """
        now = relief(frame.image)
        if self._moved(now):
            return self._unrest(now, frame)
        if self._quiet_since is None:
            self._quiet_since, self._anchor = frame.seconds, now
        if frame.seconds - self._quiet_since < QUIET or self._done:
            return None
        looked = len(self._votes)
        if looked >= LOOKS and frame.seconds - self._last_look < NOW_AND_THEN:
            return None
        if looked == 0:
            self._first_look = frame.seconds
        self._last_look = frame.seconds
        self._votes.add(read(frame.image), frame)
        return self._verdict(frame)

    def _moved(self, now: Relief) -> bool:
        """Whether anything moved since the last frame, or crept since this rest began."""
        before, self._before = self._before, now
        if before is not None and moving(before, now):
            return True
        return self._anchor is not None and moving(self._anchor, now)

    def _unrest(self, now: Relief, frame: Frame) -> Event | None:
        if self._anchor is not None:
            self._resting = self._anchor
        self._quiet_since = self._anchor = None
        self._votes, self._done, self._doubted = Votes(), False, False
        hand = self._resting is not None and reaches_in(self._resting, now)
        state: State = "hand" if hand else "rolling"
        if self.state in ("hand", "rolling") and state != self.state:
            self._other += 1
            if self._other < 3:  # one frame's shape says little
                return None
        self._other = 0
        return self._become(state, frame)

    def _verdict(self, frame: Frame) -> Event | None:
        result = self._votes.result()
        assert result is not None
        reading, evidence = result
        if not reading.dice:
            if len(self._votes) < 2:
                return None
            self._lifted = self._done = True
            return self._become("none", frame)
        fresh = thrown(self._last, reading.dice, self._lifted)
        if not fresh and self._last_sure:
            self._done = len(self._votes) >= 2
            self._lifted = self._lifted and not self._done
        elif reading.status == "complete":
            return self._tell("roll", reading, evidence, fresh)
        elif fresh and not self._doubted and frame.seconds - self._first_look >= PATIENCE:
            return self._tell("unsure", reading, evidence, fresh)
        return self._become("rest", frame)

    def _tell(self, kind: Literal["roll", "unsure"], reading: Reading, evidence: Frame, fresh: bool) -> Event:
        sure = kind == "roll"
        self._throws += fresh and not self._doubted  # after doubt in this rest it is still the same throw
        self.state = "rest"
        self._done, self._doubted, self._lifted = sure, True, False
        self._last, self._last_sure = reading.dice, sure
        return Event(kind, "rest", evidence, reading, self._throws)

    def _become(self, state: State, frame: Frame) -> Event | None:
        if state == self.state:
            return None
        self.state = state
        return Event("state", state, frame, throw=self._throws)
