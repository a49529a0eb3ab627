"""Moves on pads with special cells: chains, second crosses, round cells, exchanges, the track, fields.

Each mechanism is one class: which marks it offers, which rule refuses one, and what the sheet looks like
afterwards. Sources: the further games' rules by id (`companion.rulebook`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, Spot
from companion.rules.bonus import Bonus
from companion.rules.candidates import Candidates
from companion.rules.constraints import Constraints
from companion.rules.extras import Extras
from companion.rules.mark import PASS, Mark, NotAMark
from companion.rules.moves import Moves
from companion.rules.refusal import Illegal, Refusal, Term
from companion.rules.roll import Roll
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import ROW_LETTERS
from sheets.special_cells import BonusRow, Connection

FIFTEEN = 15
"""What two white dice and a coloured one show for the track (rules.md: lucky15-fifteen)."""


@dataclass(frozen=True, slots=True)
class ActionFacts:
    """What a special mark depends on beside the sheet. `action`: white or colour. `is_active`: whether this
    player throws. `first`: what the active player decided in action 1; None in action 1."""

    action: str
    roll: Roll
    removed_mask: int
    is_active: bool
    first: Mark | None
    rulings: Rulings

    @property
    def dice(self) -> tuple[int | None, ...]:
        """The coloured dice in the order of COLOURS; None for one that has left."""
        return tuple(
            None if self.removed_mask >> colour & 1 else die for colour, die in enumerate(self.roll.coloured)
        )

    def marked_this_turn(self, spot: Spot) -> bool:
        """Whether the active player marked this cell in action 1 of this turn."""
        return self.first is not None and any(part.cell == spot.name for part in self.first.parts)


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as the special rules look at it."""

    board: Board
    sheet: Sheet
    extras: Extras
    closed_mask: int
    rulings: Rulings

    def order_bits(self, row: int) -> int:
        """The marks of a row that what follows must stand right of; a crossed field counts as its left cell.

        rules.md: left-to-right, connect-left-to-right; ruling chain-frontier.
        """
        bits = self.sheet.rows[row]
        if self.rulings.chain_frontier == "ignored":
            bits &= ~self.extras.forced[row]
        for number, field in enumerate(self.sheet.pad.special.connections):
            if field.row == row and self.extras.connections >> number & 1:
                bits |= 1 << field.index
        return bits

    def lock_marks(self, row: int) -> int:
        """The crosses of a row that count towards its lock (double-lock-seven, connect-not-for-lock)."""
        bits, special = self.sheet.rows[row], self.sheet.pad.special
        marks = bits.bit_count() + self.extras.seconds[row].bit_count()
        marks += (bits & special.doubles[row]).bit_count()
        if self.rulings.connect_lock == "all":
            marks += sum(
                field.row == row and self.extras.connections >> number & 1
                for number, field in enumerate(special.connections)
            )
        return marks

    def is_closed(self, row: int) -> bool:
        """Whether the row is closed to this player: by a lock of anybody, or their own in this action."""
        return bool(self.closed_mask >> row & 1 or self.sheet.rows[row] & self.board.closing_bits[row])

    def row_term(self, row: int) -> Term:
        return self.board.row_term(row)


class Mechanism:
    """One kind of special cells. `form`: the form of its marks (`Mark.form`)."""

    form: ClassVar[str]

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """The marks in a row (None: beside the rows) that may fit; `refusal` decides."""
        raise NotImplementedError

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """Why a mark of this form is illegal."""
        raise NotImplementedError

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """The sheet after a legal mark of this form."""
        raise NotImplementedError


