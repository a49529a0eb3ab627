"""The free parameters of the detector, as one frozen value, each with its origin.

"Of the network": the detector was trained with this number, and is undefined for another. "Fitted": the best
of a few on rolls of the second renderer that measure nothing (training/README.md names their seeds).
"Chosen": by hand, to bound time or memory, or because no picture distinguishes the values.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """The detector's parameters. Sides and pixels are those of the picture given to the network unless stated
    otherwise; scores are probabilities."""

    stride: int = 8
    """Pixels of one cell of the network's maps. Of the network."""
    sides: tuple[float, float] = (8.0, 110.0)
    """Smallest and largest side of a die that one level answers for. Of the network: it learnt 11 to 92."""
    pyramid: tuple[int, ...] = (640, 320, 160)
    """Longer side of the picture at each level of the first look. Of the network: with these every die up to
    three quarters of the picture has the size that one level answers for."""
    larger: tuple[int, ...] = (640, 320, 226, 160, 113, 80)
    """The same for any dice: one alone may fill the picture, and a large die that is plain at one level is
    lost at the next. Fitted, of four on photos of single dice.
    """
    least_side: float = 16.0
    """A die narrower than this at the finest level calls for a finer one. Of the network."""
    most_pixels: int = 2_500_000
    """Largest number of pixels of the finest level: a third of a second, and 250 MB."""
    most_enlargement: float = 1.4
    """A picture at most this many times larger than the finest level needs no finer one."""
    most_compared: int = 600
    """Largest number of candidates of one look, the likeliest: each is compared with the others. Each die is
    found at several levels; the fullest tables have 40."""

    least_score: float = 0.1
    """Centres with a lower score are dropped in the first look."""
    candidate_score: float = 0.16
    """The same for the closer look: to read more would only cost time."""
    likely_score: float = 0.3
    """Score from which a candidate counts as a die while levels and the cut are chosen, and from which the
    first look is read. Fitted, of .16, .3 and .5; with any dice of .16 and .3."""
    found_score: float = 0.5
    """Score that at least one candidate must reach for a closer look to follow."""

    cut_side: float = 64.0
    """Side of the median die of the closer look. Fitted, of 48, 64 and 80."""
    cut_scale: float = 4.0
    """Largest enlargement of the closer look."""
    cut_margin: float = 1.5
    """Room around the dice of the closer look, in sides of their median."""
    cut_pixels: int = 2 * 640 * 480
    """Largest number of pixels of the closer look: it takes as long as two first looks."""

    faint_score: float = 0.03
    """Score from which a place may hold a die that is missing, if the reader says so."""
    faint_ratio: float = 1.6
    """Largest ratio of a missing die's side to the median of the others, either way."""
    faint_overlap: float = 0.4
    """Share of the smaller box from which such a place is a part of a die that was found."""
    most_faint: int = 24
    """Largest number of places at which a missing die is looked for: each is read."""

    same_overlap: float = 0.65
    """Share of the smaller box from which a box is the same die as a likelier one, or a part of it."""

    inside_overlap: float = 0.8
    """Share of a box within another, from which it is inside."""
    inside_area: float = 0.5
    """Share of the outer box's area below which a box inside is much smaller."""


SETTINGS = DetectorSettings()
