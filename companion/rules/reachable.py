"""Finds contradictions between a sheet of paper and the rules. There are none if a legal game,
with any players, rolls and rulings, leads to the sheet. Pads with bonuses need a search (`paths`).
"""

from collections.abc import Iterator
from itertools import permutations

from companion.rules.board import Board, Spot, prepare
from companion.rules.constraints import lock_needs_rule
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.paths import one_roll
from companion.rules.refusal import Contradiction, Refusal, Term, Value
from companion.rules.sheet_part import notes_on
from companion.rules.speciality import Speciality, specialities_of
from companion.rules.variants import takes_cards
from sheets.language import message
from sheets.pad import ROW_LETTERS


def contradictions(observed: ObservedSheet) -> tuple[Contradiction, ...]:
    """Return the contradictions between a sheet and the rules, or () if none is found."""
    board = prepare(observed.pad)
    faults = [fault for row in range(4) for fault in _row_faults(board, observed, row)]
    own = specialities_of(observed.pad).all
    searched = [each for each in own if each.searches]
    for each in own:
        if not each.searches:
            faults += _own_faults(each, board, observed)
    # a chain of bonuses may lock several rows in one action
    faults += _end_faults(board, observed, most_locks=4 if searched else 2)
    if not faults and searched:
        faults += [fault for each in searched for fault in _own_faults(each, board, observed)]
        if faults:
            faults = [*_end_faults(board, observed, most_locks=2)] or faults
    return tuple(faults)


def _own_faults(own: Speciality, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
    places = observed.places
    notes = notes_on(observed.pad).get(own.key)
    yield from filter(None, (bond.contradiction(places) for bond in (notes.bonds if notes else ())))
    if own.contradictions:
        yield from own.contradictions(board, observed.sheet)


def _row_faults(board: Board, observed: ObservedSheet, row: int) -> Iterator[Contradiction]:
    """Yield contradictions about the last cells and the lock of a row."""
    bits, spots = observed.rows[row], board.rows[row]
    lock = f"lock {ROW_LETTERS[row]}"
    closing = [spot for spot in spots if spot.closes and spot.bit & bits]
    locked = bool(observed.locks >> row & 1)
    values: dict[str, Value] = {"row": board.row_term(row)}
    if not closing:
        if locked:
            text = message("The lock of {row} is crossed, but its last cell is not.")
            lasts = (spot.name for spot in spots if spot.closes)
            yield Contradiction(Refusal("lock", text, values | {"number": spots[-1].number}), (lock, *lasts))
        return
    last = closing[-1]
    values |= {"colour": Term(last.cell.colour), "number": last.number}
    if not locked:
        text = message(
            "In {row} the last cell, {colour} {number}, is crossed, but the lock beside it is not."
        )
        yield Contradiction(Refusal("lock", text, values), (last.name, lock))
    if len(closing) > 1:
        text = message("In {row} both {first} and {number} are crossed, but either of them closes the row.")
        refusal = Refusal("row-closed", text, values | {"first": closing[0].number})
        yield Contradiction(refusal, tuple(spot.name for spot in closing))
    before = _lock_crosses(board, observed, row)
    if before < board.lock_needs:
        rule = lock_needs_rule(board.lock_needs)
        text = message(
            "In {row} the last cell, {colour} {number}, is crossed with {marks} crosses before it; it "
            "needs {needs}."
        )
        refusal = Refusal(rule, text, values | {"marks": before, "needs": board.lock_needs})
        yield Contradiction(refusal, (last.name,))


def _lock_crosses(board: Board, observed: ObservedSheet, row: int) -> int:
    """Return the number of crosses that count towards the lock of a row, under the most generous rulings."""
    cells = (observed.rows[row] & ~board.closing_bits[row]).bit_count()
    return cells + observed.sheet.extra_lock_crosses(row)


def _end_faults(board: Board, observed: ObservedSheet, most_locks: int) -> Iterator[Contradiction]:
    """Yield a contradiction if the sheet has too many locks, or several locks and four penalties."""
    closing = [
        spots[-1]
        for row in board.rows
        if (spots := [spot for spot in row if spot.closes and spot.bit & observed.rows[spot.row]])
    ]
    names = tuple(f"lock {ROW_LETTERS[spot.row]}" for spot in closing)
    if len(closing) > most_locks and not _may_all_lock(board, closing):
        text = message("{locks} rows are locked, but the game ends when a second row closes.")
        yield Contradiction(Refusal("end-two-rows", text, {"locks": len(closing)}), names)
    elif len(closing) > 1 and observed.misses >= 4:
        text = message(
            "Two locks and a fourth penalty cannot be on one sheet: the game ends with either of them."
        )
        misses = (f"miss {n}" for n in range(1, observed.misses + 1))
        yield Contradiction(Refusal("end-misses", text), (*names, *misses))


def _may_all_lock(board: Board, closing: list[Spot]) -> bool:
    """Return True if one player can mark the three or four last cells in `closing` without any bonus."""
    if takes_cards(board.pad):  # one row early, one by the number, the others in one play of one colour
        most = max(sum(other.colour == spot.colour for other in closing) for spot in closing)
        if len(closing) <= 2 + min(most, 3):
            return True
    # one row early and, under the ruling `finish-turn`, one in each action of the last turn
    return len(closing) == 3 and any(
        third.colour not in (first.colour, second.colour)
        and one_roll(second.number, third.number, board.pad.sides)
        for first, second, third in permutations(closing)
    )