class SpecialMoves(Moves):
    """The legal marks of one player on a pad with special cells."""

    __slots__ = ("facts",)

    def __init__(
        self,
        action: str,
        sheet: Sheet,
        closed_mask: int,
        constraints: Constraints,
        bonus: Bonus,
        candidates: Candidates,
        denied: Refusal | None,
        facts: ActionFacts,
    ) -> None:
        super().__init__(action, sheet, closed_mask, constraints, bonus, candidates, denied)
        self.facts = facts

    def refusal(self, mark: object) -> Refusal | None:
        """As of any moves; of a cell with a field the first part that is refused, in the order made."""
        if not isinstance(mark, Mark):
            raise TypeError(f"expected a Mark, got {mark!r}")
        if self.denied:
            return self.denied
        if not mark.cell:
            return None
        sheet = self.sheet
        for part in mark.parts:
            refusal = self._refusal(part, sheet)
            if refusal is not None:
                return refusal
            sheet = self._made(part, sheet)
        return None

    def __iter__(self) -> Iterator[Mark]:
        if self.denied:
            return
        yield PASS
        legal = [mark for mark in self._offered() if self.refusal(mark) is None]
        fields = [mark for mark in legal if mark.form == "field"]
        pairs = [pair for mark in legal if not mark.form for pair in self._pairs(mark, fields)]
        for letter in ROW_LETTERS:
            yield from (m for m in legal if m.cell[0] == letter and m.form not in ("bonus-row", "track"))
            yield from (pair for pair in pairs if pair.parts[0].cell[0] == letter)
        yield from (mark for mark in legal if mark.form in ("bonus-row", "track"))

    def _offered(self) -> Iterator[Mark]:
        """Single marks that may fit: row by row by form, then what stands beside the rows."""
        for spot, lucky in self.candidates.spots():
            yield spot.marks[lucky]
        view, special = self._view(self.sheet), self.sheet.pad.special
        for form, is_printed in (
            ("second", any(special.seconds)),
            ("exchange", bool(special.exchanges)),
            ("field", bool(special.connections)),
        ):
            for row in range(4) if is_printed else ():
                yield from _BY_FORM[form].marks(self.facts, view, row)
        for form in ("bonus-row", "track"):
            yield from _BY_FORM[form].marks(self.facts, view, None)

    def result(self, mark: Mark) -> Sheet:
        """The sheet after `mark` and all that it brings; Illegal if it is not legal."""
        refusal = self.refusal(mark)
        if refusal:
            raise Illegal(refusal)
        sheet = self.sheet
        for part in mark.parts if mark.cell else ():
            sheet = self._made(part, sheet)
        return sheet

    def chain(self, mark: Mark) -> tuple[str, ...]:
        """The cells that the legal `mark` crosses, the forced one last (chain-forced)."""
        if not mark.cell:
            return ()
        before, after = self.sheet, self.result(mark)
        forced = [
            spot.name
            for spot in self.constraints.board.by_name.values()
            if after.rows[spot.row] & ~before.rows[spot.row] & spot.bit and spot.name != mark.cell
        ]
        return (*(part.cell for part in mark.parts), *forced)

    def canonical(self, mark: Mark) -> Mark:
        """The listed mark of the same form with the same result as the legal `mark`."""
        target = self.result(mark)
        return next(
            m for m in self if (m.cell, m.form) == (mark.cell, mark.form) and self.result(m) == target
        )

    def _pairs(self, mark: Mark, fields: list[Mark]) -> Iterator[Mark]:
        """A legal cell together with each legal field, the field first if that is legal."""
        for field in fields:
            orders = (Mark(mark.cell, field=field.cell, field_first=first) for first in (True, False))
            yield from [pair for pair in orders if self.refusal(pair) is None][:1]

    def _view(self, sheet: Sheet) -> SheetView:
        assert sheet.extras is not None
        return SheetView(self.constraints.board, sheet, sheet.extras, self.closed_mask, self.facts.rulings)

    def _refusal(self, part: Mark, sheet: Sheet) -> Refusal | None:
        """Why one part is illegal on the sheet as it stands by then."""
        facts = self.facts
        if facts.first is not None and facts.first.form == "track":
            text = message("A fifteen on the track replaces both actions of the turn.")
            return Refusal("lucky15-instead", text)
        view = self._view(sheet)
        if part.form in ("", "second", "exchange"):
            spot = self.constraints.board.spot(part.cell)
            if part.form == "exchange":
                refusal = _refuse_exchange(facts, view, spot)
                if refusal is not None:
                    return refusal
            else:
                rule = self.candidates.broken(spot, part.lucky)
                if rule is not None:
                    return self.candidates.explain(rule, spot)
            if part.form != "second":
                return _refuse_cell(view, spot)
        return _BY_FORM[part.form].refusal(facts, view, part)

    def _made(self, part: Mark, sheet: Sheet) -> Sheet:
        view = self._view(sheet)
        if not part.form:
            return _with_cell(view, part.cell)
        return _BY_FORM[part.form].made(self.facts, view, part)


