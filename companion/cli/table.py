"""`qwixx table`: the table page on this machine."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from types import FrameType

import click

from sheets.errors import BadInput

TRIES = 20
"""Ports that are tried, from the one asked for."""


class PortError(BadInput):
    """No port could be had."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host`, at `port` or the next free one. Raises PortError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + TRIES, 65536)):
        found = socket.socket(family, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
            found.listen(128)
        except PermissionError as problem:
            found.close()
            raise PortError(
                f"Port {number} is not for everyone; choose one above 1023 with --port."
            ) from problem
        except OSError as problem:
            found.close()
            if problem.errno == errno.EADDRINUSE:
                continue
            raise PortError(
                f"The address {host} cannot be used on this machine ({problem.strerror})."
            ) from problem
        return found
    raise PortError(f"The ports {port} to {port + TRIES - 1} are all taken; choose another with --port.")


@click.command("table")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8730,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="The port; if it is taken, the next free one.",
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder for games and photos."
)
@click.option(
    "--camera",
    default="demo",
    show_default=True,
    metavar="SPEC",
    help="What watches the dice: a camera's number or name, a video, a folder of pictures, an address, "
    "none, or demo for pretend dice. The page offers the cameras of this machine too.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def command(host: str, port: int, data: Path | None, camera: str, no_browser: bool) -> None:
    """Open the table page on this machine, and keep it open until Ctrl-C.

    Without a camera a demo plays by itself; "Start our own game" on the page ends it.
    """
    from platformdirs import user_data_path
    from waitress.server import create_server  # type: ignore[import-untyped]

    from companion.web.app import STREAMS, close, create_app
    from vision.camera import open_source

    return_memory()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    place = data or user_data_path("qwixx-at-the-table", appauthor=False)
    sock = listen(host, port)
    source = None
    try:
        source = None if camera == "none" else open_source(camera)
        app = create_app(
            {
                "DATA": place,
                "SOURCE": source,
                "CAMERA": camera,
                "DEMO": camera == "demo",
                "HOSTS": names_of(host),
            }
        )
    except BaseException:
        if source is not None:
            source.close()
        sock.close()
        raise
    server = create_server(
        app, sockets=[sock], threads=STREAMS + 8, max_request_body_size=64_000_000, ident=None
    )
    taken = sock.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}/"

    def leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        app.extensions["house"].room.leave()
        raise KeyboardInterrupt

    # before the address is told: whoever reads it may end the table at once
    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    try:
        if taken != port:
            click.echo(f"Port {port} is taken, so the table is at port {taken}.")
        click.echo(address)
        click.echo(f"Games are kept in {place}. End the table with Ctrl-C.")
        if not no_browser:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)
        server.run()
    except KeyboardInterrupt:
        pass  # it came before the server ran, which ends itself on one
    finally:
        close(app)
        server.close()
        click.echo("The table is closed; the game is saved.")


def return_memory() -> None:
    """Have the C library of Linux give the memory of pictures back at once.

    It would keep the space of each thread's largest pictures for ever: a gigabyte after an hour of play.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            threshold = -3  # M_MMAP_THRESHOLD of mallopt(3): larger blocks are unmapped when freed
            ctypes.CDLL(None).mallopt(threshold, 1 << 17)


def names_of(host: str) -> frozenset[str]:
    """The names under which a page on `host` is asked for, besides loopback."""
    if host not in ("0.0.0.0", "::", ""):
        return frozenset({host.lower()})
    names = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    with contextlib.suppress(OSError):
        names |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks which address would be used
        names.add(probe.getsockname()[0])
    return frozenset(names)
