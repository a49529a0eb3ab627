"""Taking back: which decisions a player may take back, and until when.

A player may take back their own last decision of the turn, a mark or a pass, until the next roll. If its
action is still open, nothing else changes. If it is over, it opens again for this player, and later decisions
are judged again when it ends. If choices were hidden and have been shown, only the table's own screen may
take one back, because the player would choose again knowing the others' choices.
"""

from companion.rules.position import SHARED_PHASES
from companion.table.events import TableError
from companion.table.state import Choice, Table
from companion.table.turn_replay import replay_turn
from sheets.language import message


def last_choice(table: Table, player: str) -> Choice | None:
    """Return the last decision of `player` in the turn of the current roll, or None if it can't be taken
    back.

    It can't if replaying the turn would lose something: a player came or left, or a sheet was entered from
    paper.
    """
    if table.demo or table.paper or table.pending_roll is not None or table.current_roll is None:
        return None
    made = [choice for choice in table.turn_decisions if choice[1].player == player]
    if not made or table.turn_start.players != table.position.players:
        return None
    if replay_turn(table, table.current_roll, table.turn_decisions).position != table.position:
        return None
    return made[-1]


def is_action_over(table: Table, choice: Choice) -> bool:
    """Return True if the action of `choice`, which belongs to this turn, has ended."""
    return table.position.phase != choice[0] or table.decision(choice[1].player) is None


def only_table_may(table: Table, choice: Choice) -> bool:
    """Return True if only the table's own screen may take back `choice`, because it was hidden and has been
    shown."""
    return table.hidden and choice[0] in SHARED_PHASES and is_action_over(table, choice)


def nothing_to_take_back(player: str) -> TableError:
    """Return the error for a player without a decision that can be taken back now."""
    return TableError(
        "nothing-decided",
        message("{player} has nothing to take back now; that is possible until the next roll."),
        player=player,
    )
