"""Opens hanging connections, which never send a whole request, from many addresses."""

import contextlib
import itertools
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SENT = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\ncode=",
    b"POST /join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffff;",
    b"\x16\x03\x01\x02\x00\x01",  # the first bytes of a handshake
)
"""What a hanging connection sends: nothing, or the beginning of a request."""
REOPEN_SECONDS = 0.05
"""Delay in seconds between the reopenings of closed connections."""


def source_addresses(count: int) -> list[str]:
    """Return `count` loopback addresses other than 127.0.0.1; only Linux has them without setup."""
    return [f"127.0.1.{i + 1}" for i in range(count)]


@contextmanager
def hanging_connections(host: str, port: int, count: int, addresses: int) -> Iterator[list[socket.socket]]:
    """Keep `count` hanging connections from `addresses` different addresses open; yield their sockets."""
    sources = itertools.cycle(source_addresses(addresses))
    begins = itertools.cycle(SENT)
    stop, chosen = threading.Event(), selectors.DefaultSelector()
    held: list[socket.socket] = []

    def add() -> None:
        with contextlib.suppress(OSError):
            sock = socket.create_connection((host, port), timeout=5, source_address=(next(sources), 0))
            sock.setblocking(False)
            sock.sendall(next(begins))
            chosen.register(sock, selectors.EVENT_READ)
            held.append(sock)

    def go_on() -> None:
        while not stop.wait(REOPEN_SECONDS):
            for key, _ in chosen.select(0)[:1]:
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                with contextlib.suppress(OSError):
                    if sock.recv(1000):
                        continue
                chosen.unregister(sock)
                held.remove(sock)
                sock.close()
                add()
            with contextlib.suppress(OSError):  # one more of a header or a body, which never ends
                next(drops).sendall(b"a")

    def each_in_turn() -> Iterator[socket.socket]:
        for number in itertools.count():
            yield held[number % len(held)]

    drops = each_in_turn()
    for _ in range(count):
        add()
    going = threading.Thread(target=go_on, daemon=True)
    going.start()
    try:
        yield held
    finally:
        stop.set()
        going.join(timeout=30)
        for sock in held:
            sock.close()
        chosen.close()


def trusting(_address: str) -> ssl.SSLContext:
    """Return a TLS context that accepts any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
