"""The live stream, which sends every change at the table to each device (server-sent events)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, request

from companion.web.access.request_context import current_seat, this_server
from companion.web.access.seats import Seat
from companion.web.access.server import Server
from companion.web.layout.forms import whole_number
from companion.web.layout.people.access_notes import NOBODY, AccessNotes, present_access_notes
from companion.web.pages.table.photo.photo import activity_text
from companion.web.pages.table.rendering import RenderedPage, table_renderer
from companion.web.server.request_language import request_language, request_translator
from companion.web.server.streams import Streams
from companion.web.session.session import Session
from sheets.language import Translate

blueprint = Blueprint("live", __name__)

HEARTBEAT_SECONDS = 1.0
"""A stream without a change for this long sends a heartbeat. A page that misses two opens a new stream, so it
is up to date three seconds after its network is back."""
RETRY_MILLISECONDS = 400
"""Milliseconds after which a browser reconnects when its stream breaks."""


@dataclass(slots=True)
class _StreamState:
    """The state that a stream has sent last."""

    number: int
    """The number of the last event of the game."""
    invalidations: int = -1
    activity: int = -1
    """The number of the camera's last activity."""
    guests: tuple[str, ...] = ()
    access: AccessNotes = NOBODY


@blueprint.get("/live")
def stream() -> Response:
    """Send the live events of the table.

    `table` has the number of the last event and the page's main part as HTML, `scene` the camera's activity,
    `guests` the players who have joined. `beat` is sent after each second without a change, `elsewhere` when
    another tab of the device follows the table, and `gone` when the device has left it.
    """
    seat, server = current_seat(), this_server()
    streams = server.streams
    # a device without a token is this computer, which may show the table in several windows
    device = seat.token or f"page {request.args.get('page', '')[:64]}"
    ticket = streams.begin(device, watches=seat.role == "guest")
    if ticket is None:
        return Response("", 503, {"Retry-After": "5"})
    server.session.wake()  # the device's older stream ends
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    number = whole_number(after, max_digits=15)
    events = _events(
        server,
        streams,
        device,
        ticket,
        _StreamState(-1 if number is None else number),
        table_renderer(request_language(), request.args.get("view", "table")),
        request_translator(),
        seat,
    )
    return stream_answer(events, partial(streams.end, device, ticket))


def stream_answer(events: Iterator[bytes], end: Callable[[], None]) -> Response:
    """Return a response that streams `events`. `end` is called when it closes, even if it was never read."""
    answer = Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(end)
    return answer


def _events(
    server: Server,
    streams: Streams,
    device: str,
    ticket: int,
    sent: _StreamState,
    render: Callable[[], RenderedPage],
    translate: Translate,
    seat: Seat,
) -> Iterator[bytes]:
    """Yield the events of one stream.

    The stream ends when the device opens another one, leaves or shows another game, or when the table closes.
    """
    session = server.session_of(seat.token)

    def is_joined() -> bool:
        return not seat.token or server.seats.by_hash(seat.token) is not None

    def is_over() -> bool:
        holds = streams.holds(device, ticket) and is_joined()
        return not holds or server.session_of(seat.token) is not session

    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    with session.viewed():
        while not session.closed and not is_over():
            yield from _changes(server, session, sent, render, translate, present_access_notes(server, seat))
            seen = sent.number, sent.invalidations
            if not session.wait(seen, sent.activity, HEARTBEAT_SECONDS, is_over):
                yield b"event: beat\ndata: {}\n\n"
    if not is_joined():
        yield b"event: gone\ndata: {}\n\n"
    elif not streams.holds(device, ticket):
        yield b"event: elsewhere\ndata: {}\n\n"


def _changes(
    server: Server,
    session: Session,
    sent: _StreamState,
    render: Callable[[], RenderedPage],
    translate: Translate,
    access: AccessNotes,
) -> Iterator[bytes]:
    """Yield the changes since `sent` as events, and update `sent`."""
    if session.activity.number != sent.activity:
        activity = session.activity
        sent.activity = activity.number
        if activity.status != "none":
            yield _event("scene", translate(activity_text(activity.status)))
    same_access = access == sent.access
    if same_access and (session.number, session.invalidations) == (sent.number, sent.invalidations):
        return
    is_first = sent.invalidations < 0 and session.number == sent.number and session.invalidations == 0
    shows_it_already = is_first and same_access
    sent.invalidations, sent.access = session.invalidations, access
    if server.guests != sent.guests:
        sent.guests = server.guests
        yield _event("guests", sent.guests)
    if not shows_it_already:
        page = render()
        sent.number = page.number
        yield page.event


def _event(name: str, value: object) -> bytes:
    """Return an event of the stream with `value` as JSON."""
    return f"event: {name}\ndata: {json.dumps(value)}\n\n".encode()
