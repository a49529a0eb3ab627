"""What a table needs, looked at: each check gives findings, and says in plain words what to do.

    for group, findings in examine(Wanted(folder)):    one group of checks after the other, as they are made
        for finding in findings:               Finding: state, .in_language(_), .advice(_), .to_json(_)

Every group can be asked for alone (`companion.doctor.camera` and so on). Nothing is changed, nothing is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.doctor.finding import Finding, State
from sheets.language import message

if TYPE_CHECKING:
    from vision.frames.image import Image

__all__ = ["GROUPS", "Finding", "State", "Wanted", "examine"]

GROUPS = {
    "program": message("Program"),
    "networks": message("Networks"),
    "camera": message("Camera"),
    "network": message("Network"),
    "printer": message("Printer"),
    "games": message("Games"),
}
"""What is looked at, in this order, and its heading."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look at. `folder`: where games are kept. `camera`: as `qwixx watch` takes it, "" for the first
    one, "none" for none. `check_bar`: what a ruler says of it, in mm. `hear`: is told the share of the
    camera's time that has gone by. `keep`: is given the camera's picture with what was seen drawn on it."""

    folder: Path
    port: int = 8730
    camera: str = ""
    check_bar: float | None = None
    hear: Callable[[float], object] | None = None
    keep: Callable[[Image], object] | None = None


def examine(wanted: Wanted) -> Iterator[tuple[str, Iterator[Finding]]]:
    """The groups of GROUPS, each with its findings; a finding comes when its check has been made.

    Raises:
        NotALength: `check_bar` cannot be that.
    """
    from companion.doctor.games import check_games
    from companion.doctor.printer import check_printer
    from companion.doctor.program import check_program

    printer = tuple(check_printer(wanted.check_bar))  # a slip is told before anything takes its time
    yield "program", check_program()
    if _sees():
        yield "networks", _networks()
        yield "camera", _camera(wanted)
    yield "network", _network(wanted.port)
    yield "printer", iter(printer)
    yield "games", check_games(wanted.folder)


def _sees() -> bool:
    """Whether OpenCV loads; without it there is nothing to read a picture with, as `check_program` says."""
    try:
        import cv2  # noqa: F401
    except ImportError:
        return False
    return True


def _networks() -> Iterator[Finding]:
    from companion.doctor.networks import check_files, check_known_picture

    yield from check_files()
    yield from check_known_picture()


def _network(port: int) -> Iterator[Finding]:
    from companion.doctor.network import check_phones, check_port

    yield from check_port(port)
    yield from check_phones(port)


def _camera(wanted: Wanted) -> Iterator[Finding]:
    from companion.doctor.camera import check_cameras, check_picture, look
    from vision import read
    from vision.frames.capture import CameraError, cameras
    from vision.overlay import draw

    here = cameras()
    yield from check_cameras(here)
    if wanted.camera == "none" or not (here or wanted.camera):
        return
    try:
        seen = look(wanted.camera, wanted.hear)
    except CameraError as problem:
        yield Finding("picture", "fault", "{problem}", {"problem": problem})
        return
    reading = read(seen.image, game="classic")
    if wanted.keep is not None:
        wanted.keep(draw(seen.image, reading))
    yield from check_picture(seen, reading)
