"""The lesson on a game: steps, each with plain sentences and a picture."""

from collections.abc import Iterable, Iterator

from companion.rules import ALL_VARIANTS, row_points
from companion.rules.constraints import lock_needs_rule
from companion.rules.variants import dice_game_on
from companion.web.layout.game.lesson_parts import Picture, RowPicture, Step, cell_indices, row_picture
from companion.web.layout.game.page_part import shown_on
from sheets.language import message, phrase
from sheets.pad import CellColour, Pad, load_pad

MISSES = 4
"""Number of penalty boxes on every sheet; a cross in the last box ends the game."""


def lesson(game: str, own: Pad | None = None) -> tuple[Step, ...]:
    """Return the steps of the lesson on `game` with its usual pad, or with the custom pad `own`."""
    variant = ALL_VARIANTS[game]
    pad = own or load_pad(variant.pads[0])
    steps: Iterable[Step] = _usual(game, pad)
    shown = pad.on_sheet(pad.letters[0]) if pad.letters else pad
    for part in shown_on(pad, variant.joining):
        if part.lesson:
            steps = part.lesson(shown, tuple(steps))
    return tuple(steps)


def step_of(rule: str, games: Iterable[str], own: Pad | None = None) -> Step | None:
    """Return the first step of the lessons on `games` and on the custom pad `own` that explains `rule`.

    Return None if no step does.
    """
    lessons = [lesson(game) for game in games] + ([lesson(dice_game_on(own), own)] if own else [])
    return next((step for steps in lessons for step in steps if rule in step.rules), None)


# -- the usual steps -----------------------------------------------------------------------------------------

_WHITE = (("white", 4), ("white", 1))
_EXAMPLE_CROSSES = ((1, 3, 4, 7), (0, 2), (0, 1, 2, 5, 6), (3, 5))
"""Indices of the crossed cells in each of four rows, as in the middle of a game."""


def _usual(game: str, pad: Pad) -> Iterator[Step]:
    yield Step(
        message("What it is about"),
        phrase(
            "Everyone has a sheet with four rows. Cross as many numbers as you can: the more crosses a row "
            "has, the more each further one is worth."
        ),
        Picture(
            rows=tuple(
                row_picture(row, marked=some) for row, some in zip(pad.rows, _EXAMPLE_CROSSES, strict=True)
            )
        ),
        ("players", "first-player", "score-table"),
    )
    yield _to_the_right(pad)
    yield from _before_the_throw(game, pad)
    (_, high), (_, low) = _WHITE
    total = high + low
    yield Step(
        message("First: the white dice, for everyone"),
        phrase(
            "Whoever's turn it is throws all dice. Add up the two white ones: everyone may cross that number "
            "once, in any row. Nobody has to."
        ),
        Picture(
            _WHITE,
            total,
            rows=tuple(row_picture(row, now=cell_indices(row, total)) for row in pad.rows),
            sides=pad.sides,
        ),
        ("white-sum", "simultaneous", "shared-lock", "action-order"),
    )
    blue = min(6, pad.sides)
    yield Step(
        message("Then: one coloured die, only for whoever threw"),
        phrase(
            "If you threw, you may also add one white die to one coloured die, and cross that sum in that "
            "colour. Here blue {blue}: with white {high} it makes {more}, with white {low} it makes {less}.",
            blue=blue,
            high=high,
            low=low,
            more=blue + high,
            less=blue + low,
        ),
        Picture(
            (*_WHITE, ("blue", blue)),
            rows=_rows_with(pad, "blue", {blue + high, blue + low}),
            sides=pad.sides,
        ),
        ("colour-sum", "mixx-a-colours"),
    )
    yield Step(
        message("Nothing crossed? A penalty"),
        phrase(
            "If you threw and cross nothing, neither with the white dice nor with a coloured one, you "
            "take a penalty: minus five points. Nobody else takes one."
        ),
        Picture(misses=1),
        ("miss", "score-miss"),
    )
    yield _lock(pad)
    most = pad.most_marks or max(len(row) - row.closing_count + 2 for row in pad.rows)
    yield Step(
        message("The end"),
        phrase(
            "The game ends at once when a second row is closed, or when somebody crosses a fourth "
            "penalty. Then count: each row by its crosses, minus five for each penalty. Most points "
            "wins."
        ),
        Picture(misses=MISSES, points=tuple(row_points(n) for n in range(1, most + 1))),
        ("end-misses", "end-two-rows", "at-once", "game-over", "winner", "score-table"),
    )


