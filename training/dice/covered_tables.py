"""Tables covered with this project's printed sheets, on which dice of the sheets' colours are hard to see.

The sheets are of random pads, mostly with handwritten marks, and look as if they came from various printers.
"""

from itertools import islice

import cv2
import numpy as np

from training.dice.drawing import lay_patch, somewhere
from training.dice.tabletops import tabletop
from training.renderer.colours import F32, RNG, linear
from training.renderer.surfaces import RESOLUTION
from training.sheets.hands import WrittenSheet, random_hand
from training.sheets.marks import mark_sheet
from training.sheets.pages import SCALE, printed, printed_sheets
from vision.reading import Colour

EDGE_MM = (13.0, 20.0)
"""Length of the edge of a die, in mm."""
MARKED_SHARE = 0.7
GREY = 0.25
"""Saturation below which a surface counts as white."""
HUES: tuple[tuple[float, Colour], ...] = ((0, "red"), (50, "yellow"), (130, "green"), (220, "blue"))
"""Hues in degrees of the rows of a sheet."""


def covered_table(rng: RNG, pixels: float) -> F32:
    """Return a random table with two to five sheets, mostly in its middle.

    `pixels`: length of a die's edge.
    """
    canvas = tabletop(rng, pixels, 0.4)
    scale = pixels / float(rng.uniform(*EDGE_MM)) / SCALE
    for sheet in islice(printed_sheets(rng), int(rng.integers(2, 6))):
        written = WrittenSheet(printed(sheet.picture, rng), rng)
        if rng.random() < MARKED_SHARE:
            mark_sheet(written, sheet.plan, random_hand(rng))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        size = tuple(
            max(8, min(2 * RESOLUTION, round(side * scale))) for side in written.picture.shape[1::-1]
        )
        picture = linear(np.clip(written.picture, 0, 1) * 255)
        seen = cv2.resize(picture, size, interpolation=how)
        lay_patch(canvas, np.asarray(seen, np.float32), somewhere(rng, 0.3), float(rng.uniform(0, 360)))
    return np.clip(canvas, 0, 1)


def colour_at(surface: F32, x: float, y: float, pixels: float) -> Colour:
    """Return the colour of the table at a point: "white", or the nearest colour of HUES.

    `x`, `y`: how far the point is right of the table's middle, and above it in the picture, in units of a
    die's edge; `pixels`: length of that edge.
    """
    across, down = (int(RESOLUTION / 2 + way * pixels) % RESOLUTION for way in (x, -y))
    reach = max(1, int(pixels / 2))
    around = surface[max(0, down - reach) : down + reach, max(0, across - reach) : across + reach]
    blue, green, red = (float(part) for part in np.sqrt(around.reshape(-1, 3)).mean(0))
    most, least = max(blue, green, red), min(blue, green, red)
    if most - least < GREY * most:
        return "white"
    hue = float(cv2.cvtColor(np.array([[[blue, green, red]]], np.float32), cv2.COLOR_BGR2HSV)[0, 0, 0])
    return min(HUES, key=lambda one: abs((hue - one[0] + 180) % 360 - 180))[1]
