"""Encodes positions between two turns, as one player sees them, as input for a value network.

The input is ids and numbers. An id is the index of an embedding vector; the network adds up the vectors of
all ids. Ids describe the sheets of this player (the viewer) and of the best opponent, and the turn. NUMBERS
numbers, from about -1 to 1, describe points, leads and ready locks of all players.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from companion.advisor.tables import (
    BAR,
    DOUBLE_WEAKEST,
    EARNED,
    EXCHANGED,
    FIELDS,
    LUCKY,
    MISSES,
    NO_MISSES,
    PAD_INDEX,
    ROUND,
    SECOND_CROSSES,
    THIRTEEN,
    TRACK,
    PadTables,
    Whole,
)

Floats = npt.NDArray[np.float32]
Truths = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int32]

MAX_NETWORK_PLAYERS = 5
OPPONENT_NUMBERS = 7
NUMBERS = 6 + OPPONENT_NUMBERS * (MAX_NETWORK_PLAYERS - 1)
LEVELS = 8
"""Number of states of a row's lock: closed (0); ready (1 to 3, rising as the row advances); out of reach (4);
in need of 1, 2, or 3 or more crosses (5 to 7)."""
MAX_WEAKEST_CROSSES = 8
"""Largest number of crosses encoded for the weakest row; any larger number is encoded as this one."""
BOXES_SEEN = 3
"""How many of the next free boxes of the bonus bar are encoded."""
ROWS = np.arange(4)[:, None, None]
ROW_POINTS = np.arange(40) * np.arange(1, 41) // 2
"""Points of a row, indexed by its crosses (rules.md: score-table)."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedStates:
    """n positions, encoded as input for a value network."""

    ids: Ids  # (n, k)
    numbers: Floats  # (n, NUMBERS)

    def __len__(self) -> int:
        return len(self.numbers)


class Sheets:
    """Properties of an (a, b) array of sheets. Their shape is (a, b) or, for properties of rows, (4, a, b).

    `numbers` (PLACES, a, b): the sheets, each as PLACES numbers (`tables`). `closed`: closed rows as bits, of
    a shape that broadcasts to (a, b).
    """

    def __init__(self, tables: PadTables, numbers: Whole, closed: Whole) -> None:
        self.tables = tables
        self.numbers = numbers
        self.rows, self.which = numbers[:4], numbers[PAD_INDEX]
        self.is_open = (closed >> ROWS & 1 == 0) & (self.rows < 1 << tables.first_closing)

    @cached_property
    def length(self) -> Whole:
        """Return the index of the first cell after each row's last mark."""
        length: Whole = self.tables.length[self.rows]
        if not len(self.tables.field_row):
            return length
        reached: Whole = np.maximum(length, self.tables.field_length[ROWS, self.numbers[FIELDS]])
        return reached

    @cached_property
    def lock_marks(self) -> Whole:
        """Return how many crosses of each row count towards the row's lock."""
        second = self.tables.crosses[self.numbers[SECOND_CROSSES : SECOND_CROSSES + 4]]
        marks: Whole = self.tables.lock_crosses[self.which, ROWS, self.rows] + second
        return marks

    @cached_property
    def crosses(self) -> Whole:
        """Return the number of crosses that score in each row, including the lock's."""
        tables = self.tables
        count = self.lock_marks + (self.rows >= 1 << tables.first_closing)
        if len(tables.field_row):
            count += tables.field_crosses[ROWS, self.numbers[FIELDS]]
        for k, upper in enumerate(tables.round_upper):
            count[upper : upper + 2] += tables.crosses[self.numbers[ROUND + k]]
        return np.minimum(count, tables.most_marks)

    @cached_property
    def steps_crossed(self) -> Whole:
        """Return the number of framed cells (steps) that are crossed on each sheet."""
        steps = self.tables.steps[self.which, ROWS]
        count: Whole = self.tables.crosses[self.rows & steps].sum(0)
        return count

    @cached_property
    def points(self) -> Whole:
        """Return what each sheet would score if the game ended now."""
        rows, lost = ROW_POINTS[self.crosses], 5 * self.numbers[MISSES]
        total: Whole = rows.sum(0)
        if self.tables.pair_bit.any():
            earned = self.numbers[EARNED]
            total += (earned >> DOUBLE_WEAKEST & 1) * rows.min(0) + 13 * (earned >> THIRTEEN & 1)
            lost *= 1 - (earned >> NO_MISSES & 1)
        if self.tables.steps.any():
            total += ROW_POINTS[self.steps_crossed]
        if len(self.tables.track) > 1:
            total += self.tables.track[self.numbers[TRACK]]
        total -= lost
        return total

    @cached_property
    def lacks(self) -> Whole:
        """Return the number of crosses that each row lacks for its lock; 0 or less if ready."""
        return np.subtract(self.tables.lock_needs, self.lock_marks)

    @cached_property
    def is_ready(self) -> Truths:
        """Return True for open rows that have enough crosses for their lock."""
        ready: Truths = np.logical_and(self.is_open, self.lacks <= 0)
        return ready

    @cached_property
    def start(self) -> Whole:
        """Return the index of each open row's next cell; for closed rows, the number of cells."""
        return np.where(self.is_open, self.length, self.tables.size)

    @cached_property
    def may_again(self) -> Truths:
        """Return True for rows whose last crossed cell may be crossed a second time."""
        again = self.tables.seconds[self.which, ROWS] & ~self.numbers[SECOND_CROSSES : SECOND_CROSSES + 4]
        last = 1 << self.tables.length[self.rows] >> 1
        may: Truths = np.logical_and(self.is_open, again & last != 0)
        return may

    @cached_property
    def levels(self) -> Whole:
        """Return the state of each row's lock, as at LEVELS: 0 closed, 1 to 3 ready, 4 to 7 not ready."""
        tables, start = self.tables, self.start
        room = tables.room[self.which, ROWS, start]
        if tables.seconds.any():
            room = room + self.may_again
        lacking = np.where(self.lacks > room, 4, np.minimum(4 + self.lacks, 7))
        ready = np.where(self.lacks <= 0, 1 + (start > 6) + (start > 8), lacking)
        return np.where(self.is_open, ready, 0)