# -- cells of the rows -----------------------------------------------------------------------------------


def _refuse_cell(view: SheetView, spot: Spot) -> Refusal | None:
    """Why a cell may not be crossed whatever the dice show: closed, order, the marks its lock needs."""
    bits, order = view.sheet.rows[spot.row], view.order_bits(spot.row)
    if view.is_closed(spot.row):
        return _refuse_closed(view, spot.row)
    if bits & spot.bit:
        text = message("There is a cross in {colour} {number} already.")
        return Refusal("left-to-right", text, spot.values())
    values = spot.values()
    if spot.bit <= order:
        place = order.bit_length() - 1
        last = view.board.rows[spot.row][place]
        text = message(
            "The cell {colour} {number} stands left of {last_colour} {last}, which is marked, so it is lost."
        )
        if not bits >> place & 1:
            text = message(
                "The cell {colour} {number} stands left of a field that is crossed, so it is lost."
            )
        values |= {"last_colour": Term(last.cell.colour), "last": last.number}
        return Refusal("left-to-right", text, values)
    marks, needs = view.lock_marks(spot.row), view.board.lock_needs
    if spot.closes and marks < needs:
        rule = {6: "lock-needs-six", 7: "double-lock-seven"}.get(needs, "lock-needs-five")
        text = message(
            "Locking {row} with {colour} {number} takes {needs} marks there first; it has {marks}."
        )
        values |= {"row": view.row_term(spot.row), "needs": needs, "marks": marks}
        return Refusal(rule, text, values)
    return None


def _refuse_closed(view: SheetView, row: int) -> Refusal:
    text = message("A lock has closed {row}, so nothing more can be crossed there.")
    if view.sheet.rows[row] & view.board.closing_bits[row]:
        text = message("On this sheet {row} is locked, so nothing more can be crossed there.")
    return Refusal("row-closed", text, {"row": view.row_term(row)})


def _with_cell(view: SheetView, name: str) -> Sheet:
    """The sheet with a cell crossed, and its partner if it is circled (chain-forced, chain-exempt)."""
    spot = view.board.by_name[name]
    rows, forced = list(view.sheet.rows), list(view.extras.forced)
    rows[spot.row] |= spot.bit
    partner = view.sheet.pad.special.partners.get((spot.row, spot.index))
    if partner is not None and not rows[partner[0]] >> partner[1] & 1:
        rows[partner[0]] |= 1 << partner[1]
        forced[partner[0]] |= 1 << partner[1]
    extras = replace(view.extras, forced=(forced[0], forced[1], forced[2], forced[3]))
    return replace(view.sheet, rows=(rows[0], rows[1], rows[2], rows[3]), extras=extras)


# -- the mechanisms --------------------------------------------------------------------------------------


