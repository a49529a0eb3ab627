"""Bonus A: a bonus cell crosses the first free box of the bar, which brings the next cell of its row."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Spot
from companion.rules.constraints import Constraints
from companion.rules.mechanism import Draft, SheetRules
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.paths import PathSearch
from companion.rules.places import PlacesMechanism
from companion.rules.refusal import Refusal, Term, Value
from companion.rules.sheet import Sheet
from mechanisms.bonus_bar.table import SIGN, Bar
from sheets.errors import BadInput
from sheets.language import Phrase, message, phrase
from sheets.mechanism import box_names
from sheets.pad import COLOURS, ROW_LETTERS, Pad


class BonusBar(PlacesMechanism):
    """rules.md: bonus-bar, bonus-chain, bonus-closed-colour, bonus-lock; ruling bonus-blocked.

    Its state: the boxes crossed, bit i for box i.
    """

    key = "bonus-bar"
    word = "boxes"
    takes_letters = True
    brings_locks = True

    def every_place(self, pad: Pad) -> Sequence[str]:
        """The boxes."""
        return box_names(pad.parts, self.key)

    def every_word(self, pad: Pad) -> Sequence[str]:
        """The boxes, from 1."""
        return [str(i + 1) for i in range(len(_boxes(pad)))]

    def unsaid(self, sheet: Sheet) -> Hashable:
        """None, if no bonus cell is crossed; otherwise the state must be given."""
        if any(cell.bonus == SIGN and str(cell) in sheet for cell in sheet.pad.cells):
            raise BadInput(
                "--sheet: expected the boxes crossed on the bonus bar too, like boxes 1 2 at its end."
            )
        return 0

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Boxes are taken as bonus cells are marked, one by one; a lock strikes those of its colour."""
        if spot.closes:
            draft.beside[self.key] |= _of_colour(_boxes(draft.rules.pad))[spot.colour]
        if spot.bonus == SIGN:
            draft.waiting.append(self._take_box)

    def _take_box(self, draft: Draft) -> None:
        """Cross the first free box, and the cell that it brings, if it can bring one."""
        colours = _boxes(draft.rules.pad)
        free = ~draft.beside[self.key] & (1 << len(colours)) - 1
        if not free:
            return
        box = free & -free
        colour = colours[box.bit_length() - 1]
        rows = draft.rules.pad.rows
        spot = draft.next_free(next(n for n, row in enumerate(rows) if row.colour == colour))
        if spot is None and draft.rules.rulings.bonus_blocked == "kept":
            return
        draft.beside[self.key] |= box
        if spot is not None:
            draft.bring(spot)

    def after_closing(self, pad: Pad, state: int, removed_mask: int) -> Hashable:
        """The free boxes of these colours are crossed, unused (rules.md: bonus-closed-colour)."""
        for colour, boxes in enumerate(_of_colour(_boxes(pad))):
            if removed_mask >> colour & 1:
                state |= boxes
        return state

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """Number of crossed boxes."""
        return (sheet.of(self.key).bit_count(),)

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """Number of crossed boxes."""
        count, every = sheet.of(self.key).bit_count(), len(_boxes(sheet.pad))
        return phrase("boxes crossed {count} of {all}", count=count, all=every)

    def judged(self, sheet: Sheet) -> Phrase | None:
        """A cross or a dot for each box."""
        every = range(len(_boxes(sheet.pad)))
        boxes = "".join("x" if sheet.of(self.key) >> i & 1 else "·" for i in every)
        return phrase("boxes {boxes}", boxes=boxes)

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """The rule named is the nearest that shows without a path: boxes, then counts."""
        faults = self._box_faults(board, observed)
        yield from faults
        if not faults and not any(self._finds_path(board, observed, option) for option in ("spent", "kept")):
            yield self._no_order(board, observed)

    def _finds_path(self, board: Board, observed: ObservedSheet, option: str) -> bool:
        rules = SheetRules.of(observed.pad, Constraints(board, "row-closed"), Rulings(bonus_blocked=option))
        boxes = _of_colour(_boxes(observed.pad))
        a, b, c, d = (boxes[spots[-1].colour] for spots in board.rows)
        return PathSearch(rules, self, observed, (a, b, c, d)).finds_path()

    def _box_faults(self, board: Board, observed: ObservedSheet) -> list[Contradiction]:
        """The contradictions of the boxes alone (rules.md: bonus-bar, bonus-closed-colour)."""
        colours, state = _boxes(observed.pad), observed.sheet.of(self.key)
        crossed = [i for i in range(len(colours)) if state >> i & 1]
        free = [i for i in range(len(colours)) if i not in crossed]
        faults = []
        for row, spots in enumerate(board.rows):
            colour = spots[-1].cell.colour
            still_free = [i for i in free if colours[i] == colour]
            if observed.rows[row] & board.closing_bits[row] and still_free:
                values: dict[str, Value] = {"row": board.row_term(row), "colour": Term(colour)}
                text = message("Here {row} is locked, but boxes of {colour} on the bonus bar are still free.")
                refusal = Refusal("bonus-closed-colour", text, values)
                lock = f"lock {ROW_LETTERS[row]}"
                faults.append(Contradiction(refusal, (lock, *self._named(observed, still_free))))
        incomplete = {colours[i] for i in free}
        used = [i for i in crossed if colours[i] in incomplete]
        gaps = [i for i in used if free[0] < i]
        if gaps:
            text = message("Box {box} of the bonus bar is free, but box {crossed} to its right is crossed.")
            refusal = Refusal("bonus-bar", text, {"box": free[0] + 1, "crossed": gaps[0] + 1})
            faults.append(Contradiction(refusal, self._named(observed, [free[0], *gaps])))
        cells = _bonus_cells(board, observed)
        if not faults and len(used) > len(cells):
            text = message("{boxes} boxes of the bonus bar are crossed, but only {cells} bonus cells are.")
            refusal = Refusal("bonus-bar", text, {"boxes": len(used), "cells": len(cells)})
            faults.append(Contradiction(refusal, (*self._named(observed, used), *cells)))
        return faults

    def _no_order(self, board: Board, observed: ObservedSheet) -> Contradiction:
        cells = _bonus_cells(board, observed)
        boxes = self.places(observed.pad, observed.sheet.of(self.key))
        text = message(
            "The {cells} crossed bonus cells cannot lead to the {boxes} crossed boxes and to these crosses "
            "in any order: each bonus cell crosses the next free box, and that box crosses the next cell of "
            "its row."
        )
        refusal = Refusal("bonus-bar", text, {"boxes": len(boxes), "cells": len(cells)})
        return Contradiction(refusal, (*cells, *boxes))

    def _named(self, observed: ObservedSheet, numbers: Sequence[int]) -> tuple[str, ...]:
        every = self.every_place(observed.pad)
        return tuple(every[i] for i in numbers)


def _boxes(pad: Pad) -> tuple[str, ...]:
    return cast(Bar, pad.part("bonus-bar")).boxes


@cache
def _of_colour(boxes: tuple[str, ...]) -> tuple[int, ...]:
    """For each of COLOURS its boxes, bit i for box i."""
    return tuple(sum(1 << i for i, box in enumerate(boxes) if box == colour) for colour in COLOURS)


def _bonus_cells(board: Board, observed: ObservedSheet) -> tuple[str, ...]:
    return tuple(
        spot.name
        for row in board.rows
        for spot in row
        if spot.bonus == SIGN and observed.rows[spot.row] & spot.bit
    )


MECHANISM = BonusBar()
