"""Rendering the table's page for a device: within its request, and later for its live stream."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from flask import current_app, request

from companion.web.access.request_context import current_seat, this_server
from companion.web.access.server import Server
from companion.web.layout.forms import explanation_choice, hint_level
from companion.web.layout.people.access_notes import present_access_notes
from companion.web.pages.table.table_page import present_table
from companion.web.pages.table.viewer import Viewer
from sheets.language import translator


class RenderedPage(NamedTuple):
    """The table's part of a page as HTML, and the number of its last event. `data`: both as JSON; `event`: as
    an event of a live stream. Every stream that shows the page sends these bytes."""

    html: str
    number: int
    data: bytes
    event: bytes


class _RenderedPages:
    """One table's pages by language and viewer, kept until the table changes."""

    def __init__(self) -> None:
        self.version = (-1, -1)
        self.pages: dict[tuple[str, Viewer, str], RenderedPage] = {}


_rendered: WeakKeyDictionary[Server, _RenderedPages] = WeakKeyDictionary()
_rendering = threading.Lock()
"""A lock, so that one page is rendered at a time."""


def table_renderer(language: str, *, only_shows: bool = False) -> Callable[[], RenderedPage]:
    """A function that renders the table's part of the page in `language`, for the device that asks.

    `only_shows`: the view of a device that only watches, whoever asks. The function may be called outside the
    request. Devices with the same view share one rendering.
    """
    server, seat = this_server(), current_seat()
    session = server.session
    asking, explains = Viewer(seat.role, seat.player, hint_level()), explanation_choice()
    table_template = current_app.jinja_env.get_template("pages/table/main.html")
    lobby_template = current_app.jinja_env.get_template("pages/join/seats/lobby.html")
    translate, base = translator(language), request.script_root

    def render() -> RenderedPage:
        timeline, number, invalidations = session.now()
        now = server.seats.by_hash(seat.token) if seat.token else None
        newcomers = tuple(newcomer.player for newcomer in session.newcomers)
        tries = timeline is not None and timeline.present.begun.trial
        explained = server.explains or tries if explains is None else explains
        viewer = replace(asking, guests=server.guests, explains=explained, newcomers=newcomers)
        if now is not None:
            viewer = replace(viewer, role=now.role, player=now.player)
        if only_shows:
            viewer = replace(viewer, role="guest", player="", hints="cells")
        else:
            viewer = replace(viewer, access=present_access_notes(server, seat))
        if timeline is None:
            return _page(lobby_template.render(viewer=viewer, _=translate, base=base), number)
        people = timeline.present.people
        if timeline.present.computers and len(people) == 1 and (viewer.is_table or viewer.player in people):
            viewer = replace(viewer, sole=people[0])
        draft = session.card_drafts.get(f"{viewer.role} {timeline.present.active}")
        viewer = replace(viewer, draft=draft, asked=session.referee_question)
        with _rendering:
            kept = _rendered.setdefault(server, _RenderedPages())
            if kept.version != (number, invalidations):
                kept.version, kept.pages = (number, invalidations), {}
            if (language, viewer, base) not in kept.pages:
                camera = replace(server.watcher.state(), phones=_offered_phones(server))
                page = present_table(timeline, session.game or 0, number, camera, viewer)
                html = table_template.render(page=page, _=translate, base=base)
                kept.pages[language, viewer, base] = _page(html, number)
            return kept.pages[language, viewer, base]

    return render


def _offered_phones(server: Server) -> tuple[tuple[str, str], ...]:
    """Key and name of each phone that offers its camera, besides the one that is watched."""
    watched = server.watcher.source
    phones = server.sources.phone_cameras
    return tuple((key, phone.name) for key, phone in phones.items() if phone is not watched)


def _page(html: str, number: int) -> RenderedPage:
    data = msgspec.json.encode({"number": number, "html": html})
    return RenderedPage(html, number, data, b"id: %d\nevent: table\ndata: %b\n\n" % (number, data))
