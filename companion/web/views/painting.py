"""The table's part of a page, painted for one device, and kept until something changes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakKeyDictionary

from flask import current_app

from companion.web.presenters.table_page import view
from companion.web.presenters.viewer import Painted, Viewer
from companion.web.server.hosted_table import HostedTable
from companion.web.server.request_context import current_seat, hosted_table, table_server
from companion.web.views.hint_level import hint_level
from sheets.language import translator

_Key = tuple[int, int, str, Viewer]
_painted: WeakKeyDictionary[HostedTable, dict[_Key, Painted]] = WeakKeyDictionary()
"""By table: by the last event's number, the room's invalidations, the language and the viewer."""
_painting = threading.Lock()


def paint(language: str) -> Callable[[], Painted]:
    """A function that returns the table's part of the page in `language`, for the device that asks.

    It may be called outside the request. What was painted once is kept until the next event.
    """
    hosted, seat, seats = hosted_table(), current_seat(), table_server().seats
    room = hosted.room
    asked = Viewer(seat.role, seat.player, hint_level(), hosted.guests)
    table_part = current_app.jinja_env.get_template("parts/table.html")
    lobby_part = current_app.jinja_env.get_template("parts/lobby.html")
    _ = translator(language)

    def painter() -> Painted:
        timeline, number, invalidations = room.now()
        now = seats.by_hash(seat.token) if seat.token else None
        viewer = replace(asked, guests=hosted.guests)
        if now is not None:
            viewer = replace(viewer, role=now.role, player=now.player)
        if timeline is None:
            return _painted_page(lobby_part.render(eye=viewer, _=_), number)
        viewer = replace(viewer, draft=room.card_drafts.get(f"{viewer.role} {timeline.present.active}"))
        key = (number, invalidations, language, viewer)
        with _painting:
            kept = _painted.setdefault(hosted, {})
            if key not in kept:
                shown = view(timeline, number, _, hosted.watcher.state(), viewer)
                html = table_part.render(view=shown, number=number, game=room.game, eye=viewer, _=_)
                for old in [old for old in kept if old[:2] != key[:2]]:
                    del kept[old]
                kept[key] = _painted_page(html, number)
            return kept[key]

    return painter


def _painted_page(html: str, number: int) -> Painted:
    return Painted(html, number, json.dumps({"number": number, "html": html}, ensure_ascii=False))
