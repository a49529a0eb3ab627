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
        view = self.view
        if _denial(view):
            return
        offered = [mark for mechanism in (CELLS, *view.mechanisms) for mark in mechanism.marks(view)]
        legal = [mark for mark in offered if OF_FORM[mark.form].refusal(view, mark) is None]
        yield from legal
        fields = [mark for mark in offered if mark.form == "field"]
        if fields:
            yield from self._pairs([mark for mark in offered if not mark.form], fields, set(legal))

    def _pairs(self, cells: list[Mark], fields: list[Mark], legal: set[Mark]) -> Iterator[Mark]:
        """Every cell with every field, in one legal order of the two; the field first if both orders are.

        `legal`: what is legal by itself. In two rows neither changes whether the other is legal, if no chain
        leads from row to row.
        """
        view, chained = self.view, bool(self.sheet.pad.special.chains)
        after = {
            part: view.on(OF_FORM[part.form].made(view, part)) for part in (*cells, *fields) if part in legal
        }
        for cell in cells:
            for field in fields:
                if cell.cell[0] != field.cell[0] and not chained:
                    fits, field_first = cell in legal and field in legal, True
                else:
                    field_first = field in legal and _refuse(after[field], cell) is None
                    fits = field_first or (cell in legal and _refuse(after[cell], field) is None)
                if fits:
                    yield Mark(cell.cell, field=field.cell, field_first=field_first)

    def _refuse_part(self, view: View, part: Mark) -> Refusal | None:
        """Why one part is illegal on the sheet as it stands; NotAMark if the pad has no such place."""
        pad = view.sheet.pad
        known = (CELLS,) if not part.form else view.mechanisms
        if not any(mechanism.prints(pad, part) for mechanism in known if mechanism.form in ("", part.form)):
            raise NotAMark("There is no cell {name} on the pad {pad}.", name=str(part), pad=pad.name)
        return _refuse(view, part)


def _denial(view: View) -> Refusal | None:
    """Why the player may mark nothing at all any more in this turn."""
    return next((refusal for mechanism in view.mechanisms if (refusal := mechanism.denied(view))), None)


def _refuse(view: View, part: Mark) -> Refusal | None:
    """Why a part that the pad prints is illegal."""
    return _denial(view) or OF_FORM[part.form].refusal(view, part)


def _place(mark: Mark) -> tuple[int, int]:
    """Where a mark is listed: its row, then its form; marks of one form keep the order of the pad."""
    first = mark.parts[0]
    form = "pair" if mark.field else mark.form
    row = len(ROW_LETTERS) if form in ("bonus-row", "track") else ROW_LETTERS.index(first.cell[0])
    return row, _FORMS.index(form)
