"""The players, and what the table's screen may do for each of them."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.table.now import MISS, Now, happening
from companion.table.state import Table
from sheets.language import Phrase, Term, phrase


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """One player. `has_phone`: their seat can be freed. `passes`: the button that passes for them, as what
    that means now; None if they have nothing to decide. `may_leave`: the others can play on. `may_move`:
    seats can be changed now. `computer`: the program plays.
    """

    player: str
    has_phone: bool
    passes: Phrase | None
    may_leave: bool
    may_move: bool = False
    computer: bool = False


def ends_record(table: Table) -> bool:
    """Return True if a change of players would end the record: turns are over, and the game continues."""
    return bool(table.turns) and table.final_record is None


def present_player_seats(table: Table, guests: Collection[str]) -> tuple[PlayerSeat, ...]:
    """Return the players of a game, in their order. `guests`: those who have a phone."""
    now = happening(table)
    between_turns = now.action == "roll"
    return tuple(
        PlayerSeat(
            player,
            player in guests,
            _passes(now, player) if player in now.asked and player not in table.computers else None,
            between_turns and len(table.game.players) > 1 and table.people != (player,),
            between_turns and len(table.game.players) > 1,
            player in table.computers,
        )
        for player in table.game.players
    )


def _passes(now: Now, player: str) -> Phrase:
    """Return the button that passes for a player."""
    if now.part(player).passing is MISS:
        return Phrase("{player}: {choice}", {"player": player, "choice": Term(MISS.button)})
    return phrase("Pass for {player}", player=player)
