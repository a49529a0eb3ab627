"""How the special cells of a pad are played: the steps of a lesson that each mechanism adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.rules.score_table import row_points
from companion.web.presenters.setup.lesson_parts import CellPicture, Picture, RowPicture, Step, row_picture
from sheets.language import message, phrase
from sheets.pad import Pad


def special_steps(pad: Pad) -> Iterator[Step]:
    """The steps of each mechanism of a pad, in the order of its file; of lettered sheets the first one."""
    shown = pad.on_sheet(pad.letters[0]) if pad.letters else pad
    for key in pad.mechanisms:
        yield from _STEPS[key](shown)


def _round_cells(pad: Pad) -> Iterator[Step]:
    between = pad.special.bonus_rows[0]
    upper, lower = pad.row(between.name[0]), pad.row(between.name[1])
    number = 5 if 5 in between.numbers else between.numbers[0]
    again = tuple(cell.index for cell in upper if cell.number == number)
    first, second = (f"{between.name}{number}" for number in (*between.numbers, *between.numbers)[:2])

    def rounds(**looks: str) -> RowPicture:
        cells = (
            CellPicture(number, upper.cells[0].colour, looks.get(name, ""))
            for name, number in zip(between.cells, between.numbers, strict=True)
        )
        return RowPicture(tuple(cells), None, is_round=True)

    yield Step(
        message("Round cells between the rows"),
        phrase(
            "Is a number crossed in a row, and does it come up again? Then you may cross the round cell of "
            "that number beside the row, instead of another cell. Everyone may with the white sum; whoever "
            "threw also with the die of that row. Round cells go to the right as well."
        ),
        Picture(
            _dice_for(number, pad.sides),
            number,
            rows=(
                row_picture(upper, marked=again),
                rounds(**{f"{between.name}{number}": "now"}),
                row_picture(lower),
            ),
            sides=pad.sides,
        ),
        ("bp-neighbour", "bp-left-to-right"),
    )
    yield Step(
        message("They count twice"),
        phrase(
            "At the end a round cross counts in both rows beside it, up to {most} crosses a row. Round cells "
            "do not help with the lock, and they stay open when a row closes.",
            most=_most(pad),
        ),
        Picture(
            rows=(
                row_picture(upper, marked=(0, 1, 3)),
                rounds(**{first: "marked", second: "marked"}),
                row_picture(lower, marked=(1, 4)),
            )
        ),
        ("bp-score", "bp-not-for-lock", "bp-after-close"),
    )


def _second_crosses(pad: Pad) -> Iterator[Step]:
    number = next(number for number, bits in enumerate(pad.special.seconds) if bits)
    seconds, printed = pad.special.seconds[number], pad.rows[number]
    crossed = 3 if seconds >> 3 & 1 else seconds.bit_length() - 1
    row = row_picture(printed, marked=(1, crossed))
    every = seconds.bit_count() == len(printed) - printed.closing_count
    cells = (
        replace(cell, second=None if not seconds >> i & 1 else "now" if i == crossed else "")
        for i, cell in enumerate(row.cells)
    )
    yield Step(
        message("A second cross"),
        phrase(
            "Every cell but the last has a second field. Does the number of your rightmost cross in a row "
            "come up again? Then you may cross it once more."
        )
        if every
        else phrase(
            "Some cells have a second field. Is one of them your rightmost cross in a row, and does its "
            "number come up again? Then you may cross it once more."
        ),
        _sum_of(printed.cells[crossed].number, pad.sides, replace(row, cells=tuple(cells))),
        ("double-frontier", "double-again"),
    )
    yield _crosses_count(pad)


def _double_cells(pad: Pad) -> Iterator[Step]:
    number = next(number for number, bits in enumerate(pad.special.doubles) if bits)
    doubles, printed = pad.special.doubles[number], pad.rows[number]
    index = (doubles & -doubles).bit_length() - 1
    row = row_picture(printed, now=(index,))
    cells = (
        replace(cell, second=cell.look if doubles >> i & 1 else None) for i, cell in enumerate(row.cells)
    )
    yield Step(
        message("Two crosses at once"),
        phrase("Cross a double cell, and you make two crosses by one mark."),
        _sum_of(printed.cells[index].number, pad.sides, replace(row, cells=tuple(cells))),
        ("double-two",),
    )
    yield _crosses_count(pad)


def _crosses_count(pad: Pad) -> Step:
    most = _most(pad)
    return Step(
        message("Both crosses count"),
        phrase(
            "Both count for the lock, which takes {needs} crosses here, and for the points, up to {most} "
            "crosses a row. A closed row takes no more.",
            needs=pad.lock_needs,
            most=most,
        ),
        Picture(points=tuple(row_points(n) for n in range(1, most + 1))),
        ("double-lock-seven", "double-cap"),
    )


def _steps(pad: Pad) -> Iterator[Step]:
    rows = []
    for row, steps, some in zip(pad.rows, pad.special.steps, ((5,), (0, 2, 4), (), (2,)), strict=True):
        picture = row_picture(row, marked=some)
        cells = (replace(cell, bonus="bar" if steps >> i & 1 else "") for i, cell in enumerate(picture.cells))
        rows.append(replace(picture, cells=tuple(cells)))
    yield Step(
        message("The steps"),
        phrase(
            "The framed cells climb over your sheet; on every player's sheet they stand elsewhere. At the "
            "end those that you crossed score as a fifth row, and in their own rows too. A lock is no step."
        ),
        Picture(rows=tuple(rows)),
        ("steps-score",),
    )


def _chains(pad: Pad) -> Iterator[Step]:
    (first, at), (second, there) = pad.special.chains[0]
    rows = []
    for number in sorted({first, second}):
        now = [index for row, index in ((first, at), (second, there)) if row == number]
        picture = row_picture(pad.rows[number], now=now)
        cells = (
            replace(cell, is_circled=(number, i) in pad.special.partners)
            for i, cell in enumerate(picture.cells)
        )
        rows.append(replace(picture, cells=tuple(cells)))
    yield Step(
        message("One cell brings another"),
        phrase(
            "Cross a circled cell, and you cross its partner at once: even left of other crosses, even in a "
            "closed row. It counts like any cross. On every player's sheet other cells are circled."
        ),
        Picture(rows=tuple(rows)),
        ("chain-forced", "chain-exempt"),
    )


def _exchange(pad: Pad) -> Iterator[Step]:
    total, wanted = pad.special.exchanges[0]
    fields = tuple((f"{a}/{b}", "now" if i == 0 else "") for i, (a, b) in enumerate(pad.special.exchanges))
    row = pad.rows[0]
    yield Step(
        message("Exchange the white sum"),
        phrase(
            "In the first action everyone may cross a field that shows the white sum, and cross its other "
            "number instead, in any row. Here {total} becomes {wanted}. The fields go to the right as well: "
            "what you skip is lost.",
            total=total,
            wanted=wanted,
        ),
        Picture(
            _dice_for(total, pad.sides),
            total,
            rows=(row_picture(row, now=(c.index for c in row if c.number == wanted)),),
            fields=fields,
        ),
        ("exchange", "exchange-left-to-right"),
    )


def _track(pad: Pad) -> Iterator[Step]:
    worth = pad.special.track
    yield Step(
        message("Fifteen"),
        phrase(
            "Do both white dice and one coloured die make exactly fifteen? Then whoever threw may cross the "
            "next field of the track, instead of everything else in this turn."
        ),
        Picture(
            (("white", 5), ("white", 6), ("red", 4)),
            15,
            fields=tuple((str(points), "now" if i == 0 else "") for i, points in enumerate(worth)),
        ),
        ("lucky15-fifteen", "lucky15-instead", "lucky15-track"),
    )
    crossed = len(worth) - 1 or 1
    yield Step(
        message("What the track is worth"),
        phrase(
            "At the end the last field that you crossed counts once: here {points} points.",
            points=worth[crossed - 1],
        ),
        Picture(
            fields=tuple((str(points), "marked" if i < crossed else "") for i, points in enumerate(worth))
        ),
        ("lucky15-score",),
    )


def _connections(pad: Pad) -> Iterator[Step]:
    def row(look: str, marked: tuple[int, ...]) -> RowPicture:
        number = pad.special.connections[0].row
        picture = row_picture(pad.rows[number], marked=marked)
        places = [field.index for field in pad.special.connections if field.row == number]
        cells = (
            replace(cell, field=None if i not in places else look if i == places[0] else "")
            for i, cell in enumerate(picture.cells)
        )
        return replace(picture, cells=tuple(cells))

    yield Step(
        message("Fields between the numbers"),
        phrase(
            "Do two dice show 1 and 5? Then everyone may cross one field besides: in the row of a coloured "
            "die that shows it, or in any row if both are white. Numbers and fields go to the right together."
        ),
        Picture((("white", 1), ("red", 5)), rows=(row("now", ()),)),
        ("connect-one-five", "connect-left-to-right"),
    )
    yield Step(
        message("A field is a cross"),
        phrase(
            "At the end it counts as a cross of its row. It does not help with the lock, and a closed row "
            "takes none."
        ),
        Picture(rows=(row("marked", (0, 2, 5)),)),
        ("connect-not-for-lock",),
    )


def _most(pad: Pad) -> int:
    """How many crosses of a row score, at most."""
    return pad.most_marks or max(map(len, pad.rows)) + 1


def _dice_for(total: int, sides: int) -> tuple[tuple[str, int], ...]:
    """Two white dice that make `total`."""
    high = min(sides, max(total - 2, (total + 1) // 2))
    return ("white", high), ("white", total - high)


def _sum_of(total: int, sides: int, row: RowPicture) -> Picture:
    """Two white dice, their sum, and the row in which it is crossed."""
    return Picture(_dice_for(total, sides), total, rows=(row,), sides=sides)


_STEPS: dict[str, Callable[[Pad], Iterator[Step]]] = {
    "bonus-rows": _round_cells,
    "second-crosses": _second_crosses,
    "double-cells": _double_cells,
    "steps": _steps,
    "chains": _chains,
    "exchange": _exchange,
    "track": _track,
    "connections": _connections,
}
"""What each mechanism adds, by its table in the file of a pad."""