def _to_the_right(pad: Pad) -> Step:
    row = pad.rows[0]
    names = {"second": row.cells[3].number, "first": row.cells[5].number}
    text = (
        phrase(
            "In each row crosses go from left to right, whatever the numbers are. After the {second} and the "
            "{first} here, all cells to their left are lost.",
            **names,
        )
        if pad.shuffled
        else phrase(
            "In each row crosses go from left to right. You may skip numbers, but what you skip is lost: "
            "after the {second} and the {first}, the pale ones are gone.",
            **names,
        )
    )
    return Step(
        message("Only to the right"),
        text,
        Picture(rows=(row_picture(row, marked=(3, 5), lost=(0, 1, 2, 4)),)),
        ("left-to-right", "mixx-b-order"),
    )


def _before_the_throw(game: str, pad: Pad) -> Iterator[Step]:
    """Yield a step if rows have several colours, and a step if the dice do not have six sides."""
    if pad.mixed:
        yield Step(
            message("Every row has several colours"),
            phrase(
                "A coloured die goes with the cells of its colour, whichever row they are in. The "
                "white sum goes with any colour."
            ),
            Picture(rows=tuple(row_picture(row) for row in pad.rows[:2])),
            ("mixx-a-colours",),
        )
    if pad.sides != 6:
        text = phrase("Longo is played with dice of eight sides, so the rows go to 16.")
        if game != "longo" or pad.name != "longo":
            most = max(cell.number for cell in pad.cells)
            text = phrase(
                "The dice here have {sides} sides, and the numbers go up to {most}.",
                sides=pad.sides,
                most=most,
            )
        yield Step(
            message("Longer rows, other dice") if pad.sides > 6 else message("Other dice"),
            text,
            Picture(
                dice=(("white", pad.sides), ("red", pad.sides - 1)),
                rows=(row_picture(pad.rows[0]),),
                sides=pad.sides,
            ),
            (lock_needs_rule(pad.lock_needs),),
        )


def _lock(pad: Pad) -> Step:
    row = pad.rows[2]
    last = row.closing[0]
    marked = range(0, 2 * pad.lock_needs, 2)
    if len(marked) >= len(row) or marked[-1] >= last.index:
        marked = range(pad.lock_needs)
    if pad.last_cells > 1:
        text = phrase(
            "One of the two last cells may be crossed only with {needs} crosses already in the row. "
            "Then cross "
            "the lock too: it counts as a cross. The row is closed for everyone, and its die is put away.",
            needs=pad.lock_needs,
        )
    elif pad.mixed:
        text = phrase(
            "The last cell may be crossed only with {needs} crosses already in the row. Then cross the lock "
            "too: it counts as a cross. That row is closed for everyone, and the die in the colour of its "
            "last cell is put away.",
            needs=pad.lock_needs,
        )
    else:
        text = phrase(
            "The last cell may be crossed only with {needs} crosses already in the row. Then cross the lock "
            "too: it counts as a cross. The row is closed for everyone, and its die is put away.",
            needs=pad.lock_needs,
        )
    return Step(
        message("Locking a row"),
        text,
        Picture(rows=(row_picture(row, marked=marked, now=(last.index,), lock="now"),)),
        ("lock-needs-five", "lock-needs-six", "lock", "row-closed", "die-removed", "mixx-a-close"),
    )


def _rows_with(pad: Pad, colour: CellColour, numbers: set[int]) -> tuple[RowPicture, ...]:
    """Return pictures of the rows that have cells with this colour and one of `numbers`.

    The pictures show these cells as the ones to mark now.
    """
    indices = (
        (row, tuple(c.index for c in row if c.colour == colour and c.number in numbers)) for row in pad.rows
    )
    return tuple(row_picture(row, now=cells) for row, cells in indices if cells)
