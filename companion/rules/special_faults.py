"""What contradicts the mechanisms of a pad on one sheet: places that no legal play crosses together.

As in `companion.rules.reachable`, one sheet alone is seen: dice, other players and rulings may have been
whatever it takes. So these contradictions are few. Rows of round cells, second fields and fields between
numbers may have gaps anywhere; what is left is which cross needs which other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.rules.board import Board
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal, Term
from sheets.language import message

Fault = Iterator[Contradiction]


def special_faults(board: Board, observed: ObservedSheet) -> Fault:
    """Every contradiction between a sheet and the mechanisms of its pad, in the order of the pad."""
    for key in observed.pad.mechanisms:
        if key in _FAULTS:
            yield from _FAULTS[key](board, observed)


def _second_crosses(board: Board, observed: ObservedSheet) -> Fault:
    """A second cross stands below a first one (rules.md: double-frontier)."""
    assert observed.extras is not None
    for row, bits in enumerate(observed.extras.seconds):
        for spot in board.rows[row]:
            if bits & ~observed.rows[row] & spot.bit:
                text = message("The second field of {colour} {number} is crossed, but its first one is not.")
                refusal = Refusal("double-frontier", text, spot.values())
                yield Contradiction(refusal, (spot.name, f"{spot.name}+"))


def _bonus_rows(board: Board, observed: ObservedSheet) -> Fault:
    """A round cell needs its number in a row beside it (rules.md: bp-neighbour)."""
    assert observed.extras is not None
    for bonus_row, bits in zip(observed.pad.special.bonus_rows, observed.extras.bonus_rows, strict=True):
        for i, (number, name) in enumerate(zip(bonus_row.numbers, bonus_row.cells, strict=True)):
            beside = [spot for row in bonus_row.rows for spot in board.rows[row] if spot.number == number]
            crossed = any(spot.bit & observed.rows[spot.row] for spot in beside)
            if bits >> i & 1 and not crossed:
                text = message(
                    "The round cell {number} between {upper} and {lower} is crossed, but {number} is crossed "
                    "in neither of them."
                )
                upper, lower = (board.row_term(row) for row in bonus_row.rows)
                values: dict[str, Term | int] = {"number": number, "upper": upper, "lower": lower}
                yield Contradiction(
                    Refusal("bp-neighbour", text, dict(values)), (name, *(spot.name for spot in beside))
                )


def _chains(board: Board, observed: ObservedSheet) -> Fault:
    """Both cells of a pair are crossed, or none (rules.md: chain-forced)."""
    for pair in observed.pad.special.chains:
        spots = [board.rows[row][index] for row, index in pair]
        crossed = [spot for spot in spots if observed.rows[spot.row] & spot.bit]
        if len(crossed) == 1:
            (lacking,) = (spot for spot in spots if spot is not crossed[0])
            text = message(
                "The ring of {colour} {number} is crossed, but {other_colour} {other} at the other end of "
                "its line is not."
            )
            values = crossed[0].values()
            values |= {"other_colour": Term(lacking.cell.colour), "other": lacking.number}
            yield Contradiction(Refusal("chain-forced", text, values), (crossed[0].name, lacking.name))


def _track(_board: Board, observed: ObservedSheet) -> Fault:
    """The track is crossed field by field from the left (rules.md: lucky15-track)."""
    first = len(observed.pad.special.exchanges) + 1
    bits = observed.track
    free = [i for i in range(bits.bit_length()) if not bits >> i & 1]
    if free:
        text = message("Field {number} of the track is not crossed, but one right of it is.")
        refusal = Refusal("lucky15-track", text, {"number": free[0] + 1})
        yield Contradiction(
            refusal, (*(f"box {first + i}" for i in free), f"box {first - 1 + bits.bit_length()}")
        )


def _exchange(board: Board, observed: ObservedSheet) -> Fault:
    """Each used field brought one mark, from left to right (rules.md: exchange, exchange-left-to-right)."""
    assert observed.extras is not None
    pairs = observed.pad.special.exchanges
    used = [i for i in range(len(pairs)) if observed.extras.exchanged >> i & 1]
    for i in used:
        if not any(_exchanged_cells(board, observed, pairs[i])):
            text = message(
                "The exchange field {first}/{second} is crossed, but neither number is crossed in any row."
            )
            refusal = Refusal("exchange", text, {"first": pairs[i][0], "second": pairs[i][1]})
            yield Contradiction(refusal, (f"box {i + 1}",))
            return
    if not _exchanges_fit(board, observed, [pairs[i] for i in used]):
        text = message(
            "The crossed exchange fields cannot each have brought one of the crosses in the rows, from left "
            "to right."
        )
        boxes = tuple(f"box {i + 1}" for i in used)
        yield Contradiction(Refusal("exchange-left-to-right", text), boxes)


def _exchanged_cells(
    board: Board, observed: ObservedSheet, pair: tuple[int, int]
) -> tuple[tuple[int, ...], ...]:
    """For each row the indices of its crossed cells that such a field may have brought."""
    return tuple(
        tuple(spot.index for spot in row if spot.bit & bits and spot.number in pair)
        for row, bits in zip(board.rows, observed.rows, strict=True)
    )


def _exchanges_fit(board: Board, observed: ObservedSheet, pairs: list[tuple[int, int]]) -> bool:
    """Whether fields used in this order can each have brought a cell of its own, each row's from the left.

    What counts of the fields so far is only how far they came in each row.
    """
    reached: set[tuple[int, ...]] = {(-1,) * len(board.rows)}
    for pair in pairs:
        cells = _exchanged_cells(board, observed, pair)
        reached = {
            (*state[:row], index, *state[row + 1 :])
            for state in reached
            for row, indices in enumerate(cells)
            for index in indices
            if index > state[row]
        }
    return bool(reached)


_FAULTS: dict[str, Callable[[Board, ObservedSheet], Fault]] = {
    "second-crosses": _second_crosses,
    "bonus-rows": _bonus_rows,
    "chains": _chains,
    "exchange": _exchange,
    "track": _track,
}
"""What may contradict each mechanism, by its table in the file of a pad; the others contradict nothing."""
