"""`qwixx table`: the table page on this machine."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import signal
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion.cli.options import PORT, data_option, json_option, language_option
from companion.cli.output import json_line
from companion.cli.verb import Verb
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from companion.web.server.table_server import TableServer


@click.command(
    "table",
    cls=Verb,
    examples=[
        ("table", "Open the page; a demo plays until you begin"),
        ("table --camera 0 --lan", "With the first camera, and phones let in at once"),
        ("table --https --data games", "Phones by HTTPS, games in a folder of your own"),
    ],
    exits=["the table was closed; the game is saved"],
)
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS", show_default=True, help="The address to listen on."
)
@click.option(
    "--port",
    default=PORT,
    show_default=True,
    type=click.IntRange(1, 65535),
    metavar="N",
    help="The port; if it is taken, the next free one.",
)
@data_option
@click.option(
    "--camera",
    default="demo",
    show_default=True,
    metavar="SPEC",
    help="What watches the dice: a camera's number or name, a video, a folder of pictures, an address, "
    "none, or demo for pretend dice. The page offers the cameras of this machine too.",
)
@click.option(
    "--calibration", default="", metavar="NAME",
    help="Whose dice lie before the camera, as `qwixx calibrate` learnt them, or none. If left out: those "
    "learnt before this camera.",
)  # fmt: skip
@click.option("--lan", is_flag=True, help="Let phones of this network join at once.")
@click.option("--https", is_flag=True, help="Phones come by HTTPS, with a certificate of this table's own.")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@json_option("one object once the table is open: its address, its folder, where phones join")
@language_option
def command(
    host: str, port: int, data: Path | None, camera: str, calibration: str, lan: bool, https: bool,
    no_browser: bool, as_json: bool, language: str,
) -> None:  # fmt: skip
    """Open the table page on this machine, and keep it open until Ctrl-C.

    Without a camera a demo plays by itself; "Start our own game" on the page ends it.
    """
    from platformdirs import user_data_path
    from waitress.server import create_server  # type: ignore[import-untyped]

    from companion.lan import listen
    from companion.web.app import close, create_app
    from companion.web.server.lan_listeners import MAX_REQUEST_BYTES
    from companion.web.server.streams import THREADS
    from vision.frames.open import open_source

    _ = translator(language)
    return_memory()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    place = data or user_data_path("qwixx-at-the-table", appauthor=False)
    check_known(place, calibration)
    sock = listen(host, port)
    source = None
    try:
        source = None if camera == "none" else open_source(camera)
        app = create_app(
            {
                "DATA": place,
                "SOURCE": source,
                "CAMERA": camera,
                "CALIBRATION": calibration,
                "DEMO": camera == "demo",
                "RECALL": click.get_current_context().get_parameter_source("camera")
                is click.core.ParameterSource.DEFAULT,
                "HOSTS": names_of(host),
                "PORT": sock.getsockname()[1],
                "HTTPS": https,
            }
        )
    except BaseException:
        if source is not None:
            source.close()
        sock.close()
        raise
    server = create_server(
        app, sockets=[sock], threads=THREADS, max_request_body_size=MAX_REQUEST_BYTES, ident=None
    )
    taken = sock.getsockname()[1]
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}/"
    app.extensions["table_server"].store.write_address(address)

    def leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        app.extensions["table_server"].end_streams()
        raise KeyboardInterrupt

    # before the address is told: whoever reads it may end the table at once
    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)
    try:
        door = open_door(app.extensions["table_server"]) if lan else None
        if as_json:
            click.echo(
                json_line({"address": address, "data": str(place), **(door.to_json() if door else {})})
            )
        else:
            announce(address, place, taken != port, port, door, _)
        sys.stdout.flush()
        if not no_browser:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)
        server.run()
    except KeyboardInterrupt:
        pass  # it came before the server ran, which ends itself on one
    finally:
        close(app)
        server.close()
        if not as_json:
            click.echo(_("The table is closed; the game is saved."))


@dataclass(frozen=True, slots=True)
class Door:
    """How phones join: by one of the `links`, the likeliest first, or at `address` with the typed `code`."""

    links: tuple[str, ...]
    address: str
    code: str

    def to_json(self) -> dict[str, object]:
        """As in `qwixx table --lan --json`."""
        return {"join": list(self.links), "code": self.code}


def open_door(server: TableServer) -> Door | None:
    """Let phones in; None for a page that has no doors."""
    if server.listeners is None:
        return None
    found = server.listeners.open()
    return Door(tuple(f"{address}/join/{server.first.key}" for address in found), found[0], server.first.code)


def announce(address: str, place: Path, moved: bool, port: int, door: Door | None, _: Translate) -> None:
    """Tell where the table is and its games are, and how phones join: on a terminal by a square code."""
    if moved:
        click.echo(_("Port {port} is taken, so the table is at the next free one.").format(port=port))
    click.echo(address)
    click.echo(_("Games are kept in {place}. End the table with Ctrl-C.").format(place=place))
    if door is None:
        return
    if sys.stdout.isatty():
        import segno

        segno.make(door.links[0], error="m", micro=False).terminal(compact=True)
    for link in door.links:
        click.echo(_("Phones join at {link}").format(link=link))
    click.echo(_("or at {address} with the code {code}.").format(address=door.address, code=door.code))


def check_known(folder: Path, name: str) -> None:
    """Raise BadInput unless dice with six or eight sides were learnt under that name."""
    from companion.storage.calibrations import NO_CALIBRATION, Calibrations, NoCalibration

    if name in ("", NO_CALIBRATION):
        return
    kept = Calibrations(folder)
    try:
        kept.by_name(name)
    except NoCalibration as problem:
        try:
            kept.by_name(name, 8)
        except NoCalibration:
            raise problem from None


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
