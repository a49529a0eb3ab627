"""Waitress with limits: places for connections, and deadlines for what a device has to send.

Waitress by itself closes its door at a hundred connections, whoever they are, and waits two minutes for a
request that never comes.
"""

from __future__ import annotations

import os
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from companion.web.http.connections import MAX_CONNECTIONS, Connection, Connections

MAX_REQUEST_BYTES = 64_000_000
"""Bytes of a request that are read at all; the guard refuses less, with a sentence."""
HEADER_SECONDS = 10.0
"""From the opening of a connection, or the first byte of a request, to the end of the request's header."""
BODY_SECONDS = 30.0
"""For the body of a request, and a second more for each SLOWEST_BYTES of it."""
SLOWEST_BYTES = 50_000
IDLE_SECONDS = 120.0
"""Between two requests, and for an answer of which the device takes nothing."""
STRANGER_IDLE_SECONDS = 15.0
"""The same between two requests of a device that has not joined."""
STALLED_SECONDS = 5.0
"""After which a device that takes nothing of its answer has no right to its place any more."""
CHECK_SECONDS = 1.0
"""Between two looks for deadlines that have passed."""
PAUSE_SECONDS = 0.5
"""After which a listener tries again when the system gives it no connection."""

FindConnection = Callable[[tuple[str, int]], Connection | None]


class Channel(HTTPChannel):
    """A connection that knows its place, and when its request began."""

    def __init__(self, server: LimitedServer, sock: socket.socket, addr: Any, connection: Connection) -> None:
        self.connection, self._begun = connection, time.monotonic()
        super().__init__(server, sock, addr, server.adj, map=server._map)
        connection.is_busy = self.is_busy

    @property
    def last_activity(self) -> float:
        """When bytes last came or went (`time.monotonic`)."""
        return self._last_activity

    @last_activity.setter
    def last_activity(self, _wall_time: float) -> None:
        # waitress sets the time of day, which jumps when somebody sets the clock
        self._last_activity = time.monotonic()

    def is_busy(self) -> bool:
        """Whether a whole request is being answered, and the device takes the answer."""
        taking = time.monotonic() - self.last_activity < STALLED_SECONDS
        return bool(self.requests or (self.total_outbufs_len and taking))

    def received(self, data: bytes) -> bool:
        """Take what has come."""
        if self.request is None:
            self._begun = time.monotonic()
        taken = bool(super().received(data))
        if self.request is None:
            self.connection.asked = True
        self._count_bytes()
        return taken

    def service(self) -> None:
        """Answer a request."""
        super().service()
        self._count_bytes()

    def _count_bytes(self) -> None:
        """Say how much of its requests waits here."""
        waiting = (*self.requests, self.request)
        held = sum(request.body_bytes_received for request in waiting if request is not None)
        if held != self.connection.held:
            self.server.hold(self.connection, held)

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what can be sent. Of a live stream waitress would keep all that was ever sent, to its end."""
        sent = bool(super()._flush_some(do_close=do_close))
        if sent and not self.total_outbufs_len:
            self.outbufs[-1].prune()
        return sent

    def is_late(self, now: float, idle_seconds: float) -> bool:
        """Whether a deadline has passed at `now` (`time.monotonic`)."""
        if self.requests:
            return False
        request = self.request
        since, seconds = self._begun, HEADER_SECONDS
        if request is None or self.total_outbufs_len:
            since = self.last_activity
            seconds = idle_seconds if self.connection.asked else HEADER_SECONDS
        elif request.headers_finished:
            seconds = BODY_SECONDS + int(request.content_length or 0) / SLOWEST_BYTES
        return now - since > seconds

    def end(self) -> None:
        """Close it. Any thread may call."""
        self.will_close = True
        self.server.pull_trigger()

    def del_channel(self, *maps: dict[int, Any]) -> None:
        """Its place is free again."""
        super().del_channel(*maps)
        self.server.release(self.connection)


class LimitedServer(TcpWSGIServer):
    """A listener whose connections have places in `connections`."""

    def __init__(
        self,
        application: Callable[..., Any],
        listener: socket.socket,
        threads: int,
        connections: Connections,
        find: FindConnection | None = None,
    ) -> None:
        """`find`: for a listener behind a tunnel, the device's connection that comes from an address."""
        self._connections, self._find = connections, find
        self._deaf_until = self._next_check = 0.0
        self._waking, self._is_closed = threading.Lock(), False
        adjustments = Adjustments(
            sockets=[listener],
            threads=threads,
            max_request_body_size=MAX_REQUEST_BYTES,
            ident=None,
            connection_limit=100 * MAX_CONNECTIONS,
            asyncore_use_poll=hasattr(select, "poll"),
            log_socket_errors=False,
        )
        place = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(application, {}, True, listener, adj=adjustments, sockinfo=place, bind_socket=False)

    def pull_trigger(self) -> None:
        """Wake the loop, unless it has closed: then the number of the pipe that wakes it may be that of
        another file, and what is written there would go into it."""
        with self._waking:
            if not self._is_closed:
                super().pull_trigger()

    def close(self) -> None:
        """Listen no more."""
        with self._waking:
            self._is_closed = True
            super().close()

    def run_in_loop(self, work: Callable[[], None]) -> None:
        """Have the loop's own thread do some work, which may close the server."""
        with self.trigger.lock:  # else the loop, if it is awake, could close before it is woken
            self.trigger.thunks.append(work)
            self.pull_trigger()

    def readable(self) -> bool:
        """Whether to accept connections. The loop asks each time it wakes, at least once a second."""
        now = time.monotonic()
        if now >= self._next_check:
            self._next_check = now + CHECK_SECONDS
            self._end_late_channels(now)
        return bool(super().readable()) and now >= self._deaf_until

    def handle_accept(self) -> None:
        """Take a connection, if there is a place for it."""
        try:
            sock, address = self.socket.accept()
        except BlockingIOError:
            return
        except OSError as problem:  # gone again, or the system has no more files to give
            self._deaf_until = time.monotonic() + PAUSE_SECONDS
            self.logger.warning("no connection could be taken: %s", problem)
            return
        channel: Channel | None = None

        def end() -> None:
            if channel is not None:
                channel.end()

        found = self._find(address) if self._find else None
        found = found or self._connections.admit(str(address[0]), end)
        if found is None:
            sock.close()
            return
        try:
            self.set_socket_options(sock)
            channel = Channel(self, sock, self.fix_addr(address), found)
        except OSError:  # the device is gone
            sock.close()
            self.release(found)

    def hold(self, connection: Connection, count: int) -> None:
        """So many bytes of its requests wait to be answered."""
        self._connections.hold(connection, count)

    def release(self, connection: Connection) -> None:
        """A connection is closed."""
        self._connections.release(connection)

    def maintenance(self, _wall_time: float) -> None:
        """Do nothing: waitress calls this by the time of day, which may stand still for an hour."""

    def _end_late_channels(self, now: float) -> None:
        """Close the connections whose deadline has passed at `now` (`time.monotonic`)."""
        for channel in list(self.active_channels.values()):
            joined = self._connections.kind(channel.connection.address) != "stranger"
            if channel.is_late(now, IDLE_SECONDS if joined else STRANGER_IDLE_SECONDS):
                channel.will_close = True


def allow_connections(most: int = MAX_CONNECTIONS) -> None:
    """Ask the system for as many open files as `most` connections need, by HTTPS three each."""
    if os.name == "nt":
        return
    import resource

    wanted = 3 * most + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most_allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_allowed, hard))
        except (OSError, ValueError):
            return
