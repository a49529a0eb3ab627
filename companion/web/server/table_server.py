"""The house: one server with its tables, the games on disk, the photos, and the devices that joined."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

from flask import Response, current_app, g, has_request_context, request
from werkzeug.wrappers import Response as Answer

from companion.storage.store import KeptPlace, Store
from companion.web.camera.demo import Demo
from companion.web.camera.photo_store import Album
from companion.web.camera.sources import Sources
from companion.web.camera.watcher import Eyes
from companion.web.presenters.viewer import Painted, Viewer
from companion.web.server.client_address import at_this_machine, host_of
from companion.web.server.lan_listeners import Doors
from companion.web.server.room import Room
from companion.web.server.seats import COOKIE, RANKS, STRANGER, YEAR, Seat, Seats
from companion.web.server.streams import Streams
from sheets.serial import ALPHABET

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
MOST_PLACES = 12
"""Tables on one server, at most."""
CODE_LENGTH = 5


class Place:
    """One table: its code, the key that the QR code carries, its room, and what watches its dice."""

    def __init__(self, kept: KeptPlace, room: Room, eyes: Eyes, sources: Sources, seats: Seats) -> None:
        self.code, self.key, self._seats = kept.code, kept.key, seats
        self.room, self.eyes, self.sources = room, eyes, sources
        self.demo: Demo | None = None
        self.painted: dict[tuple[int, int, str, Viewer], Painted] = {}

    @property
    def host(self) -> str:
        """This table's own name on this computer, so that each tab of a browser may show another table.

        Names under `localhost` lead to this computer (RFC 6761), and each has cookies of its own.
        """
        return f"{self.code.lower()}.localhost"

    @property
    def guests(self) -> tuple[str, ...]:
        """Who has joined with a phone, by name, in the order in which they came."""
        return tuple(dict.fromkeys(s.player for s in self._seats.of(self.code) if s.player))

    def close(self) -> None:
        """End what belongs to this table."""
        if self.demo is not None:
            self.demo.close()
        self.eyes.close()
        self.room.leave()


class House:
    """What every request may use. `room`, `eyes`, `sources`: of the table at which the asking device sits."""

    def __init__(
        self,
        store: Store,
        album: Album,
        seats: Seats,
        streams: Streams,
        set_up: Callable[[KeptPlace, bool], Place],
        names: frozenset[str] = frozenset(),
    ) -> None:
        """`set_up`: makes a Place; its second argument says whether it is the first.

        `names`: the hosts under which the pages are asked for, besides loopback.
        """
        self.store, self.album, self.streams = store, album, streams
        self.names = LOOPBACK | names
        self.seats = seats
        self.doors: Doors | None = None
        self.places: dict[str, Place] = {}
        self._set_up = set_up
        self._opening = threading.Lock()
        for number, kept in enumerate(store.places() or (self._new(),)):
            self.places[kept.code] = set_up(kept, number == 0)
        self.first = next(iter(self.places.values()))

    def _new(self) -> KeptPlace:
        """A code and a key that nobody has."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self.places:
                break
        kept = KeptPlace(code, secrets.token_urlsafe(12))
        self.store.keep_place(kept)
        return kept

    def open(self) -> Place | None:
        """One more table; None where there are as many as one server holds."""
        with self._opening:
            if len(self.places) >= MOST_PLACES:
                return None
            kept = self._new()
            place = self._set_up(kept, False)
            self.places = {**self.places, kept.code: place}
            return place

    def shut(self, code: str) -> None:
        """Close a table that is not the first; its games stay on disk."""
        with self._opening:
            if code == self.first.code or code not in self.places:
                return
            gone = self.places[code]
            self.places = {key: place for key, place in self.places.items() if key != code}
            gone.close()
            for taken in self.seats.of(code):
                self.seats.leave(taken.token)
            self.store.drop_place(code)

    def renew(self, place: Place) -> None:
        """A new key: the old QR code lets nobody in any more. Who has joined stays."""
        place.key = secrets.token_urlsafe(12)
        self.store.keep_place(KeptPlace(place.code, place.key))

    def by_key(self, key: str) -> Place | None:
        """The table that a QR code's key opens."""
        return next(
            (p for p in self.places.values() if secrets.compare_digest(p.key.encode(), key.encode())), None
        )

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which the pages may be asked for."""
        own = frozenset(place.host for place in self.places.values())
        return self.names | own | (self.doors.hosts if self.doors else frozenset())

    def by_host(self, host: str) -> Place:
        """The table whose own name on this computer `host` is, else the first one."""
        return next((place for place in self.places.values() if place.host == host), self.first)

    @property
    def here(self) -> Place:
        """The table at which the asking device sits; outside of a request, and for strangers, the first."""
        return self.places.get(seat().code, self.first) if has_request_context() else self.first

    @property
    def room(self) -> Room:
        """The room of that table."""
        return self.here.room

    @property
    def eyes(self) -> Eyes:
        """What looks at the dice of that table."""
        return self.here.eyes

    @property
    def sources(self) -> Sources:
        """What may watch the dice of that table."""
        return self.here.sources

    def leave(self) -> None:
        """Tell every live stream that this is the end."""
        for place in self.places.values():
            place.room.leave()

    def close(self) -> None:
        """End everything."""
        if self.doors is not None:
            self.doors.shut()
        for place in self.places.values():
            place.close()
        self.store.close()


def house() -> House:
    """The house of the application that serves this request."""
    found = current_app.extensions["house"]
    assert isinstance(found, House)
    return found


def seat() -> Seat:
    """The seat of the device that asks. Without a cookie, who sits at this computer is the table itself."""
    if "seat" not in g:
        token, found = request.cookies.get(COOKIE), house()
        if token is not None:
            known = found.seats.find(token[:200])
            g.seat = known if known is not None and known.code in found.places else STRANGER
        elif at_this_machine():
            g.seat = Seat("", found.by_host(host_of(request.host)).code, "table")
        else:
            g.seat = STRANGER
    taken = g.seat
    assert isinstance(taken, Seat)
    return taken


def at_least(role: str) -> bool:
    """Whether the device that asks may do what a "guest", a "player" or the "table" may."""
    return RANKS[seat().role] >= RANKS[role]


def hand_over(answer: Answer | Response, token: str) -> None:
    """Put a seat's token into the device's cookie."""
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure)
