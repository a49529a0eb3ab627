"""Value on pads with special cells: the chance to win and the final lead, by the network of the game.

network = special_network(game)              None if none was trained for this table
wins, leads = network(game, positions, seats)    positions that are still being played, between two turns
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from companion.advisor.special_features import (
    MOST_INDICES,
    MOST_PLAYERS,
    NUMBERS,
    rank_opponents,
    score,
    table_ids,
    table_numbers,
    vector_count,
)
from companion.advisor.special_tables import PadTables, pads_of, sheet_numbers, tables
from companion.rules import Game, Position
from sheets.pad import FURTHER_PADS, Pad, load_pad
from vision.inference import network_bytes

Floats = npt.NDArray[np.float32]

FOLDER = Path(__file__).parents[2] / "models"
LEAD_UNIT_POINTS = 50.0
"""Points of lead that make one unit of what a network gives."""


class SpecialNetwork:
    """The value network of one game, from a file that `pack` made."""

    def __init__(self, pads: tuple[Pad, ...], content: bytes) -> None:
        self._pads = pads
        # whole numbers in lists are read faster than arrays, one at a time
        whole = [part.tolist() if isinstance(part, np.ndarray) else part for part in tables(pads)]
        self._tables = PadTables(*cast(Any, whole))
        with np.load(io.BytesIO(content)) as file:
            table = file["table"] * file["scale"]
            self._w1, self._b1 = file["w1"], file["b1"]
            self._w2, self._b2 = file["w2"], file["b2"]
            self._w3, self._b3 = file["w3"], file["b3"]
        self._nothing = vector_count(self._tables)
        self._table: Floats = np.vstack([table, np.zeros_like(table[:1])]).astype(np.float32)

    def __call__(
        self, game: Game, positions: Sequence[Position], seats: Sequence[int]
    ) -> tuple[Floats, Floats]:
        """(n,) chances to win, ties shared, and (n,) expected final leads over the best opponent."""
        which = [self._pads.index(pad) for pad in game.pads]
        ids = np.full((len(positions), MOST_INDICES), self._nothing, np.int64)
        numbers = np.zeros((len(positions), NUMBERS), np.float32)
        for place, (position, seat) in enumerate(zip(positions, seats, strict=True)):
            found, told = self._seen(position, seat, which)
            ids[place, : len(found)] = found
            numbers[place] = told
        most = int((ids < self._nothing).sum(1).max(initial=1))
        logit, lead = self.outputs(ids[:, :most], numbers)
        win: Floats = (1 / (1 + np.exp(-logit))).astype(np.float32)
        return win, lead * np.float32(LEAD_UNIT_POINTS)

    def outputs(self, ids: npt.NDArray[np.int64], numbers: Floats) -> tuple[Floats, Floats]:
        """(n,) logits of the chance to win, and (n,) leads in units of LEAD_UNIT_POINTS."""
        h1 = np.maximum(self._table[ids].sum(1) + numbers @ self._w1 + self._b1, 0)
        h2 = np.maximum(h1 @ self._w2 + self._b2, 0)
        out = (h2 @ self._w3 + self._b3).astype(np.float32)
        return out[:, 0], out[:, 1]

    def _seen(self, position: Position, seat: int, which: Sequence[int]) -> tuple[list[int], list[float]]:
        """What the network reads of one position: its indices, and its numbers."""
        players, following = len(position.sheets), (position.seat - seat) % len(position.sheets)
        found: Any = [sheet_numbers(sheet, w) for sheet, w in zip(position.sheets, which, strict=True)]
        points: Any = [score(self._tables, sheet) for sheet in found]
        order: Any = [0] * (players - 1)
        rank_opponents(points, seat, order)
        ids: Any = [0] * MOST_INDICES
        closed = position.closed_mask
        count = table_ids(self._tables, found[seat], found[order[0]], closed, following, players, ids)
        numbers: Any = [0.0] * NUMBERS
        table_numbers(self._tables, found, seat, order, points, closed, following, numbers)
        return ids[:count], numbers


def pack(path: Path, weights: dict[str, Floats]) -> None:
    """Write a network to a file, its vectors in eight bits. `weights`: table, w1, b1, w2, b2, w3, b3."""
    scale = np.maximum(np.abs(weights["table"]).max(0, keepdims=True), 1e-6) / 127
    packed: dict[str, Any] = {
        name: part.astype(np.float16) for name, part in weights.items() if name != "table"
    }
    packed["table"] = np.rint(weights["table"] / scale).astype(np.int8)
    packed["scale"] = scale.astype(np.float32)
    np.savez_compressed(path, **packed)


def special_network(game: Game) -> SpecialNetwork | None:
    """The network for a game with special cells, everybody on the pad of its name; None if there is none."""
    if game.name not in FURTHER_PADS or not 2 <= len(game.players) <= MOST_PLAYERS:
        return None
    pads = _own_pads(game.name)
    return _network(game.name) if all(pad in pads for pad in game.pads) else None


@cache
def _own_pads(name: str) -> tuple[Pad, ...]:
    return pads_of(load_pad(name))


@cache
def _network(name: str) -> SpecialNetwork | None:
    path = FOLDER / f"advice-{name}.npz"
    return SpecialNetwork(_own_pads(name), network_bytes(path.name)) if path.is_file() else None
