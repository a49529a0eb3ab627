"""The game Connected B: a cross in a circled cell also crosses the circled cell that is linked to it."""

from collections.abc import Sequence
from functools import lru_cache

from companion.rulebook.rule import retold
from companion.rulebook.rulings import Rulings
from companion.rules.board import Spot, prepare
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Contradiction, Refusal, Term, Value
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Bond, Notes, SheetPart
from companion.rules.speciality import Draft, SheetRules, Speciality
from mechanisms.chains import PART
from sheets.language import Phrase, counted, message, phrase
from sheets.pad import KEPT_PADS, Pad

END_CHANCE = 0.225
"""Estimated chance that, with many turns left, a circled cell will be crossed, and its partner with it."""


@lru_cache(KEPT_PADS)
def partners(pad: Pad) -> dict[str, Spot]:
    """Return the partner of each circled cell, by the circled cell's name, in the order of the pad."""
    rows = prepare(pad).rows
    pairs = ((rows[a][i], rows[b][j]) for (a, i), (b, j) in PART.on(pad))
    others = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    return {one.name: others[one] for one in sorted(others, key=lambda spot: spot.order)}


@lru_cache(KEPT_PADS)
def _bits(pad: Pad) -> dict[str, int]:
    """Return each circled cell's bit in the state, by name. The bit is set if a chain crossed the cell."""
    return {name: 1 << i for i, name in enumerate(partners(pad))}


@lru_cache(KEPT_PADS)
def _by_row(pad: Pad) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return, for each row, two bit masks per circled cell: its bit in the state, and its bit in the row."""
    spots = [(bit, prepare(pad).by_name[name]) for name, bit in _bits(pad).items()]
    return tuple(tuple((bit, spot.bit) for bit, spot in spots if spot.row == row) for row in range(4))


def _notes(pad: Pad) -> Notes:
    def fault(lacking: Sequence[str], shown: str) -> Contradiction:
        ring, other = pad.cell(shown), pad.cell(lacking[0])
        text = message(
            "The ring of {colour} {number} is crossed, but {other_colour} {other} at the other end "
            "of its line is not."
        )
        values: dict[str, Value] = {"colour": Term(ring.colour), "number": ring.number}
        values |= {"other_colour": Term(other.colour), "other": other.number}
        return Contradiction(Refusal("chain-forced", text, values), (shown, *lacking))

    rows = pad.rows
    bonds = (
        Bond("both", (str(rows[a].cells[i]), str(rows[b].cells[j])), fault) for (a, i), (b, j) in PART.on(pad)
    )
    return Notes("forced", tuple(partners(pad)), bonds=tuple(bonds))


def _follow(draft: Draft, spot: Spot) -> None:
    partner = partners(draft.rules.pad).get(spot.name)
    if partner is not None and not draft.rows[partner.row] & partner.bit:
        draft.beside[PART.key] |= _bits(draft.rules.pad)[partner.name]
        draft.bring(partner)


def _order(sheet: Sheet, row: int, bits: int, rulings: Rulings) -> int:
    """Return `bits`, the crosses of a row. If chain_frontier is "ignored", omit those made by a chain."""
    if rulings.chain_frontier == "ignored" and (state := sheet.state(PART.key)):
        for brought, bit in _by_row(sheet.pad)[row]:
            if state & brought:
                bits &= ~bit
    return bits


def _more_crosses(outlook: Outlook) -> Sequence[float]:
    more, sheet, board = [0.0] * 4, outlook.sheet, outlook.rules.board
    for name, other in partners(sheet.pad).items():
        if outlook.may_mark(board.by_name[name]) and not sheet.rows[other.row] & other.bit:
            more[other.row] += END_CHANCE * outlook.long_game
    return more


def _lock_room(rules: SheetRules, sheet: Sheet, row: int, start: int) -> int:
    free = (
        spot
        for spot in map(rules.board.spot, partners(sheet.pad))
        if spot.row == row and spot.index < start and not sheet.rows[row] & spot.bit
    )
    others = (partners(sheet.pad)[spot.name] for spot in free)
    return sum(not sheet.rows[other.row] & other.bit for other in others)


def _fact(move: MadeMove) -> Fact | None:
    new = move.after.state(PART.key) & ~move.before.state(PART.key)
    if not new:
        return None
    spots = [move.rules.board.spot(name) for name, bit in _bits(move.before.pad).items() if new & bit]
    brought = [spot for spot in spots if spot.row == spots[0].row][-1]
    cell, skipped = brought.words, 0
    if not move.closed_mask >> brought.row & 1:
        old, now = (move.rules.first_in_order(sheet, brought.row) for sheet in (move.before, move.after))
        skipped = max(0, now - 1 - old)
    said = phrase("brings {cell} as well", cell=cell)
    if skipped:
        said = counted(
            message("brings {cell} as well, which skips one cell"),
            message("brings {cell} as well, which skips {count} cells"),
            skipped,
            cell=cell,
        )
    return Fact((said,), brought=brought)


def _contrast(does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
    if best or does is not None or would is None or would.brought is None:
        return None
    return phrase("{other} would bring {cell} as well", other=other, cell=would.brought.words)


BOOK = (
    retold(
        "chain-forced",
        message("One cell brings the other"),
        ("connected-b",),
        message(
            "Whoever marks a circled cell crosses its partner at once. There is no choice. If the partner "
            "is crossed already, nothing happens."
        ),
        message("On sheet A red 6 brings yellow 6."),
    ),
    retold(
        "chain-exempt",
        message("The forced cross obeys no rule"),
        ("connected-b",),
        message(
            "The forced cross obeys no rule of dice, order or closing: it is made left of other marks and "
            "in closed rows too. It counts as a mark of its row."
        ),
        message("Yellow 10 is marked; green 6 brings yellow 8 all the same."),
    ),
)

SHEET = SheetPart(notes=_notes)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    order=_order,
    follow=_follow,
)

ADVICE = Advice(more_crosses=_more_crosses, lock_room=_lock_room, fact=_fact, contrast=_contrast)
