"""What may watch the dice: nothing, pretend dice, a camera here or a phone's, what was named at the start."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from companion.web.camera.watcher import DiceWatcher
from sheets.errors import BadInput, reason
from sheets.language import message, phrase
from vision.frames import capture
from vision.frames.image import Image
from vision.frames.open import open_source
from vision.frames.source import Frame, FrameSource, Status

STALE = 2.0
"""Seconds after which a phone's last picture is no picture of the table any more."""
FRESH = 3.0
"""Seconds for which a list of cameras is good; listing asks every device."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One source to choose: `key` in the form, `name` as people call it."""

    key: str
    name: str


class Unopened(BadInput):
    """The source called `name` cannot be opened; what was watched is watched still."""

    def __init__(self, name: str, text: str, **values: object) -> None:
        super().__init__(text, **values)
        self.name = name


class PhoneCamera:
    """A `FrameSource` that is fed from outside. `latest` is None once the phone has been silent for STALE."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._frame: Frame | None = None

    def push(self, image: Image) -> None:
        """The phone's next picture (HxWx3, BGR)."""
        with self._lock:
            number = self._frame.number + 1 if self._frame else 1
            self._frame = Frame(image, number, time.monotonic())

    def latest(self) -> Frame | None:
        """The newest picture, None where it is stale."""
        frame = self._frame
        return frame if frame is not None and time.monotonic() - frame.seconds < STALE else None

    def status(self) -> Status:
        """How it goes; a phone that is silent is lost and may come back."""
        if self.latest() is not None:
            return Status("live", phrase("{name} shows the table.", name=self.name))
        return Status(
            "lost", phrase("{name} sends no picture; wake it and look at its page.", name=self.name)
        )

    def close(self) -> None:
        """Nothing to let go of: the phone ends its camera itself."""


class Sources:
    """Lists what may watch, and has `watcher` watch what people choose."""

    def __init__(
        self, watcher: DiceWatcher, spec: str = "", *, demo: bool = False, memory: Path | None = None
    ) -> None:
        """`spec`: what is watched, for `vision.frames.open`. `demo`: it is the pretend dice.

        `memory`: the file in which the choice is kept for the next run of the server.
        """
        self._memory = memory
        self.chosen = "none" if watcher.source is None else "demo" if demo else "given"
        self._watcher, self._spec, self._demo = watcher, spec, demo
        self._given = watcher.source.name if self.chosen == "given" and watcher.source is not None else ""
        self._found: tuple[Choice, ...] = ()
        self.phone_cameras: dict[str, PhoneCamera] = {}
        self._until = 0.0
        self._listing, self._choosing = threading.Lock(), threading.Lock()

    def cameras(self) -> tuple[Choice, ...]:
        """The cameras of this machine; where two have one name, their numbers tell them apart."""
        with self._listing:
            if time.monotonic() >= self._until:
                try:
                    here = capture.cameras()
                except Exception:  # a system that cannot list its cameras must not keep people from playing
                    here = ()
                names = [each.name for each in here]
                self._found = tuple(
                    Choice(
                        f"camera {each.index} {each.name}",
                        each.name if names.count(each.name) == 1 else f"{each.name} ({each.index})",
                    )
                    for each in here
                )
                self._until = time.monotonic() + FRESH
            return self._found

    def offer(self, key: str, lens: PhoneCamera, most: int) -> PhoneCamera | None:
        """A phone offers its camera as `key`; phones that are silent make room. None for too many."""
        with self._choosing:
            kept = {
                name: each
                for name, each in self.phone_cameras.items()
                if each is self._watcher.source or each.latest() is not None
            }
            if len(kept) >= most:
                return None
            self.phone_cameras = {**kept, key: lens}
            return lens

    def choices(self) -> tuple[Choice, ...]:
        """The cameras, and what was named at the start or is watched without being one of them."""
        found = [*self.cameras(), *(Choice(key, lens.name) for key, lens in self.phone_cameras.items())]
        source = self._watcher.source
        if self._given and (self._spec or self.chosen == "given"):
            same = self._alike(found)
            if same is None:
                found.insert(0, Choice("given", self._given))
            elif self.chosen == "given":
                self.chosen = same.key
        elsewhere = ("none", "demo", *(choice.key for choice in found))
        if source is not None and self.chosen not in elsewhere:  # unplugged: it goes on once it is back
            found.insert(0, Choice(self.chosen, source.name))
        return tuple(found)

    def choose(self, key: str) -> None:
        """Watch what `key` names from now on; what is watched already goes on. Raises Unopened."""
        with self._choosing:
            self.choices()  # what was named at the start may be one of the cameras
            source = self._watcher.source
            if key == self.chosen and (source is None or source.status().state != "ended"):
                return
            opened = None
            if key != "none":
                opened = self.phone_cameras.get(key) or self._opened(key)
            self._watcher.watch(opened)
            self.chosen = key
            if self._memory is not None:
                with contextlib.suppress(OSError):  # a choice that cannot be kept is made anew next time
                    self._memory.write_text(key, encoding="utf-8")

    def _opened(self, key: str) -> FrameSource:
        name, spec = self._named(key)
        try:
            return open_source(spec)
        except (BadInput, OSError) as problem:
            why = problem if isinstance(problem, BadInput) else reason(problem)
            raise Unopened(name, "{why}", why=why) from problem

    def recall(self) -> bool:
        """Watch what was chosen in the last run of the server; False where that cannot be."""
        if self._memory is None:
            return False
        try:
            key = self._memory.read_text(encoding="utf-8")
            if key == self.chosen:
                return True
            self.choose(key)
        except (OSError, UnicodeDecodeError, Unopened):
            return False
        return True

    def _named(self, key: str) -> tuple[str, str]:
        """The name of a choice and what opens it: never anything that was not offered."""
        if key == "demo" and self._demo:
            return "demo", "demo"
        if key == "given" and self._spec:
            return self._given, self._spec
        for choice in self.cameras():
            if choice.key == key:
                return choice.name, key.split(" ", 2)[1]
        name = key.split(" ", 2)[2] if key.startswith("camera ") and key.count(" ") > 1 else key
        raise Unopened(name[:80], message("It is not among the cameras of this machine."))

    def _alike(self, found: list[Choice]) -> Choice | None:
        """The camera in the list that was named at the start."""
        alike = [choice for choice in found if choice.key.split(" ", 2)[2:] == [self._given]]
        numbered = [choice for choice in alike if choice.key.split(" ", 2)[1] == self._spec.strip()]
        return next(iter(numbered or alike), None)
