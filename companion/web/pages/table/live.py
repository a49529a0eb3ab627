"""The live stream: sends every change at the table to each device (server-sent events)."""

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
from companion.web.session.session import Session
from sheets.language import Translate

blueprint = Blueprint("live", __name__)

HEARTBEAT_SECONDS = 1.0
"""Seconds without a change before a heartbeat. A page that misses two heartbeats opens a new stream."""
RETRY_MILLISECONDS = 400
"""Milliseconds before a browser reconnects if its stream breaks."""


@blueprint.get("/live")
def stream() -> Response:
    """Send the events `table` (the page's main part), `scene` (what the camera sees), `guests` and `beat`.

    `guests` lists the players with phones; `beat` says that nothing changed. The stream ends with `elsewhere`
    if another tab of the device opens a stream, or with `gone` if the device leaves the table.
    """
    seat, server = current_seat(), this_server()
    # a device without a token is this computer, which may show the table in several windows
    device = seat.token or f"page {request.args.get('page', '')[:64]}"
    ticket = server.streams.begin(device, watches=seat.role == "guest")
    if ticket is None:
        return Response("", 503, {"Retry-After": "5"})
    server.session.wake()  # the device's older stream ends
    after = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    number = whole_number(after, max_digits=15)
    render = table_renderer(request_language(), request.args.get("view", "table"))
    sent = -1 if number is None else number
    opened = _Stream(server, seat, device, ticket, render, request_translator(), sent)
    return stream_answer(opened.events(), partial(server.streams.end, device, ticket))


def stream_answer(events: Iterator[bytes], end: Callable[[], None]) -> Response:
    """Return a response that streams `events`. When it is closed, even if it was never read, call `end`."""
    answer = Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    answer.call_on_close(end)
    return answer


@dataclass(slots=True)
class _Stream:
    """One device's stream, and the state that it sent last."""

    server: Server
    seat: Seat
    device: str
    ticket: int
    render: Callable[[], RenderedPage]
    translate: Translate
    number: int  # the number of the last event that the page shows
    invalidations: int = -1
    activity: str = "none"  # the camera's status
    players_with_device: tuple[str, ...] = ()
    access: AccessNotes = NOBODY

    def events(self) -> Iterator[bytes]:
        """Yield events until the table closes or the device leaves, changes games or opens a newer stream."""
        server, session = self.server, self.server.session_of(self.seat.token)

        def is_over() -> bool:
            goes_on = self._is_newest() and self._is_joined()
            return not goes_on or server.session_of(self.seat.token) is not session

        def is_behind() -> bool:
            seen = self.number, self.invalidations, self.activity
            return is_over() or (session.number, session.invalidations, session.activity) != seen

        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
        with session.viewed():
            while not session.closed and not is_over():
                yield from self._changes(session)
                if not session.wait_until(is_behind, HEARTBEAT_SECONDS):
                    yield b"event: beat\ndata: {}\n\n"
        if not self._is_joined():
            yield b"event: gone\ndata: {}\n\n"
        elif not self._is_newest():
            yield b"event: elsewhere\ndata: {}\n\n"

    def _is_newest(self) -> bool:
        return self.server.streams.holds(self.device, self.ticket)

    def _is_joined(self) -> bool:
        return not self.seat.token or self.server.seats.by_hash(self.seat.token) is not None

    def _changes(self, session: Session) -> Iterator[bytes]:
        access, activity = present_access_notes(self.server, self.seat), session.activity
        if activity != self.activity:
            self.activity = activity
            if activity != "none":
                yield _event("scene", self.translate(activity_text(activity)))
        same_access = access == self.access
        if same_access and (session.number, session.invalidations) == (self.number, self.invalidations):
            return
        is_first = self.invalidations < 0 and session.number == self.number and session.invalidations == 0
        self.invalidations, self.access = session.invalidations, access
        if self.server.players_with_device != self.players_with_device:
            self.players_with_device = self.server.players_with_device
            yield _event("guests", self.players_with_device)
        if not (is_first and same_access):  # else the page shows it already
            page = self.render()
            self.number = page.number
            yield page.event


def _event(name: str, value: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(value)}\n\n".encode()
