"""Random sheets for a deal, and their guises: the rows of a pad with their numbers in another order, or in
other colours.

On a pad of plain rows each row keeps its colour and its numbers, and their order is drawn, as on Mixx B. On a
pad whose rows have several colours the numbers stay where they are, and the colours are drawn in segments, as
on Mixx A. The last cells of a row keep their colours, so that a row is closed in the same colour on every
sheet.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from sheets.errors import BadInput
from sheets.mechanism import NOWHERE
from sheets.pad import COLOURS, Cell, CellColour, Pad, Row

Rows = tuple[Row, Row, Row, Row]

OUTER_NUMBERS = 3
"""Number of lowest or highest numbers with one of which a row closes, as on the printed pads; chosen."""
SHORTEST, LONGEST = 2, 4
"""Cells of a segment of one colour, as on Mixx A."""
MOST_WALKS = 20_000
"""Attempts to draw colours that close the rows as on the pad; one in about a hundred succeeds."""


class NotDealt(BadInput):
    """A pad of which no fair deal can be made."""


def draw_rows(pad: Pad, chance: Random) -> Rows:
    """The rows of one sheet."""
    return _coloured(pad, chance) if pad.mixed else _shuffled(pad, chance)


def _shuffled(pad: Pad, chance: Random) -> Rows:
    rows = []
    for row in pad.rows:
        numbers = sorted(cell.number for cell in row)
        outer = [*numbers[:OUTER_NUMBERS], *numbers[-OUTER_NUMBERS:]]
        last = chance.sample(outer, row.closing_count)
        first = [number for number in numbers if number not in last]
        chance.shuffle(first)
        colours = [cell.colour for cell in row]
        rows.append(_row(row, list(zip([*first, *last], colours, strict=True))))
    return rows[0], rows[1], rows[2], rows[3]


def _coloured(pad: Pad, chance: Random) -> Rows:
    """Colours in segments; each number has each colour once."""
    numbers = sorted({cell.number for cell in pad.cells})
    closing = {row.cells[-1].colour for row in pad.rows}
    if len(closing) < len(pad.rows) or any(len(row) < len(numbers) for row in pad.rows):
        raise NotDealt(
            "To deal colours, all four rows need the same numbers, and each must close in a colour of "
            "its own; the pad {pad} has other rows.",
            pad=pad.name,
        )
    for _ in range(MOST_WALKS):
        colours = _walk(len(numbers), chance)
        rows = [
            _row(row, [(cell.number, colours[numbers.index(cell.number)][r]) for cell in row])
            for r, row in enumerate(pad.rows)
        ]
        if all(new.closing == old.closing for new, old in zip(rows, pad.rows, strict=True)):
            return rows[0], rows[1], rows[2], rows[3]
    raise NotDealt(
        "No colours were found with which each row of the pad {pad} keeps its closing colour; "
        "try another --seed.",
        pad=pad.name,
    )


def _walk(length: int, chance: Random) -> list[tuple[CellColour, ...]]:
    """The colours of the four rows for each number, in segments of SHORTEST to LONGEST; from one number to
    the next some rows change places."""
    orders = list(permutations(COLOURS))
    while True:
        walk, lengths = [chance.choice(orders)], [1, 1, 1, 1]
        while len(walk) < length:
            able = [order for order in orders if _may_follow(order, walk[-1], lengths)]
            if not able:
                break
            order = chance.choice(able)
            same = [new == old for new, old in zip(order, walk[-1], strict=True)]
            lengths = [count + 1 if kept else 1 for count, kept in zip(lengths, same, strict=True)]
            walk.append(order)
        if len(walk) == length and min(lengths) >= SHORTEST:
            return walk


def _may_follow(order: tuple[CellColour, ...], last: tuple[CellColour, ...], lengths: list[int]) -> bool:
    """Tell whether each row's segment may continue, or end, in this way."""
    return all(
        count < LONGEST if new == old else count >= SHORTEST
        for new, old, count in zip(order, last, lengths, strict=True)
    )


def guises(pad: Pad, rows: Rows) -> list[Rows]:
    """The same sheet in every guise that is equivalent under the dice.

    Rows change places, with their colours, where the pad's mechanisms are alike in both; and all numbers are
    mirrored, 2 for 12 and so on, because a die shows each face as often as the opposite one. So every guise
    is worth the same to its player. On mixed rows the numbers stay where they are.
    """
    made = (_guise(pad, rows, order, mirror) for order, mirror in _exchanges(pad))
    return list(dict.fromkeys(guise for guise in made if guise is not None))


def rounds(pad: Pad, rows: Rows, players: int) -> list[list[Rows]]:
    """Guises for so many players, each made of the one before by one exchange, and the first of the last.

    The exchange turns each player's sheet into the next player's, so all sheets have the same value even
    though rows close for everybody. Empty if no exchange returns to the first after that many.
    """
    found = []
    for order, mirror in _exchanges(pad):
        sheets: list[Rows] = [rows]
        following = _guise(pad, rows, order, mirror)
        while following is not None and following not in sheets:
            sheets.append(following)
            following = _guise(pad, following, order, mirror)
        if len(sheets) == players and following == rows:
            found.append(sheets)
    return found


def _exchanges(pad: Pad) -> Iterator[tuple[tuple[int, ...], int]]:
    """For each place the row that comes there, and what mirrored numbers are taken from, 0 for none."""
    doubles = pad.part("double-cells") or NOWHERE
    for order in permutations(range(4)):
        if all(doubles[r] == doubles[place] for r, place in enumerate(order)):
            yield from ((order, 0), (order, 2 * pad.sides + 2))


def _guise(pad: Pad, sheet: Rows, order: tuple[int, ...], mirror: int) -> Rows | None:
    """A sheet after an exchange; None if its rows do not fit there."""
    rows = [sheet[place] for place in order]
    colours = {row.cells[-1].colour: at.cells[-1].colour for row, at in zip(rows, pad.rows, strict=True)}
    made = [
        _row(at, [(abs(mirror - cell.number), colours[cell.colour]) for cell in row])
        for row, at in zip(rows, pad.rows, strict=True)
    ]
    for row, at in zip(made, pad.rows, strict=True):
        numbers = [[cell.number for cell in each] for each in (row, at)]
        if (pad.mixed and numbers[0] != numbers[1]) or sorted(numbers[0]) != sorted(numbers[1]):
            return None
    return made[0], made[1], made[2], made[3]


def _row(row: Row, cells: list[tuple[int, CellColour]]) -> Row:
    """A row of these cells; their signs stay at the places where they are."""
    printed = [
        Cell(row.letter, index, number, colour, was.bonus)
        for index, ((number, colour), was) in enumerate(zip(cells, row, strict=True))
    ]
    return Row(row.letter, tuple(printed), row.closing_count)
