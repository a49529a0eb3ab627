"""Finds the facts about a move that its explanation may mention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rules import Game, Mark, Play, Position, Sheet
from companion.rules.board import Spot
from companion.rules.outlook import Fact, MadeMove, advice_on


class ShutOut(NamedTuple):
    """A row that a move closes for an opponent who has crosses in it."""

    player: str
    row: int
    crosses: int


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What a move does for the player who makes it. Rows are numbers, 0 to 3."""

    spot: Spot | None  # the new cell marked (the last one of a play), or None
    skipped: int  # open cells left behind
    points: int  # what the move itself adds to the score
    bonus_crosses: int  # crosses that bonuses bring
    locked_rows: tuple[int, ...]  # rows that it locks
    ready_row: int | None  # a row that now has the marks its lock needs
    reachable_lock: Spot | None  # the last cell of the marked row if it can still be reached
    lost_row: int | None  # a row that the move makes impossible to lock
    shut_out: ShutOut | None  # the other player who loses most by a row that it locks
    miss: int  # the number of the penalty that the turn adds (1 to 4), or 0
    ends_game: bool
    lead: int  # over the best other player (alone: the score) if the game ended after the move
    rival: str | None  # the best other player, or None for a single player
    mechanisms: Mapping[str, Fact] = field(default_factory=dict)  # by key of the pad's mechanism

    @property
    def marks_elsewhere(self) -> bool:
        """Return True if the move marks no new cell, but something else on the sheet."""
        return self.spot is None and any(fact.marks for fact in self.mechanisms.values())

    @property
    def tells_points(self) -> bool:
        """Return True if the effects of the mechanisms already state the points of the move."""
        return any(fact.tells_points for fact in self.mechanisms.values())


def move_facts(game: Game, position: Position, player: str, move: Mark | Play, after: Position) -> MoveFacts:
    """Return the facts about a player's `move`. `after`: the likeliest position after the turn."""
    seat = position.players.index(player)
    before = position.before[seat]
    if isinstance(move, Play):
        made = game.plays(position, player).result(move)
        names = [mark.cell for mark in move.marks]
    else:
        made = game.moves(position, player).result(move)
        names = [part.cell for part in move.parts if before.pad.has_cell(part.cell)]
    board = game.board_of(before)
    spots = [spot for spot in map(board.spot, names) if not before.rows[spot.row] & spot.bit]
    spot = spots[-1] if spots else None
    closed_mask = position.closed_mask | board.locked(before.rows)
    newly_locked = board.locked(made.rows) & ~closed_mask
    locked_rows = tuple(row for row in range(4) if newly_locked >> row & 1)
    crosses = sum(b.bit_count() for b in made.rows) - sum(b.bit_count() for b in before.rows)
    lacks_before = [_lock_lacks(game, before, row, closed_mask) for row in range(4)]
    lacks_after = [_lock_lacks(game, made, row, closed_mask | newly_locked) for row in range(4)]
    lost_rows = [
        row
        for row in range(4)
        if lacks_before[row] is not None and lacks_after[row] is None and row not in locked_rows
    ]
    misses = after.sheets[seat].misses
    lead, rival = _lead(game, after, seat)
    points = game.score(made).total - game.score(before).total
    facts: Mapping[str, Fact] = {}
    if isinstance(move, Mark):
        moves = game.moves(position, player)

        def would_be(mark: Mark) -> Sheet | None:
            return moves.result(mark) if mark in moves else None

        done = MadeMove(game.rules_of(before), before, made, spots, would_be, closed_mask, points)
        told = ((key, each.fact(done)) for key, each in advice_on(before.pad).items() if each.fact)
        facts = {key: fact for key, fact in told if fact is not None}
    crossed = spot or next((fact.again for fact in facts.values() if fact.again), None)
    own_row = crossed.row if crossed else None
    lacks = None if own_row is None else lacks_after[own_row]
    return MoveFacts(
        spot=spot,
        skipped=_skipped(game, spots, facts, before, made),
        points=points,
        bonus_crosses=max(0, crosses - len(spots) - sum(1 for fact in facts.values() if fact.brought)),
        locked_rows=locked_rows,
        ready_row=own_row if lacks == 0 and own_row is not None and lacks_before[own_row] else None,
        reachable_lock=board.rows[own_row][-1] if own_row is not None and lacks else None,
        lost_row=lost_rows[0] if lost_rows else None,
        shut_out=_shut_out(game, position, seat, locked_rows),
        miss=misses if misses > before.misses else 0,
        ends_game=after.end is not None,
        lead=lead,
        rival=rival,
        mechanisms=facts,
    )


def _skipped(game: Game, spots: Sequence[Spot], facts: Mapping[str, Fact], before: Sheet, made: Sheet) -> int:
    """Return the number of open cells that the move leaves behind in the rows that it marks."""
    rules, skipped = game.rules_of(before), 0
    between = {row for fact in facts.values() for row in fact.rows}
    for row in between.union(spot.row for spot in spots):
        start, end = rules.first_in_order(before, row), rules.first_in_order(made, row)
        if row not in between:
            end = min(end, max(spot.index for spot in spots if spot.row == row) + 1)
        skipped += sum(not made.rows[row] >> index & 1 for index in range(start, end))
    return skipped


def _lock_lacks(game: Game, sheet: Sheet, row: int, closed_mask: int) -> int | None:
    """Return the number of marks that a row lacks for its lock, or None if it can no longer be locked."""
    board, rules = game.board, game.rules_of(sheet)
    if closed_mask >> row & 1 or sheet.rows[row] & board.closing_bits[row]:
        return None
    lacks = max(0, board.lock_needs - rules.lock_crosses(sheet, row))
    start = rules.first_in_order(sheet, row)
    room = board.cells_before_lock(row, -1, start)
    advice = advice_on(sheet.pad).values()
    room += sum(each.lock_room(rules, sheet, row, start) for each in advice if each.lock_room)
    return lacks if lacks <= room else None


def _shut_out(game: Game, position: Position, seat: int, locked_rows: Sequence[int]) -> ShutOut | None:
    """Return the opponent with the most crosses in any of `locked_rows`, or None if nobody has any there."""
    if not game.constraints.close_for_all:
        return None
    losses = [
        (sheet.rows[row].bit_count(), other, row)
        for row in locked_rows
        for other, sheet in enumerate(position.before)
        if other != seat
    ]
    crosses, other, row = max(losses, default=(0, 0, 0))
    return ShutOut(position.players[other], row, crosses) if crosses else None


def _lead(game: Game, after: Position, seat: int) -> tuple[int, str | None]:
    """Return the lead over the best opponent and the opponent's name; for a single player (total, None)."""
    totals = [game.score(sheet).total for sheet in after.sheets]
    others = [other for other in range(len(totals)) if other != seat]
    if not others:
        return totals[seat], None
    rival = max(others, key=lambda other: totals[other])
    return totals[seat] - totals[rival], after.players[rival]
