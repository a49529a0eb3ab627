"""The page for calibration: the dice that the camera saw and people must confirm, and the known dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.storage.calibrations import Calibration, calibration_name
from companion.storage.lessons import KeptLesson
from companion.web.presenters.names import COLOUR_NAMES
from vision.dice.calibration import CalibrationProposal
from vision.dice.tone import hue


@dataclass(frozen=True, slots=True)
class KnownSet:
    """Dice that are known. `watched`: their camera watches now. `hues`: of the dice, as "#rrggbb"."""

    name: str
    watched: bool
    sides: int
    made: datetime
    hues: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationPage:
    """The page. `camera`: what watches, or "". `is_known`: it knows the dice of this game.

    `proposal`: what was seen, in a picture of `size` pixels, or None; `token`: of that picture. `colours`:
    what a die can be called. `problem`: why the dice could not be calibrated, or "". `lessons`: the dice that
    people said at the table, the newest first; `lessons_help`: what they teach is used.
    """

    camera: str
    sides: int
    is_known: bool
    token: str
    proposal: CalibrationProposal | None
    size: tuple[int, int]
    colours: tuple[str, ...]
    known_sets: tuple[KnownSet, ...]
    problem: str
    lessons: tuple[KeptLesson, ...]
    lessons_help: bool


def present_calibration(
    camera: str,
    sides: int,
    pending: tuple[str, CalibrationProposal] | None,
    known: Sequence[Calibration],
    *,
    is_known: bool,
    problem: str = "",
    lessons: Sequence[KeptLesson] = (),
    lessons_help: bool = False,
) -> CalibrationPage:
    """The page of the camera called `camera` ("" for none), before dice with so many `sides`. `pending`: the
    token and the dice that wait for an answer. `known`: all dice that are known.
    `lessons`: oldest first."""
    token, proposal = pending or ("", None)
    name = calibration_name(camera) if camera else ""
    return CalibrationPage(
        camera,
        sides,
        is_known,
        token,
        proposal,
        (proposal.image.shape[1], proposal.image.shape[0]) if proposal is not None else (0, 0),
        tuple(colour for colour in COLOUR_NAMES if proposal is not None and colour in proposal.places),
        tuple(
            KnownSet(
                each.name,
                each.name == name,
                each.known.sides,
                each.made,
                tuple("#{:02x}{:02x}{:02x}".format(*hue(die.tone)) for die in each.known.dice),
            )
            for each in known
        ),
        problem,
        tuple(reversed(lessons)),
        lessons_help,
    )
