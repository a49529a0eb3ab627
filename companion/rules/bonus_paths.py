"""Bonus paths: whether some order of marks, with the crosses that each forces, leads to a sheet.

In a row marks come from the left, so how far each row has come is a number, and a player's history is a path
from the empty sheet through these numbers. Each step is one mark with the whole chain it brings, carried out
by the same code that referees a game (companion.rules.bonus). What others do to this sheet is close rows:
one at any time, any number in the action that ends the game. States met before are not met again, so the
search ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.rules.board import Board, Rows
from companion.rules.bonus import Bar, Bonus, Draft, Pairs
from companion.rules.constraints import Constraints
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal, Term, Value
from sheets.language import message
from sheets.pad import COLOURS, ROW_LETTERS

State = tuple[Rows, int, int]
"""Rows, bar, rows closed for everyone (one bit each)."""


def one_roll(white: int, colour: int, sides: int) -> bool:
    """Whether one roll can show the white sum `white` and, with one of these white dice, the sum `colour`.

    >>> one_roll(12, 2, 6), one_roll(12, 12, 6)
    (False, True)
    """
    dice = range(1, sides + 1)
    return any(white - one in dice and colour - one in dice for one in dice)


def bonus_faults(board: Board, observed: ObservedSheet) -> list[Contradiction]:
    """What contradicts the rules of the bonuses; [] where some path leads to these observed.

    `observed` has no fault in its rows. The rule named is the nearest that can be told without a path: boxes,
    then counts, then the bonus whose forced crosses are missing.
    """
    constraints = Constraints(board, "row-closed")
    if observed.pad.bar:
        faults = _bar_faults(board, observed)
        if faults:
            return faults
        if any(Search(constraints, Bar(constraints, keeps), observed).found() for keeps in (False, True)):
            return []
        return [_no_order(board, observed)]
    if Search(constraints, Pairs(constraints), observed).found():
        return []
    return [_missing_pairs(constraints, observed)]


class Search:
    """A search for one sheet under one option of the rulings about bonuses."""

    def __init__(self, constraints: Constraints, bonus: Bonus, observed: ObservedSheet) -> None:
        self.constraints = constraints
        self.board = constraints.board
        self.bonus = bonus
        self.target = observed.rows
        self.bar = observed.bar
        self.misses = observed.misses
        self.has_bar = bool(observed.pad.bar)
        self.boxes = [bonus.colours_closed(0, 1 << self.board.rows[row][-1].colour) for row in range(4)]

    def found(self) -> bool:
        """Whether a path leads there."""
        start: State = ((0, 0, 0, 0), 0, 0)
        seen, waiting = {start}, [start]
        while waiting:
            state = waiting.pop()
            rows, bar, closed_mask = state
            if rows == self.target and self._closes(bar):
                return True
            for _, _, after, crossed in self._steps(rows, bar, closed_mask):
                closed = closed_mask | self.board.locked(after)
                following = (after, crossed, closed)
                if closed.bit_count() < 2:
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
                elif self.misses < 4 and after == self.target and self._closes(crossed):
                    return True
            if not closed_mask:
                for following in self._closed_by_others(rows, bar, 1):
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
        return self.misses < 4 and any(self._finishes(state) for state in seen)

    def _steps(self, rows: Rows, bar: int, closed_mask: int) -> Iterator[tuple[int, int, Rows, int]]:
        """Each mark of this player that stays within the target: row, number, rows and bar after its
        chain.
        """
        target = self.target
        for row in range(4):
            left = target[row] & ~rows[row]
            if not left:
                continue
            spot = self.board.rows[row][(left & -left).bit_length() - 1]
            if self.constraints.broken(spot, rows, closed_mask) is not None:
                continue
            marked = list(rows)
            marked[row] |= spot.bit
            if spot.bonus is None and not (self.has_bar and spot.closes):
                yield row, spot.number, (marked[0], marked[1], marked[2], marked[3]), bar
                continue
            choices = [""]
            while choices:
                letters = choices.pop()
                draft = Draft(list(marked), bar, [], closed_mask, letters)
                draft.earned = self._earned(rows)
                self.bonus.follow(draft, spot)
                if len(draft.asked) > len(letters):
                    choices += [letters + ROW_LETTERS[tied] for tied in draft.asked[len(letters)]]
                    continue
                after = draft.rows
                if not (
                    after[0] & ~target[0]
                    or after[1] & ~target[1]
                    or after[2] & ~target[2]
                    or after[3] & ~target[3]
                    or draft.bar & ~self.bar
                ):
                    yield row, spot.number, (after[0], after[1], after[2], after[3]), draft.bar

    def _earned(self, rows: Rows) -> list[str]:
        """Bonus B: the types that these rows have earned already."""
        if not isinstance(self.bonus, Pairs):
            return []
        return [
            kind for kind, cells in self.bonus.cells.items() if all(rows[row] & bit for row, bit in cells)
        ]

    def _closes(self, bar: int) -> bool:
        """Whether colours that close at the end explain the crossed boxes that are still missing."""
        missing = self.bar & ~bar
        for boxes in self.boxes if missing else ():
            if not boxes & ~self.bar:
                missing &= ~boxes
        return not missing

    def _closed_by_others(self, rows: Rows, bar: int, most: int) -> Iterator[State]:
        """The state after others have closed up to `most` rows in which this player needs nothing more."""
        done = [row for row in range(4) if rows[row] == self.target[row] and not self.boxes[row] & ~self.bar]
        for count in range(1, most + 1):
            for closed in combinations(done, count):
                crossed = bar
                for row in closed:
                    crossed |= self.boxes[row]
                yield rows, crossed, sum(1 << row for row in closed)

    def _finishes(self, state: State) -> bool:
        """Whether one more mark completes the sheet in action 2 of the turn that ends the game.

        Two rows have closed in its action 1, by others or by this player too (ruling `finish-turn`).
        """
        rows, bar, closed_mask = state
        left = sum((self.target[row] & ~rows[row]).bit_count() for row in range(4))
        if left > 2 * (1 + max(4, self.bar.bit_count())):
            return False
        for _, crossed, closed in self._closed_by_others(rows, bar, 4):
            if (closed_mask | closed).bit_count() >= 2 and self._last(
                rows, crossed, closed_mask | closed, None
            ):
                return True
        for _, number, after, crossed in self._steps(rows, bar, closed_mask):
            closed = closed_mask | self.board.locked(after)
            if closed.bit_count() >= 2 and self._last(after, crossed, closed, number):
                return True
            for _, more, others in self._closed_by_others(after, crossed, 4):
                both = closed | others
                if both.bit_count() >= 2 and self._last(after, more, both, number):
                    return True
        return False

    def _last(self, rows: Rows, bar: int, closed_mask: int, white: int | None) -> bool:
        """Whether one mark in action 2, of a roll with the white sum `white`, completes the sheet."""
        sides = self.board.pad.sides
        return any(
            after == self.target
            and self._closes(crossed)
            and (white is None or one_roll(white, number, sides))
            for _, number, after, crossed in self._steps(rows, bar, closed_mask)
        )


# -- naming what is wrong ------------------------------------------------------------------------------------


def _bar_faults(board: Board, observed: ObservedSheet) -> list[Contradiction]:
    """What can be told from the boxes alone (rules.md: bonus-bar, bonus-closed-colour)."""
    pad, bar, faults = observed.pad, observed.bar, []
    boxes = {colour: [i for i, box in enumerate(pad.bar) if box == colour] for colour in COLOURS}
    whole = {colour for colour, places in boxes.items() if all(bar >> i & 1 for i in places)}
    for row in range(4):
        colour = board.rows[row][-1].cell.colour
        free = [i for i in boxes[colour] if not bar >> i & 1]
        if observed.rows[row] & board.closing_bits[row] and free:
            values: dict[str, Value] = {"row": board.row_term(row), "colour": Term(colour)}
            text = message("Here {row} is locked, but boxes of {colour} on the bonus bar are still free.")
            cells = (f"lock {ROW_LETTERS[row]}", *(f"box {i + 1}" for i in free))
            faults.append(_contradiction("bonus-closed-colour", text, values, cells))
    first = next((i for i in range(len(pad.bar)) if not bar >> i & 1), len(pad.bar))
    gaps = [i for i in range(first, len(pad.bar)) if bar >> i & 1 and pad.bar[i] not in whole]
    if gaps:
        values = {"box": first + 1, "crossed": gaps[0] + 1}
        text = message("Box {box} of the bonus bar is free, but box {crossed} to its right is crossed.")
        faults.append(_contradiction("bonus-bar", text, values, (f"box {first + 1}", *_boxes(gaps))))
    used = [i for i in range(len(pad.bar)) if bar >> i & 1 and pad.bar[i] not in whole]
    cells = _bonus_cells(board, observed)
    if not faults and len(used) > len(cells):
        values = {"boxes": len(used), "cells": len(cells)}
        text = message("{boxes} boxes of the bonus bar are crossed, but only {cells} bonus cells are.")
        faults.append(_contradiction("bonus-bar", text, values, (*_boxes(used), *cells)))
    return faults


def _no_order(board: Board, observed: ObservedSheet) -> Contradiction:
    cells = _bonus_cells(board, observed)
    crossed = [i for i in range(len(observed.pad.bar)) if observed.bar >> i & 1]
    values: dict[str, Value] = {"boxes": len(crossed), "cells": len(cells)}
    text = message(
        "In no order do the {cells} crossed bonus cells lead to the {boxes} crossed boxes and to these "
        "crosses: "
        "each bonus cell crosses the next free box, and that box the next cell of its row."
    )
    return _contradiction("bonus-bar", text, values, (*cells, *_boxes(crossed)))


def _bonus_cells(board: Board, observed: ObservedSheet) -> tuple[str, ...]:
    return tuple(
        spot.name for row in board.rows for spot in row if spot.bonus and observed.rows[spot.row] & spot.bit
    )


def _boxes(places: list[int]) -> tuple[str, ...]:
    return tuple(f"box {i + 1}" for i in places)


class _Without(Pairs):
    """Bonus B as if one of its types crossed nothing."""

    def __init__(self, constraints: Constraints, without: str) -> None:
        super().__init__(constraints)
        self.cells = {kind: cells for kind, cells in self.cells.items() if kind != without}


def _missing_pairs(constraints: Constraints, observed: ObservedSheet) -> Contradiction:
    """The bonus to blame: the first without which the sheet could have come about, or else both."""
    earned = [kind for kind in observed.earned if kind in ("two-weakest", "each-row")]
    blamed = [
        kind for kind in earned if Search(constraints, _Without(constraints, kind), observed).found()
    ] or earned
    if not blamed:  # nothing forced a cross, so it is the rows that closed one after the other
        locks = tuple(f"lock {letter}" for row, letter in enumerate(ROW_LETTERS) if observed.locks >> row & 1)
        text = message("{locks} rows are locked, but the game ends when a second row closes.")
        return _contradiction("end-two-rows", text, {"locks": len(locks)}, locks)
    kind = blamed[0]
    cells = tuple(str(cell) for kind_, pair in observed.pad.pairs if kind_ in blamed for cell in pair)
    values: dict[str, Value] = {"cells": " + ".join(cells)}
    if kind == "two-weakest":
        text = message(
            "With {cells} crossed, the next two cells of the row with the fewest crosses must have been "
            "crossed at once, and in no order are they."
        )
    else:
        text = message(
            "With {cells} crossed, the next cell of every row must have been crossed at once, and in no "
            "order are they."
        )
    return _contradiction(f"bonus-{kind}", text, values, cells)


def _contradiction(rule: str, text: str, values: dict[str, Value], cells: tuple[str, ...]) -> Contradiction:
    return Contradiction(Refusal(rule, text, values), cells)