class Encoder:
    """Encodes positions of games on the pads of `tables`, as one player (the viewer) sees them.

    `blocks`: the first id of each kind of fact. Facts about a sheet have ids for the viewer's sheet, and
    other ids for the best opponent's. `vector_count`: number of embedding vectors; the last is zero.
    """

    def __init__(self, tables: PadTables) -> None:
        self.tables = tables
        most, cells = _max_encoded_crosses(tables), tables.size + 1
        self.states, self.ways = 1 + cells * (most + 1), 1 + 2 * cells
        self.has_seconds, self.has_steps = bool(tables.seconds.any()), bool(tables.steps.any())
        self.has_chains, self.has_pairs = bool((tables.partner >= 0).any()), bool(tables.pair_bit.any())
        self.has_fields, boxes = len(tables.field_row) > 0, len(tables.bar_row)
        self.free_boxes = _free_boxes(tables.bar_row) if boxes else None
        side = {
            "rows": 4 * self.states,
            "row pairs": 2 * cells * cells,
            "misses": 5,
            "fewest": MAX_WEAKEST_CROSSES + 1,
            "seconds": 4 * cells * self.has_seconds,
            "steps": 5 * cells * self.has_steps,
            "chains": (4 * cells + 16) * self.has_chains,
            "rounds": len(tables.round_upper) * (cells + tables.size),
            "exchanges": (tables.exchanges + 1) * (tables.exchanges > 0),
            "track": len(tables.track) * (len(tables.track) > 1),
            "fields": 32 * self.has_fields,
            "boxes": (4 * BOXES_SEEN + boxes + 1) * (boxes > 0),
            "pairs": 4 * len(tables.pair_row) * self.has_pairs,
            "lucky": (2 * tables.sides + 1) * tables.lucky,
        }
        table = {
            "ways": 4 * self.ways * self.ways,
            "levels": 4 * LEVELS * LEVELS,
            "closed": 16,
            "next": MAX_NETWORK_PLAYERS,
            "players": MAX_NETWORK_PLAYERS + 1,
            "longest misses": 5,
        }
        self.blocks: dict[str, int] = {}
        end = 0
        for name, width in side.items():
            self.blocks[name], end = end, end + width
        self.side_size, end = end, 2 * end
        for name, width in table.items():
            self.blocks[name], end = end, end + width
        self.nothing = end
        self.vector_count = end + 1

    def __call__(self, numbers: Whole, closed: Whole, following: Whole) -> EncodedStates:
        """Return the encoding of n positions, each as one player (the viewer) sees it.

        `numbers` (n, players, PLACES): the sheets in the order of turns, beginning with the viewer's.
        `closed` (n,): closed rows as bits. `following` (n,): who throws next; 0 for the viewer, 1 for the
        player after the viewer.
        """
        n, players = numbers.shape[:2]
        numbers = numbers.transpose(2, 0, 1)
        sheets = Sheets(self.tables, numbers, closed[:, None])
        ranking = np.argsort(-sheets.points[:, 1:], axis=1, kind="stable") + 1
        best = numbers[:, np.arange(n), ranking[:, 0]]
        sides = Sheets(self.tables, np.stack([numbers[:, :, 0], best], axis=1), closed)
        encoded = np.concatenate(self._side_ids(sides))
        encoded = np.where(encoded < 0, self.nothing, encoded + np.array([0, self.side_size])[:, None])
        ids = np.concatenate([*encoded, self._table_ids(sides, closed, following, players, sheets)])
        return EncodedStates(np.ascontiguousarray(ids.T, np.int32), self._numbers(sheets, ranking, following))

    def _side_ids(self, sides: Sheets) -> list[Whole]:
        """Return arrays of ids (ids, 2, n) for the viewer's and the best opponent's sheets, -1 for no id."""
        tables, blocks, cells = self.tables, self.blocks, self.tables.size + 1
        most, start = _max_encoded_crosses(tables), sides.start
        state = np.where(sides.is_open, 1 + start * (most + 1) + np.minimum(sides.crosses, most), 0)
        misses = np.minimum(sides.numbers[MISSES], 4)
        out = [
            blocks["rows"] + ROWS * self.states + state,
            blocks["row pairs"] + ROWS[:2] * cells * cells + start[::2] * cells + start[1::2],
            blocks["misses"] + misses[None],
            blocks["fewest"] + np.minimum(sides.crosses.min(0), MAX_WEAKEST_CROSSES)[None],
        ]
        out += self._mechanism_ids(sides)
        if tables.exchanges:
            out.append(blocks["exchanges"] + tables.length[sides.numbers[EXCHANGED]][None])
        if len(tables.track) > 1:
            out.append(blocks["track"] + sides.numbers[TRACK][None])
        if self.free_boxes is not None:
            out.append(np.moveaxis(blocks["boxes"] + self.free_boxes[sides.numbers[BAR]], -1, 0))
        if self.has_pairs:
            out.append(self._pair_ids(sides))
        if tables.lucky:
            out.append(blocks["lucky"] + sides.numbers[LUCKY : LUCKY + 2])
        return out

    def _mechanism_ids(self, sides: Sheets) -> list[Whole]:
        """Return arrays of ids (ids, 2, n) for second crosses, steps, chains, round cells and fields."""
        tables, blocks, cells, out = self.tables, self.blocks, self.tables.size + 1, []
        if self.has_seconds:
            last = tables.length[sides.rows]
            out.append(np.where(sides.may_again, blocks["seconds"] + ROWS * cells + last, -1))
        if self.has_steps:
            start = sides.start
            left = tables.steps[sides.which, ROWS] >> start
            following = blocks["steps"] + cells * (1 + ROWS) + start + tables.length[left & -left] - 1
            out.append(blocks["steps"] + sides.steps_crossed[None])
            out.append(np.where(left, following, -1))
        if self.has_chains:
            out += self._chain_ids(sides)
        for k in range(len(tables.round_upper)):
            out += self._round_ids(sides, k)
        if self.has_fields:
            reach = np.zeros(sides.rows.shape, np.int64)
            for field, (row, index) in enumerate(zip(tables.field_row, tables.field_index, strict=True)):
                number = min(int((tables.field_row[:field] == row).sum()), 2)
                free = (sides.numbers[FIELDS] >> field & 1 == 0) & (index + 1 >= sides.length[row])
                reach[row] |= (free & sides.is_open[row]) << number
            out.append(blocks["fields"] + ROWS * 8 + reach)
        return out

    def _chain_ids(self, sides: Sheets) -> list[Whole]:
        """Return ids of each row's next chain cell, and of the number of chain cells that the row has passed.

        A chain links two cells, which count only while both are uncrossed. A passed cell can only be crossed
        together with its partner, the other cell of the chain.
        """
        tables, size, block = self.tables, self.tables.size, self.blocks["chains"]
        place = np.arange(size)
        partner = tables.partner[sides.which, ROWS]  # (4, 2, n, size)
        rows = np.moveaxis(sides.rows, 0, -1)
        theirs = np.take_along_axis(rows[None], partner >> 4 & 3, -1) >> (partner & 15) & 1
        waits = (partner >= 0) & (sides.rows[..., None] >> place & 1 == 0) & (theirs == 0)
        bits = (waits << place).sum(-1)
        start = sides.start
        ahead = bits >> start << start
        following = tables.length[ahead & -ahead]
        left = tables.crosses[bits & ((1 << start) - 1)]
        return [
            np.where(ahead, block + ROWS * (size + 1) + following, -1),
            np.where(left, block + 4 * (size + 1) + ROWS * 4 + np.minimum(left, 3), -1),
        ]

    def _round_ids(self, sides: Sheets, k: int) -> list[Whole]:
        """Return ids that describe row `k` of round cells, which lies between two rows of numbers.

        One id gives its next cell. Each cell from there on adds an id if its number is crossed beside it.
        """
        tables, size = self.tables, self.tables.size
        block = self.blocks["rounds"] + k * (2 * size + 1)
        crossed = tables.length[sides.numbers[ROUND + k]]
        place, upper = np.arange(size)[:, None, None], tables.round_upper[k]
        marked = np.zeros((size, *crossed.shape), bool)
        for row in (upper, upper + 1):
            cell = tables.index_of[row, tables.round_number[k]][:, None, None]
            marked |= (cell >= 0) & (sides.rows[row] >> np.maximum(cell, 0) & 1 != 0)
        return [block + crossed[None], np.where(marked & (place >= crossed), block + size + 1 + place, -1)]

    def _pair_ids(self, sides: Sheets) -> Whole:
        """Return an id per bonus and sheet: out of reach, earned, or one or neither of its cells crossed."""
        tables, out = self.tables, []
        for kind in range(len(tables.pair_row)):
            half, reach = 0, np.ones(sides.which.shape, bool)
            for row, bit in zip(tables.pair_row[kind], tables.pair_bit[kind], strict=True):
                marked = sides.rows[row] & bit != 0
                half = half + marked
                reach &= marked | ((sides.rows[row] < bit) & sides.is_open[row])
            told = np.where(reach, np.where(half == 1, 3, 2), 0)
            told[sides.numbers[EARNED] >> kind & 1 != 0] = 1
            out.append(self.blocks["pairs"] + 4 * kind + told)
        return np.array(out)

    def _table_ids(self, sides: Sheets, closed: Whole, following: Whole, players: int, all_: Sheets) -> Whole:
        """Return ids (…, n) of facts about the turn, or about both sheets in `sides` together.

        `all_`: the sheets of all players. `following`: as in `__call__`.
        """
        blocks, row = self.blocks, ROWS[:, 0]
        way = np.where(sides.is_open, 1 + 2 * sides.start + sides.is_ready, 0)
        level = sides.levels
        table = [
            blocks["closed"] + closed,
            blocks["next"] + following,
            np.full(len(closed), blocks["players"] + players),
            blocks["longest misses"] + np.minimum(all_.numbers[MISSES].max(1), 4),
        ]
        return np.concatenate(
            [
                blocks["ways"] + (row * self.ways + way[:, 0]) * self.ways + way[:, 1],
                blocks["levels"] + (row * LEVELS + level[:, 0]) * LEVELS + level[:, 1],
                np.array(table),
            ]
        )

    def _numbers(self, sheets: Sheets, ranking: npt.NDArray[np.intp], following: Whole) -> Floats:
        """Return numbers (n, NUMBERS) about points, leads, misses and ready locks.

        `ranking` (n, opponents): the opponents' indices in `sheets`, best first. `following` (n,): index of
        the player who throws next.
        """
        n, opponents = ranking.shape
        longest = np.where(sheets.is_open, sheets.crosses, 0).max(0)
        told = np.stack([sheets.points, sheets.numbers[MISSES], sheets.is_ready.sum(0), longest])
        own, theirs = told[:, :, 0], told[:, np.arange(n)[:, None], ranking]
        lead = (own[0, :, None] - theirs[0]) / np.float32(10)
        out = np.zeros((n, NUMBERS), np.float32)
        each = out[:, 6 : 6 + OPPONENT_NUMBERS * opponents].reshape(n, opponents, OPPONENT_NUMBERS)
        each[..., 0] = 1
        each[..., 1], each[..., 2] = lead / 5, np.minimum(np.maximum(lead, -1), 1)
        each[..., 3], each[..., 4] = theirs[1] / 4, theirs[2] / 2
        each[..., 5] = (ranking - following[:, None]) % (opponents + 1) / 4
        each[..., 6] = theirs[3] / 10
        out[:, :2], out[:, 5] = each[:, 0, 1:3], each[:, 0, 4]
        out[:, 2], out[:, 3], out[:, 4] = own[0] / 100, theirs[0, :, 0] / 100, own[2] / 2
        return out


def _max_encoded_crosses(tables: PadTables) -> int:
    """Return the largest number of crosses encoded for a row; any larger number is encoded as this one."""
    return min(max(tables.most_marks, tables.size + 1), 16)  # the shipped networks depend on it


def _free_boxes(bar_row: Whole) -> Whole:
    """Return, for each set of crossed boxes on the bonus bar, ids of the next free boxes and of their number.

    The shape is (2**boxes, BOXES_SEEN + 1); an id far below 0 stands for no box. `bar_row`: row of each box.
    """
    boxes = len(bar_row)
    out = np.full((1 << boxes, BOXES_SEEN + 1), -100_000, np.int64)
    for crossed in range(1 << boxes):
        free = [i for i in range(boxes) if not crossed >> i & 1]
        for number, box in enumerate(free[:BOXES_SEEN]):
            out[crossed, number] = 4 * number + bar_row[box]
        out[crossed, -1] = 4 * BOXES_SEEN + len(free)
    return out
