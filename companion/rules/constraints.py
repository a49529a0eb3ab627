"""The rules on crosses that don't depend on dice: closed rows, left to right, marks needed for a lock."""

from dataclasses import dataclass

from companion.rules.board import Board, Rows, Spot
from companion.rules.refusal import Refusal, Term
from sheets.language import message

ROW_CLOSED = "row-closed"
"""Id of the usual rule: a row that any player has locked is closed to everyone."""
OWN_LOCK = "cards-lock-own"
"""Id of the card game's rule: a locked row is closed only to the player who locked it."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """The rules on crosses that don't depend on dice, for the sheets of one pad."""

    board: Board
    closed_rule: str  # the rule that forbids marks in a closed row: ROW_CLOSED or OWN_LOCK

    @property
    def close_for_all(self) -> bool:
        """Return True if a lock closes its row for everyone."""
        return self.closed_rule == ROW_CLOSED

    @property
    def lock_needs_rule(self) -> str:
        """Return the id of the rule that says how many marks a lock needs on this pad."""
        return lock_needs_rule(self.board.lock_needs)

    def broken(
        self,
        spot: Spot,
        rows: Rows | list[int],
        closed_mask: int,  # rows closed for everyone
        order_bits: int | None = None,
        crosses: int | None = None,
    ) -> str | None:
        """Return the id of the first rule that a cross at `spot` breaks, or None if it breaks none.

        `order_bits`: mask of the cells that the cross must be to the right of. `crosses`: the number of
        crosses that count towards the lock. If either is None, `rows` determine it.
        """
        bits = rows[spot.row]
        if closed_mask >> spot.row & 1 or bits & spot.closing_bits:
            return self.closed_rule
        if bits & spot.bit or spot.bit <= (bits if order_bits is None else order_bits):
            return "left-to-right"
        if spot.closes and (bits.bit_count() if crosses is None else crosses) < self.board.lock_needs:
            return self.lock_needs_rule
        return None

    def explain(self, rule: str, spot: Spot, rows: Rows | list[int], crosses: int | None = None) -> Refusal:
        """Return the refusal for `rule`, an id that `broken` returned. `crosses`: the number of crosses that
        count towards the lock, or None to count the crossed cells."""
        bits = rows[spot.row]
        values = spot.values() | {"row": self.board.row_term(spot.row)}
        if rule == self.closed_rule:
            if bits & spot.closing_bits:
                text = message("On this sheet {row} is locked, so {colour} {number} can no longer be marked.")
            else:
                text = message("A lock has closed {row}, so {colour} {number} can no longer be marked.")
        elif rule == self.lock_needs_rule:
            values |= {
                "needs": self.board.lock_needs,
                "marks": bits.bit_count() if crosses is None else crosses,
            }
            text = message(
                "Locking {row} with {colour} {number} takes {needs} marks there first; it has {marks}."
            )
        elif bits & spot.bit:
            text = message("There is a cross in {colour} {number} already.")
        else:
            last = self.board.rows[spot.row][bits.bit_length() - 1]
            values |= {"last_colour": Term(last.cell.colour), "last": last.number}
            text = message(
                "The cell {colour} {number} is to the left of {last_colour} {last}, which is marked, "
                "so it is lost."
            )
        return Refusal(rule, text, values)


def lock_needs_rule(needs: int) -> str:
    """Return the id of the rule which says that a lock needs `needs` (5, 6 or 7) marks in its row."""
    return {6: "lock-needs-six", 7: "double-lock-seven"}.get(needs, "lock-needs-five")
