"""The players, and what the table's screen may do for each of them."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.table.state import Table


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """One player. `has_phone`: their seat can be freed. `pass_label`: what passing for them means now.

    That is "pass", "miss", or "" if they have nothing to decide. `may_leave`: the others can play on.
    `may_move`: seats can be changed now. `computer`: the program plays.
    """

    player: str
    has_phone: bool
    pass_label: str
    may_leave: bool
    may_move: bool = False
    computer: bool = False


def ends_record(table: Table) -> bool:
    """Tell whether a change of players would end the record: turns are over, and it goes on."""
    return bool(table.turns) and table.final_record is None


def present_player_seats(table: Table, guests: Collection[str]) -> tuple[PlayerSeat, ...]:
    """The players of a game, in their order. `guests`: those who have a phone."""
    position = table.position
    between_turns = position.phase == "roll"
    waiting = () if position.phase == "roll" else table.game.waiting(position)
    label = "miss" if position.phase != "play" and table.game.is_pass_a_miss(position) else "pass"
    return tuple(
        PlayerSeat(
            player,
            player in guests,
            label if player in waiting and player not in table.computers else "",
            between_turns and len(table.game.players) > 1 and table.people != (player,),
            between_turns and len(table.game.players) > 1,
            player in table.computers,
        )
        for player in table.game.players
    )
