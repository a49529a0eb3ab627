"""The interface of frame sources, which show a table frame by frame."""

from dataclasses import dataclass
from typing import Literal, Protocol

from sheets.language import Phrase, Translate
from vision.frames.image import Image


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture, its number in the source, and its time."""

    image: Image  # HxWx3 BGR uint8
    number: int  # from 1
    seconds: float  # on the monotonic clock; from `play`, since the first frame


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a frame source, and a sentence about it for people."""

    state: Literal["starting", "live", "lost", "ended"]
    sentence: Phrase

    def in_language(self, translate: Translate) -> str:
        return self.sentence.in_language(translate)

    def __str__(self) -> str:
        return self.in_language(str)


class FrameSource(Protocol):
    """A source of frames of a table. `latest` returns the newest frame at once, or None if there is none."""

    @property
    def name(self) -> str: ...

    def latest(self) -> Frame | None: ...

    def status(self) -> Status: ...

    def close(self) -> None: ...
