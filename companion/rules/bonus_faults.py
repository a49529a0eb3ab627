"""Bonus faults: which rule of the bonuses a sheet contradicts that no path leads to."""

from __future__ import annotations

from companion.rules.board import Board
from companion.rules.bonus import Bar, Pairs
from companion.rules.bonus_paths import PathSearch
from companion.rules.constraints import Constraints
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal, Term, Value
from sheets.language import message
from sheets.pad import ROW_LETTERS


def bonus_faults(board: Board, observed: ObservedSheet) -> list[Contradiction]:
    """What contradicts the rules of the bonuses; [] if some path leads to this sheet.

    `observed` has no fault in its rows. The rule named is the nearest that shows without a path: boxes, then
    counts, then the bonus whose forced crosses are missing.
    """
    constraints = Constraints(board, "row-closed")
    if observed.pad.bar:
        faults = _bar_faults(board, observed)
        bars = (Bar(constraints, keeps) for keeps in (False, True))
        if faults or any(PathSearch(constraints, bar, observed).finds_path() for bar in bars):
            return faults
        return [_no_order(board, observed)]
    if PathSearch(constraints, Pairs(constraints), observed).finds_path():
        return []
    return [_missing_pairs(constraints, observed)]


def _bar_faults(board: Board, observed: ObservedSheet) -> list[Contradiction]:
    """What the boxes alone contradict (rules.md: bonus-bar, bonus-closed-colour)."""
    colours = observed.pad.bar
    crossed = [i for i in range(len(colours)) if observed.bar >> i & 1]
    free = [i for i in range(len(colours)) if i not in crossed]
    faults = []
    for row, spots in enumerate(board.rows):
        colour = spots[-1].cell.colour
        still_free = [i for i in free if colours[i] == colour]
        if observed.rows[row] & board.closing_bits[row] and still_free:
            values: dict[str, Value] = {"row": board.row_term(row), "colour": Term(colour)}
            text = message("Here {row} is locked, but boxes of {colour} on the bonus bar are still free.")
            refusal = Refusal("bonus-closed-colour", text, values)
            faults.append(Contradiction(refusal, (f"lock {ROW_LETTERS[row]}", *_boxes(still_free))))
    incomplete = {colours[i] for i in free}
    used = [i for i in crossed if colours[i] in incomplete]
    gaps = [i for i in used if free[0] < i]
    if gaps:
        text = message("Box {box} of the bonus bar is free, but box {crossed} to its right is crossed.")
        refusal = Refusal("bonus-bar", text, {"box": free[0] + 1, "crossed": gaps[0] + 1})
        faults.append(Contradiction(refusal, _boxes([free[0], *gaps])))
    cells = _bonus_cells(board, observed)
    if not faults and len(used) > len(cells):
        text = message("{boxes} boxes of the bonus bar are crossed, but only {cells} bonus cells are.")
        refusal = Refusal("bonus-bar", text, {"boxes": len(used), "cells": len(cells)})
        faults.append(Contradiction(refusal, (*_boxes(used), *cells)))
    return faults


def _no_order(board: Board, observed: ObservedSheet) -> Contradiction:
    cells = _bonus_cells(board, observed)
    crossed = [i for i in range(len(observed.pad.bar)) if observed.bar >> i & 1]
    text = message(
        "The {cells} crossed bonus cells cannot lead to the {boxes} crossed boxes and to these crosses "
        "in any order: each bonus cell crosses the next free box, and that box crosses the next cell of "
        "its row."
    )
    refusal = Refusal("bonus-bar", text, {"boxes": len(crossed), "cells": len(cells)})
    return Contradiction(refusal, (*cells, *_boxes(crossed)))


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
        kind for kind in earned if PathSearch(constraints, _Without(constraints, kind), observed).finds_path()
    ] or earned
    if not blamed:  # nothing forced a cross, so it is the rows that closed one after the other
        locks = tuple(f"lock {letter}" for row, letter in enumerate(ROW_LETTERS) if observed.locks >> row & 1)
        text = message("{locks} rows are locked, but the game ends when a second row closes.")
        return Contradiction(Refusal("end-two-rows", text, {"locks": len(locks)}), locks)
    cells = tuple(str(cell) for kind, pair in observed.pad.pairs if kind in blamed for cell in pair)
    if blamed[0] == "two-weakest":
        rule = "bonus-two-weakest"
        text = message(
            "With {cells} crossed, the next two cells of the row with the fewest crosses must have been "
            "crossed at once, but no order of crosses does that."
        )
    else:
        rule = "bonus-each-row"
        text = message(
            "With {cells} crossed, the next cell of every row must have been crossed at once, but no "
            "order of crosses does that."
        )
    return Contradiction(Refusal(rule, text, {"cells": " + ".join(cells)}), cells)
