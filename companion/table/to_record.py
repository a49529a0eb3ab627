"""Converts the state of a game at the table to a record, the format of files with whole games."""

from companion.records.record import Record, Turn
from companion.rules import PASS, Mark, Roll
from companion.rules.position import ALONE_PHASES, SHARED_PHASES
from companion.table.state import Table


def record_of(table: Table) -> Record:
    """Return the record of the game so far, or only up to the first change of players if there was one."""
    if table.final_record is not None:
        return table.final_record
    position = table.position
    if table.order_unknown:
        scores = table.game.scores(position)
        claims = {p: {"misses": position.sheet(p).misses, "total": scores[p].total} for p in scores}
        return Record(table.game, table.turns, claims)
    if position.phase in ("roll", "over"):
        return Record(table.game, table.turns)
    assert position.roll is not None
    first = _first_marks(table)
    if position.phase in SHARED_PHASES:
        decided = {player: table.decision(player) for player in table.game.players}
        first = {player: mark for player, mark in decided.items() if mark is not None}
    else:  # the first action is over: players without a mark passed
        first = {player: first.get(player, PASS) for player in table.game.players}
    turn = Turn(position.roll, first, open=True)
    return Record(table.game, (*table.turns, turn))


def turn_of(table: Table, roll: Roll | int) -> Turn:
    """Return the table's current turn, which must be finished, as a turn of a record. `roll`: its roll."""
    alone = (made.decision for phase, made in table.turn_decisions if phase in ALONE_PHASES)
    second = next(alone, PASS)
    return Turn(roll, _first_marks(table), None if second == PASS else second)


def _first_marks(table: Table) -> dict[str, Mark]:
    """Return the marks of this turn's first action, without passes."""
    made = ((made.player, made.decision) for phase, made in table.turn_decisions if phase in SHARED_PHASES)
    return {player: mark for player, mark in made if isinstance(mark, Mark) and mark.cell}
