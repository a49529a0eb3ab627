"""How the alternative to a move differs, in words: rules in order of weight, each a condition and its
sentence."""

from collections.abc import Iterator
from itertools import chain

from companion.advisor.comparison import Comparison, Rule, sentences_that_hold
from companion.rules.outlook import advice_on
from sheets.language import Phrase, counted, message, phrase


def _would_end(pair: Comparison) -> Phrase:
    one, many = (
        message("{other} would end the game one point behind {player}"),
        message("{other} would end the game {count} points behind {player}"),
    )
    if pair.would.lead > 0:
        one, many = (
            message("{other} would end the game one point ahead of {player}"),
            message("{other} would end the game {count} points ahead of {player}"),
        )
    return counted(one, many, abs(pair.would.lead), other=pair.other.name, player=pair.would.rival)


def _would_skip(pair: Comparison) -> Phrase:
    return counted(
        message("{other} would skip one cell"),
        message("{other} would skip {count} cells"),
        pair.would.skipped,
        other=pair.other.name,
    )


def _would_skip_less(pair: Comparison) -> bool:
    return (
        not pair.best
        and pair.would_mark_open_row
        and pair.does.spot is not None
        and pair.would.skipped < pair.does.skipped
    )


_WEIGHTY: tuple[Rule, ...] = (
    (lambda pair: pair.this is pair.other, lambda _: phrase("nothing else is allowed")),
    (lambda pair: pair.contrasts_by_end, _would_end),
    (
        lambda pair: pair.best and pair.would.miss > 0 and pair.does.miss == 0,
        lambda pair: phrase("{other} would cost a penalty", other=pair.other.name),
    ),
    (
        lambda pair: pair.best and pair.would.lost_row is not None and pair.does.lost_row is None,
        lambda pair: phrase(
            "{other} would give up locking {row}", other=pair.other.name, row=pair.row(pair.would.lost_row)
        ),
    ),
    (
        lambda pair: pair.best and pair.would_mark_open_row and pair.would.skipped > pair.does.skipped,
        _would_skip,
    ),
)
"""Rules that come before those of mechanisms."""

_LIGHT: tuple[Rule, ...] = (
    (
        lambda pair: not pair.best and bool(pair.would.locked_rows) and not pair.does.locked_rows,
        lambda pair: phrase(
            "{other} would lock {row}", other=pair.other.name, row=pair.row(pair.would.locked_rows[0])
        ),
    ),
    (
        lambda pair: _would_skip_less(pair) and pair.would.skipped == 0,
        lambda pair: phrase("{other} would skip nothing", other=pair.other.name),
    ),
    (_would_skip_less, _would_skip),
    (
        lambda pair: pair.best and pair.would_mark_open_row and 0 < pair.would.points < pair.does.points,
        lambda pair: counted(
            message("{other} would gain only one point"),
            message("{other} would gain only {count} points"),
            pair.would.points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: not pair.best and pair.would.points > pair.does.points + 1,
        lambda pair: counted(
            message("{other} would gain one point"),
            message("{other} would gain {count} points"),
            pair.would.points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.more_wins > 0,
        lambda pair: counted(
            message("{other} wins one more game in a hundred"),
            message("{other} wins {count} more games in a hundred"),
            pair.more_wins,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.more_wins < 0,
        lambda pair: counted(
            message("{other} wins one fewer game in a hundred"),
            message("{other} wins {count} fewer games in a hundred"),
            -pair.more_wins,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: not pair.best and pair.more_points > 0,
        lambda pair: counted(
            message("{other} is worth one point more"),
            message("{other} is worth {count} points more"),
            pair.more_points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.best and pair.more_points < 0,
        lambda pair: counted(
            message("{other} is worth one point less"),
            message("{other} is worth {count} points less"),
            -pair.more_points,
            other=pair.other.name,
        ),
    ),
    (lambda _: True, lambda pair: phrase("{other} is as good", other=pair.other.name)),
)
"""Rules that come after those of mechanisms. Moves are ranked by games won; if points contradict that, both
count as equally good."""


def contrast(pair: Comparison) -> Phrase:
    """Return the sentence that says how the alternative differs: that of the first rule that holds."""
    return next(
        chain(sentences_that_hold(_WEIGHTY, pair), _by_mechanisms(pair), sentences_that_hold(_LIGHT, pair))
    )


def _by_mechanisms(pair: Comparison) -> Iterator[Phrase]:
    """Yield the sentence of each mechanism on the pad that has one about the difference."""
    does, would = pair.does.mechanisms, pair.would.mechanisms
    for key, each in advice_on(pair.board.pad).items():
        sentence = each.contrast and each.contrast(does.get(key), would.get(key), pair.best, pair.other.name)
        if sentence:
            yield sentence
