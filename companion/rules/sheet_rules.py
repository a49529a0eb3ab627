"""The rules of one sheet: what may be crossed in its rows, and a sheet while a mark is carried out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Rows, Spot
from companion.rules.candidates import Candidates
from companion.rules.constraints import Constraints
from companion.rules.mark import Mark
from companion.rules.position import Position
from companion.rules.refusal import Illegal, Refusal
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet
from companion.rules.speciality import Specialities, Speciality, specialities_of
from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad


@dataclass(frozen=True, slots=True, eq=False)
class SheetRules:
    """The rules of one player's sheet."""

    pad: Pad
    constraints: Constraints
    rulings: Rulings
    own: Specialities
    lucky: tuple[int, int] | None = None  # the two numbers agreed for it, if any

    @classmethod
    def of(
        cls, pad: Pad, constraints: Constraints, rulings: Rulings, lucky: tuple[int, int] | None = None
    ) -> SheetRules:
        return cls(pad, constraints, rulings, specialities_of(pad), lucky)

    def replaced(self, speciality: Speciality) -> SheetRules:
        """Return these rules with another speciality in the place of the one that has its key."""
        offers = (each.speciality for each in self.own.all)
        own = [speciality if each.key == speciality.key else each for each in offers]
        return replace(self, own=Specialities.of(self.pad, own))

    @property
    def board(self) -> Board:
        """Return the pad prepared for the rules."""
        return self.constraints.board

    def order_bits(self, sheet: Sheet, row: int) -> int:
        """Return the cells of a row that the next cross must be right of (rules.md: left-to-right)."""
        bits = sheet.rows[row]
        for order in self.own.ordering:
            bits = order(sheet, row, bits, self.rulings)
        return bits

    def first_in_order(self, sheet: Sheet, row: int) -> int:
        """Return the index of the first cell of a row that may still be marked in order."""
        return self.order_bits(sheet, row).bit_length()

    def lock_crosses(self, sheet: Sheet, row: int) -> int:
        """Return the crosses of a row that count towards its lock."""
        return sheet.rows[row].bit_count() + self.own.lock_crosses(sheet, row, self.rulings)

    def broken(self, spot: Spot, sheet: Sheet, closed_mask: int) -> str | None:
        """Return the rule that a cross at `spot` breaks whatever the dice show: closed, order, lock.

        rules.md: row-closed, left-to-right, lock-needs-five and its like.
        """
        if self.own.plain:
            return self.constraints.broken(spot, sheet.rows, closed_mask)
        bits = sheet.rows[spot.row]
        if closed_mask >> spot.row & 1 or bits & spot.closing_bits:
            return self.constraints.closed_rule
        if bits & spot.bit or spot.bit <= self.order_bits(sheet, spot.row):
            return "left-to-right"
        if spot.closes and self.lock_crosses(sheet, spot.row) < self.board.lock_needs:
            return self.constraints.lock_needs_rule
        return None

    def explain(self, rule: str, spot: Spot, sheet: Sheet) -> Refusal:
        """Return the sentence for a rule that `broken` named."""
        rows = list(sheet.rows)
        if self.own.plain:
            return self.constraints.explain(rule, spot, rows)
        if rule == "left-to-right":
            passed = self.order_bits(sheet, spot.row)
            last = 1 << passed.bit_length() - 1 if passed else 0
            if not rows[spot.row] & (spot.bit | last):
                text = message(
                    "The cell {colour} {number} stands left of a field that is crossed, so it is lost."
                )
                return Refusal("left-to-right", text, spot.values())
            rows[spot.row] &= passed | spot.bit
        return self.constraints.explain(rule, spot, rows, self.lock_crosses(sheet, spot.row))


class ChoiceError(Illegal):
    """A letter for a choice names none of the rows that tie; `refusal` says so."""


