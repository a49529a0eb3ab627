"""The card game on web pages: the lesson that explains it."""

from collections.abc import Iterator, Sequence

from companion.web.layout.game.lesson_parts import Picture, Step, cell_indices, row_picture
from companion.web.layout.game.page_part import PagePart
from sheets.language import message, phrase
from sheets.pad import Pad


def _lesson(pad: Pad, usual: Sequence[Step]) -> Iterator[Step]:
    """Yield the usual steps on aim and direction, then steps on cards, and reworded steps on lock and end."""
    opening, to_the_right, lock, end = (
        next(step for step in usual if rule in step.rules)
        for rule in ("score-table", "left-to-right", "lock", "end-two-rows")
    )
    yield opening
    yield to_the_right
    yield from _turn(pad)
    yield Step(
        lock.title,
        phrase(
            "The last cell may be crossed only with {needs} crosses already in the row. Then cross the "
            "lock too: it counts as a cross. The row is closed for you alone.",
            needs=pad.lock_needs,
        ),
        lock.picture,
        ("lock-needs-five", "lock", "cards-lock-own"),
    )
    yield Step(
        end.title,
        phrase(
            "The game ends when somebody has locked two rows on their own sheet, or takes a fourth "
            "penalty. Then count: each row by its crosses, minus five for each penalty. Most points "
            "wins."
        ),
        end.picture,
        ("cards-end", "at-once", "game-over", "winner", "score-table"),
    )


def _turn(pad: Pad) -> Iterator[Step]:
    yield Step(
        message("Draw up to five cards"),
        phrase(
            "On your turn take cards from the four in the middle until you hold five. Then fill the middle "
            "up from the pile."
        ),
        Picture(cards=(("red", 4), ("green", 11), ("blue", 7), ("yellow", 2))),
        ("cards-draw", "cards-jokers"),
    )
    rows = tuple(row_picture(row, now=cell_indices(row, 4)) for row in pad.rows)
    yield Step(
        message("First: the number on the pile, for everyone"),
        phrase("Everyone may cross the number on top of the pile once, in any row. Nobody has to."),
        Picture(cards=(("white", 4),), rows=rows),
        ("cards-number", "action-order"),
    )
    green = pad.row("c")
    crossed = (*cell_indices(green, 11), *cell_indices(green, 9))
    yield Step(
        message("Then: your cards, for you alone"),
        phrase(
            "Play one to three cards of one colour and cross their cells, all of them, some or none. At most "
            "one cell may stay free between two crosses of one play."
        ),
        Picture(cards=(("green", 11), ("green", 9)), rows=(row_picture(green, now=crossed),)),
        ("cards-play", "cards-gap", "cards-mixx"),
    )
    yield Step(
        message("Nothing crossed? A penalty"),
        phrase(
            "If it is your turn and you cross nothing, neither with the number nor with cards, you take a "
            "penalty: minus five points."
        ),
        Picture(misses=1),
        ("cards-miss", "score-miss"),
    )


PAGE = PagePart(lesson=_lesson)
