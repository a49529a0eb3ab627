"""The state of the table for other programs, once or as it changes. They may read, and change nothing."""

import json
from collections.abc import Iterator
from functools import partial

from flask import Blueprint, Response, request

from companion.web.access.request_context import API, this_server
from companion.web.access.server import Server
from companion.web.pages.programs.table_state import present_state
from companion.web.pages.table.live import stream_answer
from companion.web.server.streams import Streams

blueprint = Blueprint(API, __name__)

HEARTBEAT_SECONDS = 15.0
"""Seconds without a change after which a stream says that it is still there; chosen."""
RETRY_MILLISECONDS = 1000
"""Milliseconds after which a program that lost the stream tries again; chosen."""


@blueprint.get("/api/state")
def state() -> Response:
    """The table now (`qwixx-state/1`)."""
    server = this_server()
    timeline, number, _ = server.session.now()
    shown = present_state(timeline, server.session.game, number)
    return Response(json.dumps(shown), mimetype="application/json")


@blueprint.get("/api/live")
def live() -> Response:
    """The state as an event `state`, now and after each change. An address has one such stream at a table."""
    server = this_server()
    streams = server.streams
    device = f"program {request.remote_addr}"
    ticket = streams.begin(device)
    if ticket is None:
        return Response("", 503, {"Retry-After": "5"})
    server.session.wake()  # the older stream of that address ends
    events = _events(server, streams, device, ticket, by_key=request.authorization is not None)
    return stream_answer(events, partial(streams.end, device, ticket))


def _events(server: Server, streams: Streams, device: str, ticket: int, *, by_key: bool) -> Iterator[bytes]:
    """The events of one stream, until the next one of that address begins, the key that opened it is
    replaced, or the table closes."""
    session, sent, key = server.session, b"", server.key

    def is_over() -> bool:
        return not streams.holds(device, ticket) or (by_key and server.key != key)

    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    while not session.closed and not is_over():
        timeline, number, invalidations = session.now()
        data = json.dumps(present_state(timeline, session.game, number)).encode()
        if data != sent:
            sent = data
            yield b"id: %d\nevent: state\ndata: %b\n\n" % (number, data)
        seen = number, invalidations
        if not session.wait(seen, session.activity.number, HEARTBEAT_SECONDS, is_over):
            yield b": still here\n\n"
