"""A table as a record: the decisions of its turns, as `qwixx-record/1` writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.records.record import Record, Turn
from companion.rules import PASS, Decision, Mark, Play
from companion.rules.position import SHARED_PHASES
from companion.table.events import SheetTakenOver

if TYPE_CHECKING:
    from companion.table.state import Table


def record_of(table: Table) -> Record:
    """The game so far; a turn that is being played is its open last turn.

    Where players joined or left, only the turns before that: a record has the same players all along. Where
    sheets were taken over from paper, what the paper shows is claimed: the marks' order is not known.
    """
    if table.final_record is not None:
        return table.final_record
    position = table.position
    shown = next((m for m in table.moments() if isinstance(m.last_event, SheetTakenOver)), None)
    if shown is not None:
        scores = table.game.scores(position)
        claims = {p: {"misses": position.sheet(p).misses, "total": scores[p].total} for p in scores}
        return Record(table.game, table.turns, claims)
    if position.phase in ("roll", "over"):
        return Record(table.game, table.turns)
    assert position.roll is not None
    first = {player: mark for player in table.game.players if (mark := _first(table, player)) is not None}
    return Record(table.game, (*table.turns, Turn(position.roll, first, open=True)))


def first_marks(table: Table) -> dict[str, Mark]:
    """The marks, passes left out, that were made in the first action of this turn."""
    made = [
        (decided.player, Mark.parse(decided.mark))
        for phase, decided in table.turn_decisions
        if phase in SHARED_PHASES
    ]
    return {player: mark for player, mark in made if mark.cell}


def second_mark(table: Table) -> Decision | None:
    """What the active player made of the second action of this turn; None for a pass, or nothing yet."""
    text = next(
        (decided.mark for phase, decided in table.turn_decisions if phase not in SHARED_PHASES), str(PASS)
    )
    if text == str(PASS):
        return None
    return Play.parse(text) if ":" in text else Mark.parse(text)


def _first(table: Table, player: str) -> Mark | None:
    """What a player decided in action 1 of this turn; a pass where the action is over without a mark."""
    if table.position.phase in SHARED_PHASES:
        return table.decision(player)
    return next(
        (
            Mark.parse(d.mark)
            for phase, d in table.turn_decisions
            if phase in SHARED_PHASES and d.player == player
        ),
        PASS,
    )
