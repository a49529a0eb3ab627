"""How much of what is printed at a place the photo shows.

The network judges ink. A note with handwriting that lies on a sheet shows ink and none of the print; so does
a plan that was laid beside the sheet instead of on it. Nobody should be sure of such places.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.scan.cells import darkest

F32 = NDArray[np.float32]

MIN_PRINT_SHARE = 0.17
"""A place that shows less of its print is hidden: the blurred outline of a miss box in sight shows more, a
place under a note almost nothing."""
LOCATED_PRINT_SHARE = 0.4
"""A place that shows so much of its upright edges, and of its level ones, lies where it is looked for, even
if the plan around it was not found."""


def print_visibility(pictures: NDArray[np.uint8]) -> tuple[F32, F32]:
    """N: the share of each place's printed edges that the photo has where the drawing has them, from -1 to 1;
    and N: the same of its upright or its level edges alone, whichever is less.

    `pictures`: as `vision.scan.cells.cell_pictures` cuts them. An edge counts by the square of its strength
    in the drawing, and is seen in full if the photo's is as strong and runs the same way.
    """
    own, drawn = (darkest(picture).astype(np.float32) for picture in (pictures[..., :3], pictures[..., 6:]))
    seen, asked = [], []
    for axis in (1, 2):
        edges, printed = (np.asarray(np.gradient(picture, axis=axis)) for picture in (own, drawn))
        asked.append((printed**2).sum((1, 2)) + 1e-3)
        seen.append(np.clip(edges * printed, -(printed**2), printed**2).sum((1, 2)))
    whole = (seen[0] + seen[1]) / (asked[0] + asked[1])
    return whole, np.minimum(seen[0] / asked[0], seen[1] / asked[1])
