"""The table's eyes: photos and the camera's picture become rolls, or questions to people."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

import numpy as np

from companion.rules import Roll
from companion.storage.calibrations import NO_CALIBRATION, Calibrations, NoCalibration, calibration_name
from companion.table.events import Photo, RollSeen, RollTaken, SeenDie, Source, TableError
from companion.table.photo_match import changed_dice, colour_of, match_dice, roll_of, values_of
from companion.table.state import Table
from companion.web.camera.camera_state import CameraState
from companion.web.camera.demo import colours_of, thrower_of
from companion.web.camera.photo_store import PhotoStore, shrunk
from companion.web.room.reroll_question import RerollQuestion
from companion.web.room.room import Room
from sheets.errors import BadInput
from sheets.language import message
from vision.dice.known_dice import KnownDice
from vision.frames.image import Image
from vision.frames.source import Frame, FrameSource
from vision.overlay import doubtful
from vision.reading import Reading
from vision.rolls.settler import Settler

PACE = 0.02
"""Seconds between looks for a new frame."""
WAIT = 1.0
"""Seconds that a request waits for a newer frame."""
STIRRED = 0.35
"""Widths by which a die that was not thrown may have been pushed."""
WATCHERS = 6
"""Browsers that follow the camera's picture at once, at most."""

_LOG = logging.getLogger(__name__)
_SCENES = {"none": "looking", "hand": "hand", "rolling": "rolling", "rest": "at-rest"}


class Read(Protocol):
    """`vision.read`, or what stands in for it."""

    def __call__(
        self, image: Image, /, *, game: str, removed: tuple[str, ...], known: KnownDice | None = None
    ) -> Reading: ...


class NoDice(BadInput):
    """A photo without a single die."""

    text = message(
        "There are no dice in this photo; hold the camera above them so that all are in the picture, "
        "or tap them in."
    )

    def __init__(self) -> None:
        super().__init__(self.text)


def event_of(reading: Reading, table: Table, photo: Photo, source: Source) -> RollTaken | RollSeen:
    """A roll where the reading is complete and is the dice that this table waits for; else a question."""
    where = match_dice(photo, table.dice_to_roll)
    if reading.status == "complete" and len(where) == len(photo.dice) == len(table.dice_to_roll):
        return RollTaken(
            str(roll_of({key: photo.dice[index].value for key, index in where.items()})), source, photo
        )
    return RollSeen(photo, source)


def matched_dice(reading: Reading, slots: tuple[str, ...]) -> dict[str, int]:
    """What each of these dice shows in a reading; those that are not in it are left out."""
    left = list(reading.dice)
    values: dict[str, int] = {}
    for slot in slots:
        die = next((die for die in left if die.colour == colour_of(slot)), None)
        if die is not None:
            left.remove(die)
            values[slot] = die.value
    return values


def rolled_again(photo: Photo | None, reading: Reading, image: Image) -> bool:
    """Whether all dice of `photo` but two at most lie on where they lay: no new throw, whatever changed.

    `image`: the picture of the reading, which may be larger than the kept photo.
    """
    if photo is None or len(photo.dice) < 4:
        return False
    factor = photo.size[0] / image.shape[1]
    left = list(photo.dice)
    for die in reading.dice:
        x, y, w, h = (factor * side for side in die.box)
        for other in left:
            a, b, c, d = other.box
            near = max(abs(x + w / 2 - a - c / 2), abs(y + h / 2 - b - d / 2)) < STIRRED * max(c, d)
            if near and (die.colour, die.value) == (other.colour, other.value):
                left.remove(other)
                break
    return len(left) <= 2


