"""Lessons on disk: pictures of single dice with their truth, in the folder of the games.

A PNG each, `calibrations/lessons-CODE/WHEN-PHOTO-INDEX-SIDES-COLOUR-VALUE.png`, with `-set` at the end if
people confirmed all dice of its photo: the file's name says all, so that a picture can be deleted like any
file.
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
"""The folder within that of the games; version 1.0 kept colours of dice in it, which nothing reads now."""
MAX_LESSONS = 120
"""Largest number of lessons for dice with the same number of sides: twenty rolls."""
MAX_FILE_BYTES = 100_000
"""Bytes of a picture at most; one of 96 x 96 pixels has 20,000."""
_NAME = re.compile(
    rf"(?P<when>\d{{14}}-\d{{6}})-(?P<photo>[0-9a-f]{{16}})-(?P<index>\d{{1,2}})-(?P<sides>6|8)"
    rf"-(?P<colour>{'|'.join(COLOURS)})-(?P<value>[1-8])(?P<whole>-set)?"
)


@dataclass(frozen=True, slots=True)
class KeptLesson:
    """A lesson's file. `name`: without its ending; `when`: the tap by which it came, the same for all dice of
    one; `photo`, `index`: the die of the photo that it shows. `confirmed`: people confirmed all its dice."""

    name: str
    when: str
    photo: str
    index: int
    sides: int
    colour: str
    value: int
    confirmed: bool = False

    @classmethod
    def of_name(cls, name: str) -> KeptLesson | None:
        """Return the lesson in a file's name, or None."""
        said = _NAME.fullmatch(name)
        if said is None:
            return None
        when, photo, index, sides, colour, value, whole = said.groups()
        return cls(name, when, photo, int(index), int(sides), colour, int(value), bool(whole))


class LessonStore:
    """The lessons of one table, oldest first."""

    def __init__(self, folder: Path, code: str) -> None:
        """Keep lessons in `folder`, that of the games; `code`: of the table."""
        self.folder = folder / FOLDER / f"lessons-{code}"

    def all(self) -> tuple[KeptLesson, ...]:
        """Return all lessons, without other files."""
        found = (KeptLesson.of_name(path.stem) for path in sorted(self.folder.glob("*.png")))
        return tuple(each for each in found if each is not None)

    def load(self, kept: KeptLesson) -> Lesson | None:
        """Return the lesson in that file, or None if it holds no such picture."""
        data = self.picture(kept)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        colour = next((each for each in COLOURS if each == kept.colour), None)
        if image is None or image.shape != (CROP_PIXELS, CROP_PIXELS, 3) or colour is None:
            return None
        return Lesson(np.asarray(image, np.uint8), colour, kept.value, kept.sides, kept.photo, kept.confirmed)

    def picture(self, kept: KeptLesson) -> bytes | None:
        """Return the bytes of that file, or None if it can't be read."""
        try:
            return read_ordinary(self._path(kept.name), MAX_FILE_BYTES)
        except OSError:
            return None

    def keep(self, lessons: Mapping[int, Lesson]) -> None:
        """Keep the answers of one tap about the dice of a photo, by index.

        Each die keeps its last answer, and of the confirmed photos the last one stays. Beyond MAX_LESSONS the
        oldest other lessons of the most frequent value are deleted. Raises OSError.
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
            self._thin_out(sides)

    def _thin_out(self, sides: int) -> None:
        left = [each for each in self.all() if each.sides == sides and not each.confirmed]
        while len(left) > MAX_LESSONS:
            most, _ = Counter(each.value for each in left).most_common(1)[0]
            oldest = next(each for each in left if each.value == most)
            left.remove(oldest)
            self._delete(oldest)

    def undo(self) -> int:
        """Delete the lessons of the last tap; returns how many."""
        kept = self.all()
        return self._delete(*(each for each in kept if each.when == kept[-1].when))

    def delete_all(self) -> int:
        """Delete all lessons; returns how many."""
        gone = self._delete(*self.all())
        with contextlib.suppress(OSError):
            self.folder.rmdir()
        return gone

    def _delete(self, *lessons: KeptLesson) -> int:
        for each in lessons:
            with contextlib.suppress(OSError):
                self._path(each.name).unlink()
        return len(lessons)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.png"
