"""Decides whether a candidate may be a die, by the detector and the reader together."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

F64 = NDArray[np.float64]

MAX_LOG_ODDS = 6.0
"""The log odds and log-probabilities of a network are clipped to plus or minus this."""
MIN_LOG_ODDS = -3.0
"""Log odds of a die, the sum of the detector's and the reader's, up to which a candidate is dropped."""


def log_odds(p: ArrayLike) -> F64:
    """Return log(p / (1 - p)), at most MAX_LOG_ODDS either way, in the shape of p."""
    p = np.asarray(p, np.float64)
    odds = np.log(np.maximum(p, 1e-9)) - np.log(np.maximum(1 - p, 1e-9))
    return np.asarray(np.clip(odds, -MAX_LOG_ODDS, MAX_LOG_ODDS))


def die_log_odds(scores: ArrayLike, readers: ArrayLike) -> F64:
    """Return the log odds of being dice, N, from the probabilities by the detector and by the reader."""
    return log_odds(scores) + log_odds(readers)
