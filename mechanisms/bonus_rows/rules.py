"""The game Big Points: a round cell needs its number crossed in a row beside it, and counts in both rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rulebook.rule import retold
from companion.rules.board import Spot, prepare
from companion.rules.mark import Mark
from companion.rules.outlook import Advice, Fact, MadeMove, Outlook
from companion.rules.refusal import Contradiction, Refusal, Value
from companion.rules.sheet import Sheet
from companion.rules.sheet_part import Bond, ExtraCrosses, Notes, SheetPart
from companion.rules.speciality import Draft, OwnMarks, Report, Speciality, View
from mechanisms.bonus_rows import PART, BonusRow
from sheets.language import message, phrase
from sheets.pad import KEPT_PADS, Pad

ROUND_CHANCE = 0.3
"""Estimated chance of crossing a round cell if its number is marked beside it and many turns are left."""


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round cell between two rows, prepared for the rules."""

    row: BonusRow
    number: int
    beside: tuple[Spot, ...]  # the cells with the same number in the neighbouring rows
    bit: int  # its bit in the state
    left_of: int  # its bit and the bits of all round cells to its right; a set bit excludes the cell


@lru_cache(KEPT_PADS)
def _cells(pad: Pad) -> dict[str, RoundCell]:
    """Return the round cells by name, row by row from left to right."""
    cells: dict[str, RoundCell] = {}
    board = prepare(pad)
    for row in PART.on(pad) or ():
        end = 1 << len(cells) + len(row.cells)
        for number, name in zip(row.numbers, row.cells, strict=True):
            spots = (spot for each in row.rows for spot in board.rows[each] if spot.number == number)
            bit = 1 << len(cells)
            cells[name] = RoundCell(row, number, tuple(spots), bit, end - bit)
    return cells


def crossed(sheet: Sheet) -> dict[str, RoundCell]:
    """Return the crossed round cells by name."""
    state = sheet.state(PART.key)
    return {name: cell for name, cell in _cells(sheet.pad).items() if state & cell.bit}


def _notes(pad: Pad) -> Notes:
    cells = _cells(pad)

    def fault(lacking: Sequence[str], name: str) -> Contradiction:
        text = message(
            "The round cell {number} between {upper} and {lower} is crossed, but {number} is "
            "crossed in neither of them."
        )
        upper, lower = (pad.rows[row].term for row in cells[name].row.rows)
        values: dict[str, Value] = {"number": cells[name].number, "upper": upper, "lower": lower}
        return Contradiction(Refusal("bp-neighbour", text, values), (name, *lacking))

    bonds = (
        Bond("one before", (*(spot.name for spot in cell.beside), name), fault)
        for name, cell in cells.items()
    )
    return Notes("cells", tuple(cells), tuple(cells), bonds=tuple(bonds))


def _counting(pad: Pad) -> ExtraCrosses:
    """Return how round cells count: in both neighbouring rows, but not towards locks (bp-not-for-lock)."""
    cells = _cells(pad).values()
    a, b, c, d = (sum(cell.bit for cell in cells if row in cell.row.rows) for row in range(4))
    return ExtraCrosses(places=(a, b, c, d), locks=False)


def _listed(view: View) -> Iterator[Mark]:
    white = view.roll.white
    rolled = {die + one for die in view.dice if die is not None for one in white}
    offered = {view.roll.sum} if view.position.phase == "white" else rolled
    yield from (Mark(name) for name, cell in _cells(view.rules.pad).items() if cell.number in offered)


def _made(view: View, mark: Mark) -> Draft | Refusal:
    """Return a draft (a mutable sheet) with the mark, or why the dice or other cells forbid the mark."""
    cell = _cells(view.rules.pad)[mark.cell]
    rolled = _rolled_neighbours(view, cell)
    if isinstance(rolled, Refusal):
        return rolled
    values = {"number": cell.number}
    if view.sheet.state(PART.key) & cell.left_of:
        text = message("The round cell {number} is crossed, or is to the left of one that is.")
        return Refusal("bp-left-to-right", text, values)
    later = view.rules.rulings.rolled_again == "later-roll"
    for spot in rolled:
        if view.sheet.rows[spot.row] & spot.bit and not (later and view.marked_this_turn(spot)):
            draft = view.draft()
            draft.beside[PART.key] |= cell.bit
            return draft
    text = message(
        "A round cell is crossed only if its number was marked earlier in a row beside it; {number} was not."
    )
    if view.position.phase == "colour" and view.rules.rulings.bp_colour == "marked":
        text = message(
            "To cross a round cell with the die of a row beside it, its number must have been marked in "
            "that row earlier; {number} was not."
        )
    return Refusal("bp-neighbour", text, values)


