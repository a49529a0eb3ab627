"""The effect of a move in words: rules in order of weight, each a condition and its sentence."""

from collections.abc import Iterator

from companion.advisor.comparison import Comparison, Rule, sentences_that_hold
from companion.advisor.move_facts import MoveFacts
from companion.advisor.move_names import name_move
from companion.rules.board import Spot
from companion.rules.mark import PASS
from sheets.language import Phrase, counted, message, phrase


def _named(spot: Spot | None) -> Phrase:
    """Return the name of a cell, which the condition of the rule has checked not to be None."""
    assert spot is not None
    return spot.words


def _ends(pair: Comparison) -> Phrase:
    """Return how the game ends: with its result, and "most likely" if the end is not certain."""
    if pair.always_ends:
        end = _result(
            pair.does,
            message("finishes with {count} points"),
            message("finishes level with {player}"),
            (
                message("finishes one point ahead of {player}"),
                message("finishes {count} points ahead of {player}"),
            ),
            (
                message("finishes one point behind {player}"),
                message("finishes {count} points behind {player}"),
            ),
        )
    else:
        end = _result(
            pair.does,
            message("ends the game with {count} points"),
            message("ends the game level with {player}"),
            (
                message("ends the game one point ahead of {player}"),
                message("ends the game {count} points ahead of {player}"),
            ),
            (
                message("ends the game one point behind {player}"),
                message("ends the game {count} points behind {player}"),
            ),
        )
    return end if pair.this.rated.end_is_sure else phrase("{does} (most likely)", does=end)


def _result(
    facts: MoveFacts, alone: str, level: str, ahead: tuple[str, str], behind: tuple[str, str]
) -> Phrase:
    if facts.rival is None:
        return Phrase(alone, {"count": facts.lead})
    if facts.lead == 0:
        return Phrase(level, {"player": facts.rival})
    return counted(*(ahead if facts.lead > 0 else behind), abs(facts.lead), player=facts.rival)


def _shuts_out(pair: Comparison) -> Phrase:
    shut_out = pair.does.shut_out
    assert shut_out is not None
    return counted(
        message("closes {row} to {player}, who has one cross there"),
        message("closes {row} to {player}, who has {count} crosses there"),
        shut_out.crosses,
        row=pair.row(shut_out.row),
        player=shut_out.player,
    )


def _gains(pair: Comparison) -> Phrase:
    return counted(message("gains one point"), message("gains {count} points"), pair.does.points)


def _first_skipped(pair: Comparison) -> Spot:
    """Return the first cell that the alternative would skip."""
    spot = pair.would.spot
    assert spot is not None
    return pair.board.rows[spot.row][spot.index - pair.would.skipped]


_WEIGHTY: tuple[Rule, ...] = (
    (
        lambda pair: bool(pair.does.locked_rows),
        lambda pair: phrase(
            "locks {row} for {count} points", row=pair.row(pair.does.locked_rows[0]), count=pair.does.points
        ),
    ),
    (lambda pair: pair.does.miss >= 4, lambda _: phrase("takes the fourth penalty")),
    (
        lambda pair: 0 < pair.does.miss < 4,
        lambda pair: counted(
            message("costs the first penalty"), message("costs penalty number {count}"), pair.does.miss
        ),
    ),
    (lambda pair: pair.does.ends_game, _ends),
    (lambda pair: pair.does.shut_out is not None, _shuts_out),
    (
        lambda pair: pair.does.bonus_crosses > 0,
        lambda pair: counted(
            message("brings one more cross"), message("brings {count} more crosses"), pair.does.bonus_crosses
        ),
    ),
)
"""Rules that come before those of mechanisms."""

_LIGHT: tuple[Rule, ...] = (
    (lambda pair: pair.best and pair.does.lost_row is not None and pair.does.points > 4, _gains),
    (
        lambda pair: pair.does.lost_row is not None,
        lambda pair: phrase("gives up locking {row}", row=pair.row(pair.does.lost_row)),
    ),
    (
        lambda pair: (pair.marks_open_row or pair.marks_beside) and pair.does.skipped > 0,
        lambda pair: counted(message("skips one cell"), message("skips {count} cells"), pair.does.skipped),
    ),
    (
        lambda pair: pair.marks_open_row and pair.does.skipped == 0,
        lambda _: phrase("skips nothing"),
    ),
    (
        lambda pair: pair.does.ready_row is not None and not pair.does.locked_rows,
        lambda pair: phrase("makes {row} ready for its lock", row=pair.row(pair.does.ready_row)),
    ),
    (
        lambda pair: (
            pair.marks_open_row
            and pair.does.reachable_lock is not None
            and (pair.does.skipped > 0 or pair.does.points > 3)
        ),
        lambda pair: phrase("keeps {cell} within reach", cell=_named(pair.does.reachable_lock)),
    ),
    (lambda pair: pair.marks_open_row or pair.marks_beside, _gains),
    (
        lambda pair: pair.second is not None,
        lambda pair: phrase(
            "goes on with {cell} in action 2", cell=name_move(pair.board, pair.second or PASS)
        ),
    ),
    (
        lambda pair: pair.only_passes and pair.would.spot is not None and pair.would.skipped > 0,
        lambda pair: phrase("keeps {cell} within reach", cell=_named(_first_skipped(pair))),
    ),
    (
        lambda pair: pair.only_passes and not (pair.would.spot is not None and pair.would.skipped > 0),
        lambda _: phrase("keeps every row as it is"),
    ),
    (lambda pair: pair.only_passes, lambda _: phrase("costs nothing")),
)
"""Rules that come after those of mechanisms."""


def effects(pair: Comparison) -> Iterator[Phrase]:
    """Yield the effects of a move, in the third person, the most important first."""
    yield from sentences_that_hold(_WEIGHTY, pair)
    for fact in pair.does.mechanisms.values():
        yield from fact.effects
    yield from sentences_that_hold(_LIGHT, pair)
