"""Several pads as arrays, with the value of each state of a row, so that thousands of games can be played at
once.

A row's state is the index of the next cell that may still be crossed (the number of cells once the row is
locked or closed) and its crosses, the lock included. Its value is the points of its crosses plus the points
still to come. `companion.advisor.heuristic.row_values` says what they are, each row by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.advisor.heuristic import MAX_MARK_CHANCE, ROW_SHARE, number_chances, row_values
from companion.rules.score_table import row_points
from sheets.errors import BadInput
from sheets.mechanism import NOWHERE
from sheets.pad import COLOURS, Pad

Whole = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

POINT = 256
"""Units of a point: values are whole numbers, so that every machine decides in the same way."""
TURN_STEPS = 11
"""Number of sampled remaining turns: 1 to 32, each about 1.41 times the one before."""
SIMULATED = frozenset({"sheet-rows", "double-cells", "lucky"})
"""The mechanisms that the simulation plays."""


class NotSimulated(BadInput):
    """A pad that the simulation cannot play."""


@dataclass(frozen=True, slots=True, eq=False)
class PadArrays:
    """k pads of one table: rows of one length, which close at the same places and in the same colours.

    `has_lucky`: the sheets carry lucky numbers.

    `index_of[k, r, n]`: the index of number n in row r. `face_row`, `face_index` (k, 4, numbers): where a
    number stands in one of COLOURS; -1 for nowhere. `gain[k, r, i]`: crosses that cell i makes, with its
    lock. `die_of` (4,): the die that
    leaves with each row. `points[n]`: of n crosses. `worth`: flat, by `place`; in units of 1 / POINT.
    """

    size: int
    first_closing: int
    lock_needs: int
    sides: int
    has_lucky: bool
    most: int
    index_of: Whole
    face_row: Whole
    face_index: Whole
    gain: Whole
    die_of: Whole
    points: Whole
    worth: Whole

    def place(self, pad: Whole, row: Whole, following: Whole, crosses: Whole, turns: Whole) -> Whole:
        """The index in `worth` of the state of a row with this many turns left."""
        state = (pad * 4 + row) * (self.size + 1) + following
        found: Whole = (state * (self.most + 1) + crosses) * TURN_STEPS + turns
        return found


def pad_arrays(pads: Sequence[Pad], players: int, row_share: float = ROW_SHARE) -> PadArrays:
    """The arrays of pads for a table of so many players; NotSimulated for pads that cannot be played so.

    `row_share`: how often a number that comes up goes to the row in question; another one is another player.
    """
    for pad in pads:
        check_simulated(pad)
    first, size = pads[0], len(pads[0].rows[0])
    shape = (len(pads), 4, 2 * first.sides + 1)
    index_of, face_row, face_index = (np.full(shape, -1, np.int32) for _ in range(3))
    for k, pad in enumerate(pads):
        for r, row in enumerate(pad.rows):
            for cell in row:
                colour = COLOURS.index(cell.colour)
                index_of[k, r, cell.number] = cell.index
                face_row[k, colour, cell.number], face_index[k, colour, cell.number] = r, cell.index
    cells = np.arange(size)
    printed = [pad.part("double-cells") or NOWHERE for pad in pads]
    doubles = np.array([[[bits >> i & 1 for i in cells] for bits in rows] for rows in printed])
    gain = (1 + doubles + (cells >= size - first.last_cells)).astype(np.int32)
    most = int(gain.sum(2).max())
    points = [row_points(min(n, first.most_marks or n)) for n in range(most + 1)]
    return PadArrays(
        size=size,
        first_closing=size - first.last_cells,
        lock_needs=first.lock_needs,
        sides=first.sides,
        has_lucky=bool(first.lucky),
        most=most,
        index_of=index_of,
        face_row=face_row,
        face_index=face_index,
        gain=gain,
        die_of=np.array([COLOURS.index(row.cells[-1].colour) for row in first.rows], np.int32),
        points=np.array(points, np.int32),
        worth=_worth(gain, np.array(points), first, row_share * _chances(pads, players)),
    )


def check_simulated(pad: Pad) -> None:
    """NotSimulated for a pad that the simulation cannot play."""
    unknown = [key for key in pad.mechanisms if key not in SIMULATED]
    if unknown:
        raise NotSimulated(
            "Deals are measured by simulated games, which cannot play {key} of the pad {pad}; deal a pad "
            "of plain or double cells.",
            key=unknown[0],
            pad=pad.name,
        )
    faces = {(cell.colour, cell.number) for cell in pad.cells}
    lengths = {len(row) for row in pad.rows}
    if len(lengths) > 1 or len(faces) < len(pad.cells):
        raise NotSimulated(
            "A fair deal needs rows of one length and no number twice in one colour, but the pad {pad} has "
            "other rows.",
            pad=pad.name,
        )


def _chances(pads: Sequence[Pad], players: int) -> Floats:
    """(k, 4, size) the chance, in a turn of the table, that a player may cross each number."""
    white, colour = number_chances(pads[0].sides, False)
    numbers = np.array([[[cell.number for cell in row] for row in pad.rows] for pad in pads])
    found: Floats = (white + colour / players)[numbers]
    return found


def _worth(gain: Whole, points: npt.NDArray[np.int64], first: Pad, chances: Floats) -> Whole:
    """`PadArrays.worth`; `chances` (k, 4, size): to cross each cell in a turn."""
    size, turns = gain.shape[2], 2.0 ** (np.arange(TURN_STEPS) / 2)
    chance = np.minimum(chances, MAX_MARK_CHANCE).reshape(-1, size)
    closing = size - first.last_cells
    found = row_values(chance, gain.reshape(-1, size), points, closing, first.lock_needs, turns)
    found += points[None, None, :, None]
    worth: Whole = np.rint(found * POINT).astype(np.int32).ravel()
    return worth