def _rolled_neighbours(view: View, cell: RoundCell) -> Sequence[Spot] | Refusal:
    """Return the cells beside `cell`, one of which must be marked, or a refusal if the dice don't fit."""
    number = cell.number
    values: dict[str, Value] = {"number": number}
    if view.position.phase == "white":
        if number == view.roll.sum:
            return cell.beside
        first, second = view.roll.white
        text = message("The white dice show {first} + {second} = {sum}, not {number}.")
        return Refusal("white-sum", text, values | {"first": first, "second": second, "sum": view.roll.sum})
    if all(view.position.removed_mask >> spot.colour & 1 for spot in cell.beside):
        text = message("The dice of both rows beside this cell have left the game.")
        return Refusal("die-removed", text, values)
    rolled = [
        spot
        for spot in cell.beside
        if (die := view.dice[spot.colour]) is not None and number - die in view.roll.white
    ]
    if not rolled:
        text = message("No white die makes {number} with a die of a row beside this cell.")
        return Refusal("colour-sum", text, values)
    return cell.beside if view.rules.rulings.bp_colour == "either" else rolled


def _report(sheet: Sheet, points: int) -> Report:
    marks: dict[str, list[int]] = {row.name: [] for row in PART.on(sheet.pad)}
    for cell in crossed(sheet).values():
        marks[cell.row.name].append(cell.number)
    return Report(verdict={"marks": marks})


def _more_crosses(outlook: Outlook) -> Sequence[float]:
    more, state = [0.0] * 4, outlook.sheet.state(PART.key)
    for row in PART.on(outlook.sheet.pad):
        cells = [cell for cell in _cells(outlook.sheet.pad).values() if cell.row == row]
        chance = sum(_chance(outlook, cell.beside) for cell in cells if not state & cell.left_of)
        for each in row.rows:
            more[each] += chance
    return more


def _chance(outlook: Outlook, beside: Sequence[Spot]) -> float:
    """Return the estimated chance of crossing a round cell. `beside`: the neighbours with the same number."""
    if any(outlook.sheet.rows[spot.row] & spot.bit for spot in beside):
        return ROUND_CHANCE * outlook.long_game
    if any(outlook.may_mark(spot) for spot in beside):
        return ROUND_CHANCE / 2 * outlook.long_game * outlook.long_game
    return 0.0


def _fact(move: MadeMove) -> Fact | None:
    for name, cell in crossed(move.after).items():
        if name not in crossed(move.before):
            first, second = map(move.rules.board.row_term, cell.row.rows)
            said = phrase("counts for {first} and {second}", first=first, second=second)
            return Fact((said,), marks=True)
    return None


BOOK = (
    retold(
        "bp-neighbour",
        message("A round cell beside a mark"),
        ("big-points",),
        message(
            "A round cell between two rows may be crossed only if its number was marked in one of these "
            "rows in an earlier action and is rolled now. Everyone may use the white sum; the active "
            "player may also use a white die plus the die of the row in which the number was marked. "
            "Crossing a round cell takes the place of marking a cell of a row."
        ),
        message(
            "Emma has yellow 3. White 1 and 2 make three: she may cross the round 3 between red and yellow."
        ),
    ),
    retold(
        "bp-left-to-right",
        message("Round cells only to the right"),
        ("big-points",),
        message("In each row of round cells crosses go from left to right; skipped round cells are lost."),
        message("The round 5 between red and yellow is crossed: the round 3 left of it is lost."),
    ),
    retold(
        "bp-not-for-lock",
        message("Round cells and the lock"),
        ("big-points",),
        message("Crosses in round cells do not count towards the five marks that a lock needs."),
        message("Red 2, 3, 4, 5 and two round cells beside red: red 12 still needs one more mark."),
    ),
    retold(
        "bp-after-close",
        message("Round cells never close"),
        ("big-points",),
        message(
            "Rows of round cells never close. If a row beside them closes, only its die leaves; if "
            "both dice have left, their cells can be crossed only with the white sum."
        ),
        message("Green is closed. Max, who has green 10, crosses the round 10 with a white sum of ten."),
    ),
    retold(
        "bp-score",
        message("Round cells count twice"),
        ("big-points",),
        message(
            "At the end each crossed round cell counts as a cross in both rows beside it. A row "
            "scores fifteen crosses at most; the round cells score nothing on their own."
        ),
        message(
            "Four crosses in red, five in yellow, three round cells between: seven and eight, 28 and 36."
        ),
    ),
)

SHEET = SheetPart(notes=_notes, counting=_counting)

SPECIALITY = Speciality(
    key=PART.key,
    book=BOOK,
    marks=OwnMarks(_listed, _made, lambda pad, mark: mark.cell in _cells(pad)),
    report=_report,
)

ADVICE = Advice(more_crosses=_more_crosses, fact=_fact)
