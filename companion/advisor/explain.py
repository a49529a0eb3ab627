"""Explanations: one sentence for a move, from what it does and how that differs from the alternative.

The first clause says what the move does: the one or two facts that weigh most. The second compares it with
the alternative: the best move with the next best, any other move with the best. Both are lists of rules in
order of weight, each a condition and what is then said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from companion.advisor.advice import Reason
from companion.advisor.move_facts import MoveFacts, move_facts
from companion.rules import Card, Game, Mark, Play, Position, Term
from companion.rules.board import Spot
from companion.rules.mark import PASS
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS
from sheets.place_names import mark_phrase


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move to explain. `win`, `margin`: as in Option. `second`: what the active player marks in action 2
    after it. `after`: how the turn ends then, most likely. `end_is_sure`: whether a game that is over then
    ends so whatever the others decide. `hangs_on`: the player on whose decision the chance hangs, if any."""

    move: Mark | Play
    win: float | None
    margin: float
    second: Mark | None
    after: Position
    end_is_sure: bool = True
    hangs_on: str | None = None


def reasons(game: Game, position: Position, player: str, moves: Sequence[RatedMove]) -> list[Reason]:
    """For each of `moves`, which are all that a player may do, best first, its sentence."""
    sides = [
        _Side(_move(game, rated.move), rated, move_facts(game, position, player, rated.move, rated.after))
        for rated in moves
    ]
    always_ends = all(side.facts.ends_game for side in sides)
    out = []
    for number, side in enumerate(sides):
        other = sides[0 if number else min(1, len(sides) - 1)]
        pair = _Pair(game, side, other, best=number == 0, always_ends=always_ends)
        does = islice((say(pair) for holds, say in _EFFECTS if holds(pair)), 2)
        contrast = next(say(pair) for holds, say in _CONTRASTS if holds(pair))
        clauses = [phrase("{move} {does}", move=side.name, does=_list(list(does))), contrast]
        if side.rated.hangs_on is not None:
            clauses.append(_guess(side.rated.hangs_on))
        out.append(Reason(tuple(clauses)))
    return out


@dataclass(frozen=True, slots=True)
class _Side:
    """One of two moves that are compared."""

    name: Phrase
    rated: RatedMove
    facts: MoveFacts

    @property
    def end_is_sure(self) -> bool:
        """Whether a game that ends with this move ends so whatever the others decide at the same time."""
        return self.rated.end_is_sure


@dataclass(frozen=True, slots=True)
class _Pair:
    """A move and its alternative. `best`: the move is the best. `always_ends`: every move ends the game."""

    game: Game
    this: _Side
    other: _Side
    best: bool
    always_ends: bool

    @property
    def does(self) -> MoveFacts:
        """The facts of the move."""
        return self.this.facts

    @property
    def would(self) -> MoveFacts:
        """The facts of the alternative."""
        return self.other.facts

    @property
    def more_wins(self) -> int:
        """How many more games in a hundred the alternative wins."""
        this, other = self.this.rated.win, self.other.rated.win
        return 0 if this is None or other is None else round(100 * (other - this))

    @property
    def more_points(self) -> int:
        """By how many points the alternative ends better."""
        return round(self.other.rated.margin - self.this.rated.margin)

    @property
    def second(self) -> Mark | None:
        """The mark that follows in action 2, if any does."""
        return None if self.this.rated.second == PASS else self.this.rated.second

    @property
    def marks_open_row(self) -> bool:
        """Whether the move marks a cell and locks nothing."""
        return self.does.spot is not None and not self.does.locked_rows

    @property
    def marks_beside(self) -> bool:
        """Whether the move crosses only a round cell or a field between numbers."""
        special = self.does.special
        return self.does.spot is None and (special.round_rows or special.field_row) is not None

    @property
    def would_mark_open_row(self) -> bool:
        """Whether the alternative marks a cell and locks nothing."""
        return self.would.spot is not None and not self.would.locked_rows

    @property
    def only_passes(self) -> bool:
        """Whether the move marks nothing, now or in action 2, and costs no miss."""
        return not (self.second or self.does.spot or self.does.miss or self.does.special.marks)

    @property
    def contrasts_by_end(self) -> bool:
        """Whether the alternative alone surely ends the game, won for the worse move or lost for the best."""
        would = self.would
        return (
            would.ends_game
            and not self.always_ends
            and self.other.end_is_sure
            and would.rival is not None
            and would.lead != 0
            and (would.lead < 0) == self.best
            and not (self.does.ends_game and self.does.lead == would.lead)
        )

    def row(self, row: int | None) -> Term:
        """How a sentence names a row."""
        assert row is not None
        return self.game.board.row_term(row)


