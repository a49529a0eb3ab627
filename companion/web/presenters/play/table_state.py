"""The state of a table for other programs: a light that turns on for a winner, a display, a log."""

from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.teams import standings
from companion.table.timeline import Timeline

FORMAT = "qwixx-state/1"
"""The name of the format. Within version 1, entries are never removed or changed, only added."""


def present_state(timeline: Timeline | None, game: int | None, number: int) -> dict[str, object]:
    """The public state of the table. `game`, `number`: of the game, and of its last event.

    Choices that the table hides are left out until all have chosen, and cards that nobody has played are.
    """
    if timeline is None:
        return {"format": FORMAT, "number": number, "game": None}
    shown = before_hidden_choices(timeline).present
    position, unread = shown.position, shown.unread_players if shown.position.end else ()
    scores = shown.game.scores(position)
    return {
        "format": FORMAT,
        "number": number,
        "game": {
            "number": game,
            "kind": shown.game.kind,
            "demo": shown.demo,
            "players": list(shown.game.players),
            "turn": position.turn,
            "active": position.active,
            "phase": position.phase,
            "waiting": list(timeline.present.game.waiting(timeline.present.position)),
            "roll": None if position.roll is None else str(position.roll),
            "closed": list(position.closed),
            "removed": list(position.removed),
            "points": {p: None if p in shown.unread_players else scores[p].total for p in scores},
            "misses": {p: position.sheet(p).misses for p in scores},
            "over": None if position.end is None else position.end.reason,
            "winners": list(winners(shown)),
            "unread": list(unread),
        },
    }


def winners(table: Table) -> tuple[str, ...]:
    """The players who have won: with teams, all of the winning ones; nobody before the game is over."""
    if table.begun.teams:
        return tuple(player for team in standings(table) if team.won for player in team.players)
    return table.winners