class SecondCrosses(Mechanism):
    """Double A: the rightmost marked cell of a row is crossed once more when its number comes up again.

    rules.md: double-frontier, double-again; rulings double-a-where, rolled-again.
    """

    form = "second"

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """Every marked cell of the row that has a second field."""
        assert row is not None
        bits = view.sheet.rows[row] & view.sheet.pad.special.seconds[row]
        yield from (Mark(spot.name, sign="+") for spot in view.board.rows[row] if bits & spot.bit)

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """`row-closed`, `double-frontier`, `double-again`; the dice have been looked at."""
        spot = view.board.by_name[mark.cell]
        if view.is_closed(spot.row):
            return _refuse_closed(view, spot.row)
        values = spot.values() | {"row": view.row_term(spot.row)}
        bits, seconds = view.sheet.rows[spot.row], view.extras.seconds[spot.row]
        may = bits & view.sheet.pad.special.seconds[spot.row] & ~seconds & spot.bit
        if facts.rulings.double_a_where == "frontier":
            fits = may and spot.bit.bit_length() == bits.bit_length()
            text = message(
                "Only the rightmost marked cell of {row} may be crossed once more, and {colour} {number} is "
                "not it, or is crossed twice already."
            )
        else:
            fits = may and spot.bit > seconds
            text = message(
                "Only a marked cell right of every second cross of {row} may be crossed once more; "
                "{colour} {number} is none."
            )
        if not fits:
            return Refusal("double-frontier", text, values)
        if facts.rulings.rolled_again == "later-roll" and facts.marked_this_turn(spot):
            text = message("{colour} {number} was marked in this turn; its number must be rolled again.")
            return Refusal("double-again", text, values)
        return None

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """With the second cross."""
        spot = view.board.by_name[mark.cell]
        seconds = list(view.extras.seconds)
        seconds[spot.row] |= spot.bit
        extras = replace(view.extras, seconds=(seconds[0], seconds[1], seconds[2], seconds[3]))
        return replace(view.sheet, extras=extras)


class Exchanges(Mechanism):
    """X-Change: a field turns the white sum into its other number (exchange, exchange-left-to-right)."""

    form = "exchange"

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """The cells of the row that some field offers for the white sum."""
        assert row is not None
        if facts.action == "white":
            for spot in view.board.rows[row]:
                if _exchange_field(view, facts.roll.sum, spot.number) is not None:
                    yield Mark(spot.name, sign="x")

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """The dice, then the cell as any other."""
        spot = view.board.by_name[mark.cell]
        return _refuse_exchange(facts, view, spot) or _refuse_cell(view, spot)

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """The cell crossed, and the field that its number and the white sum name."""
        field = _exchange_field(view, facts.roll.sum, view.board.by_name[mark.cell].number)
        assert field is not None
        sheet = _with_cell(view, mark.cell)
        assert sheet.extras is not None
        return replace(sheet, extras=replace(sheet.extras, exchanged=sheet.extras.exchanged | 1 << field))


def _exchange_field(view: SheetView, total: int, number: int) -> int | None:
    """The field that shows the white sum and this number; None if there is none."""
    pairs = view.sheet.pad.special.exchanges
    return next((i for i, pair in enumerate(pairs) if total != number and {total, number} == {*pair}), None)


def _refuse_exchange(facts: ActionFacts, view: SheetView, spot: Spot) -> Refusal | None:
    values = spot.values() | {"sum": facts.roll.sum}
    if facts.action != "white":
        if facts.removed_mask >> spot.colour & 1:
            text = message(
                "The {colour} die has left the game, so {colour} {number} cannot be marked with it."
            )
            return Refusal("die-removed", text, values)
        return Refusal(
            "exchange", message("A number is exchanged in action 1 only, for the white sum."), values
        )
    field = _exchange_field(view, facts.roll.sum, spot.number)
    if field is None:
        text = message("No field of the strip exchanges the white sum {sum} for {number}.")
        return Refusal("exchange", text, values)
    if view.extras.exchanged >> field:
        text = message("The field for {sum} and {number} is used, or stands left of one that is.")
        return Refusal("exchange-left-to-right", text, values)
    return None


