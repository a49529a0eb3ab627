"""Watches a table's dice: follows a source of frames, and reads the photos that people send."""

import logging
import math
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from companion.table.events import RollSeen, RollTaken, Source, TableError
from companion.table.state import Table
from companion.web.camera.dice_reader import DiceReader, watches_dice_of
from companion.web.camera.intake import RollIntake, SecondView, awaits_dice, check_readable, thrower_of
from companion.web.camera.photo_store import PhotoStore
from companion.web.camera.table_lessons import DicePhoto, LastLesson
from companion.web.session.drafts import RerollQuestion
from companion.web.session.session import Session
from vision.frames.image import Image
from vision.frames.source import Frame, FrameSource
from vision.reading import Reading
from vision.rolls.settler import Settler


@dataclass(frozen=True, slots=True)
class CameraState:
    """What the page shows about the camera and about the dice in its picture."""

    activity: str = ""
    """The camera's status (`Session.activity`), or "" if the page shows none."""
    can_look: bool = False
    reroll_question: RerollQuestion | None = None
    overdue: bool = False
    """True if an expected roll is late: dice moved, or no picture came, for too long (`OwedRoll`)."""
    lesson: LastLesson | None = None
    second_view: SecondView | None = None
    phones: tuple[tuple[str, str], ...] = ()
    """Key and name of each phone that offers its camera, except a phone that is watched."""


MAX_SECONDS = 10.0
"""People are notified if a roll is expected, but the camera sees motion or nothing for this many seconds."""


class OwedRoll:
    """Finds out whether an expected roll is overdue."""

    def __init__(self) -> None:
        self._since = math.inf
        self.overdue = False
        """True if a roll has been expected, and the source busy, for at least MAX_SECONDS."""

    def look(self, now: float, *, due: bool, busy: bool) -> bool:
        """Update `overdue`, and return True if it has changed.

        `due`: True if a roll is expected. `busy`: True if dice move or there is no picture.
        """
        self._since = min(self._since, now) if due and busy else now
        before, self.overdue = self.overdue, now - self._since >= MAX_SECONDS
        return self.overdue != before


FRAME_PAUSE_SECONDS = 0.02
MAX_WAIT_SECONDS = 1.0
MAX_PICTURE_REQUESTS = 6
"""Largest number of browsers that follow the camera's picture at the same time."""

_LOG = logging.getLogger(__name__)
_ACTIVITIES = {"none": "looking", "hand": "hand", "rolling": "rolling", "rest": "at-rest"}
"""The `Session.activity` for each state of a `Settler`, which detects whether dice move or rest."""


