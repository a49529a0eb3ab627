"""Moves: the possible decisions of one player now. `mark in moves` is the check, and the list is filtered by
it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from companion.rules.board import Spot
from companion.rules.cells import CELLS
from companion.rules.characters import narrowed, only_a_cell, third_cross, too_many_crosses
from companion.rules.mark import PASS, Mark, NotAMark
from companion.rules.mechanism import Draft, Mechanism, View
from companion.rules.refusal import Illegal, Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import ROW_LETTERS
from sheets.registry import declared


class Moves:
    """The legal marks of one player in one action, as a lazy set.

    The order is "-", then row by row each form of marks, plain before starred, then places beside the rows. A
    mark whose bonuses require a choice is listed once for each choice that changes the result; a cell and a
    field together once, the field first if that order is legal; and at the end two cells, if the player may
    cross two, in each order that changes the result. A mark of several parts is judged part by part.
    Membership is wider than the list in one way: a mark without its letters, or with superfluous letters, is
    in the set too, because a record may write it so.
    """

    __slots__ = ("cells", "denied", "view")

    def __init__(self, view: View, denied: Refusal | None, cells: int = 1) -> None:
        self.view = view
        self.denied = denied
        """The refusal if this player may decide nothing at all."""
        self.cells = cells
        """Number of cells that may be crossed in this action, fields between cells not counted."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that the marks are made on."""
        return self.view.sheet

    @property
    def action(self) -> str:
        """The phase of the turn."""
        return self.view.action

    def refusal(self, mark: object) -> Refusal | None:
        """The refusal of `mark` by the first rule that it breaks (docs/refereeing.md, "In what order"); None
        if it is legal.

        NotAMark if the pad has no such place; TypeError if `mark` is no Mark.
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
            refusal = self._refuse_after(view, made, part)
            if refusal is not None:
                return refusal
            view = view.on(_of_form(part.form).made(view, part).sheet)
            made.append(part)
        return None

    def refuse_number(self, parts: Sequence[Mark]) -> Refusal | None:
        """The refusal of the last of these parts if it is one too many."""
        fields = sum(part.is_field for part in parts)
        most, count = (1, fields) if parts[-1].is_field else (self.cells, len(parts) - fields)
        return too_many_crosses(self.view, self.cells) if count > most else None

    def _refuse_after(self, view: View, made: list[Mark], part: Mark) -> Refusal | None:
        """The refusal of a part after others are made, on the sheet of `view`."""
        refusal = self.refuse_number([*made, part]) or _too_late(made) or self._refuse_part(view, part)
        first = next((mark for mark in made if not mark.is_field), None)
        if first is None or part.is_field or view.rulings.cross_which == "any":
            return refusal
        if refusal is not None and refusal.rule == "action-order":
            return refusal
        reasons = []  # the refusal with each white die that the first cross leaves
        for own, other in (view.roll.white, view.roll.white[::-1]):
            if _refuse(narrowed(self.view, own), first) is None:
                narrow = _refuse(narrowed(view, other), part)
                reasons.append(narrow.rule if narrow else None)
        same = (refusal.rule if refusal else None) in reasons
        return refusal if same else third_cross(part, first)

    def __contains__(self, mark: object) -> bool:
        return isinstance(mark, Mark) and self.refusal(mark) is None

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        if _denial(self.view):
            return
        if self.view.rules.mechanisms.formed and self.action != "instead":
            listed = sorted(self._legal(), key=_place)
        else:
            listed = list(self._cells())
        yield from listed
        if self.cells > 1:
            yield from self._two_cells(listed)

    @property
    def ends_turn(self) -> bool:
        """Tell whether a mechanism denies the player every further mark of this turn."""
        return _denial(self.view) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.denied is None

    def __repr__(self) -> str:
        return f"<Moves {' '.join(map(str, self))}>"

    def result(self, mark: Mark) -> Sheet:
        """The sheet after `mark` and all that it brings; Illegal if it is not legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        sheet = self.view.sheet
        mechanisms = self.view.rules.mechanisms
        if not (mark.form or mark.then or mechanisms.following or mechanisms.sharing):
            return sheet.marked(self.view.board.by_name[mark.cell]) if mark.cell else sheet
        for draft in self._made(mark):
            sheet = draft.sheet
        return sheet

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """The places that the legal `mark` crosses, then the cells that it brings, in that order."""
        if not mark.cell:
            return ()
        brought = (spot.name for draft in self._made(mark) for spot in draft.steps)
        return (*(part.cell for part in mark.parts), *brought)

    def canonical(self, mark: Mark) -> Mark:
        """The listed mark of the same cell, form and star with the same result as the legal `mark`."""
        target, kind = self.result(mark), _kind(mark)
        return next(m for m in self if _kind(m) == kind and self.result(m) == target)

    def _made(self, mark: Mark) -> Iterator[Draft]:
        """The sheet after each part of a legal mark."""
        view = self.view
        for part in mark.parts if mark.cell else ():
            draft = _of_form(part.form).made(view, part)
            yield draft
            view = view.on(draft.sheet)

    def _refuse_part(self, view: View, part: Mark) -> Refusal | None:
        """The refusal of one part; NotAMark if the pad has no such place."""
        form, pad = part.form, view.rules.pad
        if form or part.choices or not pad.has_cell(part.cell):
            known = view.rules.mechanisms.all if form else (CELLS,)
            if not any(each.prints(pad, part) for each in known):
                raise NotAMark("There is no cell {name} on the pad {pad}.", name=str(part), pad=pad.name)
        if form and view.action == "instead":
            return only_a_cell(view.position.players[view.seat])
        return _refuse(view, part)

    def _cells(self) -> Iterator[Mark]:
        """The legal plain marks."""
        view = self.view
        rules, sheet, closed_mask = view.rules, view.sheet, view.position.closed_mask
        asking, plain, sharing = rules.mechanisms.asking, rules.mechanisms.plain, rules.mechanisms.sharing
        rule: object
        wrong, blocked, hindered = view.candidates.broken, rules.constraints.broken, rules.broken
        for spot, lucky in view.candidates.spots():
            if wrong(spot, lucky) is not None:
                continue
            if sharing:
                rule = view.refuse_cell(spot)
            else:
                rule = blocked(spot, sheet.rows, closed_mask) if plain else hindered(spot, sheet, closed_mask)
            if rule is None:
                if asking and any(each.may_ask(spot) for each in asking):
                    yield from self._with_choices(spot, lucky)
                else:
                    yield spot.marks[lucky]

    def _with_choices(self, spot: Spot, lucky: bool) -> Iterator[Mark]:
        """The mark once for each different result of its choices, by letters; plain if there is only one."""
        results: dict[tuple[Any, ...], str] = {}
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
        """Every legal mark of every form, and of every cell with every field one order of the two."""
        view = self.view
        legal = list(self._cells())
        joined: list[Mark] = []
        for mechanism in view.rules.mechanisms.formed:
            offered = list(mechanism.marks(view))
            legal += (mark for mark in offered if mechanism.refusal(view, mark) is None)
            joined += offered if mechanism.table.joins else ()
        yield from legal
        if joined:
            cells = [spot.marks[lucky] for spot, lucky in view.candidates.spots()]
            yield from self._pairs(cells, joined, set(legal))

    def _pairs(self, cells: list[Mark], fields: list[Mark], legal: set[Mark]) -> Iterator[Mark]:
        """Every cell with every field, in one legal order of the two; the field first if both orders are.

        `legal`: what is legal by itself. In two rows neither changes whether the other is legal, if nothing
        leads from row to row.
        """
        view, led = self.view, bool(self.view.rules.mechanisms.following)
        after = {
            part: view.on(_of_form(part.form).made(view, part).sheet)
            for part in (*cells, *fields)
            if part in legal
        }
        for cell in cells:
            for field in fields:
                if _of_form(field.form).table.comes_last:
                    field_first = False
                    fits = cell in legal and _refuse(after[cell], field) is None
                elif cell.cell[0] != field.cell[0] and not led:
                    fits, field_first = cell in legal and field in legal, True
                else:
                    field_first = field in legal and _refuse(after[field], cell) is None
                    fits = field_first or (cell in legal and _refuse(after[cell], field) is None)
                if fits:
                    first, second = (field, cell) if field_first else (cell, field)
                    yield Mark(first.cell, then=second)

    def _two_cells(self, legal: list[Mark]) -> Iterator[Mark]:
        """Two cells one after the other, and what goes with them, in each order that changes the result."""
        found: set[tuple[frozenset[tuple[str, str, bool]], Sheet]] = set()
        for first in legal:
            if all(part.is_field for part in first.parts):
                continue
            for second in Moves(self.view.on(self.result(first)), None):
                mark = first.followed_by(second) if second.cell else PASS
                if all(part.is_field for part in second.parts) or not mark.cell or mark not in self:
                    continue
                kind = _kind(mark), self.result(mark)
                if kind not in found:
                    found.add(kind)
                    yield mark


