"""Value: the chance to win and the final lead that a player may expect, by the network of a pad.

judge = network("classic", 2)        None where no network was trained for that pad and so many players
win, margin = judge(states)          States of tables that are still being played, between two turns
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, Features
from companion.advisor.states import States
from sheets.pad import load_pad

Floats = npt.NDArray[np.float32]

MIN_PLAYERS, MAX_PLAYERS = 2, 5
"""How many players the networks are asked about: alone, the rough outlook plays better (docs/advice.md)."""
LEAD = 50.0
"""Points that make one unit of the margin that a network gives."""


class ValueNetwork:
    """The value network of one pad."""

    def __init__(self, pad: str) -> None:
        from vision.inference import session

        self.features = Features(load_pad(pad))
        self._session = session(f"advice-{pad}")

    def outputs(self, seen: EncodedStates) -> tuple[Floats, Floats]:
        """(n,) logits of the chance to win, and (n,) leads in units of LEAD points."""
        win, lead = self._session.run(None, {"places": seen.places.astype(np.int32), "rest": seen.rest})
        return win, lead

    def __call__(self, states: States) -> tuple[Floats, Floats]:
        """(n,) the chance to win, ties shared, and (n,) the expected final lead over the best opponent.

        Alone the chance is 1, and the lead is the expected final score, in points.
        """
        logit, lead = self.outputs(self.features(states))
        win: Floats = (1 / (1 + np.exp(-logit))).astype(np.float32)
        if states.players == 1:
            win = np.ones_like(win)
        return win, (lead * LEAD).astype(np.float32)


@cache
def network(pad: str, players: int) -> ValueNetwork | None:
    """The network of the pad of that name for so many players; None where there is none."""
    if (
        not MIN_PLAYERS <= players <= MAX_PLAYERS
        or not resources.files("models").joinpath(f"advice-{pad}.onnx").is_file()
    ):
        return None
    return ValueNetwork(pad)