class DiceWatcher:
    """Reads photos when asked to, and watches `source` in a thread of its own where there is one."""

    def __init__(
        self,
        room: Room,
        photo_store: PhotoStore,
        read: Read | None,
        source: FrameSource | None,
        calibrations: Calibrations | None = None,
        calibration: str = "",
    ) -> None:
        """`calibrations`: where learnt dice are kept; `calibration`: under which name those before this
        camera are, where that is not its own, or "none"."""
        self.room, self.photos, self.calibrations = room, photo_store, calibrations
        self._calibration = calibration
        self._known: dict[tuple[str, int], KnownDice | None] = {}
        self.source: FrameSource | None = None
        self._read = read
        self._stop = threading.Event()  # for good
        self._away = threading.Event()  # from the source that is watched now
        self._swapping = threading.Lock()
        self._looking = threading.Lock()
        self._asked: tuple[int | None, int, int] | None = None  # game, turn, and throws until then
        self._first = True
        self._thread: threading.Thread | None = None
        self.watchers = threading.BoundedSemaphore(WATCHERS)
        self.seen: Reading | None = None
        if source is not None:
            self.watch(source)

    def watch(self, source: FrameSource | None) -> None:
        """Watch `source` from now on, or nothing; what was watched until now is closed."""
        with self._swapping:
            self._look_away()
            self.source, self._asked, self._first = source, None, True
            self.room.show_activity("none" if source is None else "looking")
            if source is not None and not self._stop.is_set():
                self._away = threading.Event()
                self._thread = threading.Thread(
                    target=self._watch, args=(source, self._away), name="dice watcher", daemon=True
                )
                self._thread.start()

    def _look_away(self) -> None:
        self._away.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        old, self.source, self._thread = self.source, None, None
        if old is not None:
            old.close()

    def read(self, image: Image, table: Table, source: Source = "photo") -> Reading:
        """The dice in `image` (HxWx3, BGR), against those that the table waits for.

        In the camera's picture they are those that were learnt before it, where any were.
        """
        if self._read is None:
            from vision import read

            self._read = read
        game = "longo" if table.game.pad.sides == 8 else "classic"
        known = self.known(table.game.pad.sides) if source == "camera" else None
        if known is None:
            return self._read(image, game=game, removed=table.position.removed)
        return self._read(image, game=game, removed=table.position.removed, known=known)

    def known(self, sides: int) -> KnownDice | None:
        """The dice with so many sides that were learnt before the camera, if any."""
        source = self.source
        if source is None or self.calibrations is None or self._calibration == NO_CALIBRATION:
            return None
        key = (source.name, sides)
        if key not in self._known:
            try:
                name = self._calibration
                found = (
                    self.calibrations.by_name(name, sides)
                    if name
                    else self.calibrations.find([calibration_name(source.name)], sides)
                )
            except NoCalibration as problem:  # a damaged file keeps nobody from playing
                _LOG.warning("%s", problem)
                found = None
            self._known[key] = found.known if found else None
        return self._known[key]

    def learnt(self) -> None:
        """Dice were learnt or forgotten: look anew what is known."""
        self._calibration, self._known = "", {}

    def look(self, image: Image, table: Table, source: Source) -> RollTaken | RollSeen:
        """What a photo brings to the table; it is kept as evidence. Raises NoDice."""
        with self._looking:  # a large photo takes memory and both cores: one at a time
            reading = self.read(image, table, source)
        if not reading.dice:
            raise NoDice
        return event_of(reading, table, self.keep(image, reading), source)

    def keep(self, image: Image, reading: Reading) -> Photo:
        """Put the photo into the album, with what was seen in it."""
        small, factor = shrunk(image)
        dice = tuple(
            SeenDie(
                die.colour,
                die.value,
                round(die.confidence, 4),
                tuple(np.rint(np.multiply(die.box, factor)).astype(int).tolist()),
                doubtful(die, reading),
            )
            for die in reading.dice
        )
        return Photo(self.photos.keep(small), (small.shape[1], small.shape[0]), dice)

    @property
    def frame(self) -> Frame | None:
        """The newest picture of the camera."""
        source = self.source
        return source.latest() if source else None

    def newer(self, number: int) -> Frame | None:
        """A picture other than the one of that number, as soon as there is one; None after WAIT seconds."""
        for _ in range(int(WAIT / PACE) if self.source else 0):
            frame = self.frame
            if frame is not None and frame.number != number:
                return frame
            if self._stop.wait(PACE):
                return None
        return None

    def _watch(self, source: FrameSource, away: threading.Event) -> None:
        """Follow `source`: tell the room of each roll that comes to rest while one is waited for."""
        settler, number, trouble = Settler(), 0, ""

        def read(image: Image) -> Reading:
            assert table is not None
            self.seen = self.read(image, table, "camera")
            return self.seen

        while not away.wait(PACE):
            frame, table = source.latest(), self.room.table
            if frame is None:
                self.seen = None
                if source.status().state in ("lost", "ended"):
                    self.room.show_activity("lost")
                    settler, self._first = Settler(), True  # who knows what happened meanwhile
                continue
            if frame.number == number or table is None:
                continue
            number = frame.number
            try:
                event = settler.see(frame, read)
                if event is None or away.is_set():
                    continue
                self.room.show_activity(_SCENES[event.state])
                if event.state != "rest":
                    self.seen = None
                if event.reading is not None:
                    self._take(event.frame.image, event.reading, table)
            except TableError:
                continue  # somebody tapped the dice in meanwhile
            except Exception as problem:  # a picture that cannot be read is no reason to stop looking
                if str(problem) != trouble:
                    trouble = str(problem)
                    _LOG.exception("the camera's picture could not be read")
                away.wait(1.0)

    def _take(self, image: Image, reading: Reading, table: Table) -> None:
        """What dice that came to rest mean: the roll of this turn, of the next on paper, or a question."""
        phase = table.position.phase
        if phase in ("white", "colour"):
            if table.current_roll is not None and rolled_again(table.current_roll.photo, reading, image):
                if phase == "white" and reading.status == "complete":
                    self._ask(image, reading, table)
                return
            if not table.paper:
                return
        elif phase != "roll":
            return
        if self._new(reading, table):
            self.room.dispatch(event_of(reading, table, self.keep(image, reading), "camera"))
            self._asked = None

    def _ask(self, image: Image, reading: Reading, table: Table) -> None:
        """A die lies otherwise: whether it was rolled again or only nudged is for people to say."""
        where, old = matched_dice(reading, table.dice_to_roll), table.position.roll
        if len(where) < len(table.dice_to_roll) or not isinstance(old, Roll):
            return
        new, asked = roll_of(where), self.room.reroll_question
        if changed_dice(old, new):
            if asked is not None and not changed_dice(Roll.parse(asked.roll), new):
                return
            asked = RerollQuestion(
                self.room.game, table.position.turn, str(old), str(new), self.keep(image, reading)
            )
        elif asked is None:
            return
        else:
            asked = None  # it was put back as it lay
        self.room.reroll_asked = asked
        self.room.invalidate()

    def _new(self, reading: Reading, table: Table) -> bool:
        """Whether these dice were thrown for this turn.

        Pretend dice are when they were asked for; real ones are unless the camera has just been switched on
        and they lie there from the turn before.
        """
        thrower = thrower_of(self.source)
        if thrower is not None:
            asked, turn = self._asked, (self.room.game, table.position.turn)
            return asked is not None and asked[:2] == turn and thrower.throws > asked[2]
        first, self._first = self._first, False
        last = table.turns[-1].roll if table.turns else None
        if not first or not isinstance(last, Roll):
            return True
        faces = sorted((colour_of(key), value) for key, value in values_of(last).items())
        return sorted((die.colour, die.value) for die in reading.dice) != faces

    def state(self) -> CameraState:
        """What the camera can do for the page now."""
        source = self.source
        if source is None:
            return CameraState()
        can_throw = thrower_of(source) is not None
        return CameraState(self.room.activity.status, can_throw, not can_throw, self.room.reroll_question)

    def throw(self, table: Table) -> bool:
        """Throw pretend dice, where the camera is that of the demo."""
        thrower = thrower_of(self.source)
        if thrower is None or table.position.phase != "roll":
            return False
        self._asked = (self.room.game, table.position.turn, thrower.throws)
        thrower.throw(colours_of(table))
        return True

    def close(self) -> None:
        """Look away, and let go of the camera."""
        self._stop.set()
        with self._swapping:
            self._look_away()
