"""Random sheets for a deal: the rows of a pad with their numbers in a different order or in different
colours.

On a pad with one colour per row, the order of numbers is random, as on Mixx B. On other pads the numbers
stay, and rows get random runs of colours, as on Mixx A. Every row closes in the same colour as on the pad.
"""

from itertools import permutations
from random import Random

from sheets.errors import BadInput
from sheets.pad import COLOURS, CellColour, Pad, Row

Rows = tuple[Row, Row, Row, Row]

OUTER_NUMBERS = 3
"""A row's last cell gets one of the row's OUTER_NUMBERS lowest or highest numbers, as on Mixx B."""
SHORTEST, LONGEST = 2, 4
"""Smallest and largest number of cells in a run of one colour, as on Mixx A."""
MAX_DRAWS = 20_000
"""Maximum number of attempts to draw random colours. About one in a hundred succeeds."""


class NotDealt(BadInput):
    """No fair deal is possible with this pad, or for this number of players."""


def draw_rows(pad: Pad, chance: Random) -> Rows:
    """Return the rows of a random sheet of `pad`. Raise NotDealt if no suitable colours are found."""
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
        rows.append(row.with_cells(zip([*first, *last], colours, strict=True)))
    return rows[0], rows[1], rows[2], rows[3]


def _coloured(pad: Pad, chance: Random) -> Rows:
    """Return rows with random colours. The cells of one number have four different colours in the four rows.

    Raise NotDealt if the rows have different numbers, or if no attempt succeeds.
    """
    numbers = sorted({cell.number for cell in pad.cells})
    if any(len(row) < len(numbers) for row in pad.rows):
        raise NotDealt(
            "To deal colours, all four rows need the same numbers; the pad {pad} has other rows.",
            pad=pad.name,
        )
    for _ in range(MAX_DRAWS):
        colours = _draw_colours(len(numbers), chance)
        rows = [
            row.with_cells((cell.number, colours[numbers.index(cell.number)][r]) for cell in row)
            for r, row in enumerate(pad.rows)
        ]
        if all(new.closing == old.closing for new, old in zip(rows, pad.rows, strict=True)):
            return rows[0], rows[1], rows[2], rows[3]
    raise NotDealt(
        "No colours were found with which each row of the pad {pad} keeps its closing colour; "
        "try another --seed.",
        pad=pad.name,
    )


def _draw_colours(length: int, chance: Random) -> list[tuple[CellColour, ...]]:
    """Return a random permutation of COLOURS, for rows a to d, for each of `length` numbers.

    Along each row, a run of one colour has SHORTEST to LONGEST cells.
    """
    orders = list(permutations(COLOURS))
    while True:
        drawn, lengths = [chance.choice(orders)], [1, 1, 1, 1]
        while len(drawn) < length:
            able = [
                order
                for order in orders
                if all(
                    count < LONGEST if new == old else count >= SHORTEST
                    for new, old, count in zip(order, drawn[-1], lengths, strict=True)
                )
            ]
            if not able:
                break
            order = chance.choice(able)
            same = [new == old for new, old in zip(order, drawn[-1], strict=True)]
            lengths = [count + 1 if kept else 1 for count, kept in zip(lengths, same, strict=True)]
            drawn.append(order)
        if len(drawn) == length and min(lengths) >= SHORTEST:
            return drawn
