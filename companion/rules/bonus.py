"""Bonuses: what happens on the player's own sheet, at once, when a cell is marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from companion.rules.board import Spot
from companion.rules.constraints import Constraints
from companion.rules.sheet import Sheet
from sheets.pad import COLOURS, ROW_LETTERS


class WrongChoice(Exception):  # noqa: N818, caught where the mark is judged
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


class Bonus(Protocol):
    """What a pad's bonus cells do."""

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Carry out everything that the cross at `spot`, which is made, brings with it; WrongChoice."""

    def colours_closed(self, bar: int, colours: int) -> int:
        """The bar after the colours with a bit set in `colours` have closed."""

    def points(self, sheet: Sheet, rows: tuple[int, ...]) -> int:
        """What the bonuses add at the end, given the scores of the rows."""

    def forgives(self, sheet: Sheet) -> bool:
        """Whether misses cost this sheet nothing."""


class NoBonus:
    """A pad without bonus cells."""

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Nothing follows."""

    def colours_closed(self, bar: int, colours: int) -> int:  # noqa: ARG002
        """There is no bar."""
        return bar

    def points(self, sheet: Sheet, rows: tuple[int, ...]) -> int:  # noqa: ARG002
        """None."""
        return 0

    def forgives(self, sheet: Sheet) -> bool:  # noqa: ARG002
        """Never."""
        return False


class Bar(NoBonus):
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
        self.boxes = tuple(row_of[colour] for colour in pad.bar)
        self.of_colour = tuple(
            sum(1 << i for i, box in enumerate(pad.bar) if box == colour) for colour in COLOURS
        )

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Boxes are taken in the order in which bonus cells are marked; one chain never forks."""
        current: Spot | None = spot
        while current is not None:
            if current.closes:
                draft.bar |= self.of_colour[current.colour]
            current = self._box(draft) if current.bonus == "bar" else None

    def _box(self, draft: Draft) -> Spot | None:
        free = self.full & ~draft.bar
        if not free:
            return None
        box = free & -free
        row = self.boxes[box.bit_length() - 1]
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

    def colours_closed(self, bar: int, colours: int) -> int:
        """Free boxes of a closed colour are crossed unused (rules.md: bonus-closed-colour)."""
        for colour, boxes in enumerate(self.of_colour):
            if colours >> colour & 1:
                bar |= boxes
        return bar


class Pairs(NoBonus):
    """Bonus B: a type is earned when both of its cells are marked.

    rules.md: bonus-two-weakest, bonus-each-row, bonus-double-weakest, bonus-13, bonus-no-misses.
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
        tied = self.constraints.board.weakest(draft.rows)
        if len(tied) == 1:
            return tied[0]
        number = len(draft.asked)
        draft.asked += (tied,)
        if number < len(draft.letters):
            letter = draft.letters[number]
            if ROW_LETTERS.index(letter) not in tied:
                raise WrongChoice(letter, tied)
            return ROW_LETTERS.index(letter)
        return next((row for row in tied if self._free(draft, row)), tied[0])

    def points(self, sheet: Sheet, rows: tuple[int, ...]) -> int:
        """The row with the fewest marks once more, and thirteen, as earned."""
        return ("double-weakest" in sheet.earned) * min(rows) + 13 * ("13" in sheet.earned)

    def forgives(self, sheet: Sheet) -> bool:
        """As earned."""
        return "no-misses" in sheet.earned
