"""Checks everything that a table needs. Each check yields findings, with advice if something is wrong.

    for group, findings in examine(folder):                 checks run while their findings are read
        for finding in findings:
            print(finding.state, finding.in_language(_), finding.advice(_))

A check changes nothing and sends nothing to other computers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from companion.doctor.finding import Finding, State
from sheets.language import message

if TYPE_CHECKING:
    from vision.frames.image import Image

__all__ = ["GROUPS", "Finding", "State", "examine"]

GROUPS = {
    "program": message("Program"),
    "networks": message("Neural networks"),
    "camera": message("Camera"),
    "network": message("Network"),
    "printer": message("Printer"),
    "games": message("Games"),
}
"""The groups of checks in order, each with its heading."""


def examine(
    folder: Path,
    port: int = 8730,
    camera: str = "",
    check_bar: float | None = None,
    report_progress: Callable[[float], object] | None = None,
    keep_picture: Callable[[Image], object] | None = None,
) -> Iterator[tuple[str, Iterator[Finding]]]:
    """Yield the groups of checks with their findings; a check runs when its findings are iterated.

    The printer is checked at once. Without OpenCV the groups "networks" and "camera" are left out.

    `folder`: the folder of the games. `camera`: as for `qwixx watch`; "" for the first camera, "none" to skip
    the picture. `check_bar`: measured length of the printed bar in mm, or None if unknown; raise NotALength
    if it is impossible. `report_progress`: called with the elapsed share of the camera's time.
    `keep_picture`: called with the camera's picture, on which the dice that were read are drawn.
    """
    from companion.doctor.games import check_games
    from companion.doctor.network import check_phones, check_port
    from companion.doctor.printer import check_printer
    from companion.doctor.program import check_program, opencv_error

    printer = tuple(check_printer(check_bar))  # first: an invalid length is an error before slow checks run
    yield "program", check_program()
    if opencv_error() is None:  # if not, `check_program` reports it
        from companion.doctor.networks import check_files, check_known_picture

        yield "networks", chain(check_files(), check_known_picture())
        yield "camera", _camera(camera, report_progress, keep_picture)
    yield "network", chain(check_port(port), check_phones(port))
    yield "printer", iter(printer)
    yield "games", check_games(folder)


def _camera(
    camera: str,
    report_progress: Callable[[float], object] | None,
    keep_picture: Callable[[Image], object] | None,
) -> Iterator[Finding]:
    from companion.doctor.camera import check_cameras, check_picture, watch
    from vision import read
    from vision.frames.capture import CameraError, cameras
    from vision.overlay import draw

    here = cameras()
    yield from check_cameras(here)
    if camera == "none" or not (here or camera):
        return
    try:
        view = watch(camera, report_progress)
    except CameraError as problem:
        yield Finding("picture", "fault", "{problem}", {"problem": problem})
        return
    reading = read(view.image, game="classic")
    if keep_picture is not None:
        keep_picture(draw(view.image, reading))
    yield from check_picture(view, reading)
