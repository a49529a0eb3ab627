"""Value: the chance to win and the final lead that a player may expect, by the network of a pad.

network = value_network("classic", 2)    None if no network was trained for that pad and so many players
win, margin = network(states)            States of tables that are still being played, between two turns
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, FeatureEncoder
from companion.advisor.states import States
from sheets.pad import load_pad

Floats = npt.NDArray[np.float32]

MIN_PLAYERS, MAX_PLAYERS = 2, 5
"""So many players the networks judge: alone, the heuristic plays better (docs/advice-measured.md)."""
LEAD_UNIT_POINTS = 50.0
"""Points that make one unit of the lead that a network gives."""


class ValueNetwork:
    """The value network of one pad."""

    def __init__(self, pad: str) -> None:
        from vision.inference import session

        self._encode = FeatureEncoder(load_pad(pad))
        self._session = session(f"advice-{pad}")

    def outputs(self, encoded: EncodedStates) -> tuple[Floats, Floats]:
        """(n,) logits of the chance to win, and (n,) leads in units of LEAD_UNIT_POINTS."""
        inputs = {"places": encoded.vector_ids.astype(np.int32), "rest": encoded.numbers}
        win, lead = self._session.run(None, inputs)
        return win, lead

    def __call__(self, states: States) -> tuple[Floats, Floats]:
        """(n,) the chance to win, ties shared, and (n,) the expected final lead over the best opponent."""
        logit, lead = self.outputs(self._encode(states))
        win: Floats = (1 / (1 + np.exp(-logit))).astype(np.float32)
        return win, (lead * LEAD_UNIT_POINTS).astype(np.float32)


@cache
def value_network(pad: str, players: int) -> ValueNetwork | None:
    """The network of the pad of that name for so many players; None if there is none."""
    there = resources.files("models").joinpath(f"advice-{pad}.onnx").is_file()
    return ValueNetwork(pad) if there and MIN_PLAYERS <= players <= MAX_PLAYERS else None
