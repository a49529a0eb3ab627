"""The state of the table for other programs, once or as it changes. They may read, and change nothing."""

import json
import time
from collections.abc import Iterator
from functools import partial

from flask import Blueprint, Response, request

from companion.web.http.streams import Streams
from companion.web.presenters.play.table_state import present_state
from companion.web.tables.request_context import API, this_server
from companion.web.tables.server import Server
from companion.web.views.play.live import HEARTBEAT_SECONDS, LIFE_SECONDS, stream_answer

blueprint = Blueprint(API, __name__)

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
    events = _events(server, streams, device, ticket)
    return stream_answer(events, partial(streams.end, device, ticket))


def _events(server: Server, streams: Streams, device: str, ticket: int) -> Iterator[bytes]:
    """The events of one stream, until the next one of that address has relieved it, its time is over, or the
    table closes."""
    session, end, sent = server.session, time.monotonic() + LIFE_SECONDS, b""

    def is_relieved() -> bool:
        return not streams.holds(device, ticket)

    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    while not session.closed and not is_relieved() and time.monotonic() < end:
        timeline, number, invalidations = session.now()
        data = json.dumps(present_state(timeline, session.game, number)).encode()
        if data != sent:
            sent = data
            yield b"id: %d\nevent: state\ndata: %b\n\n" % (number, data)
        if streams.relieve(device, ticket):
            session.wake()
        wait = min(HEARTBEAT_SECONDS, end - time.monotonic())
        if not session.wait((number, invalidations), session.activity.number, wait, is_relieved):
            yield b": still here\n\n"
