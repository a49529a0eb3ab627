"""Changes of players between two turns. The functions raise TableError if the change is not possible now."""

from dataclasses import replace

from companion.rules import Game, Position, Sheet
from companion.table.events import MAX_SEATS, TableError, no_such_player
from sheets.language import message


def add_player(
    game: Game, position: Position, player: str, lucky: tuple[int, int] | None, sheet: str = ""
) -> tuple[Game, Position]:
    """Return the game and position with one more player, in the last seat. Raise NotAGame if the two lucky
    numbers or `sheet` (a letter, or the name of a pad; "" for any) don't fit the game."""
    _between_turns(position)
    if not player.strip() or player in game.players:
        raise TableError("players", message("Every player needs a name of their own."))
    if len(game.players) >= MAX_SEATS:
        raise TableError("players", message("At most {most} can play."), most=MAX_SEATS)
    numbers = None if game.lucky is None else dict(game.lucky)
    if lucky is not None:
        numbers = {**(numbers or {}), player: lucky}
    chosen = sheet or free_sheet(game)
    grown = game.played_by((*game.players, player), numbers, {player: chosen} if chosen else None)
    empty = grown.after_closing([Sheet.empty(grown.pads[-1])], position.removed_mask)
    return grown, _with(position, grown.players, (*position.sheets, *empty), position.seat)


def free_sheet(game: Game) -> str:
    """Return the sheet for a new player: the rarest letter, the game's pad if players choose pads, or ""."""
    if not game.pad.letters:
        return game.pad.name if game.variant.sheets else ""
    return min(game.pad.letters, key=tuple((game.sheets or {}).values()).count)


def remove_player(game: Game, position: Position, player: str) -> tuple[Game, Position]:
    """Return the game and position without `player`. Rows that this player locked stay closed."""
    if player not in game.players:
        raise no_such_player(player)
    _between_turns(position)
    if len(game.players) == 1:
        raise TableError("players", message("Nobody else plays; the last player cannot leave."))
    gone = game.players.index(player)
    players = tuple(name for name in game.players if name != player)
    lucky = None if game.lucky is None else {name: game.lucky[name] for name in players}
    shrunk = game.played_by(players, lucky)
    sheets = (*position.sheets[:gone], *position.sheets[gone + 1 :])
    seat = position.seat - (gone < position.seat)
    return shrunk, _with(position, players, sheets, seat % len(players))


def change_seats(game: Game, position: Position, players: tuple[str, ...]) -> tuple[Game, Position]:
    """Return the game and position with the same players in another order."""
    _between_turns(position)
    if sorted(players) != sorted(game.players):
        raise TableError("players", message("Seats can only be changed by those who play."))
    sheets = tuple(position.sheet(player) for player in players)
    seated = game.played_by(players, game.lucky)
    return seated, _with(position, players, sheets, players.index(position.active))


def _between_turns(position: Position) -> None:
    """Raise TableError unless the position is before a roll."""
    if position.phase == "over":
        raise TableError("game-over", message("The game is over; nobody can join or leave any more."))
    if position.phase != "roll":
        text = message("Players can join and leave only between turns; finish this turn first.")
        raise TableError("in-a-turn", text)


def _with(position: Position, players: tuple[str, ...], sheets: tuple[Sheet, ...], seat: int) -> Position:
    """Return `position` (before a roll) with these players, sheets and active seat."""
    none = (None,) * len(players)
    return replace(position, players=players, sheets=sheets, before=sheets, seat=seat, decided=none)