class DiceWatcher:
    """Watches `source`, if it is not None, in a thread of its own, and reads photos on request."""

    def __init__(
        self, session: Session, photos: PhotoStore, reader: DiceReader, source: FrameSource | None = None
    ) -> None:
        self.session, self.reader = session, reader
        self.intake = RollIntake(session, photos)
        self.source: FrameSource | None = None
        self.picture_requests = threading.BoundedSemaphore(MAX_PICTURE_REQUESTS)
        self.last_reading: Reading | None = None
        self._owed = OwedRoll()
        self._thrown = threading.Event()  # the demo has thrown, or the thread has to stop
        self._closed = threading.Event()
        self._stop = threading.Event()  # the thread of the present source has to stop
        self._swapping = threading.Lock()
        self._photo_reader = ThreadPoolExecutor(1, "photo reader")
        self._thread: threading.Thread | None = None
        if source is not None:
            self.watch(source)

    def watch(self, source: FrameSource | None) -> None:
        """Watch `source` from now on (None: nothing), and close the former source."""
        with self._swapping:
            self._stop_watching()
            self.source = source
            self.intake.restart()
            self._owed = OwedRoll()
            self.session.show_activity("none" if source is None else "looking")
            if source is not None and not self._closed.is_set():
                self._stop = threading.Event()
                self._thread = threading.Thread(
                    target=self._follow, args=(source, self._stop), name="dice watcher", daemon=True
                )
                self._thread.start()

    def _stop_watching(self) -> None:
        self._stop.set()
        self._thrown.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        old, self.source, self._thread = self.source, None, None
        if old is not None:
            old.close()

    @property
    def watching(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def look(self, image: Image, table: Table, source: Source) -> RollTaken | RollSeen:
        """Read and store `image` and return the roll as an event, or raise UnreadableDice or NotKept."""
        check_readable(table.game)
        # Reading a large photo takes much memory and both cores, so one thread reads one at a time. It is not
        # one of those that answer requests, because a thread never releases the memory that a reading took.
        reading = self._photo_reader.submit(self._read, image, table, source).result()
        return self.intake.event(image, reading, table, source)

    def look_again(self, image: Image, table: Table) -> RollTaken | RollSeen | None:
        """Read a second photo of the pending roll. Return the event, or None if it shows a new throw."""
        check_readable(table.game)
        reading = self._photo_reader.submit(self._read, image, table, "photo").result()
        return self.intake.settle(image, reading, table)

    def photograph(self, sides: int) -> DicePhoto | None:
        """Return the camera's picture with its dice, or None if there is no picture.

        Raise WrongSet unless the picture shows six dice.
        """
        source, frame = self.source, self.frame
        if source is None or frame is None:
            return None
        read = self._photo_reader.submit(self.reader.read_dice, frame.image, sides, (), source.name)
        return DicePhoto.of_reading(secrets.token_hex(8), frame.image, read.result(), sides)

    def _read(self, image: Image, table: Table, source: Source) -> Reading:
        watched = self.source
        camera = watched.name if source == "camera" and watched is not None else None
        return self.reader.read(image, table, camera)

    @property
    def frame(self) -> Frame | None:
        source = self.source
        return source.latest() if source else None

    def newer(self, number: int) -> Frame | None:
        """Wait for a picture whose number isn't `number`, and return it; None after MAX_WAIT_SECONDS."""
        for _ in range(int(MAX_WAIT_SECONDS / FRAME_PAUSE_SECONDS) if self.source else 0):
            frame = self.frame
            if frame is not None and frame.number != number:
                return frame
            if self._closed.wait(FRAME_PAUSE_SECONDS):
                return None
        return None

    def _follow(self, source: FrameSource, stop: threading.Event) -> None:
        settler, number, last_problem = Settler(), 0, ""
        throws = thrower_of(source) is not None
        while not stop.wait(FRAME_PAUSE_SECONDS):
            if throws:
                self._wait_for_throw(stop)
            frame, table = source.latest(), self.session.table
            if not throws:
                self._notice_owed_roll(table, busy=frame is None or settler.state in ("hand", "rolling"))
            if frame is None:
                self.last_reading = None
                if source.status().state in ("lost", "ended"):
                    self.session.show_activity("lost")
                    self.intake.restart()
                    settler = Settler()
                continue
            if frame.number == number or table is None or not watches_dice_of(table):
                continue
            number = frame.number
            try:
                self._see(frame, table, settler, stop)
            except TableError:
                continue  # people entered the dice in the meantime
            except Exception as problem:  # one unreadable picture must not stop the watcher
                if str(problem) != last_problem:
                    last_problem = str(problem)
                    _LOG.exception("the camera's picture could not be read")
                stop.wait(1.0)

    def _wait_for_throw(self, stop: threading.Event) -> None:
        self._thrown.clear()
        if not stop.is_set() and not self.intake.awaits_throw(self.session.table):
            self._thrown.wait()

    def _notice_owed_roll(self, table: Table | None, *, busy: bool) -> None:
        due = table is not None and awaits_dice(table)
        if self._owed.look(time.monotonic(), due=due, busy=busy):
            self.session.invalidate()

    def _see(self, frame: Frame, table: Table, settler: Settler, stop: threading.Event) -> None:
        """Update the camera's activity from `frame`. Once dice rest, enter their roll or ask about a die."""

        def read(image: Image) -> Reading:
            self.last_reading = reading = self._read(image, table, "camera")
            return reading

        event = settler.see(frame, read)
        if event is None or stop.is_set():
            return
        self.session.show_activity(_ACTIVITIES[event.state])
        if event.state != "rest":
            self.last_reading = None
        if event.reading is not None:
            self.intake.take(event.frame.image, event.reading, table, thrower_of(self.source))

    def state(self) -> CameraState:
        source, table = self.source, self.session.table
        if table is not None and table.throws_virtual_dice:
            return CameraState()
        if table is not None and table.demo:
            return CameraState(self.session.activity if self.intake.awaits_throw(table) else "")
        state = CameraState(lesson=self.reader.lessons.last, second_view=self.intake.second_view)
        unwatched = table is not None and not watches_dice_of(table)
        if source is None or unwatched or thrower_of(source) is not None:
            return state
        question, overdue = self.session.reroll_question, self._owed.overdue
        return replace(
            state, activity=self.session.activity, can_look=True, reroll_question=question, overdue=overdue
        )

    def throw(self, table: Table) -> bool:
        """Throw the demo's dice; return False if none are needed now or the source can't throw."""
        thrower = thrower_of(self.source)
        if thrower is None or not self.intake.throw(table, thrower):
            return False
        self._thrown.set()
        self.session.invalidate()
        return True

    def close(self) -> None:
        self._closed.set()
        with self._swapping:
            self._stop_watching()
