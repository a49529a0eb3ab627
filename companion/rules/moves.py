"""Moves: what one player may decide now. `mark in moves` is the check, and the list is filtered by it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.board import Rows, Spot
from companion.rules.bonus import Bonus, ChoiceError, Draft
from companion.rules.candidates import Candidates
from companion.rules.constraints import Constraints
from companion.rules.mark import PASS, Mark, NotAMark
from companion.rules.refusal import Illegal, Refusal
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
        denied: Refusal | None,
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
        """Why `mark` is illegal: the first rule it breaks, in the order of formats.md; None if it is legal.

        NotAMark if the pad has no such cell; TypeError if `mark` is no Mark.
        """
        if not isinstance(mark, Mark):
            raise TypeError(f"expected a Mark, got {mark!r}")
        if self.denied:
            return self.denied
        if not mark.cell:
            return None
        board = self.constraints.board
        if mark.sign or mark.field:
            raise NotAMark("There is no cell {name} on the pad {pad}.", name=str(mark), pad=board.pad.name)
        spot = board.spot(mark.cell)
        rule = self.candidates.broken(spot, mark.lucky)
        if rule is not None:
            return self.candidates.explain(rule, spot)
        rule = self.constraints.broken(spot, self.sheet.rows, self.closed_mask)
        if rule is not None:
            return self.constraints.explain(rule, spot, self.sheet.rows)
        if spot.bonus is None:
            return None
        try:
            self._carry_out(spot, mark.choices)
        except ChoiceError as wrong:
            return self._explain_choice(wrong)
        return None

    def __contains__(self, mark: object) -> bool:
        return isinstance(mark, Mark) and self.refusal(mark) is None

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        rows, closed_mask = self.sheet.rows, self.closed_mask
        wrong, blocked = self.candidates.broken, self.constraints.broken  # as in `refusal`
        for spot, lucky in self.candidates.spots():
            if wrong(spot, lucky) is None and blocked(spot, rows, closed_mask) is None:
                if spot.bonus is None:
                    yield spot.marks[lucky]
                else:
                    yield from self._with_choices(spot, lucky)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.denied is None

    def __repr__(self) -> str:
        return f"<Moves {' '.join(map(str, self))}>"

    def result(self, mark: Mark) -> Sheet:
        """The sheet after `mark` and every bonus that it brings; Illegal if it is not legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        if not mark.cell:
            return self.sheet
        sheet, spot = self.sheet, self.constraints.board.by_name[mark.cell]
        if not sheet.pad.bar and not spot.bonus:
            rows = list(sheet.rows)
            rows[spot.row] |= spot.bit
            return Sheet(sheet.pad, _four(rows), sheet.misses, sheet.bar, sheet.earned)
        draft = self._carry_out(spot, mark.choices)
        return Sheet(sheet.pad, _four(draft.rows), sheet.misses, draft.bar, tuple(draft.earned))

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """The cells that the legal `mark` and its bonuses cross, in that order (rules.md: bonus-chain)."""
        if not mark.cell:
            return ()
        draft = self._carry_out(self.constraints.board.spot(mark.cell), mark.choices)
        return (mark.cell, *(step.name for step in draft.steps))

    def canonical(self, mark: Mark) -> Mark:
        """The listed mark with the same cell, star and result as the legal `mark`."""
        target = self.result(mark)
        return next(
            m for m in self if (m.cell, m.lucky) == (mark.cell, mark.lucky) and self.result(m) == target
        )

    def _carry_out(self, spot: Spot, letters: str) -> Draft:
        """The sheet after the cross at `spot` and all that it brings; ChoiceError."""
        rows = list(self.sheet.rows)
        rows[spot.row] |= spot.bit
        draft = Draft(rows, self.sheet.bar, list(self.sheet.earned), self.closed_mask, letters)
        self.bonus.follow(draft, spot)
        return draft

    def _with_choices(self, spot: Spot, lucky: bool) -> Iterator[Mark]:
        """The mark once for each different result of its choices, by letters; plain if there is only one."""
        results: dict[tuple[Rows, int, tuple[str, ...]], str] = {}
        open_choices = [""]
        while open_choices:
            letters = open_choices.pop(0)
            draft = self._carry_out(spot, letters)
            if len(draft.asked) > len(letters):
                open_choices += [letters + ROW_LETTERS[row] for row in draft.asked[len(letters)]]
            else:
                results.setdefault((_four(draft.rows), draft.bar, tuple(draft.earned)), letters)
        if len(results) == 1:
            yield spot.marks[lucky]
        else:
            for letters in sorted(results.values()):
                yield Mark(spot.name, lucky, letters)

    def _explain_choice(self, wrong: ChoiceError) -> Refusal:
        board = self.constraints.board
        rows = [board.row_term(row) for row in wrong.tied]
        values = {
            "chosen": board.row_term(ROW_LETTERS.index(wrong.letter)),
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
        return Refusal("bonus-two-weakest", text, values)


def _four(rows: list[int]) -> Rows:
    return (rows[0], rows[1], rows[2], rows[3])