def _guess(player: str) -> Phrase:
    """Why nobody can know the chance of a move: it hangs on a decision that is made at the same time."""
    return phrase(
        "this is a guess against a guess: it hangs on what {player} decides at the same time", player=player
    )


# -- names of moves ------------------------------------------------------------------------------------


def _cell(spot: Spot | None) -> Phrase:
    """A cell by its colour and number."""
    assert spot is not None
    return Phrase(message("{colour} {number}"), spot.values())


def _move(game: Game, move: Mark | Play) -> Phrase:
    """A move as the subject of a sentence."""
    if isinstance(move, Play):
        return _play(game, move)
    if not move.cell:
        return phrase("passing")
    if move.form or move.field:
        return mark_phrase(game.pad, str(move))
    cell = _cell(game.board.spot(move.cell))
    if move.lucky:
        return phrase("{cell} by the lucky number", cell=cell)
    if move.choices:
        row = game.board.row_term(ROW_LETTERS.index(move.choices[0]))
        return phrase("{cell} with {row} for the bonus", cell=cell, row=row)
    return cell


def _play(game: Game, play: Play) -> Phrase:
    """A play by the cells that it marks, and the cards that it gives away beside them."""
    spots = [game.board.spot(mark.cell) for mark in play.marks]
    unused = [Card(card.number, card.colour) for card in play.cards]
    for spot in spots:
        unused.remove(Card(spot.number, spot.cell.colour))
    cells = [_cell(spot) for spot in spots]
    cards = [phrase("{colour} {number}", colour=Term(card.colour), number=card.number) for card in unused]
    if not cells:
        return phrase("giving {cards} away", cards=_list(cards))
    if not cards:
        return phrase("marking {cells}", cells=_list(cells))
    return phrase("marking {cells} and giving {cards} away", cells=_list(cells), cards=_list(cards))


def _list(parts: Sequence[Phrase]) -> Phrase:
    """The parts with commas, the last one with "and"."""
    found = parts[0]
    for part in parts[1:-1]:
        found = phrase("{first}, {second}", first=found, second=part)
    return phrase("{first} and {second}", first=found, second=parts[-1]) if len(parts) > 1 else found


def _count(one: str, many: str, count: int, **values: object) -> Phrase:
    return Phrase(one if count == 1 else many, {"count": count, **values})


# -- what a move does ----------------------------------------------------------------------------------

Rule = tuple[Callable[[_Pair], bool], Callable[[_Pair], Phrase]]
"""When something is said, and what."""


def _ends(pair: _Pair) -> Phrase:
    """How the game ends, if it does so whatever is done, or that it ends."""
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
    return end if pair.this.end_is_sure else phrase("{does} (most likely)", does=end)


def _result(
    facts: MoveFacts, alone: str, level: str, ahead: tuple[str, str], behind: tuple[str, str]
) -> Phrase:
    if facts.rival is None:
        return Phrase(alone, {"count": facts.lead})
    if facts.lead == 0:
        return Phrase(level, {"player": facts.rival})
    return _count(*(ahead if facts.lead > 0 else behind), abs(facts.lead), player=facts.rival)


def _shuts_out(pair: _Pair) -> Phrase:
    shut_out = pair.does.shut_out
    assert shut_out is not None
    return _count(
        message("closes {row} to {player}, who has one cross there"),
        message("closes {row} to {player}, who has {count} crosses there"),
        shut_out.crosses,
        row=pair.row(shut_out.row),
        player=shut_out.player,
    )


def _gains(pair: _Pair) -> Phrase:
    return _count(message("gains one point"), message("gains {count} points"), pair.does.points)


def _first_skipped(pair: _Pair) -> Spot:
    """The first cell that the alternative would skip."""
    spot = pair.would.spot
    assert spot is not None
    return pair.game.board.rows[spot.row][spot.index - pair.would.skipped]


