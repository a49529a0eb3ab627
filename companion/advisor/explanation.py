"""Explains a move in sentences: what the move does, and how an alternative move differs."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from companion.advisor.move_facts import MoveFacts
from companion.advisor.move_names import name_move
from companion.rules import Mark, Play, Position
from companion.rules.board import Board
from companion.rules.mark import PASS
from companion.rules.outlook import advice_on
from sheets.language import Phrase, counted, message, phrase


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move to explain, with its evaluation."""

    move: Mark | Play
    win: float | None  # the chance to win, 0 to 1; None for a single player
    margin: float  # the expected final lead, in points
    second: Mark | None  # the active player's mark in action 2 after it
    after: Position  # the likeliest position at the end of the turn
    end_is_sure: bool = True  # False if the other players can change the final lead
    decisive_player: str | None = None  # the player on whose decision the chance depends most, if any


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """One of two moves that are compared, with its name, evaluation and facts."""

    name: Phrase
    rated: RatedMove
    facts: MoveFacts

    @property
    def marks_open_row(self) -> bool:
        """Return True if the move marks a cell and locks no row."""
        return self.facts.spot is not None and not self.facts.locked_rows


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move to explain (`this`) and the alternative with which it is compared (`other`)."""

    board: Board
    this: ComparedMove
    other: ComparedMove
    best: bool  # True if the move is the best
    always_ends: bool  # True if every move ends the game


# -- the effects of the move ------------------------------------------------------------------------------


def effects(pair: Comparison) -> Iterator[Phrase]:
    """Yield the effects of the move as clauses without a subject ("skips one cell"), main effects first."""
    yield from _main_effects(pair)
    for fact in pair.this.facts.mechanisms.values():
        yield from fact.effects
    yield from _effects_on_rows(pair)
    yield from _effects_on_turn(pair)


def _main_effects(pair: Comparison) -> Iterator[Phrase]:
    does, board = pair.this.facts, pair.board
    if does.locked_rows:
        row = board.row_term(does.locked_rows[0])
        yield phrase("locks {row} for {count} points", row=row, count=does.points)
    if does.miss >= 4:
        yield phrase("takes the fourth penalty")
    elif does.miss > 0:
        yield counted(message("costs the first penalty"), message("costs penalty number {count}"), does.miss)
    if does.ends_game:
        end = _end(pair)
        yield end if pair.this.rated.end_is_sure else phrase("{does} (most likely)", does=end)
    if does.shut_out is not None:
        yield counted(
            message("closes {row} to {player}, who has one cross there"),
            message("closes {row} to {player}, who has {count} crosses there"),
            does.shut_out.crosses,
            row=board.row_term(does.shut_out.row),
            player=does.shut_out.player,
        )
    if does.bonus_crosses > 0:
        one, many = message("brings one more cross"), message("brings {count} more crosses")
        yield counted(one, many, does.bonus_crosses)


_FINISHES = (
    message("finishes with {count} points"),
    message("finishes level with {player}"),
    message("finishes one point ahead of {player}"),
    message("finishes {count} points ahead of {player}"),
    message("finishes one point behind {player}"),
    message("finishes {count} points behind {player}"),
)
_ENDS = (
    message("ends the game with {count} points"),
    message("ends the game level with {player}"),
    message("ends the game one point ahead of {player}"),
    message("ends the game {count} points ahead of {player}"),
    message("ends the game one point behind {player}"),
    message("ends the game {count} points behind {player}"),
)


def _end(pair: Comparison) -> Phrase:
    """Return the final result as a clause, such as "ends the game level with Ben"."""
    alone, level, one_ahead, ahead, one_behind, behind = _FINISHES if pair.always_ends else _ENDS
    lead, rival = pair.this.facts.lead, pair.this.facts.rival
    if rival is None:
        return Phrase(alone, {"count": lead})
    if lead == 0:
        return Phrase(level, {"player": rival})
    one, many = (one_ahead, ahead) if lead > 0 else (one_behind, behind)
    return counted(one, many, abs(lead), player=rival)


def _effects_on_rows(pair: Comparison) -> Iterator[Phrase]:
    does, board, marks_open_row = pair.this.facts, pair.board, pair.this.marks_open_row
    gains = counted(message("gains one point"), message("gains {count} points"), does.points)
    if does.lost_row is not None:
        if pair.best and does.points > 4:
            yield gains
        yield phrase("gives up locking {row}", row=board.row_term(does.lost_row))
    marks_any = marks_open_row or (does.marks_elsewhere and not does.tells_points)
    if marks_any and does.skipped > 0:
        yield counted(message("skips one cell"), message("skips {count} cells"), does.skipped)
    elif marks_open_row:
        yield phrase("skips nothing")
    if does.ready_row is not None and not does.locked_rows:
        yield phrase("makes {row} ready for its lock", row=board.row_term(does.ready_row))
    if marks_open_row and does.reachable_lock is not None and (does.skipped > 0 or does.points > 3):
        yield phrase("keeps {cell} within reach", cell=does.reachable_lock.words)
    if marks_any:
        yield gains


def _effects_on_turn(pair: Comparison) -> Iterator[Phrase]:
    """Yield clauses on the mark that follows in action 2 or, for a pass, on what the pass keeps possible."""
    does, would, second = pair.this.facts, pair.other.facts, pair.this.rated.second
    if second and second != PASS:
        yield phrase("goes on with {cell} in action 2", cell=name_move(pair.board, second))
    elif not (does.spot or does.miss or does.marks_elsewhere):
        if would.spot is not None and would.skipped > 0:
            first_skipped = pair.board.rows[would.spot.row][would.spot.index - would.skipped]
            yield phrase("keeps {cell} within reach", cell=first_skipped.words)
        else:
            yield phrase("keeps every row as it is")
        yield phrase("costs nothing")


# -- how the alternative differs --------------------------------------------------------------------------


def contrast(pair: Comparison) -> Phrase:
    """Return one clause: the most important way in which the alternative differs."""
    return next(
        chain(
            _main_contrasts(pair),
            _mechanism_contrasts(pair),
            _further_contrasts(pair),
            _value_contrasts(pair),
        )
    )


def _main_contrasts(pair: Comparison) -> Iterator[Phrase]:
    does, would, other = pair.this.facts, pair.other.facts, pair.other.name
    if pair.this is pair.other:
        yield phrase("nothing else is allowed")
    if _contrasts_by_end(pair):
        one, many = (
            message("{other} would end the game one point behind {player}"),
            message("{other} would end the game {count} points behind {player}"),
        )
        if would.lead > 0:
            one, many = (
                message("{other} would end the game one point ahead of {player}"),
                message("{other} would end the game {count} points ahead of {player}"),
            )
        yield counted(one, many, abs(would.lead), other=other, player=would.rival)
    if pair.best:
        if would.miss > 0 and does.miss == 0:
            yield phrase("{other} would cost a penalty", other=other)
        if would.lost_row is not None and does.lost_row is None:
            row = pair.board.row_term(would.lost_row)
            yield phrase("{other} would give up locking {row}", other=other, row=row)
        if pair.other.marks_open_row and would.skipped > does.skipped:
            yield _would_skip(pair)


def _contrasts_by_end(pair: Comparison) -> bool:
    """Return True if the contrast is that the alternative certainly ends the game.

    If the move is the best, the alternative must lose the game; otherwise it must win the game.
    """
    does, would = pair.this.facts, pair.other.facts
    return (
        would.ends_game
        and not pair.always_ends
        and pair.other.rated.end_is_sure
        and would.rival is not None
        and would.lead != 0
        and (would.lead < 0) == pair.best
        and not (does.ends_game and does.lead == would.lead)
    )


def _would_skip(pair: Comparison) -> Phrase:
    one, many = message("{other} would skip one cell"), message("{other} would skip {count} cells")
    return counted(one, many, pair.other.facts.skipped, other=pair.other.name)


def _mechanism_contrasts(pair: Comparison) -> Iterator[Phrase]:
    does, would = pair.this.facts.mechanisms, pair.other.facts.mechanisms
    for key, each in advice_on(pair.board.pad).items():
        sentence = each.contrast and each.contrast(does.get(key), would.get(key), pair.best, pair.other.name)
        if sentence:
            yield sentence


def _further_contrasts(pair: Comparison) -> Iterator[Phrase]:
    does, would, other = pair.this.facts, pair.other.facts, pair.other.name
    if pair.best:
        if pair.other.marks_open_row and 0 < would.points < does.points:
            yield counted(
                message("{other} would gain only one point"),
                message("{other} would gain only {count} points"),
                would.points,
                other=other,
            )
        return
    if would.locked_rows and not does.locked_rows:
        row = pair.board.row_term(would.locked_rows[0])
        yield phrase("{other} would lock {row}", other=other, row=row)
    if pair.other.marks_open_row and does.spot is not None and would.skipped < does.skipped:
        nothing = phrase("{other} would skip nothing", other=other)
        yield _would_skip(pair) if would.skipped else nothing
    if would.points > does.points + 1:
        one, many = message("{other} would gain one point"), message("{other} would gain {count} points")
        yield counted(one, many, would.points, other=other)


def _value_contrasts(pair: Comparison) -> Iterator[Phrase]:
    """Yield clauses on the differences in chance to win and in points, and finally "is as good".

    A difference in points is left out if it contradicts the ranking.
    """
    this, rated, other = pair.this.rated, pair.other.rated, pair.other.name
    wins = 0 if this.win is None or rated.win is None else round(100 * (rated.win - this.win))
    points = round(rated.margin - this.margin)
    if wins > 0:
        yield counted(
            message("{other} wins one more game in a hundred"),
            message("{other} wins {count} more games in a hundred"),
            wins,
            other=other,
        )
    if wins < 0:
        yield counted(
            message("{other} wins one fewer game in a hundred"),
            message("{other} wins {count} fewer games in a hundred"),
            -wins,
            other=other,
        )
    if points > 0 and not pair.best:
        one, many = (
            message("{other} is worth one point more"),
            message("{other} is worth {count} points more"),
        )
        yield counted(one, many, points, other=other)
    if points < 0 and pair.best:
        one, many = (
            message("{other} is worth one point less"),
            message("{other} is worth {count} points less"),
        )
        yield counted(one, many, -points, other=other)
    yield phrase("{other} is as good", other=other)
