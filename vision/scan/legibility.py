"""Measures how much of a place's print the photo shows.

The network judges ink. A place under a handwritten note shows ink and none of its print, and so does one
where the plan is misaligned. Such places are doubtful.
"""

import numpy as np
from numpy.typing import NDArray

from vision.scan.cells import darkest

F32 = NDArray[np.float32]

MIN_PRINT_SHARE = 0.17
"""Visible share of a place's print below which it is hidden: the blurred outline of a visible penalty box
shows more, a place under a note almost nothing."""
LOCATED_PRINT_SHARE = 0.4
"""Visible share of a place's vertical edges, and of its horizontal ones, from which it is where the plan has
it, even if the plan around it does not fit."""


def print_visibility(pictures: NDArray[np.uint8]) -> tuple[F32, F32]:
    """Return the visible share of each place's printed edges, from -1 to 1, and its minimum; N each.

    The minimum is the smaller share of its vertical and its horizontal edges. `pictures`: as
    `vision.scan.cells.cell_pictures` cuts them. An edge counts by the square of its strength in the drawing,
    and is seen in full if the photo's is as strong and runs the same way.
    """
    own, drawn = (darkest(picture).astype(np.float32) for picture in (pictures[..., :3], pictures[..., 6:]))
    seen, asked = [], []
    for axis in (1, 2):
        edges, printed = (np.asarray(np.gradient(picture, axis=axis)) for picture in (own, drawn))
        asked.append((printed**2).sum((1, 2)) + 1e-3)
        seen.append(np.clip(edges * printed, -(printed**2), printed**2).sum((1, 2)))
    whole = (seen[0] + seen[1]) / (asked[0] + asked[1])
    return whole, np.minimum(seen[0] / asked[0], seen[1] / asked[1])
