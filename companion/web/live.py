"""The live stream: each device is told of every change at the table as it happens (server-sent events)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.web.words import language, translate
from sheets.language import message

blueprint = Blueprint("live", __name__)

HEARTBEAT = 15.0
"""Seconds of quiet after which a stream says that it is still there."""
LIFE = 60.0
"""Seconds after which a stream ends, so that a sleeping device holds no thread; the browser comes back."""
COME_BACK = 400
"""Milliseconds after which the browser comes back."""

SCENES = {
    "looking": message("Looking at the table"),
    "hand": message("A hand is in the picture"),
    "rolling": message("The dice are rolling"),
    "at-rest": message("Reading the dice"),
    "lost": message("The camera gives no picture"),
}
"""What the camera is doing, in words."""


class Streams:
    """The live streams that are open: at most `cap`, one a page."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self._open: dict[str, int] = {}
        self._tickets = 0
        self._lock = threading.Lock()

    def begin(self, page: str) -> int | None:
        """A ticket for `page`, which ends its older stream; None when there are too many."""
        with self._lock:
            if page not in self._open and len(self._open) >= self.cap:
                return None
            self._tickets += 1
            self._open[page] = self._tickets
            return self._tickets

    def holds(self, page: str, ticket: int) -> bool:
        """Whether this ticket is still the one of `page`."""
        with self._lock:
            return self._open.get(page) == ticket

    def end(self, page: str, ticket: int) -> None:
        """The stream is over."""
        with self._lock:
            if self._open.get(page) == ticket:
                del self._open[page]


@blueprint.get("/live")
def stream() -> Response:
    """Events `table` (its number, and the page's main part as HTML) and `scene` (what the camera does)."""
    from companion.web.app import house
    from companion.web.pages import paint

    rooms, tongue, _ = house(), language(), translate()
    room, streams = rooms.room, rooms.streams
    page = request.args.get("page", "")[:64] or "page"
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    number = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else -1
    ticket = streams.begin(page)
    if ticket is None:
        busy = Response("", 503)
        busy.headers["Retry-After"] = "5"
        return busy
    room.wake()
    painter = paint(tongue)

    def events() -> Iterator[str]:
        told, scene, ends = number, -1, time.monotonic() + LIFE
        try:
            yield f"retry: {COME_BACK}\n\n"
            while not room.closing and streams.holds(page, ticket) and time.monotonic() < ends:
                if room.scene.number != scene:
                    scene = room.scene.number
                    if room.scene.status in SCENES:
                        yield f"event: scene\ndata: {json.dumps(_(SCENES[room.scene.status]))}\n\n"
                if room.number != told:
                    html, told = painter()
                    data = json.dumps({"number": told, "html": html})
                    yield f"id: {told}\nevent: table\ndata: {data}\n\n"
                    continue
                wait = min(HEARTBEAT, ends - time.monotonic())
                if not room.wait(told, scene, wait, lambda: not streams.holds(page, ticket)):
                    yield ": still here\n\n"
        finally:
            streams.end(page, ticket)

    return Response(events(), mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