@dataclass(slots=True)
class Draft:
    """A sheet while one mark and its effects are carried out."""

    rules: SheetRules
    rows: list[int]
    beside: dict[str, int]
    misses: int = 0
    closed_mask: int = 0  # rows closed for everyone
    letters: str = ""  # rows chosen in ties
    asked: tuple[tuple[int, ...], ...] = ()  # the rows that tied, for each choice
    steps: list[Spot] = field(default_factory=list)  # cells that mechanisms crossed, in order
    waiting: deque[Callable[[Draft], None]] = field(default_factory=deque)
    """Queued effects, the first earned first."""

    @classmethod
    def of(cls, rules: SheetRules, sheet: Sheet, closed_mask: int, letters: str = "") -> Draft:
        """Return a sheet on which nothing more is made yet."""
        keys = rules.pad.mechanisms
        beside = dict(zip(keys, sheet.beside or (0,) * len(keys), strict=True)) if keys else {}
        return cls(rules, list(sheet.rows), beside, sheet.misses, closed_mask, letters)

    @property
    def four(self) -> Rows:
        return (self.rows[0], self.rows[1], self.rows[2], self.rows[3])

    @property
    def sheet(self) -> Sheet:
        return Sheet(self.rules.pad, self.four, self.misses, tuple(self.beside.values()))

    def mark(self, spot: Spot) -> Draft:
        """Cross the cell that a player chose, with all effects. Raises ChoiceError."""
        self._cross(spot)
        while self.waiting:
            self.waiting.popleft()(self)
        return self

    def bring(self, spot: Spot) -> None:
        """Cross a cell that a mechanism brings."""
        self.steps.append(spot)
        self._cross(spot)

    def _cross(self, spot: Spot) -> None:
        self.rows[spot.row] |= spot.bit
        for follow in self.rules.own.following:
            follow(self, spot)

    def next_free(self, row: int) -> Spot | None:
        """Return the next cell of a row if it may be crossed whatever the dice show; otherwise None."""
        spot = self.rules.board.next_spot(row, self.rows[row])
        if spot is None:
            return None
        return spot if self.rules.broken(spot, self.sheet, self.closed_mask) is None else None

    def choose(self, tied: tuple[int, ...], rule: str) -> int:
        """Choose among rows that tie: the one that the next letter names, otherwise the topmost that is free.

        ChoiceError, with that rule, for a letter of no such row.
        """
        if len(tied) == 1:
            return tied[0]
        number = len(self.asked)
        self.asked += (tied,)
        if number < len(self.letters):
            row = ROW_LETTERS.index(self.letters[number])
            if row not in tied:
                raise ChoiceError(self._no_tie(row, tied, rule))
            return row
        return next((row for row in tied if self.next_free(row)), tied[0])

    def _no_tie(self, chosen: int, tied: tuple[int, ...], rule: str) -> Refusal:
        board = self.rules.board
        rows = [board.row_term(row) for row in tied]
        values = {
            "chosen": board.row_term(chosen),
            "first": rows[0],
            "second": rows[1],
            "last": rows[-1],
        }
        if len(rows) == 2:
            text = message("The rows with the fewest marks are {first} and {last}; {chosen} is neither.")
        elif len(rows) == 3:
            text = message("The rows with the fewest marks are {first}, {second} and {last}, not {chosen}.")
        else:
            text = message("The rows with the fewest marks do not include {chosen}.")
        return Refusal(rule, text, values)


@dataclass(slots=True, eq=False)
class View:
    """The open action of a position as seen by a mechanism, for the player at `seat`."""

    rules: SheetRules
    position: Position
    seat: int
    sheet: Sheet  # as the action began, or after the first part of a mark
    candidates: Candidates

    @property
    def board(self) -> Board:
        """Return the pad prepared for the rules."""
        return self.rules.constraints.board

    @property
    def rulings(self) -> Rulings:
        """Return the table's rulings."""
        return self.rules.rulings

    @property
    def action(self) -> str:
        """Return the phase of the turn, like "white" or "colour"."""
        return self.position.phase

    @property
    def roll(self) -> Roll:
        roll = self.position.roll
        assert isinstance(roll, Roll), "specialities with marks of their own are for dice"
        return roll

    @property
    def dice(self) -> tuple[int | None, ...]:
        """Return the coloured dice in the order of COLOURS; None for one that has left, or was not seen."""
        gone = self.position.removed_mask
        return tuple(None if gone >> colour & 1 else die for colour, die in enumerate(self.roll.coloured))

    @property
    def is_active(self) -> bool:
        """Return True if this player throws."""
        return self.seat == self.position.seat

    @property
    def first(self) -> Mark | None:
        """Return the active player's decision in action 1, during action 2; None for others."""
        return self.position.first if self.is_active else None

    def on(self, sheet: Sheet) -> View:
        return View(self.rules, self.position, self.seat, sheet, self.candidates)

    def draft(self, letters: str = "") -> Draft:
        """Return the sheet before a mark is made on it."""
        return Draft.of(self.rules, self.sheet, self.position.closed_mask, letters)

    def marked_this_turn(self, spot: Spot) -> bool:
        """Return True if the active player crossed this cell in action 1, or its effects did."""
        if self.first is None:
            return False
        names = [part.cell for part in self.first.parts]
        return spot.name in names or self.rules.own.brought_by(self.sheet, spot.name) in names

    def refuse_dice(self, spot: Spot, lucky: bool = False) -> Refusal | None:
        """Return the refusal if the dice do not give the number of a cell; None if they do."""
        rule = self.candidates.broken(spot, lucky)
        return None if rule is None else self.candidates.explain(rule, spot)

    def refuse_cell(self, spot: Spot) -> Refusal | None:
        """Return the refusal of a cell whatever the dice show; None if it may be crossed."""
        rule = self.rules.broken(spot, self.sheet, self.position.closed_mask)
        return None if rule is None else self.rules.explain(rule, spot, self.sheet)

    def refuse_closed(self, row: int) -> Refusal | None:
        """Return the refusal if nothing can be crossed in a row because a lock has closed it."""
        own = self.sheet.rows[row] & self.board.closing_bits[row]
        if not own and not self.position.closed_mask >> row & 1:
            return None
        text = message("A lock has closed {row}, so nothing more can be crossed there.")
        if own:
            text = message("On this sheet {row} is locked, so nothing more can be crossed there.")
        return Refusal("row-closed", text, {"row": self.board.row_term(row)})
