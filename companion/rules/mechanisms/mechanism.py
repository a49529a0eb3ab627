"""What a mechanism of special cells is, and what it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot
from companion.rules.candidates import Candidates
from companion.rules.constraints import Constraints
from companion.rules.extras import Extras
from companion.rules.mark import Mark
from companion.rules.refusal import Refusal
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad


class Mechanism:
    """One kind of special cells: what it adds to the rules of a pad that prints it.

    `key`: its table in the file of a pad. `form`: the form of its marks (`Mark.form`), "" if it has none of
    its own. Each method answers here for a mechanism that adds nothing.
    """

    key: ClassVar[str]
    form: ClassVar[str] = ""

    def prints(self, _pad: Pad, _mark: Mark) -> bool:
        """Whether such a mark, which is one part, has its place on this pad."""
        return False

    def marks(self, _view: View) -> Iterator[Mark]:
        """The marks of its form that may fit, row by row from left to right; `refusal` decides."""
        yield from ()

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """Why a mark of its form, which the pad prints, is illegal."""
        raise NotImplementedError

    def made(self, view: View, mark: Mark) -> Sheet:
        """The sheet after a legal mark of its form."""
        raise NotImplementedError

    def denied(self, _view: View) -> Refusal | None:
        """Why the player may mark nothing at all any more in this turn."""
        return None

    def follow(self, view: View, _spot: Spot) -> Sheet:
        """The sheet after all that the cross at `spot`, which is made, brings with it."""
        return view.sheet

    def order_bits(self, _view: View, _row: int) -> int:
        """Places of a row that are passed, beside the cells crossed in it: bit i for cell i."""
        return 0

    def twice(self, _sheet: Sheet, _row: int) -> int:
        """The crossed cells of a row that carry a second cross, bit i for cell i."""
        return 0

    def lock_crosses(self, sheet: Sheet, row: int, _rulings: Rulings) -> int:
        """Crosses that count towards the lock of a row, beside one for each crossed cell."""
        return self.twice(sheet, row).bit_count()

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Crosses that a row scores, beside its crossed cells and its lock."""
        return self.twice(sheet, row).bit_count()

    def points(self, _sheet: Sheet, _rulings: Rulings) -> int:
        """What it scores beside the rows."""
        return 0

    def tally(self, _sheet: Sheet) -> tuple[int, ...] | None:
        """What `bonus` of a verdict says of it; None if it has no place there."""
        return None

    def spares_miss(self, _before: Extras, _after: Extras, _rulings: Rulings) -> bool:
        """Whether an action that led from one to the other made a cross of it that spares the miss."""
        return False


@dataclass(frozen=True, slots=True)
class View:
    """What the rules of special cells look at: one player's sheet in one action.

    `mechanisms`: those of the sheet's pad. `action`: white or colour. `is_active`: whether this player
    throws. `first`: what the active player decided in action 1; None in action 1.
    """

    constraints: Constraints
    mechanisms: tuple[Mechanism, ...]
    sheet: Sheet
    closed_mask: int
    action: str
    roll: Roll
    removed_mask: int
    candidates: Candidates
    rulings: Rulings
    is_active: bool
    first: Mark | None

    @property
    def extras(self) -> Extras:
        """What stands on the special cells."""
        assert self.sheet.extras is not None, "every sheet of a pad with mechanisms has extras"
        return self.sheet.extras

    @property
    def dice(self) -> tuple[int | None, ...]:
        """The coloured dice in the order of COLOURS; None for one that has left, or was not seen."""
        return tuple(
            None if self.removed_mask >> colour & 1 else die for colour, die in enumerate(self.roll.coloured)
        )

    def on(self, sheet: Sheet) -> View:
        """The same with another sheet."""
        return View(  # not dataclasses.replace, which takes twice as long
            self.constraints,
            self.mechanisms,
            sheet,
            self.closed_mask,
            self.action,
            self.roll,
            self.removed_mask,
            self.candidates,
            self.rulings,
            self.is_active,
            self.first,
        )

    def spot(self, name: str) -> Spot:
        """The cell named like "a5"; NotAMark if the pad has none."""
        return self.constraints.board.spot(name)

    def row_spots(self) -> Iterator[Spot]:
        """All cells, row by row from left to right."""
        for row in self.constraints.board.rows:
            yield from row

    def order_bits(self, row: int) -> int:
        """The places of a row that the next cross must stand right of (rules.md: left-to-right).

        Forced crosses are left out if the table agreed so (ruling chain-frontier).
        """
        bits = self.sheet.rows[row]
        if self.rulings.chain_frontier == "ignored":
            bits &= ~self.extras.forced[row]
        for mechanism in self.mechanisms:
            bits |= mechanism.order_bits(self, row)
        return bits

    def lock_crosses(self, row: int) -> int:
        """The crosses of a row that count towards its lock."""
        return self.sheet.rows[row].bit_count() + sum(
            mechanism.lock_crosses(self.sheet, row, self.rulings) for mechanism in self.mechanisms
        )

    def marked_this_turn(self, spot: Spot) -> bool:
        """Whether the active player crossed this cell in action 1 of this turn, or a chain did."""
        if self.first is None:
            return False
        names = [part.cell for part in self.first.parts]
        if spot.name in names:
            return True
        partner = self.sheet.pad.special.partners.get((spot.row, spot.index))
        forced = bool(self.extras.forced[spot.row] & spot.bit)
        board = self.constraints.board
        return partner is not None and forced and board.rows[partner[0]][partner[1]].name in names

    def refuse_dice(self, spot: Spot, lucky: bool = False) -> Refusal | None:
        """Why the dice do not give the number of a cell; None if they do."""
        rule = self.candidates.broken(spot, lucky)
        return None if rule is None else self.candidates.explain(rule, spot)

    def refuse_closed(self, row: int) -> Refusal | None:
        """Why nothing can be crossed in a row: a lock of anybody has closed it, or the player's own."""
        board = self.constraints.board
        own = self.sheet.rows[row] & board.closing_bits[row]
        if not own and not self.closed_mask >> row & 1:
            return None
        text = message("A lock has closed {row}, so nothing more can be crossed there.")
        if own:
            text = message("On this sheet {row} is locked, so nothing more can be crossed there.")
        return Refusal("row-closed", text, {"row": board.row_term(row)})
