"""Bonus B: a type is earned when both of its cells are marked."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.constraints import Constraints
from companion.rules.mechanism import Draft, Mechanism, SheetRules
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.paths import PathSearch
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from mechanisms.bonus_pairs.table import BONUS_TYPES, Pairs
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Pad


class BonusPairs(Mechanism):
    """rules.md: bonus-two-weakest, bonus-each-row, bonus-double-weakest, bonus-13, bonus-no-misses.

    Its state: the types earned, in the order in which they were earned. `without`: a type that is ignored, to
    find the one that a sheet contradicts.
    """

    key = "bonus-pairs"
    word = "earned"
    takes_letters = True
    brings_locks = True
    tallies_many = True

    def __init__(self, without: str = "") -> None:
        self.without = without

    def blank(self, pad: Pad) -> Hashable:
        """Nothing earned."""
        return ()

    def words(self, pad: Pad, state: tuple[str, ...]) -> list[str]:
        """The types."""
        return list(state)

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Types, each once."""
        if len(set(words)) < len(words) or not set(words) <= set(BONUS_TYPES):
            raise KeyError
        return tuple(words)

    def unsaid(self, sheet: Sheet) -> Hashable:
        """Types are earned if both their cells are marked."""
        return self.read_places(sheet.pad, sheet.rows, ())[0]

    def read_places(self, pad: Pad, rows: Rows, places: Collection[str]) -> tuple[Hashable, Collection[str]]:
        """The types both of whose cells are crossed, in the order of rules.md; paper shows no other."""
        return tuple(kind for kind, _ in _printed(pad) if _is_earned(pad, kind, rows)), ()

    def may_ask(self, spot: Spot) -> bool:
        """Rows may tie for the weakest."""
        return spot.bonus is not None

    def follow(self, draft: Draft, spot: Spot) -> None:
        """Earn the bonus of `spot` if its other cell is marked as well."""
        kind, earned = spot.bonus, draft.beside[self.key]
        if kind not in BONUS_TYPES or kind in earned or kind == self.without:
            return
        cells = draft.rules.board.by_name
        pair = (cells[name] for name in dict(_printed(draft.rules.pad))[kind])
        if all(draft.rows[cell.row] & cell.bit for cell in pair):
            draft.beside[self.key] = (*earned, kind)
            if kind == "each-row":
                draft.waiting.append(_cross_each_row)
            elif kind == "two-weakest":
                draft.waiting.append(_cross_two_weakest)

    def points(self, sheet: Sheet, rows: Sequence[int], rulings: Rulings) -> int:
        """The weakest row once more, and thirteen."""
        earned = sheet.of(self.key)
        return ("double-weakest" in earned) * min(rows) + 13 * ("13" in earned)

    def spares_misses(self, sheet: Sheet) -> bool:
        """With bonus-no-misses."""
        return "no-misses" in sheet.of(self.key)

    def earned(self, sheet: Sheet) -> tuple[str, ...]:
        """The types earned."""
        return cast(tuple[str, ...], sheet.of(self.key))

    def tally(self, sheet: Sheet) -> tuple[str, ...] | None:
        """The types earned."""
        return self.earned(sheet)

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """The types, and what they score."""
        names = ", ".join(self.earned(sheet))
        return phrase("bonuses {names} = {points}", names=names, points=points) if names else None

    def judged(self, sheet: Sheet) -> Phrase | None:
        """The types."""
        types = ", ".join(self.earned(sheet))
        return phrase("earned: {types}", types=types) if types else None

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """The bonus whose forced crosses are missing."""
        if not self._finds_path(board, observed):
            yield self._missing(board, observed)

    def _finds_path(self, board: Board, observed: ObservedSheet) -> bool:
        rules = SheetRules.of(observed.pad, Constraints(board, "row-closed"), Rulings()).replaced(self)
        return PathSearch(rules, self, observed).finds_path()

    def _missing(self, board: Board, observed: ObservedSheet) -> Contradiction:
        """The bonus to blame: the first without which the sheet could have come about, or else both."""
        earned = [kind for kind in observed.sheet.of(self.key) if kind in ("two-weakest", "each-row")]
        blamed = [kind for kind in earned if BonusPairs(kind)._finds_path(board, observed)] or earned
        if not blamed:  # nothing forced a cross, so it is the rows that closed one after the other
            locks = tuple(
                f"lock {letter}" for row, letter in enumerate(ROW_LETTERS) if observed.locks >> row & 1
            )
            text = message("{locks} rows are locked, but the game ends when a second row closes.")
            return Contradiction(Refusal("end-two-rows", text, {"locks": len(locks)}), locks)
        cells = tuple(cell for kind, pair in _printed(observed.pad) if kind in blamed for cell in pair)
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


def _cross_each_row(draft: Draft) -> None:
    for row in range(4):
        if spot := draft.next_free(row):
            draft.bring(spot)


def _cross_two_weakest(draft: Draft) -> None:
    row = draft.choose(draft.rules.board.weakest(draft.rows), "bonus-two-weakest")
    for _ in range(2):
        if spot := draft.next_free(row):
            draft.bring(spot)


def _printed(pad: Pad) -> Pairs:
    return cast(Pairs, pad.part("bonus-pairs"))


def _is_earned(pad: Pad, kind: str, rows: Rows) -> bool:
    """Tell whether both cells of a type are crossed."""
    cells = (pad.cell(name) for name in dict(_printed(pad))[kind])
    return all(rows[ROW_LETTERS.index(cell.row)] >> cell.index & 1 for cell in cells)


MECHANISM = BonusPairs()
