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
    """Longer side of the picture at each level of the first look. Fixed by training."""
    larger: tuple[int, ...] = (640, 320, 226, 160, 113, 80)
    """Replaces `pyramid` if no set is expected: then one die may fill the picture. Fitted."""
    least_side: float = 16.0
    """If the finest level shows no likely die, or one with a smaller side (in pixels), a finer level follows.
    Fixed by training."""
    most_pixels: int = 2_500_000
    """Largest number of pixels of the finest level. So many take a third of a second and 250 MB."""
    most_enlargement: float = 1.4
    """No finer level follows if the largest possible level is at most this many times as long as the last."""
    most_compared: int = 600
    """Largest number of candidates of one look, since each is compared with all others."""

    least_score: float = 0.1
    """Centres with a lower score are dropped in the first look."""
    candidate_score: float = 0.16
    """Centres with a lower score are dropped in the closer look, to save time."""
    likely_score: float = 0.3
    """Score above which a candidate of the first look is read. Fitted: the best of 0.16, 0.3 and 0.5."""
    found_score: float = 0.5
    """Score above which a candidate almost certainly is a die. Without such a die, no closer look follows."""

    cut_side: float = 64.0
    """Side in pixels of the median die in the closer look. Fitted: the best of 48, 64 and 80."""
    cut_scale: float = 4.0
    """Largest factor by which the closer look enlarges the picture."""
    cut_margin: float = 1.5
    """Margin around the dice of the closer look, in sides of the median die."""
    cut_pixels: int = 2 * 640 * 480
    """Largest number of pixels of the closer look. So many take as long as two first looks."""

    faint_score: float = 0.03
    """Score above which a candidate counts as faint: it may be a die that is missing."""
    faint_ratio: float = 1.6
    """A faint candidate is skipped if it is this many times larger or smaller than the median die."""
    faint_overlap: float = 0.4
    """A faint candidate is skipped if its overlap with a die is at least this share of the smaller box."""
    most_faint: int = 24
    """Largest number of faint candidates that are read. If there are more, the likeliest are read."""

    same_overlap: float = 0.65
    """Overlap, as a share of the smaller box, above which the less likely of two boxes is dropped."""

    inside_overlap: float = 0.8
    """Overlap, as a share of the smaller box, above which a box counts as inside the larger box."""
    inside_area: float = 0.5
    """A box inside another may be one die of a heap if its area is less than this share of the outer box."""


SETTINGS = DetectorSettings()
