"""A network between browsers and a table that can be cut: without a word, as by sleep or by a router."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


class Cable:
    """Carries connections to the table at `address`. What is open when it is cut stays dead, and so does what
    is opened meanwhile: nobody tells either side."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._table = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._is_cut, self._cuts = False, 0
        self._sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Lose all that is under way, and all that comes."""
        self._is_cut, self._cuts = True, self._cuts + 1

    def mend(self) -> None:
        """Carry new connections again."""
        self._is_cut = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                device, _ = self._listener.accept()
                self._sockets.append(device)
                if self._is_cut:
                    continue
                table = socket.create_connection(self._table)
                self._sockets.append(table)
                for ends in ((device, table), (table, device)):
                    threading.Thread(target=self._carry, args=(*ends, self._cuts), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, cuts: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if cuts == self._cuts:
                    target.sendall(data)
            if cuts == self._cuts:
                target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close every connection."""
        for each in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def cable(address: str) -> Iterator[Cable]:
    """Yield a cable to the table at `address`, until the end."""
    cable = Cable(address)
    try:
        yield cable
    finally:
        cable.close()
