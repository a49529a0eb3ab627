"""Moves: what one player may decide now. `mark in moves` is the check, and the list is filtered by it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Rows, Spot
from companion.rules.bonus import Bonus, Draft, WrongChoice
from companion.rules.candidates import Candidates, cell_values
from companion.rules.constraints import Constraints
from companion.rules.mark import PASS, Mark
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import ROW_LETTERS


class Moves:
    """The legal marks of one player in one action, as a set that is never written out unless it is listed.

    Listed: "-" first, then by row and position, plain before starred; a mark whose bonuses ask for a choice
    once for each choice that changes the result. Membership is wider in one way: a mark without its letters,
    or with letters that nothing asks for, is in the set too, because a record may write it so.
    """

    __slots__ = ("action", "bonus", "candidates", "closed_mask", "constraints", "denied", "sheet")

    def __init__(
        self,
        action: str,
        sheet: Sheet,
        closed_mask: int,
        constraints: Constraints,
        bonus: Bonus,
        candidates: Candidates,
        denied: Refusal | None = None,
    ) -> None:
        self.action = action
        self.sheet = sheet
        self.closed_mask = closed_mask
        self.constraints = constraints
        self.bonus = bonus
        self.candidates = candidates
        self.denied = denied
        """Why this player may decide nothing at all, if so."""

    def refusal(self, mark: object) -> Refusal | None:
        """Why `mark` is illegal: the first rule it breaks, in the order of formats.md; None where it is
        legal.

        NotAMark where the pad has no such cell; TypeError where `mark` is no Mark.
        """
        if not isinstance(mark, Mark):
            raise TypeError(f"expected a Mark, got {mark!r}")
        if self.denied:
            return self.denied
        if not mark.cell:
            return None
        spot = self.constraints.board.spot(mark.cell)
        rows, closed_mask = self.sheet.rows, self.closed_mask
        rule = self.candidates.broken(spot, mark.lucky, rows, closed_mask)
        if rule is not None:
            return self.candidates.explain(rule, spot, rows, closed_mask)
        rule = self.constraints.broken(spot, rows, closed_mask)
        if rule is not None:
            return explain_constraint(rule, spot, self.constraints, rows)
        if spot.bonus is None:
            return None
        try:
            self._carry(spot, mark.choices)
        except WrongChoice as wrong:
            return _explain_choice(wrong, self.constraints)
        return None

    def __contains__(self, mark: object) -> bool:
        return isinstance(mark, Mark) and self.refusal(mark) is None

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        rows, closed_mask = self.sheet.rows, self.closed_mask
        offered, limited = self.candidates.broken, self.constraints.broken  # as in `refusal`
        for spot, lucky in self.candidates.spots(rows, closed_mask):
            if offered(spot, lucky, rows, closed_mask) is None and limited(spot, rows, closed_mask) is None:
                if spot.bonus is None:
                    yield spot.marks[lucky]
                else:
                    yield from self._forks(spot, lucky)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.denied is None

    def __repr__(self) -> str:
        return f"<Moves {' '.join(map(str, self))}>"

    def result(self, mark: Mark) -> Sheet:
        """The sheet after `mark` and every bonus that it brings; Illegal where it is not legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        if not mark.cell:
            return self.sheet
        return self._carry(self.constraints.board.by_name[mark.cell], mark.choices)[0]

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """The cells that the legal `mark` and its bonuses cross, in that order (rules.md: bonus-chain)."""
        if not mark.cell:
            return ()
        spot = self.constraints.board.spot(mark.cell)
        rows = list(self.sheet.rows)
        rows[spot.row] |= spot.bit
        draft = Draft(rows, self.sheet.bar, list(self.sheet.earned), self.closed_mask, mark.choices)
        self.bonus.follow(draft, spot)
        return (spot.name, *(step.name for step in draft.steps))

    def canonical(self, mark: Mark) -> Mark:
        """The listed mark with the same cell, star and result as the legal `mark`."""
        target = self.result(mark)
        return next(
            m for m in self if (m.cell, m.lucky) == (mark.cell, mark.lucky) and self.result(m) == target
        )

    def _carry(self, spot: Spot, letters: str) -> tuple[Sheet, tuple[tuple[int, ...], ...]]:
        """The sheet after the cross at `spot`, and the choices that were asked for; WrongChoice."""
        sheet = self.sheet
        rows = list(sheet.rows)
        rows[spot.row] |= spot.bit
        if not sheet.pad.bar and not spot.bonus:
            return Sheet(sheet.pad, _four(rows), sheet.misses, sheet.bar, sheet.earned), ()
        draft = Draft(rows, sheet.bar, list(sheet.earned), self.closed_mask, letters)
        self.bonus.follow(draft, spot)
        after = Sheet(sheet.pad, _four(draft.rows), sheet.misses, draft.bar, tuple(draft.earned))
        return after, draft.asked

    def _forks(self, spot: Spot, lucky: bool) -> Iterator[Mark]:
        """The mark once for each different result of its choices, by letters; plain where there is one."""
        results: dict[Sheet, str] = {}
        open_choices = [""]
        while open_choices:
            letters = open_choices.pop(0)
            sheet, asked = self._carry(spot, letters)
            if len(asked) > len(letters):
                open_choices += [letters + ROW_LETTERS[row] for row in asked[len(letters)]]
            else:
                results.setdefault(sheet, letters)
        if len(results) == 1:
            yield Mark(spot.name, lucky)
        else:
            for letters in sorted(results.values()):
                yield Mark(spot.name, lucky, letters)


def _four(rows: list[int]) -> Rows:
    return (rows[0], rows[1], rows[2], rows[3])


def explain_constraint(rule: str, spot: Spot, constraints: Constraints, rows: Rows | list[int]) -> Refusal:
    """The sentence for a rule that `constraints.broken` named at `spot`."""
    bits = rows[spot.row]
    values = cell_values(spot) | {"row": constraints.board.row_term(spot.row)}
    if rule in ("row-closed", "cards-lock-own"):
        if bits & spot.closing_bits:
            text = message("On this sheet {row} is locked, so {colour} {number} can no longer be marked.")
        else:
            text = message("A lock has closed {row}, so {colour} {number} can no longer be marked.")
    elif rule == "left-to-right" and bits & spot.bit:
        text = message("There is a cross in {colour} {number} already.")
    elif rule == "left-to-right":
        last = constraints.board.rows[spot.row][bits.bit_length() - 1]
        values |= {"last_colour": Term(last.cell.colour), "last": last.number}
        text = message(
            "The cell {colour} {number} stands left of {last_colour} {last}, which is marked, so it is lost."
        )
    else:
        values |= {"needs": constraints.board.lock_needs, "marks": bits.bit_count()}
        text = message(
            "To lock {row} with {colour} {number} takes {needs} marks there first; it has {marks}."
        )
    return Refusal(rule, text, values)


def _explain_choice(wrong: WrongChoice, constraints: Constraints) -> Refusal:
    rows = [constraints.board.row_term(row) for row in wrong.tied]
    values: dict[str, str | int] = {
        "chosen": constraints.board.row_term(ROW_LETTERS.index(wrong.letter)),
        "first": rows[0],
        "last": rows[-1],
    }
    if len(rows) == 2:
        text = message("The rows with the fewest marks are {first} and {last}; {chosen} is neither.")
    elif len(rows) == 3:
        values["second"] = rows[1]
        text = message("The rows with the fewest marks are {first}, {second} and {last}, not {chosen}.")
    else:
        text = message("Of the rows with the fewest marks, {chosen} is none.")
    return Refusal("bonus-two-weakest", text, values)