class BonusRows(Mechanism):
    """Big Points: round cells between two rows (bp-neighbour, bp-left-to-right, bp-after-close)."""

    form = "bonus-row"

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """Every round cell."""
        for bonus_row in view.sheet.pad.special.bonus_rows:
            yield from (Mark(f"{bonus_row.name}{number}") for number in bonus_row.numbers)

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """The dice, the order in the bonus row, then the neighbour that must be marked."""
        place, bonus_row, number = _round_cell(view, mark)
        values: dict[str, str | int] = {"number": number}
        neighbours = [
            spot for row in bonus_row.rows for spot in view.board.rows[row] if spot.number == number
        ]
        rolled = neighbours
        if facts.action == "white":
            if number != facts.roll.sum:
                first, second = facts.roll.white
                text = message("The white dice show {first} + {second} = {sum}, not {number}.")
                return Refusal(
                    "white-sum", text, values | {"first": first, "second": second, "sum": facts.roll.sum}
                )
        else:
            colours = {spot.colour for row in bonus_row.rows for spot in view.board.rows[row]}
            if all(facts.removed_mask >> colour & 1 for colour in colours):
                text = message("The dice of both rows beside this cell have left the game.")
                return Refusal("die-removed", text, values)
            sums = {
                colour: {die + white for white in facts.roll.white}
                for colour in colours
                if (die := facts.dice[colour]) is not None
            }
            if not any(number in found for found in sums.values()):
                text = message("No white die and a die of a row beside this cell make {number}.")
                return Refusal("colour-sum", text, values)
            if facts.rulings.bp_colour == "marked":
                rolled = [spot for spot in neighbours if number in sums.get(spot.colour, ())]
        if view.extras.bonus_rows[place] >> bonus_row.numbers.index(number):
            text = message("The round cell {number} is crossed, or stands left of one that is.")
            return Refusal("bp-left-to-right", text, values)
        later = facts.rulings.rolled_again == "later-roll"
        for spot in rolled:
            marked = view.sheet.rows[spot.row] & spot.bit
            if marked and not (later and facts.marked_this_turn(spot)):
                return None
        text = message(
            "A round cell is crossed only if its number was marked earlier in a row beside it; {number} was not."
        )
        if facts.action == "colour" and facts.rulings.bp_colour == "marked":
            text = message(
                "A round cell is crossed with the die of a row beside it in which its number was marked earlier; "
                "{number} was not."
            )
        return Refusal("bp-neighbour", text, values)

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """With the round cell crossed."""
        place, bonus_row, number = _round_cell(view, mark)
        rows = list(view.extras.bonus_rows)
        rows[place] |= 1 << bonus_row.numbers.index(number)
        return replace(view.sheet, extras=replace(view.extras, bonus_rows=tuple(rows)))


def _round_cell(view: SheetView, mark: Mark) -> tuple[int, BonusRow, int]:
    """The place of the bonus row on the pad, the row, and the number; NotAMark if the pad has no such cell."""
    number = int(mark.cell[2:])
    for place, row in enumerate(view.sheet.pad.special.bonus_rows):
        if row.name == mark.cell[:2] and number in row.numbers:
            return place, row, number
    raise _no_such_cell(view, mark)


class Track(Mechanism):
    """Lucky 15: two white dice and a coloured one show fifteen (lucky15-fifteen, lucky15-track)."""

    form = "track"

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """The track."""
        if view.sheet.pad.special.track:
            yield Mark("15")

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """For the active player in action 1, with a free field."""
        track = view.sheet.pad.special.track
        if not track:
            raise _no_such_cell(view, mark)
        if facts.action != "white" or not facts.is_active:
            text = message("Only the active player crosses the track, instead of both actions.")
            return Refusal("lucky15-fifteen", text)
        if not any(die is not None and facts.roll.sum + die == FIFTEEN for die in facts.dice):
            text = message(
                "The white dice make {sum}, and no coloured die in the game makes fifteen with them."
            )
            return Refusal("lucky15-fifteen", text, {"sum": facts.roll.sum})
        if view.extras.track >= len(track):
            return Refusal("lucky15-track", message("Every field of the track is crossed already."))
        return None

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """With the next field crossed."""
        return replace(view.sheet, extras=replace(view.extras, track=view.extras.track + 1))


