"""Requests of other programs, which may read the table's state and results but change nothing."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Annotated, Literal, TypedDict, get_args

from flask import Blueprint, Response, request
from msgspec import Meta

from companion.analysis.result_files import CLASSIC, FinishedPlay, play_file, results_csv
from companion.rules.position import Phase
from companion.table.now import current_situation
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.teams import standings
from companion.table.timeline import Timeline
from companion.web.access.request_context import API, this_server
from companion.web.access.server import Server
from companion.web.layout.forms import file_response, whole_number
from companion.web.layout.game.names import game_name
from companion.web.pages.look_back.archive import NO_GAME, stored_game
from companion.web.pages.table.live import stream_answer
from companion.web.server.refusal import RequestRefused
from companion.web.server.streams import Streams

blueprint = Blueprint(API, __name__)

FORMAT: Literal["qwixx-state/1"] = "qwixx-state/1"
"""The name of the state's format. Within version 1, entries are never removed or changed, only added."""
HEARTBEAT_SECONDS = 15.0
"""A stream sends a comment as a heartbeat after this time without a change."""
MAX_GAMES = 1000
"""Maximum number of games in a file of results. Older games are left out."""
BREAK_SECONDS = 1800.0
"""Pauses between two steps of a game don't count as playing time if they last this long or longer."""


class GameData(TypedDict):
    """The game on the table, in play or finished."""

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
    """Return the table's public state. `game`: the game's number. `number`: the last event's number."""
    if timeline is None:
        return {"format": FORMAT, "number": number, "game": None}
    shown, now = before_hidden_choices(timeline).present, current_situation(timeline.present)
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
    """Return the winners; in a game with teams, all members of the winning teams.

    Return () before the end of the game, and while a paper sheet is unread.
    """
    if table.begun.teams:
        return tuple(player for team in standings(table) if team.won for player in team.players)
    return table.winners


@blueprint.get("/api/state")
def state() -> Response:
    """Send the table's present state (`qwixx-state/1`)."""
    server = this_server()
    timeline, number, _ = server.session.now()
    shown = present_state(timeline, server.session.game, number)
    return Response(json.dumps(shown), mimetype="application/json")


@blueprint.get("/api/live")
def live() -> Response:
    """Stream an event `state` now and after each change. End the older stream to the same IP address."""
    server = this_server()
    streams = server.streams
    device = f"program {request.remote_addr}"
    ticket = streams.begin(device)
    if ticket is None:
        return Response("", 503, {"Retry-After": "5"})
    server.session.wake()  # ends the address's older stream
    events = _events(server, streams, device, ticket, by_key=request.authorization is not None)
    return stream_answer(events, partial(streams.end, device, ticket))


def _events(server: Server, streams: Streams, device: str, ticket: int, *, by_key: bool) -> Iterator[bytes]:
    """Yield the events of the stream `ticket`. `by_key`: True to end it when the table's key is replaced."""
    session, sent, key = server.session, b"", server.key

    def is_over() -> bool:
        return not streams.holds(device, ticket) or (by_key and server.key != key)

    def is_behind() -> bool:
        return is_over() or session.now()[1:] != (number, invalidations)

    yield b"retry: 1000\n\n"  # milliseconds until a program reconnects
    while not session.closed and not is_over():
        timeline, number, invalidations = session.now()
        data = json.dumps(present_state(timeline, session.game, number)).encode()
        if data != sent:
            sent = data
            yield b"id: %d\nevent: state\ndata: %b\n\n" % (number, data)
        if not session.wait_until(is_behind, HEARTBEAT_SECONDS):
            yield b": still here\n\n"


@blueprint.get("/api/results.csv")
def results() -> Response:
    """Send the results of finished games, or only of the game with number `game`, as CSV."""
    return _file(results_csv(_plays()), "text/csv", "csv")


@blueprint.get("/api/plays.bgsplay")
def plays() -> Response:
    """Send the results of finished games, or only of the game with number `game`, as a file for BG Stats."""
    return _file(json.dumps(play_file(_plays()), ensure_ascii=False, indent=1), "application/json", "bgsplay")


def _file(text: str, kind: str, ending: str) -> Response:
    number = whole_number(request.args.get("game", ""), max_digits=9)
    name = "qwixx-results" if number is None else f"qwixx-result-{number}"
    return file_response(text, kind, f"{name}.{ending}")


def _plays() -> list[FinishedPlay]:
    """Return the finished games among the newest MAX_GAMES games, oldest first.

    If the request has the parameter `game`, return only the game with this number. Raise RequestRefused if
    there is no such finished game.
    """
    numbers: Sequence[int] = this_server().store.games()[:MAX_GAMES]
    if "game" in request.args:
        wanted = whole_number(request.args["game"], max_digits=9)
        numbers = [number for number in numbers if number == wanted]
    finished = [play for number in sorted(numbers) if (play := _play(number)) is not None]
    if "game" in request.args and not finished:
        raise RequestRefused("nothing-here", NO_GAME, status=404)
    return finished


def _play(number: int) -> FinishedPlay | None:
    """Return a finished game, or None for a demo, an unfinished game, or one with unread paper sheets."""
    timeline, at = stored_game(number)
    table = timeline.present if timeline is not None else None
    if table is None or table.demo or table.position.end is None or table.unread_players:
        return None
    pauses = [later - earlier for earlier, later in pairwise(this_server().store.times(number))]
    kind, title = table.game.kind, game_name(table.game.kind, str)
    return FinishedPlay(
        this_server().code,
        number,
        kind,
        CLASSIC if kind == "classic" else f"{CLASSIC} {title}",
        at,
        max(1, round(sum(pause for pause in pauses if 0 < pause < BREAK_SECONDS) / 60)),
        table.position.end.turn,
        {player: score.total for player, score in table.game.scores(table.position).items()},
        winners(table),
        table.begun.players[0],
        table.begun.teams,
    )
