"""The legal marks of one player in the current action. `mark in moves` checks one; iteration lists all."""

import re
from collections.abc import Iterator

from companion.rules.board import Spot
from companion.rules.mark import PASS, Mark, NotAMark
from companion.rules.refusal import Illegal, Refusal
from companion.rules.sheet import Sheet
from companion.rules.speciality import ChoiceError, Draft, View, own_marks
from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad
from sheets.pad_part import pad_parts

_IN_ROW = re.compile(r"[a-d][0-9]")
"""Matches the start of a mark that is in a row, not between or below rows."""


class Moves:
    """The legal marks of one player in one action, as a lazy set.

    Iteration yields "-" (a pass), then the marks row by row, then marks outside the rows, but only one of
    several marks with the same result. `in` accepts all of these marks, because records may contain any.
    """

    __slots__ = ("denied", "view")

    def __init__(self, view: View, denied: Refusal | None) -> None:
        self.view = view
        self.denied = denied
        """The refusal if this player can't decide anything now, not even to pass, or None."""

    @property
    def sheet(self) -> Sheet:
        return self.view.sheet

    def refusal(self, mark: object) -> Refusal | None:
        """Return the refusal for the first rule that `mark` breaks, or None if the mark is legal.

        Raise NotAMark if the mark is impossible on the pad, TypeError if `mark` isn't a Mark.
        """
        if not isinstance(mark, Mark):
            raise TypeError(f"expected a Mark, got {mark!r}")
        if self.denied or not mark.cell:
            return self.denied
        if mark.then is None:
            return self._refuse_part(self.view, mark)
        made: list[Mark] = []
        view = self.view
        for part in mark.parts:
            if any(other.is_field == part.is_field for other in made):
                text = message(
                    "In one action a player crosses only one cell; {player} has named a second one."
                )
                return Refusal("action-order", text, {"player": view.position.players[view.seat]})
            if refusal := self._refuse_part(view, part):
                return refusal
            view = view.on(_after(view, part).sheet)
            made.append(part)
        return None

    def __contains__(self, mark: object) -> bool:
        return isinstance(mark, Mark) and self.refusal(mark) is None

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        if _denial(self.view):
            return
        if self.view.rules.own.marking:
            yield from sorted(self._legal(), key=_place)
        else:
            yield from self._cells()

    @property
    def ends_turn(self) -> bool:
        """Return True if a mechanism denies the player all further marks of this turn."""
        return _denial(self.view) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.denied is None

    def __repr__(self) -> str:
        return f"<Moves {' '.join(map(str, self))}>"

    def result(self, mark: Mark) -> Sheet:
        """Return the sheet after `mark` and all its effects. Raise Illegal if the mark isn't legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        sheet = self.view.sheet
        if not (mark.form or mark.then or self.view.rules.own.following):
            return sheet.marked(self.view.board.by_name[mark.cell]) if mark.cell else sheet
        for draft in self._made(mark):
            sheet = draft.sheet
        return sheet

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """Return the cells or places that the legal `mark` names, then the cells that its effects cross."""
        if not mark.cell:
            return ()
        brought = (spot.name for draft in self._made(mark) for spot in draft.steps)
        return (*(part.cell for part in mark.parts), *brought)

    def canonical(self, mark: Mark) -> Mark:
        """Return the one mark from iteration that has the same places and result as the legal `mark`.

        Iteration yields only one of several equivalent marks.
        """
        target, kind = self.result(mark), _kind(mark)
        return next(m for m in self if _kind(m) == kind and self.result(m) == target)

    def _made(self, mark: Mark) -> Iterator[Draft]:
        """Yield a draft (a mutable sheet) after each cross of a legal mark."""
        view = self.view
        for part in mark.parts if mark.cell else ():
            draft = _after(view, part)
            yield draft
            view = view.on(draft.sheet)

    def _refuse_part(self, view: View, part: Mark) -> Refusal | None:
        pad = view.rules.pad
        if (part.form or part.choices or not pad.has_cell(part.cell)) and not has_place(pad, part):
            raise NotAMark("There is no cell {name} on the pad {pad}.", name=str(part), pad=pad.name)
        return _refuse(view, part)

    def _cells(self) -> Iterator[Mark]:
        """Yield the legal marks in cells, plain and starred (with a lucky number)."""
        view = self.view
        rules, sheet, closed_mask = view.rules, view.sheet, view.position.closed_mask
        asking, plain = rules.own.asking, rules.own.plain
        wrong, blocked, hindered = view.candidates.broken, rules.constraints.broken, rules.broken
        for spot, lucky in view.candidates.spots():
            if wrong(spot, lucky) is not None:
                continue
            rule = blocked(spot, sheet.rows, closed_mask) if plain else hindered(spot, sheet, closed_mask)
            if rule is None:
                if asking and spot.bonus is not None:
                    yield from self._with_choices(spot, lucky)
                else:
                    yield spot.marks[lucky]

    def _with_choices(self, spot: Spot, lucky: bool) -> Iterator[Mark]:
        """Yield a mark in `spot` for each choice between tied rows that has a different result, or one mark
        without a choice if all have the same result. `lucky`: True to mark it by a lucky number."""
        results: dict[tuple[int, ...], str] = {}
        open_choices = [""]
        while open_choices:
            letters = open_choices.pop(0)
            draft = self.view.draft(letters).mark(spot)
            if len(draft.asked) > len(letters):
                open_choices += [letters + ROW_LETTERS[row] for row in draft.asked[len(letters)]]
            else:
                results.setdefault((*draft.rows, *draft.beside.values()), letters)
        if len(results) == 1:
            yield spot.marks[lucky]
        else:
            for letters in sorted(results.values()):
                yield Mark(spot.name, lucky, letters)

    def _legal(self) -> Iterator[Mark]:
        """Yield every legal single mark, then each legal pair of a cell and a field, in one order only."""
        view = self.view
        legal = list(self._cells())
        joined: list[Mark] = []
        for key, own in view.rules.own.marking:
            offered = list(own.listed(view))
            legal += (mark for mark in offered if not isinstance(own.made(view, mark), Refusal))
            joined += offered if pad_parts()[key].between else ()
        yield from legal
        if joined:
            cells = [spot.marks[lucky] for spot, lucky in view.candidates.spots()]
            yield from self._pairs(cells, joined, set(legal))

    def _pairs(self, cells: list[Mark], fields: list[Mark], legal: set[Mark]) -> Iterator[Mark]:
        """Yield each legal pair of a cell and a field. `legal`: the marks that are legal alone."""
        view, led = self.view, bool(self.view.rules.own.following)
        after = {part: view.on(_after(view, part).sheet) for part in (*cells, *fields) if part in legal}
        for cell in cells:
            for field in fields:
                if cell.cell[0] != field.cell[0] and not led:  # neither mark affects the other
                    fits, field_first = cell in legal and field in legal, True
                else:
                    field_first = field in legal and _refuse(after[field], cell) is None
                    fits = field_first or (cell in legal and _refuse(after[cell], field) is None)
                if fits:
                    first, second = (field, cell) if field_first else (cell, field)
                    yield Mark(first.cell, then=second)


def has_place(pad: Pad, part: Mark) -> bool:
    """Return True if `pad` has the place of `part`, a mark with a single cross.

    If `part` chooses a row ("b7>c"), return False for a pad that has mechanisms, but none of them a bonus.
    """
    if part.form:
        return own_marks(part.form).fits_pad(pad, part)
    lettered = not pad.mechanisms or any(pad_parts()[key].is_bonus for key in pad.mechanisms)
    return pad.has_cell(part.cell) and (lettered or not part.choices)


def _denial(view: View) -> Refusal | None:
    """Return the refusal if a mechanism denies the player all further marks of this turn, or None."""
    for denied in view.rules.own.denying:
        if refusal := denied(view):
            return refusal
    return None


def _made(view: View, part: Mark) -> Draft | Refusal:
    """Return a draft (a mutable sheet) with the cross `part`, or the refusal. The pad must have its place."""
    if part.form:
        return own_marks(part.form).made(view, part)
    spot = view.board.spot(part.cell)
    refusal = view.refuse_dice(spot, part.lucky) or view.refuse_cell(spot)
    if refusal is not None:
        return refusal
    try:
        return view.draft(part.choices).mark(spot)
    except ChoiceError as wrong:
        return wrong.refusal


def _refuse(view: View, part: Mark) -> Refusal | None:
    made = _denial(view) or _made(view, part)
    return made if isinstance(made, Refusal) else None


def _after(view: View, part: Mark) -> Draft:
    made = _made(view, part)
    assert not isinstance(made, Refusal)
    return made


def _kind(mark: Mark) -> frozenset[tuple[str, str, bool]]:
    return frozenset((part.cell, part.form, part.lucky) for part in mark.parts)


def _place(mark: Mark) -> tuple[int, float]:
    """Return a sort key that orders marks by row, then by form, and puts pairs after single marks."""
    row, orders = len(ROW_LETTERS), [pad_parts()[part.form].order for part in mark.parts if part.form]
    if _IN_ROW.match(mark.cell):
        row = ROW_LETTERS.index(mark.cell[0])
    return row, max(orders, default=0) + 0.5 * (len(mark.parts) > 1)