def _brings(pair: _Pair) -> Phrase:
    """The cross that a chain makes, and what it leaves behind."""
    special = pair.does.special
    cell = _cell(special.forced)
    if not special.forced_skipped:
        return phrase("brings {cell} as well", cell=cell)
    return _count(
        message("brings {cell} as well, which skips one cell"),
        message("brings {cell} as well, which skips {count} cells"),
        special.forced_skipped,
        cell=cell,
    )


_SPECIAL_EFFECTS: tuple[Rule, ...] = (
    (
        lambda pair: pair.does.special.track_points > 0,
        lambda pair: _count(
            message("adds one point instead of both actions"),
            message("adds {count} points instead of both actions"),
            pair.does.special.track_points,
        ),
    ),
    (lambda pair: pair.does.special.forced is not None, _brings),
    (
        lambda pair: pair.does.special.round_rows is not None,
        lambda pair: phrase(
            "counts for {first} and {second}",
            first=pair.row((pair.does.special.round_rows or (0, 1))[0]),
            second=pair.row((pair.does.special.round_rows or (0, 1))[1]),
        ),
    ),
    (lambda pair: pair.does.special.is_double, lambda _: phrase("makes two crosses at once")),
    (
        lambda pair: pair.does.special.second is not None,
        lambda pair: _count(
            message("makes a second cross for one point"),
            message("makes a second cross for {count} points"),
            pair.does.points,
        ),
    ),
    (
        lambda pair: pair.does.special.step_points > 0,
        lambda pair: _count(
            message("is a step that adds one point"),
            message("is a step that adds {count} points"),
            pair.does.special.step_points,
        ),
    ),
    (
        lambda pair: pair.does.special.lost_exchanges > 0,
        lambda pair: _count(
            message("gives up one field of the strip"),
            message("gives up {count} fields of the strip"),
            pair.does.special.lost_exchanges,
        ),
    ),
    (
        lambda pair: pair.does.special.field_row is not None,
        lambda pair: phrase(
            "adds a cross between numbers to {row}", row=pair.row(pair.does.special.field_row)
        ),
    ),
    (
        lambda pair: pair.does.special.leaves_fifteen > 0 and pair.does.spot is None,
        lambda pair: _count(
            message("lets a fifteen for one point go"),
            message("lets a fifteen for {count} points go"),
            pair.does.special.leaves_fifteen,
        ),
    ),
)
"""What a move does on special cells."""

_EFFECTS: tuple[Rule, ...] = (
    (
        lambda pair: bool(pair.does.locked_rows),
        lambda pair: phrase(
            "locks {row} for {count} points", row=pair.row(pair.does.locked_rows[0]), count=pair.does.points
        ),
    ),
    (lambda pair: pair.does.miss >= 4, lambda _: phrase("takes the fourth miss")),
    (
        lambda pair: 0 < pair.does.miss < 4,
        lambda pair: _count(
            message("costs the first miss"), message("costs miss number {count}"), pair.does.miss
        ),
    ),
    (lambda pair: pair.does.ends_game, _ends),
    (lambda pair: pair.does.shut_out is not None, _shuts_out),
    (
        lambda pair: pair.does.bonus_crosses > 0,
        lambda pair: _count(
            message("brings one more cross"), message("brings {count} more crosses"), pair.does.bonus_crosses
        ),
    ),
    *_SPECIAL_EFFECTS,
    (lambda pair: pair.best and pair.does.lost_row is not None and pair.does.points > 4, _gains),
    (
        lambda pair: pair.does.lost_row is not None,
        lambda pair: phrase("gives up locking {row}", row=pair.row(pair.does.lost_row)),
    ),
    (
        lambda pair: (pair.marks_open_row or pair.marks_beside) and pair.does.skipped > 0,
        lambda pair: _count(message("skips one cell"), message("skips {count} cells"), pair.does.skipped),
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
        lambda pair: phrase("keeps {cell} within reach", cell=_cell(pair.does.reachable_lock)),
    ),
    (lambda pair: pair.marks_open_row or pair.marks_beside, _gains),
    (
        lambda pair: pair.second is not None,
        lambda pair: phrase("goes on with {cell} in action 2", cell=_move(pair.game, pair.second or PASS)),
    ),
    (
        lambda pair: pair.only_passes and pair.would.spot is not None and pair.would.skipped > 0,
        lambda pair: phrase("keeps {cell} within reach", cell=_cell(_first_skipped(pair))),
    ),
    (
        lambda pair: pair.only_passes and not (pair.would.spot is not None and pair.would.skipped > 0),
        lambda _: phrase("keeps every row as it is"),
    ),
    (lambda pair: pair.only_passes, lambda _: phrase("costs nothing")),
)
"""What a move does, in the third person, what weighs most first: the first two that hold are said."""


