"""The lessons of a table: people's statements about dice in photos, to which the dice reader adapts."""

import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.storage.lessons import KeptLesson, LessonStore
from companion.storage.private_files import not_kept
from companion.table.events import Photo
from companion.web.camera.photo_store import PhotoStore
from sheets.errors import BadInput
from sheets.language import message
from vision.dice.assignment import expected_dice
from vision.dice.lessons import Adaptation, Lesson, StudiedLesson, adapt, lesson_crop, study
from vision.frames.image import Image
from vision.geometry import reading_order
from vision.reading import COLOUR_ORDER, COLOURS, Colour, Die, Reading, Turn

_LOG = logging.getLogger(__name__)

Truth = tuple[str, int]
"""Colour and value of a die, as people entered them."""


SET = expected_dice()
NO_SET = message(
    "Dice seen in the photo: {seen}. It must show all six and nothing else; lay them a little apart, "
    "move closer if they look small, and take it again."
)
NOT_THE_SET = message(
    "The set has two white dice and one each of red, yellow, green and blue; correct the colours."
)


class WrongSet(BadInput):
    """The dice are not the six dice of a set."""


@dataclass(frozen=True, slots=True, eq=False)
class DicePhoto:
    """A photo of the six dice of a set, in which people confirm the colour and value of every die."""

    name: str
    """Random name: 16 hexadecimal digits."""
    image: Image
    """The photo: HxWx3, BGR."""
    dice: tuple[Die, ...]
    """The dice in reading order."""
    sides: int
    turn: Turn
    """Degrees by which the image was turned clockwise for the reading."""

    @classmethod
    def of_reading(cls, name: str, image: Image, reading: Reading, sides: int) -> "DicePhoto":
        """Return the photo with the dice of `reading`. Raise WrongSet unless there are six dice.

        Include dice with this number of `sides` that `reading` ignored because they were not expected.
        """
        seen = (*reading.dice, *(die for die in reading.ignored if die.sides == sides))
        if len(seen) != len(SET):
            raise WrongSet(NO_SET, seen=len(seen))
        dice = sorted(seen, key=lambda die: reading_order(die.box, image.shape[0]))
        return cls(name, image, tuple(dice), sides, reading.turn)

    @property
    def proposed_colours(self) -> tuple[Colour, ...]:
        """Return a colour for each die, so that all six make a set. The surest readings keep their colour."""
        left = Counter(SET)
        chosen: dict[int, Colour] = {}
        for index in sorted(range(len(self.dice)), key=lambda index: -self.dice[index].colours[0][1]):
            colour = self.dice[index].colour
            if left[colour] > 0:
                chosen[index] = colour
                left[colour] -= 1
        rest = iter(sorted(left.elements(), key=COLOUR_ORDER.index))
        return tuple(chosen[index] if index in chosen else next(rest) for index in range(len(self.dice)))


@dataclass(frozen=True, slots=True)
class LastLesson:
    """Describes the lessons that were saved last, one per die."""

    photo: str  # the name of the photo of the dice
    dice: int  # the number of lessons


class TableLessons:
    """Stores lessons (pictures of dice, colours, values) and adapts dice reading to them. Thread-safe."""

    def __init__(self, store: LessonStore, photos: PhotoStore) -> None:
        self._store, self._photos = store, photos
        self._lock = threading.RLock()
        self._studied: dict[str, StudiedLesson] = {}
        self._adaptations: dict[int, Adaptation | None] = {}
        self.kept = store.all()
        self.last: LastLesson | None = None
        """The lessons that people can undo, or None after a start or an undo."""

    def learn(self, photo: Photo, truths: Mapping[int, Truth], sides: int) -> None:
        """Save a lesson for each die in `truths` (by its index in the stored `photo`). Log disk errors."""
        image = cv2.imread(str(self._photos.path(photo.name))) if truths else None
        if image is None:
            return
        lessons = _lessons_in(np.asarray(image, np.uint8), photo, truths, sides, confirmed=False)
        with self._lock:
            try:
                self._store.keep(lessons)
            except OSError as problem:
                _LOG.warning("no lesson could be kept: %s", problem)
            self._look_again()
            self.last = LastLesson(photo.name, len(lessons)) if lessons else None

    def confirm(self, photo: DicePhoto, truths: Sequence[Truth]) -> None:
        """Save a lesson for every die in a photo of the whole set; `truths` has the same order as the dice.

        Raise WrongSet if the colours don't make up a set, or NotKept if the lessons can't be saved.
        """
        if Counter(colour for colour, _ in truths) != Counter(SET):
            raise WrongSet(NOT_THE_SET)
        lessons = _lessons_in(photo.image, photo, dict(enumerate(truths)), photo.sides, confirmed=True)
        with self._lock:
            try:
                self._store.keep(lessons)
            except OSError as problem:
                raise not_kept(message("The photo"), self._store.folder, problem) from problem
            finally:
                self._look_again()

    def picture(self, name: str) -> bytes | None:
        """Return the PNG of the lesson called `name`, or None if it is missing or can't be read."""
        kept = next((each for each in self.kept if each.name == name), None)
        return self._store.picture(kept) if kept is not None else None

    def undo(self) -> int:
        """Delete the lessons that were saved last, and return how many there were. May raise OSError."""
        return self._delete(self._store.undo)

    def forget(self) -> int:
        """Delete all lessons, and return how many there were. May raise OSError."""
        return self._delete(self._store.delete_all)

    def _delete(self, deed: Callable[[], int]) -> int:
        with self._lock:
            try:
                return deed()
            finally:
                self._look_again()

    def _look_again(self) -> None:
        """List the lessons again, and drop all adaptations, because the folder has changed."""
        self.kept, self._adaptations, self.last = self._store.all(), {}, None
        names = {each.name for each in self.kept}
        self._studied = {name: each for name, each in self._studied.items() if name in names}

    def adaptation(self, sides: int) -> Adaptation | None:
        """Return the lessons' corrections for dice with this many `sides`, or None if they don't help."""
        with self._lock:
            if sides not in self._adaptations:
                ours = [each for each in self.kept if each.sides == sides]
                self._adaptations[sides] = adapt([s for each in ours if (s := self._study(each))], sides)
            return self._adaptations[sides]

    def _study(self, kept: KeptLesson) -> StudiedLesson | None:
        """Load a stored lesson and prepare it for `adapt`. Return None if its picture can't be read."""
        if kept.name not in self._studied:
            lesson = self._store.load(kept)
            if lesson is None:
                return None
            self._studied[kept.name] = study(lesson)
        return self._studied[kept.name]


def _lessons_in(
    image: Image, photo: Photo | DicePhoto, truths: Mapping[int, Truth], sides: int, *, confirmed: bool
) -> dict[int, Lesson]:
    """Return a lesson (picture, colour, value) for each die in `truths`, by the die's index in `photo`."""
    return {
        index: Lesson(
            lesson_crop(image, photo.dice[index].box, photo.turn), colour, value, sides, photo.name, confirmed
        )
        for index, (named, value) in truths.items()
        for colour in COLOURS
        if colour == named
    }
