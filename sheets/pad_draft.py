"""Changes that a user makes to a pad in the editor. Functions return the pad's new data, not validated."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from sheets.pad import ROW_LETTERS, Pad, pad_data
from sheets.pad_part import PadRows, pad_parts, row_text

Cells = list[tuple[int, str]]
"""The cells of a row: number and colour, left to right."""
Data = dict[str, Any]
"""The data of a pad, as parsed from TOML or JSON."""

FIRST_NUMBER = 2
"""The smallest number on a pad."""


def cells_of(text: str) -> Cells:
    """Return the cells of a row like "red 2 3 blue 4". Any word that isn't a number counts as a colour."""
    colour, cells = "", []
    for word in text.split():
        if word.isascii() and word.isdigit() and len(word) < 3:
            cells.append((int(word), colour))
        else:
            colour = word
    return cells


def with_row(data: Data, letter: str, change: Callable[[Cells], Cells]) -> Data:
    """Return the data with the cells of row `letter` changed by `change`."""
    rows = dict(data["rows"])
    rows[letter] = row_text(change(cells_of(rows[letter])))
    return data | {"rows": rows}


def painted(data: Data, place: str, colour: str) -> Data:
    """Return the data with `place`, a cell ("a5") or a whole row ("a"), in this colour."""
    letter, number = place[:1], place[1:]
    return with_row(
        data,
        letter,
        lambda cells: [(n, colour if not number or str(n) == number else own) for n, own in cells],
    )


def swapped(data: Data, one: str, other: str) -> Data:
    """Return the data with the numbers of two cells swapped, or unchanged if they are in different rows."""
    first, second = int(one[1:]), int(other[1:])
    places = {first: second, second: first}
    if one[0] != other[0]:
        return data
    return with_row(data, one[0], lambda cells: [(places.get(n, n), own) for n, own in cells])


def turned(data: Data, letter: str) -> Data:
    """Return the data with the numbers of row `letter` in reverse order; colours stay in place."""
    return with_row(
        data, letter, lambda cells: [(n, own) for (n, _), (_, own) in zip(cells[::-1], cells, strict=True)]
    )


def shuffled(data: Data, letter: str, seed: int) -> Data:
    """Return the data with the numbers of row `letter` in random order by `seed`; colours stay in place."""

    def change(cells: Cells) -> Cells:
        numbers = [number for number, _ in cells]
        random.Random(seed).shuffle(numbers)
        return [(number, own) for number, (_, own) in zip(numbers, cells, strict=True)]

    return with_row(data, letter, change)


def lengthened(data: Data, letter: str) -> Data:
    """Return the data with a number added at the end of a row, unless the row is empty or complete."""
    most = 2 * int(data.get("sides", 6))

    def change(cells: Cells) -> Cells:
        numbers = [number for number, _ in cells]
        free = [number for number in range(FIRST_NUMBER, most + 1) if number not in numbers]
        if not free or not cells:
            return cells
        step = 1 if numbers[-1] >= numbers[0] else -1
        following = numbers[-1] + step
        return [*cells, (following if following in free else free[0], cells[-1][1])]

    return with_row(data, letter, change)


def shortened(data: Data, letter: str) -> Data:
    """Return the data without the last number of row `letter`."""
    return with_row(data, letter, lambda cells: cells[:-1])


def with_sides(data: Data, sides: int) -> Data:
    """Return the data for dice with `sides` sides.

    Numbers above twice `sides` are removed. A row that had every possible number gets every new number.
    """
    before, most = 2 * int(data.get("sides", 6)), 2 * sides
    every = set(range(FIRST_NUMBER, before + 1))

    def change(cells: Cells) -> Cells:
        kept = [cell for cell in cells if cell[0] <= most]
        if {number for number, _ in cells} == every and most > before:
            rising = cells[-1][0] >= cells[0][0]
            more = range(before + 1, most + 1)
            kept = (
                [*cells, *((n, cells[-1][1]) for n in more)]
                if rising
                else [*((n, cells[0][1]) for n in reversed(more)), *cells]
            )
        return kept

    data = data | {"sides": sides}
    for letter in ROW_LETTERS:
        data = with_row(data, letter, change)
    return data


def tapped(data: Data, key: str, places: Sequence[str], letter: str = "A") -> Data | None:
    """Return the data after taps on the cells `places` with the tool of mechanism `key`.

    Return None if the tool needs another tap. If sheets differ in the mechanism, only sheet `letter` changes.
    """
    part, cells = pad_parts()[key], {row: cells_of(text) for row, text in data["rows"].items()}
    rows = PadRows.of(cells, int(data.get("last-cells", 1)))
    before, after_taps = data.get(key), part.after_taps
    assert after_taps is not None, f"{key} has no tool"
    sheets: dict[str, object] = dict(before) if part.is_lettered and isinstance(before, dict) else {}
    value = after_taps(sheets.get(letter) if part.is_lettered else before, places, rows)
    if value is None:
        return None
    if part.is_lettered:
        value = {name: text for name, text in (sheets | {letter: value}).items() if text}
    return with_table(data, key, value)


def with_table(data: Data, key: str, value: object) -> Data:
    """Return the data with `value` as the table of mechanism `key`, or without this table if it is empty."""
    rest = {name: table for name, table in data.items() if name != key}
    return rest | {key: value} if value else rest


def draft_of(pad: Pad, name: str, title: str) -> Data:
    """Return the data of a copy of `pad` with this name and title."""
    return pad_data(pad) | {"name": name, "title": title}
