"""An HTTP server that accepts connections, limits their number, and closes slow ones."""

import asyncio
import contextlib
import errno
import logging
import os
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from companion.web.server.connections import MAX_CONNECTIONS, Connection, Connections
from companion.web.server.http_protocol import Application, Protocol

CHECK_SECONDS = 1.0
"""Interval between checks of time limits, in seconds."""
SIGNAL_SECONDS = 1.0
"""Interval between checks for a signal, in seconds. On Windows, signals don't wake a waiting thread."""


class LimitedServer:
    """Serves a WSGI application on one listening socket, in its own thread."""

    def __init__(
        self,
        application: Application,
        listener: socket.socket,
        threads: int,
        connections: Connections,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """Take over `listener`. `threads`: number of threads for answers. `context`: TLS for HTTPS."""
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # strangers could fill the log
        listener.setblocking(False)
        self.port = int(listener.getsockname()[1])
        self._listener, self._connections, self._context = listener, connections, context
        self._application, self._threads = application, ThreadPoolExecutor(threads, "request")
        self._open: dict[asyncio.Task[None], Protocol] = {}
        # of the event loops of Windows, only this one accepts through the socket object
        self._loop = asyncio.SelectorEventLoop()
        self._stop, self._closed = asyncio.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"listener {self.port}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Begin to close the listener and all connections (see `join`). Any thread may call this."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._thread.ident is None:
            self._listener.close()
            self._loop.close()
        with contextlib.suppress(RuntimeError):  # it is closed
            self._loop.call_soon_threadsafe(self._stop.set)

    def join(self) -> None:
        """Wait until the listener and all connections are closed. A signal can interrupt the wait."""
        while self._thread.ident is not None and not self._closed.wait(SIGNAL_SECONDS):
            pass

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._serve())
        finally:
            self._closed.set()

    async def _serve(self) -> None:
        working = [asyncio.create_task(self._accept()), asyncio.create_task(self._end_late_connections())]
        await self._stop.wait()
        with contextlib.suppress(NotImplementedError):  # on Windows
            self._loop.remove_reader(self._listener)
        await asyncio.sleep(0)  # a connection that has just been accepted gets its task, which closes it
        ending = [*working, *self._open]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        self._listener.close()

    async def _accept(self) -> None:
        """Start a task for each new connection; cancel the task if the connection is not admitted."""
        while not self._stop.is_set():
            try:
                sock, peer = await self._loop.sock_accept(self._listener)
            except OSError as problem:
                is_full = problem.errno in (errno.EMFILE, errno.ENFILE)  # too many open files
                await asyncio.sleep(CHECK_SECONDS if is_full else 0)  # an error lets no other task run
                continue
            connection = Connection(str(peer[0]), lambda: None)
            protocol = Protocol(self._application, self._threads, self._connections, connection)
            task = asyncio.create_task(self._connect(sock, protocol))
            self._open[task] = protocol
            task.add_done_callback(partial(self._close, sock, protocol))
            connection.end = partial(self._end, task)
            if not self._connections.admit(connection):
                task.cancel()

    def _end(self, task: asyncio.Task[None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed, and so are its connections
            self._loop.call_soon_threadsafe(task.cancel)

    async def _connect(self, sock: socket.socket, protocol: Protocol) -> None:
        with contextlib.suppress(OSError):  # the TLS handshake failed
            await self._loop.connect_accepted_socket(lambda: protocol, sock, ssl=self._context)
            await protocol.gone

    def _close(self, sock: socket.socket, protocol: Protocol, task: asyncio.Task[None]) -> None:
        if protocol.is_made:
            protocol.transport.abort()
        else:
            sock.close()
        self._connections.release(protocol.device)
        del self._open[task]

    async def _end_late_connections(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for task, protocol in list(self._open.items()):
                if protocol.is_made:
                    protocol.device.note_unsent(protocol.transport.get_write_buffer_size())
                if protocol.device.is_late():
                    task.cancel()


def allow_connections() -> None:
    """Let this process open enough files for MAX_CONNECTIONS, as far as the system permits."""
    if os.name == "nt":
        return
    import resource

    wanted = 2 * MAX_CONNECTIONS + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most_allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_allowed, hard))
