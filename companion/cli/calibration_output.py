"""The output of `qwixx calibrate`: dice as the camera sees them, and the calibrations of a table's dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.files import write_picture
from companion.cli.output import Pieces
from sheets.language import Translate

if TYPE_CHECKING:
    from companion.storage.calibrations import Calibration
    from vision.dice.calibration import CalibrationProposal
    from vision.dice.tone import Tone

PORTRAIT_PIXELS = 160
BAR_PIXELS = 24


def proposal_text(proposal: CalibrationProposal, _: Translate) -> list[Pieces]:
    """Return one line per die: its number, its look to the camera, its colour in the game."""
    lines: list[Pieces] = []
    for number, die in enumerate(proposal.dice, 1):
        x, y, w, h = proposal.in_photo(number - 1)
        doubt = "" if die.sure else "  " + _("right?")
        seen = f" {_(die.colour):<8} {x},{y} {w}x{h}{doubt}"
        lines.append([(f"  {number} ", ""), _swatch(die.tone), (seen, "")])
    return lines


def proposal_json(name: str, proposal: CalibrationProposal, *, kept: bool) -> dict[str, object]:
    """Return the dice as JSON data."""
    dice = [
        {
            "number": index + 1,
            "colour": die.colour,
            "sure": die.sure,
            "box": list(proposal.in_photo(index)),
            "seen": _hex(die.tone),
        }
        for index, die in enumerate(proposal.dice)
    ]
    return {"name": name, "sides": proposal.sides, "dice": dice, "kept": kept}


def calibration_text(calibration: Calibration, _: Translate) -> list[Pieces]:
    """Describe a calibration: when it was made, and how each die looks."""
    swatches = [piece for die in calibration.known.dice for piece in ((" ", ""), _swatch(die.tone))]
    eight = "  " + _("eight sides") if calibration.known.sides == 8 else ""
    head = f"{calibration.name}  {calibration.made:%Y-%m-%d %H:%M} UTC{eight}"
    return [[(head, "")], [(" ", ""), *swatches]]


def calibration_json(calibration: Calibration) -> dict[str, object]:
    """Return a calibration as JSON data."""
    known = calibration.known
    dice = [{"colour": die.colour, "seen": _hex(die.tone)} for die in known.dice]
    made = calibration.made.isoformat()
    return {"name": calibration.name, "made": made, "sides": known.sides, "dice": dice}


def write_portraits(proposal: CalibrationProposal, file: Path) -> None:
    """Write the dice side by side, each over a bar in its colour in the game. Raises Unwritable."""
    import cv2
    import numpy as np

    from vision.overlay import FILL

    portraits = []
    for index, die in enumerate(proposal.dice):
        bar = np.full((BAR_PIXELS, PORTRAIT_PIXELS, 3), FILL[die.colour], np.uint8)
        portrait = np.vstack([proposal.portrait(index, PORTRAIT_PIXELS), bar])
        for shade, width in ((255, 5), (0, 2)):
            cv2.putText(
                portrait, str(index + 1), (8, 30), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (shade, shade, shade), width
            )
        portraits.append(portrait)
    write_picture(file, np.hstack(portraits))


def _swatch(tone: Tone) -> tuple[str, str]:
    return "    ", f"on {_hex(tone)}"


def _hex(tone: Tone) -> str:
    from vision.dice.tone import hue

    return "#{:02x}{:02x}{:02x}".format(*hue(tone))