def _denial(view: View) -> Refusal | None:
    """The refusal if the player may mark nothing any more in this turn."""
    for mechanism in view.rules.mechanisms.denying:
        if refusal := mechanism.denied(view):
            return refusal
    return None


def _refuse(view: View, part: Mark) -> Refusal | None:
    """The refusal of a part that the pad prints."""
    return _denial(view) or _of_form(part.form).refusal(view, part)


def _too_late(made: list[Mark]) -> Refusal | None:
    """The refusal of a part after one that must come last."""
    if not any(part.form and _of_form(part.form).table.comes_last for part in made):
        return None
    return Refusal("action-order", message("The figure moves last; nothing is crossed after it."))


def _kind(mark: Mark) -> frozenset[tuple[str, str, bool]]:
    """The places that a mark crosses, with their forms and stars."""
    return frozenset((part.cell, part.form, part.lucky) for part in mark.parts)


@cache
def _of_form(form: str) -> Mechanism:
    """The mechanism that judges the marks of a form."""
    found: Iterable[Mechanism] = declared("rules").values()
    return next((mechanism for mechanism in found if form and mechanism.form == form), CELLS)


def _place(mark: Mark) -> tuple[int, float]:
    """The sorting key of a mark: its row, then its form; marks of one form keep the order of the pad."""
    parts = [(part, _of_form(part.form).table) for part in mark.parts if part.form]
    if not all(table.in_rows for _, table in parts):
        row = len(ROW_LETTERS)
    else:
        row = ROW_LETTERS.index(mark.parts[0].cell[0])
    return row, max((table.order for _, table in parts), default=0) + 0.5 * (len(mark.parts) > 1)