class Connections(Mechanism):
    """Connect 15: a field between two cells, if two dice show 1 and 5 (connect-one-five,
    connect-left-to-right)."""

    form = "field"

    def marks(self, facts: ActionFacts, view: SheetView, row: int | None) -> Iterator[Mark]:
        """The fields of the row."""
        yield from (Mark(field.name) for field in view.sheet.pad.special.connections if field.row == row)

    def refusal(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Refusal | None:
        """The dice, a closed row, then the order."""
        number, field = _connection(view, mark)
        values: dict[str, str | int] = {"field": field.name[1:], "row": view.row_term(field.row)}
        if facts.first is not None and any(part.form == "field" for part in facts.first.parts):
            text = message("One field a turn may be crossed, and this player has crossed one.")
            return Refusal("connect-one-five", text, values)
        if field.row not in _one_five_rows(facts, view.board):
            text = message("No two dice in the game that show 1 and 5 open a field of {row}.")
            return Refusal("connect-one-five", text, values)
        if view.is_closed(field.row):
            return _refuse_closed(view, field.row)
        crossed = view.extras.connections
        behind = [
            other
            for i, other in enumerate(view.sheet.pad.special.connections)
            if other.row == field.row and crossed >> i & 1 and other.index >= field.index
        ]
        if view.order_bits(field.row) >> (field.index + 1) or behind:
            text = message("The field {field} of {row} is crossed, or stands left of what is, so it is lost.")
            return Refusal("connect-left-to-right", text, values)
        if facts.rulings.connect_which == "next" and number != _next_connection(view, field.row):
            text = message("Only the nearest field right of the marks of {row} may be crossed.")
            return Refusal("connect-left-to-right", text, values)
        return None

    def made(self, facts: ActionFacts, view: SheetView, mark: Mark) -> Sheet:
        """With the field crossed."""
        number, _ = _connection(view, mark)
        extras = replace(view.extras, connections=view.extras.connections | 1 << number)
        return replace(view.sheet, extras=extras)


def _connection(view: SheetView, mark: Mark) -> tuple[int, Connection]:
    """The field and its number on the pad; NotAMark if the pad has none of that name."""
    for number, field in enumerate(view.sheet.pad.special.connections):
        if field.name == mark.cell:
            return number, field
    raise _no_such_cell(view, mark)


def _next_connection(view: SheetView, row: int) -> int | None:
    """The number of the nearest field right of the marks and crossed fields of a row."""
    for number, field in enumerate(view.sheet.pad.special.connections):
        free = not view.extras.connections >> number & 1
        if field.row == row and free and not view.order_bits(row) >> (field.index + 1):
            return number
    return None


def _one_five_rows(facts: ActionFacts, board: Board) -> set[int]:
    """The rows that two dice showing 1 and 5 open: any for two white ones, else those of the coloured dice."""
    dice: list[tuple[int | None, int]] = [(None, value) for value in facts.roll.white]
    dice += [(colour, value) for colour, value in enumerate(facts.dice) if value is not None]
    rows: set[int] = set()
    for (one, first), (other, second) in combinations(dice, 2):
        if {first, second} == {1, 5}:
            if one is None and other is None:
                return set(range(4))
            rows |= {
                row
                for row, spots in enumerate(board.rows)
                if any(spot.colour in (one, other) for spot in spots)
            }
    return rows


def _no_such_cell(view: SheetView, mark: Mark) -> NotAMark:
    return NotAMark("There is no cell {name} on the pad {pad}.", name=mark.cell, pad=view.sheet.pad.name)


_BY_FORM: dict[str, Mechanism] = {
    mechanism.form: mechanism
    for mechanism in (SecondCrosses(), Exchanges(), BonusRows(), Track(), Connections())
}
