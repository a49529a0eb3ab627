"""Renders the table's page for a device, within a request or later for its live stream."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from flask import current_app, request

from companion.table.state import Table
from companion.web.access.request_context import current_seat, this_server, to_be_trusted
from companion.web.layout.forms import explanation_choice, hint_level
from companion.web.layout.people.access_notes import present_access_notes
from companion.web.layout.people.invitation import invitation
from companion.web.layout.people.person_sign import SignChoice
from companion.web.pages.table.table_page import TablePage
from companion.web.pages.table.viewer import Viewer
from companion.web.session.session import Session
from sheets.language import translator


class RenderedPage(NamedTuple):
    """The rendered main part of a page, which is cached and shared by all devices with the same view."""

    html: str
    number: int  # of the game's last event
    data: bytes  # `html` and `number` as JSON
    event: bytes  # `data` as an event of a live stream


_Version = tuple[int, int]
_Pages = dict[tuple[str, Viewer, str], RenderedPage]
_rendered: WeakKeyDictionary[Session, tuple[_Version, _Pages]] = WeakKeyDictionary()
"""Each game's rendered pages by language, viewer and base path, with the version that they show."""
_rendering = threading.Lock()
"""Held while a page is rendered, so that the same page isn't rendered twice."""


def table_renderer(language: str, view: str = "table") -> Callable[[], RenderedPage]:
    """Return a function that renders the page's main part for the requesting device, even after the request.

    `view`: "table", "television" (as a guest sees it) or "demo". While the demo game runs, only "demo" shows
    it; the other views show the waiting room.
    """
    server, seat = this_server(), current_seat()
    asking, explains = Viewer(seat.role, seat.player, hint_level()), explanation_choice()
    table_template = current_app.jinja_env.get_template("pages/table/main.html")
    lobby_template = current_app.jinja_env.get_template("layout/people/lobby.html")
    translate, base = translator(language), request.script_root
    signs, must_trust = current_app.extensions["signs"], bool(to_be_trusted())

    def render() -> RenderedPage:
        session = server.session if view == "television" else server.session_of(seat.token)
        timeline, number, invalidations = session.now()
        now = server.seats.by_hash(seat.token) if seat.token else None
        newcomers = tuple(newcomer.player for newcomer in session.newcomers)
        tries = timeline is not None and timeline.present.begun.trial
        explained = server.explains or tries if explains is None else explains
        viewer = replace(
            asking, players_with_device=server.players_with_device, explains=explained, newcomers=newcomers
        )
        if now is not None:
            viewer = replace(viewer, role=now.role, player=now.player)
        if view == "television":
            viewer = replace(viewer, role="guest", player="", hints="cells")
        else:
            viewer = replace(viewer, access=present_access_notes(server, seat))
        if timeline is None or _waits(timeline.present, viewer, view, tries=session is not server.session):
            page = None
            if timeline is not None and viewer.is_table and timeline.present.position.end is None:
                page = TablePage(timeline, session.game or 0, number, server.watcher.state(), viewer)
            html = lobby_template.render(
                viewer=viewer,
                people=server.players_with_device,
                invitation=invitation(server, must_trust=must_trust),
                signs=signs.choice(viewer.player, server.people_here) if viewer.player else SignChoice(),
                from_afar=view == "television",
                page=page,
                _=translate,
                base=base,
            )
            return _page(html, number)
        people = timeline.present.people
        if timeline.present.computers and len(people) == 1 and (viewer.is_table or viewer.player in people):
            viewer = replace(viewer, sole=people[0])
        draft = session.card_drafts.get((viewer.role, timeline.present.active))
        viewer = replace(viewer, draft=draft, asked=session.referee_question)
        with _rendering:
            version, pages = _rendered.get(session, ((-1, -1), {}))
            if version != (number, invalidations):
                pages = {}
                _rendered[session] = (number, invalidations), pages
            if (language, viewer, base) not in pages:
                watcher, phones = server.watcher, server.sources.phone_cameras.items()
                offered = tuple((key, phone.name) for key, phone in phones if phone is not watcher.source)
                camera = replace(watcher.state(), phones=offered)
                page = TablePage(timeline, session.game or 0, number, camera, viewer)
                html = table_template.render(page=page, _=translate, base=base)
                pages[language, viewer, base] = _page(html, number)
            return pages[language, viewer, base]

    return render


def _waits(table: Table, viewer: Viewer, view: str, *, tries: bool) -> bool:
    """Return True if the device shows the waiting room. `tries`: True if it plays its own trial game."""
    if table.demo:
        return view != "demo"
    return table.begun.trial and not tries and not viewer.is_table


def _page(html: str, number: int) -> RenderedPage:
    data = msgspec.json.encode({"number": number, "html": html})
    return RenderedPage(html, number, data, b"id: %d\nevent: table\ndata: %b\n\n" % (number, data))
