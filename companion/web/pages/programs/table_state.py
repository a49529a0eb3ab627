"""The table's state for other programs, such as a display, a log, or a lamp."""

from typing import Annotated, Literal, TypedDict, get_args

from msgspec import Meta

from companion.rules.position import Phase
from companion.table.now import happening
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.teams import standings
from companion.table.timeline import Timeline

FORMAT: Literal["qwixx-state/1"] = "qwixx-state/1"
"""The name of the format. Within version 1, entries are never removed or changed, only added."""


class GameData(TypedDict):
    """The game in play, or the last game."""

    number: int | None
    kind: Annotated[str, Meta(description='As in --game; "own:TITLE" on a pad of your own.')]
    demo: Annotated[bool, Meta(description="True if made-up players play.")]
    players: Annotated[list[str], Meta(description="Clockwise.")]
    turn: Annotated[int, Meta(ge=1)]
    active: str
    phase: Annotated[str, Meta(extra_json_schema={"enum": [*get_args(Phase)]})]
    waiting: Annotated[list[str], Meta(description="Who has yet to choose.")]
    roll: Annotated[str | None, Meta(description='As "w4 w1 r3 y2 g6 b5"; with cards the number.')]
    closed: list[str]
    removed: Annotated[list[str], Meta(description="Colours of dice that have left.")]
    points: Annotated[dict[str, int | None], Meta(description="null for an unknown sheet on paper.")]
    misses: dict[str, int]
    over: Annotated[str | None, Meta(description="By which rule the game has ended.")]
    winners: list[str]
    unread: Annotated[list[str], Meta(description="Whose sheets on paper nobody has photographed.")]


class StateData(TypedDict):
    """The table's state, as `/api/state` and each event of `/api/live` send it."""

    format: Literal["qwixx-state/1"]
    number: Annotated[int, Meta(description="Rises with each step.")]
    game: Annotated[GameData | None, Meta(description="null before the first game.")]


def present_state(timeline: Timeline | None, game: int | None, number: int) -> StateData:
    """Return the table's public state. `game`: the game's number. `number`: the number of its last event."""
    if timeline is None:
        return {"format": FORMAT, "number": number, "game": None}
    shown, now = before_hidden_choices(timeline).present, happening(timeline.present)
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
            "turn": now.turn,
            "active": now.active,
            "phase": now.action,
            "waiting": list(now.asked),
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
    """Return the winners (with teams, all their members), or () before the game is over."""
    if table.begun.teams:
        return tuple(player for team in standings(table) if team.won for player in team.players)
    return table.winners
