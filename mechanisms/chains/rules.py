"""Connected B: a circled cell brings its partner."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from typing import cast

from companion.rules.board import Board, Spot
from companion.rules.mechanism import Draft, Mechanism, SheetRules, View
from companion.rules.observed_sheet import Contradiction, ObservedSheet
from companion.rules.refusal import Refusal, Term
from companion.rules.sheet import Misplaced, Sheet
from mechanisms.chains.table import Chains
from sheets.language import message
from sheets.mechanism import NOWHERE, FourBits, Place
from sheets.pad import ROW_LETTERS, Pad


class ChainRules(Mechanism):
    """rules.md: chain-forced, chain-exempt; ruling chain-frontier. Its state: the cells brought, by row."""

    key = "chains"
    word = "forced"

    def blank(self, pad: Pad) -> Hashable:
        """No cell brought."""
        return NOWHERE

    def words(self, pad: Pad, state: FourBits) -> list[str]:
        """The cells brought."""
        return [
            str(cell)
            for row, bits in zip(pad.rows, state, strict=True)
            for cell in row
            if bits >> cell.index & 1
        ]

    def read_words(self, sheet: Sheet, words: Sequence[str]) -> Hashable:
        """Circled cells that are crossed."""
        forced = [0, 0, 0, 0]
        for cell in map(sheet.pad.cell, words):
            row = ROW_LETTERS.index(cell.row)
            if (row, cell.index) not in _partners(sheet.pad) or str(cell) not in sheet:
                raise Misplaced(str(cell))
            forced[row] |= 1 << cell.index
        return tuple(forced)

    def follow(self, draft: Draft, spot: Spot) -> None:
        """The partner is crossed whatever bars its way; one that is already crossed stays as it is."""
        partner = _partners(draft.rules.pad).get((spot.row, spot.index))
        if partner is not None and not draft.rows[partner[0]] >> partner[1] & 1:
            forced = list(draft.beside[self.key])
            forced[partner[0]] |= 1 << partner[1]
            draft.beside[self.key] = tuple(forced)
            draft.bring(draft.rules.board.rows[partner[0]][partner[1]])

    def brought_by(self, view: View, spot: Spot) -> str | None:
        """The partner of a cell that was brought."""
        partner = _partners(view.rules.pad).get((spot.row, spot.index))
        if partner is None or not view.sheet.of(self.key)[spot.row] & spot.bit:
            return None
        return view.board.rows[partner[0]][partner[1]].name

    def order_bits(self, rules: SheetRules, sheet: Sheet, row: int, bits: int) -> int:
        """Cells brought are left out if the table agreed so (ruling chain-frontier)."""
        forced: FourBits = sheet.of(self.key)
        return bits & ~forced[row] if rules.rulings.chain_frontier == "ignored" else bits

    def contradictions(self, board: Board, observed: ObservedSheet) -> Iterator[Contradiction]:
        """Both cells of a pair are crossed, or none (rules.md: chain-forced)."""
        for pair in cast(Chains, observed.pad.part(self.key)):
            spots = [board.rows[row][index] for row, index in pair]
            crossed = [spot for spot in spots if observed.rows[spot.row] & spot.bit]
            if len(crossed) == 1:
                (lacking,) = (spot for spot in spots if spot is not crossed[0])
                text = message(
                    "The ring of {colour} {number} is crossed, but {other_colour} {other} at the other end "
                    "of its line is not."
                )
                values = crossed[0].values()
                values |= {"other_colour": Term(lacking.cell.colour), "other": lacking.number}
                yield Contradiction(Refusal("chain-forced", text, values), (crossed[0].name, lacking.name))


def _partners(pad: Pad) -> dict[Place, Place]:
    return partners(pad.part("chains"))


@cache
def partners(chains: Chains) -> dict[Place, Place]:
    """The other cell of each cell of a chain."""
    return {one: other for pair in chains for one, other in (pair, pair[::-1])}


MECHANISM = ChainRules()
