"""Points, and homographies: 3 x 3 maps from a plane to the pixels of a camera."""

import numpy as np

from sheets.paper import Box
from vision.geometry import F64

Points = F64
"""N x 2: x, y."""


def project(homography: F64, points: Points) -> Points:
    """Map N x 2 points through a homography (3 x 3)."""
    ahead = np.empty((len(points), 3), order="F")  # column by column, which is fast
    ahead[:, :2], ahead[:, 2] = points, 1.0
    flat = ahead @ homography.T
    return np.asarray(flat[:, :2] / flat[:, 2:])


def box_corners(box: Box) -> Points:
    """Return the four corners of a box (in mm, 4 x 2), clockwise from the top left."""
    return np.array([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)])


def pixels_to_mm(x: float, y: float, step: float) -> F64:
    """Return the map (3 x 3) from the pixels of a picture of a sheet to mm on the sheet.

    A pixel is `step` mm wide. The top left corner of the picture is at `x`, `y` mm.
    """
    return np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]])
