"""Taking back a player's own last decision of this turn, which is possible until the next roll."""

from companion.rules.position import SHARED_PHASES
from companion.table.state import Choice, Table
from companion.table.turn_replay import replay_turn


def last_choice(table: Table, player: str) -> Choice | None:
    """Return the last decision of `player` in this turn, or None if there is none to take back."""
    if table.demo or table.paper or table.pending_roll is not None or table.current_roll is None:
        return None
    made = [choice for choice in table.turn_decisions if choice[1].player == player]
    if not made or table.turn_start.players != table.position.players:
        return None
    # a row was reopened or a sheet entered from paper, which a replay would lose
    if replay_turn(table, table.current_roll, table.turn_decisions).position != table.position:
        return None
    return made[-1]


def is_action_over(table: Table, choice: Choice) -> bool:
    """Return True if the action in which a choice of this turn was made has ended."""
    return table.position.phase != choice[0] or table.decision(choice[1].player) is None


def only_table_may_undo(table: Table, choice: Choice) -> bool:
    """Return True if a choice was hidden, but is shown now, so that only the table's screen may undo it."""
    return table.hidden and choice[0] in SHARED_PHASES and is_action_over(table, choice)