# -- what the alternative would do ---------------------------------------------------------------------


def _would_end(pair: _Pair) -> Phrase:
    one, many = (
        message("{other} would end the game one point behind {player}"),
        message("{other} would end the game {count} points behind {player}"),
    )
    if pair.would.lead > 0:
        one, many = (
            message("{other} would end the game one point ahead of {player}"),
            message("{other} would end the game {count} points ahead of {player}"),
        )
    return _count(one, many, abs(pair.would.lead), other=pair.other.name, player=pair.would.rival)


def _would_skip(pair: _Pair) -> Phrase:
    return _count(
        message("{other} would skip one cell"),
        message("{other} would skip {count} cells"),
        pair.would.skipped,
        other=pair.other.name,
    )


def _would_skip_less(pair: _Pair) -> bool:
    return (
        not pair.best
        and pair.would_mark_open_row
        and pair.does.spot is not None
        and pair.would.skipped < pair.does.skipped
    )


_SPECIAL_CONTRASTS: tuple[Rule, ...] = (
    (
        lambda pair: pair.would.special.track_points > 0,
        lambda pair: _count(
            message("{other} would add one point instead of both actions"),
            message("{other} would add {count} points instead of both actions"),
            pair.would.special.track_points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.best and pair.would.special.lost_exchanges > pair.does.special.lost_exchanges,
        lambda pair: _count(
            message("{other} would give up one field of the strip"),
            message("{other} would give up {count} fields of the strip"),
            pair.would.special.lost_exchanges,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: (
            not pair.best and pair.would.special.forced is not None and pair.does.special.forced is None
        ),
        lambda pair: phrase(
            "{other} would bring {cell} as well", other=pair.other.name, cell=_cell(pair.would.special.forced)
        ),
    ),
)
"""How the alternative differs on special cells."""

_CONTRASTS: tuple[Rule, ...] = (
    (lambda pair: pair.this is pair.other, lambda _: phrase("nothing else is allowed")),
    (lambda pair: pair.contrasts_by_end, _would_end),
    (
        lambda pair: pair.best and pair.would.miss > 0 and pair.does.miss == 0,
        lambda pair: phrase("{other} would cost a miss", other=pair.other.name),
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
    *_SPECIAL_CONTRASTS,
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
        lambda pair: _count(
            message("{other} would gain only one point"),
            message("{other} would gain only {count} points"),
            pair.would.points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: not pair.best and pair.would.points > pair.does.points + 1,
        lambda pair: _count(
            message("{other} would gain one point"),
            message("{other} would gain {count} points"),
            pair.would.points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.more_wins > 0,
        lambda pair: _count(
            message("{other} wins one more game in a hundred"),
            message("{other} wins {count} more games in a hundred"),
            pair.more_wins,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.more_wins < 0,
        lambda pair: _count(
            message("{other} wins one game in a hundred fewer"),
            message("{other} wins {count} fewer games in a hundred"),
            -pair.more_wins,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: not pair.best and pair.more_points > 0,
        lambda pair: _count(
            message("{other} is worth one point more"),
            message("{other} is worth {count} points more"),
            pair.more_points,
            other=pair.other.name,
        ),
    ),
    (
        lambda pair: pair.best and pair.more_points < 0,
        lambda pair: _count(
            message("{other} is worth one point less"),
            message("{other} is worth {count} points less"),
            -pair.more_points,
            other=pair.other.name,
        ),
    ),
    (lambda _: True, lambda pair: phrase("{other} is as good", other=pair.other.name)),
)
"""How the alternative differs: the first that holds is said. If points speak against the order, which goes by
games won, the two are as good."""
