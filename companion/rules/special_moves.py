"""The legal marks of one player on a pad with special cells; what each kind of them does is a mechanism's."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.mark import PASS, Mark, NotAMark
from companion.rules.mechanisms import CELLS, OF_FORM, View
from companion.rules.moves import Moves
from companion.rules.refusal import Illegal, Refusal
from companion.rules.sheet import Sheet
from sheets.pad import ROW_LETTERS

_FORMS = ("", "second", "exchange", "field", "pair", "bonus-row", "track")
"""The forms of marks, in the order in which they are listed in a row, and after the rows."""


class SpecialMoves(Moves):
    """As Moves, on a pad with mechanisms. A mark of a cell and a field is judged part by part.

    Listed: "-", then row by row each form of marks, then what stands beside the rows. A cell and a field are
    listed once, the field first if that order is legal.
    """

    __slots__ = ("view",)

    def __init__(self, moves: Moves, view: View) -> None:
        super().__init__(
            moves.action,
            moves.sheet,
            moves.closed_mask,
            moves.constraints,
            moves.bonus,
            moves.candidates,
            moves.denied,
        )
        self.view = view

    def refusal(self, mark: object) -> Refusal | None:
        """As of any moves; of a cell with a field the first part that is refused, in the order made."""
        if not isinstance(mark, Mark):
            raise TypeError(f"expected a Mark, got {mark!r}")
        if self.denied:
            return self.denied
        view = self.view
        if not mark.field:
            return self._refuse_part(view, mark) if mark.cell else None
        first, second = mark.parts
        refusal = self._refuse_part(view, first)
        if refusal is not None:
            return refusal
        return self._refuse_part(view.on(OF_FORM[first.form].made(view, first)), second)

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        yield from sorted(self._legal(), key=_place)

    def result(self, mark: Mark) -> Sheet:
        """The sheet after `mark` and all that it brings; Illegal if it is not legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        view = self.view
        for part in mark.parts if mark.cell else ():
            view = view.on(OF_FORM[part.form].made(view, part))
        return view.sheet

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """The places that the legal `mark` crosses, those that it brings last (rules.md: chain-forced)."""
        if not mark.cell:
            return ()
        chosen = tuple(part.cell for part in mark.parts)
        before, after = self.sheet.rows, self.result(mark).rows
        crossed = [spot for spot in self.view.row_spots() if (after[spot.row] & ~before[spot.row]) & spot.bit]
        return (*chosen, *(spot.name for spot in crossed if spot.name not in chosen))

    def canonical(self, mark: Mark) -> Mark:
        """The listed mark of the same form with the same result as the legal `mark`."""
        target = self.result(mark)
        return next(
            m for m in self if (m.cell, m.form) == (mark.cell, mark.form) and self.result(m) == target
        )

    def _legal(self) -> Iterator[Mark]:
        """Every legal mark, and of every cell with every field one order of the two."""
        offered = [
            mark for mechanism in (CELLS, *self.view.mechanisms) for mark in mechanism.marks(self.view)
        ]
        legal = [mark for mark in offered if self.refusal(mark) is None]
        yield from legal
        fields = [mark for mark in offered if mark.form == "field"]
        for cell in [mark for mark in offered if not mark.form] if fields else ():
            for field in fields:
                yield from self._pair(cell, field, cell in legal and field in legal)

    def _pair(self, cell: Mark, field: Mark, both_legal: bool) -> Iterator[Mark]:
        """One legal order of a cell and a field; the field first if both are.

        In two rows neither changes whether the other is legal, if no chain leads from row to row.
        `both_legal`: whether each of them is without the other.
        """
        orders = [Mark(cell.cell, field=field.cell, field_first=first) for first in (True, False)]
        if cell.cell[0] != field.cell[0] and not self.sheet.pad.special.chains:
            yield from orders[:1] if both_legal else ()
        else:
            yield from [pair for pair in orders if self.refusal(pair) is None][:1]

    def _refuse_part(self, view: View, part: Mark) -> Refusal | None:
        """Why one part is illegal on the sheet as it stands; NotAMark if the pad has no such place."""
        pad = view.sheet.pad
        known = (CELLS,) if not part.form else view.mechanisms
        if not any(mechanism.prints(pad, part) for mechanism in known if mechanism.form in ("", part.form)):
            raise NotAMark("There is no cell {name} on the pad {pad}.", name=str(part), pad=pad.name)
        denials = (mechanism.denied(view) for mechanism in view.mechanisms)
        denied = next((refusal for refusal in denials if refusal is not None), None)
        return denied or OF_FORM[part.form].refusal(view, part)


def _place(mark: Mark) -> tuple[int, int]:
    """Where a mark is listed: its row, then its form; marks of one form keep the order of the pad."""
    first = mark.parts[0]
    form = "pair" if mark.field else mark.form
    row = len(ROW_LETTERS) if form in ("bonus-row", "track") else ROW_LETTERS.index(first.cell[0])
    return row, _FORMS.index(form)
