"""Lessons on disk: labelled pictures of single dice, from which the dice readers learn.

Each lesson is a PNG, `calibrations/lessons-CODE/WHEN-PHOTO-INDEX-SIDES-COLOUR-VALUE.png` in the folder of the
games; `-set` is added if people confirmed a whole set of dice in the photo. The name holds the label, so
people can delete pictures like any other file.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.storage.private_files import write_file
from sheets.ordinary_file import read_ordinary
from vision.dice.crops import CROP_PIXELS
from vision.dice.lessons import Lesson
from vision.reading import COLOURS

FOLDER = "calibrations"
"""Subfolder of the games' folder. It may also contain files of version 1.0, which are ignored."""
MAX_LESSONS = 120
"""Largest number of unconfirmed lessons per number of sides: enough for twenty rolls of six dice."""
MAX_FILE_BYTES = 100_000
_NAME = re.compile(
    rf"(?P<when>\d{{14}}-\d{{6}})-(?P<photo>[0-9a-f]{{16}})-(?P<index>\d{{1,2}})-(?P<sides>6|8)"
    rf"-(?P<colour>{'|'.join(COLOURS)})-(?P<value>[1-8])(?P<whole>-set)?"
)


@dataclass(frozen=True, slots=True)
class KeptLesson:
    """The label of a saved lesson (a picture of a die), taken from the name of its file."""

    name: str
    """The file's name without its suffix."""
    when: str
    """UTC time of saving, as digits; lessons that were saved together have the same time."""
    photo: str
    """Name of the photo: 16 hexadecimal digits, the same for all dice in the photo."""
    index: int
    sides: int
    colour: str
    value: int
    confirmed: bool = False  # True if people confirmed a whole set of dice in the photo

    @classmethod
    def of_name(cls, name: str) -> KeptLesson | None:
        """Return the label in a file's name (without suffix), or None if the file isn't a lesson."""
        said = _NAME.fullmatch(name)
        if said is None:
            return None
        when, photo, index, sides, colour, value, whole = said.groups()
        return cls(name, when, photo, int(index), int(sides), colour, int(value), bool(whole))


class LessonStore:
    """The lessons of one table: labelled pictures of dice, one file each."""

    def __init__(self, folder: Path, code: str) -> None:
        self.folder = folder / FOLDER / f"lessons-{code}"

    def all(self) -> tuple[KeptLesson, ...]:
        """Return the labels of all lessons, oldest first."""
        lessons = (KeptLesson.of_name(path.stem) for path in sorted(self.folder.glob("*.png")))
        return tuple(each for each in lessons if each is not None)

    def load(self, kept: KeptLesson) -> Lesson | None:
        """Return the lesson with its picture, or None if its file isn't a valid picture of the right size."""
        data = self.picture(kept)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        colour = next((each for each in COLOURS if each == kept.colour), None)
        if image is None or image.shape != (CROP_PIXELS, CROP_PIXELS, 3) or colour is None:
            return None
        return Lesson(np.asarray(image, np.uint8), colour, kept.value, kept.sides, kept.photo, kept.confirmed)

    def picture(self, kept: KeptLesson) -> bytes | None:
        """Return the bytes of a lesson's PNG file, or None if the file can't be read."""
        try:
            return read_ordinary(self._path(kept.name), MAX_FILE_BYTES)
        except OSError:
            return None

    def keep(self, lessons: Mapping[int, Lesson]) -> None:
        """Save the lessons of one photo, by the index of the die, or raise OSError.

        Delete older lessons of the same dice in this photo. Confirmed lessons replace all older confirmed
        lessons of dice with as many sides. Keep at most MAX_LESSONS others for each number of sides.
        """
        when = datetime.now(UTC).strftime("%Y%m%d%H%M%S-%f")
        before = self.all()
        for index, lesson in lessons.items():
            whole = "-set" if lesson.confirmed else ""
            name = f"{when}-{lesson.photo}-{index}-{lesson.sides}-{lesson.colour}-{lesson.value}{whole}"
            _, data = cv2.imencode(".png", lesson.crop)
            write_file(self._path(name), data.tobytes())
            for old in before:
                replaced = lesson.confirmed and old.confirmed and lesson.sides == old.sides
                if replaced or (old.photo, old.index) == (lesson.photo, index):
                    self._delete(old)
        for sides in {lesson.sides for lesson in lessons.values()}:
            left = [each for each in self.all() if each.sides == sides and not each.confirmed]
            while len(left) > MAX_LESSONS:  # delete the oldest of the commonest value
                most, _ = Counter(each.value for each in left).most_common(1)[0]
                oldest = next(each for each in left if each.value == most)
                left.remove(oldest)
                self._delete(oldest)

    def undo(self) -> int:
        """Delete the lessons that were saved last and return their number, or raise OSError."""
        kept = self.all()
        return self._delete(*(each for each in kept if each.when == kept[-1].when))

    def delete_all(self) -> int:
        gone = self._delete(*self.all())
        with contextlib.suppress(OSError):
            self.folder.rmdir()
        return gone

    def _delete(self, *lessons: KeptLesson) -> int:
        for each in lessons:
            self._path(each.name).unlink(missing_ok=True)
        return len(lessons)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.png"
