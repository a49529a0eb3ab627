"""The sources of dice that people can choose: virtual dice, or a camera of this computer or of a phone."""

import contextlib
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from companion.storage.private_files import write_file
from companion.web.camera.watcher import DiceWatcher
from sheets.errors import BadInput, reason
from sheets.language import message, phrase
from sheets.ordinary_file import read_ordinary
from vision.frames import capture
from vision.frames.image import Image
from vision.frames.open import open_source
from vision.frames.source import Frame, FrameSource, Status

MAX_PICTURE_AGE_SECONDS = 2.0
"""A phone whose newest picture is older than this counts as lost."""


class PhoneCamera:
    """A `FrameSource` with the pictures that a phone sends."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._frame: Frame | None = None

    def push(self, image: Image) -> None:
        """Make `image` the newest picture. Call this from one thread at a time."""
        number = self._frame.number + 1 if self._frame else 1
        self._frame = Frame(image, number, time.monotonic())

    def latest(self) -> Frame | None:
        """Return the newest picture, or None if there is none or it is older than MAX_PICTURE_AGE_SECONDS."""
        frame = self._frame
        if frame is None or time.monotonic() - frame.seconds >= MAX_PICTURE_AGE_SECONDS:
            return None
        return frame

    def status(self) -> Status:
        """Return a status: "live", or "lost" if `latest` returns None. The phone may come back."""
        if self.latest() is not None:
            return Status("live", phrase("{name} shows the table.", name=self.name))
        return Status(
            "lost",
            phrase("{name} is not sending a picture; wake it and check the page on it.", name=self.name),
        )

    def close(self) -> None:
        """Do nothing: the phone switches its camera off by itself."""


MAX_MEMORY_BYTES = 1_000
LIST_SECONDS = 3.0
"""Seconds for which the list of cameras is cached, because listing asks every device."""


class SourceUnavailable(BadInput):
    """The source called `name` can't be opened, so the previous source is still watched."""

    def __init__(self, name: str, text: str, **values: object) -> None:
        super().__init__(text, **values)
        self.name = name


class Sources:
    """Lists the sources that people can choose, and makes `watcher` watch the chosen one."""

    def __init__(
        self, watcher: DiceWatcher, spec: str = "", *, demo: bool = False, memory: Path | None = None
    ) -> None:
        """`spec`: the source named at the start, as for `open_source`. `demo`: True if a demo can be played.

        `memory`: the file that stores the last choice, or None.
        """
        self._memory = memory
        self.chosen = "none" if watcher.source is None else "demo" if demo else "given"
        self._watcher, self._spec, self._demo = watcher, spec, demo
        self._given = watcher.source.name if self.chosen == "given" and watcher.source is not None else ""
        self._cameras: dict[str, str] = {}
        self.phone_cameras: dict[str, PhoneCamera] = {}
        self._list_ends = 0.0
        self._listing, self._choosing = threading.Lock(), threading.Lock()

    def cameras(self) -> dict[str, str]:
        """Return the names of this computer's cameras by key ("camera 0 NAME"). Equal names are numbered."""
        with self._listing:
            if time.monotonic() >= self._list_ends:
                self._cameras = _listed_cameras()
                self._list_ends = time.monotonic() + LIST_SECONDS
            return self._cameras

    def add_phone(self, key: str, camera: PhoneCamera, max_phones: int) -> PhoneCamera | None:
        """Add `camera`, and drop silent phones. Return `camera`, or None if `max_phones` are sending."""
        with self._choosing:
            kept = {
                name: each
                for name, each in self.phone_cameras.items()
                if each is self._watcher.source or each.latest() is not None
            }
            if len(kept) >= max_phones:
                return None
            self.phone_cameras = {**kept, key: camera}
            return camera

    def choices(self) -> dict[str, str]:
        """Return the names of this computer's cameras, the phones, and the source named at the start, by key.

        Include a watched camera even if it is unplugged now.
        """
        choices = self.cameras() | {key: camera.name for key, camera in self.phone_cameras.items()}
        source = self._watcher.source
        if self._given and (self._spec or self.chosen == "given"):
            same = self._given_camera(choices)
            if same is None:
                choices = {"given": self._given} | choices
            elif self.chosen == "given":
                self.chosen = same
        known = ("none", "demo", *choices)
        if source is not None and self.chosen not in known:  # the camera is unplugged; it may come back
            choices = {self.chosen: source.name} | choices
        return choices

    def choose(self, key: str) -> None:
        """Watch the source with this key, if it isn't watched yet, or raise SourceUnavailable."""
        with self._choosing:
            self.choices()  # the source named at the start may be one of the cameras
            source = self._watcher.source
            if key == self.chosen and (source is None or source.status().state != "ended"):
                return
            opened = None
            if key != "none":
                opened = self.phone_cameras.get(key) or self._open(key)
            self._watcher.watch(opened)
            self.chosen = key
            if self._memory is not None:
                with contextlib.suppress(OSError):  # people have to choose again next time
                    write_file(self._memory, key.encode())

    def _open(self, key: str) -> FrameSource:
        name, spec = self._spec_of(key)
        try:
            return open_source(spec)
        except (BadInput, OSError) as problem:
            why = problem if isinstance(problem, BadInput) else reason(problem)
            raise SourceUnavailable(name, "{why}", why=why) from problem

    def recall(self) -> None:
        """Watch the source that was chosen in the last run, if that is known and can be opened."""
        if self._memory is not None:
            with contextlib.suppress(OSError, UnicodeDecodeError, SourceUnavailable):
                self.choose(read_ordinary(self._memory, MAX_MEMORY_BYTES).decode("utf-8"))

    def _spec_of(self, key: str) -> tuple[str, str]:
        """Return a source's name and the text with which to open the source, or raise SourceUnavailable."""
        if key == "demo" and self._demo:
            return "demo", "demo"
        if key == "given" and self._spec:
            return self._given, self._spec
        if (camera := self.cameras().get(key)) is not None:
            return camera, key.split(" ", 2)[1]
        name = key.split(" ", 2)[2] if key.startswith("camera ") and key.count(" ") > 1 else key
        raise SourceUnavailable(name[:80], message("It is not one of this computer's cameras."))

    def _given_camera(self, choices: Iterable[str]) -> str | None:
        """Return the key of the camera named at the start, or None if it isn't among `choices`."""
        alike = [key for key in choices if key.split(" ", 2)[2:] == [self._given]]
        numbered = [key for key in alike if key.split(" ", 2)[1] == self._spec.strip()]
        return next(iter(numbered or alike), None)


def _listed_cameras() -> dict[str, str]:
    """Return the names of this computer's cameras by key ("camera 0 NAME"), or {} if they can't be listed."""
    try:
        cameras = capture.cameras()
    except Exception:  # a system that cannot list its cameras must not stop the game
        return {}
    names = [each.name for each in cameras]
    return {
        f"camera {each.index} {each.name}": (
            each.name if names.count(each.name) == 1 else f"{each.name} ({each.index})"
        )
        for each in cameras
    }
