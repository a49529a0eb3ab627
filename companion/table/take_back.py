"""Taking back: who may take which decision back, and until when.

A player takes back their own last decision of the turn, cross or pass, until somebody throws the next dice.
While its action is open, that changes nothing else. After that the action is open again for this player, and
what followed is judged anew when it ends. If choices were hidden and have been shown, only the table's own
screen may take one back: the others would otherwise choose again with knowledge that they did not have.
"""

from companion.rules.position import SHARED_PHASES
from companion.table.events import TableError
from companion.table.state import Choice, Table
from companion.table.turn_replay import replay_turn
from sheets.language import message


def last_choice(table: Table, player: str) -> Choice | None:
    """Return the last decision of `player` in the turn whose dice are on the table, or None.

    None too once anything else has happened that the turn, played again, would lack: a player came or left, a
    sheet was taken over from paper.
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
    """Return True if the action of a choice of this turn has ended."""
    return table.position.phase != choice[0] or table.decision(choice[1].player) is None


def only_table_may(table: Table, choice: Choice) -> bool:
    """Return True if only the table's own screen may take `choice` back: it was hidden and has been shown."""
    return table.hidden and choice[0] in SHARED_PHASES and is_action_over(table, choice)


def nothing_to_take_back(player: str) -> TableError:
    """Return the error for a player without a decision that can be taken back now."""
    return TableError(
        "nothing-decided",
        message("{player} has nothing to take back now; that is possible until the next roll."),
        player=player,
    )
