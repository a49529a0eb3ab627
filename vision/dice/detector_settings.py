"""The free parameters of the detector.

"Fixed by training" means that the network was trained with this value. "Fitted" means that it is the best of
a few values, on rolls that are not used to measure accuracy. All other values are set by hand.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """The detector's parameters. Pixels are those of the network's input; scores are probabilities."""

    stride: int = 8
    """Side of one cell of the network's maps, in pixels. Fixed by training."""
    sides: tuple[float, float] = (8.0, 110.0)
    """Limits, in pixels, for the longer side of a box that is found at one level. Fixed by training."""
    pyramid: tuple[int, ...] = (640, 320, 160)
    """Longer side of the picture, in pixels, at each level of the first look. Fixed by training."""
    larger: tuple[int, ...] = (640, 320, 226, 160, 113, 80)
    """Replaces `pyramid` if no set is expected: then one die may fill the picture. Fitted."""
    least_side: float = 16.0
    """If the finest level shows no likely die, or one with a smaller side (in pixels), a finer level follows.
    Fixed by training."""
    most_pixels: int = 2_500_000
    """Largest number of pixels of the finest level, which then takes a third of a second and 250 MB."""
    most_enlargement: float = 1.4
    """A finer level follows only if it could be more than this many times as large as the last level."""
    most_compared: int = 600
    """Largest number of candidates to compare in pairs. If there are more, only the best are compared."""

    least_score: float = 0.1
    """Centres with a lower score are dropped in the first look, which covers the whole picture."""
    candidate_score: float = 0.16
    """Centres with a lower score are dropped in the closer look, which covers only the part with dice."""
    likely_score: float = 0.3
    """A candidate of the first look is read if its score exceeds this. Fitted: the best of 0.16, 0.3, 0.5."""
    found_score: float = 0.5
    """A candidate is almost surely a die if its score exceeds this. If none is, no closer look follows."""

    cut_side: float = 64.0
    """Side in pixels to which the closer look scales the median die. Fitted: the best of 48, 64 and 80."""
    cut_scale: float = 4.0
    """Largest factor by which the closer look enlarges the picture."""
    cut_margin: float = 1.5
    """Margin around the dice in the closer look, as a multiple of the side of the median die."""
    cut_pixels: int = 2 * 640 * 480
    """Largest number of pixels of the closer look, which then takes twice as long as the first look."""

    faint_score: float = 0.03
    """A candidate counts as faint, that is, as a die perhaps missed so far, if its score exceeds this."""
    faint_ratio: float = 1.6
    """A faint candidate is skipped if it is this many times larger or smaller than the median die."""
    faint_overlap: float = 0.4
    """A faint candidate is skipped if its overlap with a die is at least this share of the smaller box."""
    most_faint: int = 24
    """Largest number of faint candidates that are read. If there are more, the likeliest are read."""

    same_overlap: float = 0.65
    """The less likely of two boxes is dropped if their overlap exceeds this share of the smaller box."""

    inside_overlap: float = 0.8
    """A box counts as inside a larger one if their overlap exceeds this share of the smaller box."""
    inside_area: float = 0.5
    """A box inside another may be one die of a heap if its area is less than this share of the outer box."""


SETTINGS = DetectorSettings()
