"""The live stream: each device is told of every change at the table as it happens (server-sent events)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.web.presenters.camera_activity import activity_text
from companion.web.server.request_context import current_seat, hosted_table, table_server
from companion.web.server.request_language import request_language, request_translator
from companion.web.views.rendering import table_renderer

blueprint = Blueprint("live", __name__)

HEARTBEAT = 15.0
"""Seconds of quiet after which a stream says that it is still there."""
LIFE = 60.0
"""Seconds after which a stream ends, so that a sleeping device holds no thread; the browser comes back."""
COME_BACK = 400
"""Milliseconds after which the browser comes back."""


@blueprint.get("/live")
def stream() -> Response:
    """Events `table` (its number, and the page's main part as HTML), `scene` (what the camera does), `guests`
    (who has joined), and `elsewhere` when the device opens the table in another tab.
    """
    tongue, _ = request_language(), request_translator()
    seat, streams = current_seat(), table_server().streams
    hosted = hosted_table()
    room = hosted.room
    # without a token it is this computer, which may show the table in several windows
    device = seat.token or f"{hosted.code} {request.args.get('page', '')[:64]}"
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else -1
    ticket = streams.begin(device)
    if ticket is None:
        busy = Response("", 503)
        busy.headers["Retry-After"] = "5"
        return busy
    room.wake()
    render = table_renderer(tongue)

    def events() -> Iterator[str]:
        shown, invalidations, activity, ends = number, -1, -1, time.monotonic() + LIFE
        guests: tuple[str, ...] = ()
        try:
            yield f"retry: {COME_BACK}\n\n"
            while not room.closed and streams.holds(device, ticket) and time.monotonic() < ends:
                if room.activity.number != activity:
                    activity = room.activity.number
                    if room.activity.status != "none":
                        yield f"event: scene\ndata: {json.dumps(_(activity_text(room.activity.status)))}\n\n"
                if (room.number, room.invalidations) != (shown, invalidations):
                    fresh = invalidations < 0 and room.number == shown and room.invalidations == 0
                    invalidations = room.invalidations
                    if hosted.guests != guests:
                        guests = hosted.guests
                        yield f"event: guests\ndata: {json.dumps(guests)}\n\n"
                    if fresh:
                        continue
                    page = render()
                    shown = page.number
                    yield f"id: {shown}\nevent: table\ndata: {page.data}\n\n"
                    continue
                wait = min(HEARTBEAT, ends - time.monotonic())
                if not room.wait(
                    (shown, invalidations), activity, wait, lambda: not streams.holds(device, ticket)
                ):
                    yield ": still here\n\n"
            if not streams.holds(device, ticket):
                yield "event: elsewhere\ndata: {}\n\n"
        finally:
            streams.end(device, ticket)

    return Response(events(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
