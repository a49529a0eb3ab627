"""HTTPS with a certificate of its own: what phones' browsers ask for before they lend their camera.

TLS ends here, in one thread; each connection is then passed on to a listener of its own on loopback that
nothing else may use, so that the pages still know which address asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sheets.errors import BadInput, reason
from sheets.ordinary_file import read_ordinary

DAYS = 825
"""How long a certificate holds: no longer than phones accept."""
CHUNK = 65536
IDLE = 120.0
"""Seconds of silence after which a connection is let go; a live stream says something every 15."""

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class NoCertificate(BadInput):
    """No certificate could be made."""


def certificate(folder: Path, hosts: Sequence[str]) -> Path:
    """A certificate for `hosts` with its key in one PEM file, made by `openssl` where there is none yet.

    Only this user may read the file. Raises NoCertificate.
    """
    target, noted = folder / "https.pem", folder / "https.hosts"
    wanted = " ".join(sorted(hosts))
    with contextlib.suppress(OSError):
        if target.is_file() and read_ordinary(noted, len(wanted)) == wanted.encode():
            return target
    openssl = shutil.which("openssl")
    if openssl is None:
        raise NoCertificate(
            "HTTPS needs the program openssl to make a certificate, but it is not installed; install it, "
            "or leave out --https."
        )
    names = ",".join(f"{'IP' if _is_address(host) else 'DNS'}:{host}" for host in hosts)
    key, made = folder / "https.key", folder / "https.crt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [
                *(
                    openssl,
                    "req",
                    "-x509",
                    "-nodes",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                ),
                *(
                    "-keyout",
                    str(key),
                    "-out",
                    str(made),
                    "-days",
                    str(DAYS),
                    "-subj",
                    "/CN=Qwixx at the table",
                ),
                *("-addext", f"subjectAltName={names}", "-addext", "extendedKeyUsage=serverAuth"),
            ],
            capture_output=True,
            text=True,
            timeout=60,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise NoCertificate(
                "openssl could not make a certificate ({last}); leave out --https.", last=last
            )
        with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(key.read_text() + made.read_text())
        noted.write_text(wanted)
    except (OSError, subprocess.SubprocessError) as problem:
        raise NoCertificate(
            "No certificate can be kept in {folder} ({why}); leave out --https.",
            folder=folder,
            why=reason(problem),
        ) from problem
    finally:
        for part in (key, made):
            part.unlink(missing_ok=True)
    return target


def _is_address(host: str) -> bool:
    for family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):
            socket.inet_pton(family, host)
            return True
    return False


class Tunnel:
    """Takes TLS connections on one socket and passes each on to `inner`, an address on loopback.

    `wrap` puts the application behind it right about who asks; what comes to `inner` by any other way is
    turned away.
    """

    def __init__(self, outer: socket.socket, inner: tuple[str, int], pem: Path) -> None:
        self._outer, self._inner = outer, inner
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(pem)
        self._peers: dict[int, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)
        self._thread.start()

    def wrap(self, application: Application) -> Application:
        """`application`, told the address of the device in place of the tunnel's."""

        def inside(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
            peer = self._peers.get(int(environ.get("REMOTE_PORT") or 0))
            if peer is None:
                start("403 Forbidden", [("Content-Type", "text/plain")])
                return [b"This address is for the table itself.\n"]
            return application({**environ, "REMOTE_ADDR": peer, "wsgi.url_scheme": "https"}, start)

        return inside

    def close(self) -> None:
        """Let go of every connection."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._outer.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._outer.setblocking(False)
        serving = self._loop.run_until_complete(
            asyncio.start_server(self._serve, sock=self._outer, ssl=self._context, ssl_handshake_timeout=10)
        )
        try:
            self._loop.run_forever()
        finally:
            serving.close()
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            with contextlib.suppress(Exception):
                self._loop.run_until_complete(asyncio.sleep(0.05))
            self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = 0
        try:
            peer = writer.get_extra_info("peername")
            near = socket.create_connection(self._inner, timeout=5)
            port = near.getsockname()[1]
            self._peers[port] = str(peer[0])  # before a byte is passed on
            near.setblocking(False)
            from_inner, to_inner = await asyncio.open_connection(sock=near)
            ways = {
                asyncio.ensure_future(_pass_on(reader, to_inner)),
                asyncio.ensure_future(_pass_on(from_inner, writer)),
            }
            _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in left:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            to_inner.close()
        except OSError:
            pass  # the device is gone
        finally:
            self._peers.pop(port, None)
            writer.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes from one side to the other until either is gone, or nothing was said for long."""
    with contextlib.suppress(OSError, asyncio.TimeoutError, ssl.SSLError):
        while data := await asyncio.wait_for(reader.read(CHUNK), IDLE):
            writer.write(data)
            await writer.drain()
