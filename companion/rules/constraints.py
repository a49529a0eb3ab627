"""What stands in the way of a cross whatever the dice show: closed rows, direction, marks a lock needs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.board import Board, Rows, Spot
from companion.rules.refusal import Refusal, Term
from sheets.language import message


@dataclass(frozen=True, slots=True)
class Constraints:
    """`closed_rule`: the rule that keeps a closed row closed: `row-closed`, with cards `cards-lock-own`."""

    board: Board
    closed_rule: str

    @property
    def lock_needs_rule(self) -> str:
        """`lock-needs-five`, or `lock-needs-six` on a pad that asks for six."""
        return "lock-needs-six" if self.board.lock_needs == 6 else "lock-needs-five"

    def broken(self, spot: Spot, rows: Rows | list[int], closed_mask: int) -> str | None:
        """The first rule that a cross at `spot` breaks, or None.

        `rows`: the sheet's rows. `closed_mask`: the rows closed for everyone, one bit each; a row that the
        sheet has locked itself is closed to it at once. (rules.md: row-closed, left-to-right,
        lock-needs-five, lock-needs-six.)
        """
        bits = rows[spot.row]
        if closed_mask >> spot.row & 1 or bits & spot.closing_bits:
            return self.closed_rule
        if spot.bit <= bits:
            return "left-to-right"
        if spot.closes and bits.bit_count() < self.board.lock_needs:
            return self.lock_needs_rule
        return None

    def explain(self, rule: str, spot: Spot, rows: Rows | list[int]) -> Refusal:
        """The sentence for a rule that `broken` named."""
        bits = rows[spot.row]
        values = spot.values() | {"row": self.board.row_term(spot.row)}
        if rule == self.closed_rule:
            if bits & spot.closing_bits:
                text = message("On this sheet {row} is locked, so {colour} {number} can no longer be marked.")
            else:
                text = message("A lock has closed {row}, so {colour} {number} can no longer be marked.")
        elif rule == self.lock_needs_rule:
            values |= {"needs": self.board.lock_needs, "marks": bits.bit_count()}
            text = message(
                "Locking {row} with {colour} {number} takes {needs} marks there first; it has {marks}."
            )
        elif bits & spot.bit:
            text = message("There is a cross in {colour} {number} already.")
        else:
            last = self.board.rows[spot.row][bits.bit_length() - 1]
            values |= {"last_colour": Term(last.cell.colour), "last": last.number}
            text = message(
                "The cell {colour} {number} stands left of {last_colour} {last}, which is marked, so it is "
                "lost."
            )
        return Refusal(rule, text, values)
