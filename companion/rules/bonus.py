"""Bonuses: what happens on the player's own sheet, at once, when a cell is marked."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.board import Rows, Spot
from companion.rules.constraints import Constraints
from sheets.pad import COLOURS, ROW_LETTERS


class ChoiceError(Exception):
    """A letter written after `>` names none of the rows that tie; `tied` are those rows."""

    def __init__(self, letter: str, tied: tuple[int, ...]) -> None:
        super().__init__(letter)
        self.letter = letter
        self.tied = tied


@dataclass(slots=True)
class Draft:
    """A sheet while one mark and its chain of bonuses are carried out; `closed_mask` as in Constraints."""

    rows: list[int]
    bar: int
    earned: list[str]
    closed_mask: int
    letters: str = ""
    asked: tuple[tuple[int, ...], ...] = ()
    """The rows that tied, for each choice that was asked for."""
    steps: list[Spot] = field(default_factory=list)
    """The cells that bonuses crossed, in the order in which they were crossed."""


class Bonus:
    """What the bonus cells of a pad do; this one is of a pad that has none.

    `boxes`: for each of COLOURS its boxes on the bonus bar, bit i for box i.
    """

    boxes: Rows = (0, 0, 0, 0)

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Carry out everything that the cross at `spot`, which is made, brings with it; ChoiceError."""

    def bar_after(self, bar: int, removed_mask: int) -> int:
        """The bar once these colours are closed: their free boxes are crossed unused.

        rules.md: bonus-closed-colour. `removed_mask`: as in Position.
        """
        for colour, boxes in enumerate(self.boxes):
            if removed_mask >> colour & 1:
                bar |= boxes
        return bar


class Bar(Bonus):
    """Bonus A: a bonus cell crosses the first free box of the bar, and the box marks the next cell of its
    row.

    rules.md: bonus-bar, bonus-chain, bonus-closed-colour, bonus-lock. `keeps`: the ruling bonus-blocked is
    `kept`, so a box whose row can take no cross stays free.
    """

    def __init__(self, constraints: Constraints, keeps: bool) -> None:
        pad = constraints.board.pad
        self.constraints = constraints
        self.keeps = keeps
        self.full = (1 << len(pad.bar)) - 1
        row_of = {row.colour: number for number, row in enumerate(pad.rows)}
        self.row_of_box = tuple(row_of[colour] for colour in pad.bar)
        red, yellow, green, blue = (
            sum(1 << i for i, box in enumerate(pad.bar) if box == colour) for colour in COLOURS
        )
        self.boxes = (red, yellow, green, blue)

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Boxes are taken in the order in which bonus cells are marked; one chain never forks."""
        current: Spot | None = spot
        while current is not None:
            if current.closes:
                draft.bar |= self.boxes[current.colour]
            current = self._take_box(draft) if current.bonus == "bar" else None

    def _take_box(self, draft: Draft) -> Spot | None:
        """Cross the first free box; the cell that it marks, if it can mark one."""
        free = self.full & ~draft.bar
        if not free:
            return None
        box = free & -free
        row = self.row_of_box[box.bit_length() - 1]
        spot = self.constraints.board.next_spot(row, draft.rows[row])
        blocked = spot is None or self.constraints.broken(spot, draft.rows, draft.closed_mask) is not None
        if blocked and self.keeps:
            return None
        draft.bar |= box
        if spot is None or blocked:
            return None
        draft.rows[row] |= spot.bit
        draft.steps.append(spot)
        return spot


class Pairs(Bonus):
    """Bonus B: a type is earned when both of its cells are marked.

    rules.md: bonus-two-weakest, bonus-each-row, and (in companion.rules.score) bonus-double-weakest,
    bonus-13, bonus-no-misses.
    """

    def __init__(self, constraints: Constraints) -> None:
        self.constraints = constraints
        self.cells = {
            kind: tuple((constraints.board.spot(str(c)).row, 1 << c.index) for c in cells)
            for kind, cells in constraints.board.pad.pairs
        }

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Bonuses are carried out in the order in which they are earned, each finished before the next."""
        if spot.bonus is None:
            return
        waiting: list[str] = []
        self._note(draft, spot, waiting)
        for kind in waiting:  # grows while crosses earn more
            if kind == "each-row":
                for row in range(4):
                    self._cross(draft, row, waiting)
            elif kind == "two-weakest":
                row = self._choose(draft)
                for _ in range(2):
                    self._cross(draft, row, waiting)

    def _note(self, draft: Draft, spot: Spot, waiting: list[str]) -> None:
        """Earn the bonus of `spot` if its other cell is marked as well; it joins the end of `waiting`."""
        kind = spot.bonus
        if kind in self.cells and kind not in draft.earned:
            (r1, b1), (r2, b2) = self.cells[kind]
            if draft.rows[r1] & b1 and draft.rows[r2] & b2:
                draft.earned.append(kind)
                waiting.append(kind)

    def _free(self, draft: Draft, row: int) -> Spot | None:
        spot = self.constraints.board.next_spot(row, draft.rows[row])
        return spot if spot and not self.constraints.broken(spot, draft.rows, draft.closed_mask) else None

    def _cross(self, draft: Draft, row: int, waiting: list[str]) -> None:
        spot = self._free(draft, row)
        if spot is not None:
            draft.rows[row] |= spot.bit
            draft.steps.append(spot)
            self._note(draft, spot, waiting)

    def _choose(self, draft: Draft) -> int:
        """The weakest row; of several that named by the next letter, or else the topmost that is free."""
        tied = self.constraints.board.weakest(draft.rows)
        if len(tied) == 1:
            return tied[0]
        number = len(draft.asked)
        draft.asked += (tied,)
        if number < len(draft.letters):
            letter = draft.letters[number]
            if ROW_LETTERS.index(letter) not in tied:
                raise ChoiceError(letter, tied)
            return ROW_LETTERS.index(letter)
        return next((row for row in tied if self._free(draft, row)), tied[0])
