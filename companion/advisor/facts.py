"""Facts: what one move does on the table, as far as a person would speak of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Game, Mark, Play, Position, Sheet
from companion.rules.board import Spot


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What a move does, seen by who makes it.

    `spot`: the cell marked (the last one of a play); None for no mark. `skipped`: open cells left behind.
    `points`: what the move itself adds to the score. `more`: crosses that bonuses bring. `locks`: rows it
    locks. `ready`: a row that now has the marks its lock needs. `reach`: the last cell of the row, where its
    lock is still possible but not yet ready. `lost`: a row that can no longer be locked and could before.
    `shuts_out`: the other player with most crosses in a row that this closes, that row, and how many; None
    for nobody. `missed`: how many misses the turn leaves where it adds one, else 0. `ends`: whether the game
    is over after it. `lead`: the final lead then (alone: the score), and `rival` whom it is counted from.
    """

    spot: Spot | None
    skipped: int
    points: int
    more: int
    locks: tuple[int, ...]
    ready: int | None
    reach: Spot | None
    lost: int | None
    shuts_out: tuple[str, int, int] | None
    missed: int
    ends: bool
    lead: int
    rival: str | None


def facts(game: Game, position: Position, player: str, move: Mark | Play, after: Position) -> MoveFacts:
    """The facts of `move` of `player` in `position`. `after`: how the turn ends then, most likely."""
    seat = position.players.index(player)
    before = position.before[seat]
    if isinstance(move, Play):
        made = game.plays(position, player).result(move)
        names = [mark.cell for mark in move.marks]
    else:
        made = game.moves(position, player).result(move)
        names = [move.cell] if move.cell else []
    spots = [game.board.spot(name) for name in names]
    closed_mask = position.closed_mask | game.board.locked(before.rows)
    spot = spots[-1] if spots else None
    crosses = sum(b.bit_count() for b in made.rows) - sum(b.bit_count() for b in before.rows)
    locks = tuple(row for row in range(4) if game.board.locked(made.rows) & ~closed_mask & 1 << row)
    missed = after.sheets[seat].misses
    lead, rival = _lead(game, after, seat)
    row = spot.row if spot else None
    now = None if row is None or row in locks else _lockable(game, made, row, closed_mask)
    return MoveFacts(
        spot,
        sum(_skipped(spots, before, row) for row in {s.row for s in spots}),
        game.score(made).total - game.score(before).total,
        max(0, crosses - len(spots)),
        locks,
        row if now == 0 and _lockable(game, before, row or 0, closed_mask) else None,
        game.board.rows[row][-1] if row is not None and now else None,
        next((r for r in range(4) if _gave_up(game, before, made, r, closed_mask)), None),
        _shut_out(game, position, seat, locks),
        missed if missed > before.misses else 0,
        after.end is not None,
        lead,
        rival,
    )


def _skipped(spots: Sequence[Spot], before: Sheet, row: int) -> int:
    marked = [spot.index for spot in spots if spot.row == row]
    return max(marked) + 1 - before.rows[row].bit_length() - len(marked)


def _lockable(game: Game, sheet: Sheet, row: int, closed_mask: int) -> int | None:
    """How many marks a row still lacks before its lock; None where it cannot be locked any more."""
    bits, spots = sheet.rows[row], game.board.rows[row]
    if closed_mask >> row & 1 or bits & spots[0].closing_bits:
        return None
    lacks = max(0, game.board.lock_needs - bits.bit_count())
    left = len(spots) - spots[0].closing_bits.bit_count() - bits.bit_length()
    return lacks if lacks <= left else None


def _gave_up(game: Game, before: Sheet, made: Sheet, row: int, closed_mask: int) -> bool:
    locked = game.board.locked(made.rows) >> row & 1
    return (
        not locked
        and _lockable(game, before, row, closed_mask) is not None
        and _lockable(game, made, row, closed_mask) is None
    )


def _shut_out(game: Game, position: Position, seat: int, locks: Sequence[int]) -> tuple[str, int, int] | None:
    """The other player with most crosses in a row that closes to them: name, row, crosses."""
    if game.variant.cards:
        return None
    found = [
        (sheet.rows[row].bit_count(), other, row)
        for row in locks
        for other, sheet in enumerate(position.before)
        if other != seat
    ]
    if not found or max(found)[0] == 0:
        return None
    count, other, row = max(found)
    return position.players[other], row, count


def _lead(game: Game, after: Position, seat: int) -> tuple[int, str | None]:
    totals = [game.score(sheet).total for sheet in after.sheets]
    others = [other for other in range(len(totals)) if other != seat]
    if not others:
        return totals[seat], None
    rival = max(others, key=lambda other: totals[other])
    return totals[seat] - totals[rival], after.players[rival]
