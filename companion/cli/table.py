"""`qwixx table`: serves the table page on this computer."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from companion.cli.options import (
    PORT,
    data_option,
    json_option,
    language_option,
    option,
    options_value,
    parameter,
)
from companion.cli.output import json_line, log_to_terminal, print_error, say
from companion.cli.table_process import prepare_process
from companion.cli.verb import Verb
from sheets.errors import BadInput
from sheets.language import Translate, translator

if TYPE_CHECKING:
    from flask import Flask

    from companion.web.access.server import Server
    from companion.web.server.http_server import LimitedServer
    from sheets.pad import Pad

EVERY_ADDRESS = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of this computer."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of `qwixx table`."""

    host: str = option(
        default="127.0.0.1", metavar="ADDRESS", show_default=True, help="The address to listen on."
    )
    port: int = option(
        default=PORT,
        show_default=True,
        type=click.IntRange(1, 65535),
        metavar="N",
        help="The port; if it is taken, the next free one.",
    )
    data: Path | None = parameter(data_option)
    camera: str = option(
        default="demo",
        show_default=True,
        metavar="SPEC",
        help="The camera: a number or name, a video, a folder of pictures, an address, "
        "none, or demo for pretend dice. The page offers the cameras of this computer too.",
    )
    layout: Path | None = option(
        type=click.Path(path_type=Path),
        metavar="FILE.toml",
        help="A pad file of your own; the table keeps it, and the page offers it first.",
    )
    lan: bool = option(is_flag=True, help="Let phones on this network join at once.")
    https: bool = option(is_flag=True, help="Serve phones over HTTPS, with the table's own certificate.")
    proxy: str = option(
        default="",
        metavar="ADDRESS",
        help="The address of a reverse proxy, like 127.0.0.1, which the table trusts to name "
        "the devices behind it.",
    )
    url: str = option(
        default="",
        metavar="URL",
        help="The address at which that proxy shows the table, like https://games.example/qwixx.",
    )
    name: tuple[str, ...] = option(
        multiple=True,
        metavar="NAME",
        help="Another host name of the table, like games.example. May be repeated.",
    )
    no_announce: bool = option(
        is_flag=True, help="Do not announce the table as qwixx.local while phones may join."
    )
    webhook: str = option(
        default="",
        metavar="URL",
        help="Send each roll, mark, lock and end to this private address as JSON, like "
        "http://192.168.1.5:8123/api/webhook/qwixx.",
    )
    no_browser: bool = option(is_flag=True, help="Do not open the browser.")
    end_with_input: bool = option(is_flag=True, hidden=True)
    as_json: bool = parameter(
        json_option("one object once the table is open (its address, its folder, the phones' address)")
    )
    language: str = parameter(language_option)

    @property
    def folder(self) -> Path:
        """Return the folder for games and photos."""
        from platformdirs import user_data_path

        return self.data or user_data_path("qwixx-at-the-table", appauthor=False)


@dataclass(frozen=True, slots=True)
class Invitation:
    """How phones join: by one of `links` (likeliest first), or by typing `code` at `address`."""

    links: tuple[str, ...]
    address: str
    code: str


@click.command(
    "table",
    cls=Verb,
    examples=[
        ("table", "Open the page; a demo plays until you begin"),
        ("table --camera 0 --lan", "Use the first camera, and let phones join at once"),
        ("table --layout steps.toml", "Use a pad of your own"),
        ("table --https --data games", "Serve phones over HTTPS, with games in your own folder"),
        ("table --proxy 127.0.0.1 --url https://games.example/qwixx", "Behind a proxy on this computer"),
    ],
    exits=["the table was closed; the game is saved"],
)
@options_value(TableOptions)
def command(options: TableOptions) -> None:
    """Open the table page on this computer, and keep it open until Ctrl-C.

    Unless you name a camera or have a game in progress, a demo plays by itself until you begin a game.
    """
    from companion.lan import listen
    from companion.web.app import close
    from companion.web.server.http_server import allow_connections

    _ = translator(options.language)
    prepare_process()
    log_to_terminal()
    allow_connections()
    pad = kept_pad(options.folder, options.layout) if options.layout else None
    listener = listen(options.host, options.port)
    app = make_app(options, listener, pad)
    table: Server = app.extensions["server"]
    port = listener.getsockname()[1]
    servers, address = make_servers(app, listener, options)
    table.store.write_address(address)
    for notice in table.store.notices.all():
        print_error(notice.in_language(_))
    end_on_signals(table)  # before printing the address: its reader may end the table at once
    if options.end_with_input:
        Thread(target=end_with_input, daemon=True).start()
    try:
        invitation = invite(table, options.lan, _)
        if options.as_json:
            place = {"address": address, "data": str(options.folder)}
            joins = {"join": invitation.links, "code": invitation.code} if invitation else {}
            say(json_line({**place, **joins}))
        else:
            announce(address, port, options, invitation, _)
        sys.stdout.flush()
        if not options.no_browser:
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)
        gc.collect()
        gc.freeze()  # a collection stops all threads; frozen objects aren't scanned
        for server in servers:
            server.start()
        servers[0].join()
    except KeyboardInterrupt:
        pass
    finally:
        close(app)
        for server in servers:
            server.close()
        for server in servers:
            server.join()
        if not options.as_json:
            say(_("The table is closed; the game is saved."))


def make_app(options: TableOptions, listener: socket.socket, pad: Pad | None = None) -> Flask:
    """Return the page's application, with the camera open. If this fails, close the camera and `listener`."""
    from companion.web.app import create_app
    from companion.web.pages.programs.webhook import checked_url
    from companion.web.server.client_address import proxy_address
    from vision.frames.open import open_source

    origin = click.get_current_context().get_parameter_source("camera")
    with contextlib.ExitStack() as opened:
        opened.callback(listener.close)
        proxy, url = proxy_address(options.proxy) if options.proxy else "", public_url(options)
        receiver = checked_url(options.webhook) if options.webhook else None
        names = host_names(options.host) | {urlsplit(url).hostname or "localhost"}
        source = None if options.camera == "none" else open_source(options.camera)
        if source is not None:
            opened.callback(source.close)
        app = create_app(
            {
                "DATA": options.folder,
                "SOURCE": source,
                "CAMERA": options.camera,
                "DEMO": options.camera == "demo",
                "RECALL": origin is click.core.ParameterSource.DEFAULT,
                "HOSTS": names | {name.lower() for name in options.name},
                "PROXY": proxy,
                "URL": url,
                "PORT": listener.getsockname()[1],
                "SERVED": () if proxy else served_addresses(options.host),
                "HTTPS": options.https,
                "ANNOUNCE": not options.no_announce,
                "PAD": pad,
                "WEBHOOK": receiver,
            }
        )
        opened.pop_all()
    return app


def make_servers(
    app: Flask, listener: socket.socket, options: TableOptions
) -> tuple[list[LimitedServer], str]:
    """Return the servers of the page, and the page's address on this computer.

    Behind a proxy there are two servers: one for the proxy, and one for browsers on this computer.
    """
    from companion.lan import listen
    from companion.web.server.client_address import BehindProxy
    from companion.web.server.http_server import LimitedServer
    from companion.web.server.streams import THREADS

    connections = app.extensions["server"].connections
    host, servers = options.host, []
    if options.proxy:
        behind = BehindProxy(app, app.config["PROXY"])
        servers.append(LimitedServer(behind, listener, THREADS, connections))
        host = "127.0.0.1"
        listener = listen(host, listener.getsockname()[1] + 1)
    servers.append(LimitedServer(app, listener, THREADS, connections))
    return servers, page_address(host, servers[-1].port)


def public_url(options: TableOptions) -> str:
    """Return the address at which the proxy shows the table, with no final slash; "" without a proxy.

    Raise BadInput if only one of --proxy and --url is given, or if the address is invalid.
    """
    if bool(options.proxy) != bool(options.url):
        raise BadInput(
            "--proxy and --url belong together: the proxy's address, and the address at which it shows the "
            "table."
        )
    parts = urlsplit(options.url)
    if options.url and (parts.scheme not in ("http", "https") or not parts.hostname or parts.query):
        raise BadInput(
            "“{url}” is not the address of a page; write it like https://games.example/qwixx.",
            url=options.url,
        )
    return options.url.rstrip("/")


def page_address(host: str, port: int) -> str:
    """Return the address of the page for a browser on this computer."""
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def end_on_signals(table: Server) -> None:
    """Make SIGINT (Ctrl-C) and SIGTERM end all live streams and then the server."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        table.session.close()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)


def end_with_input() -> None:
    """Wait until standard input ends, and then end the table as Ctrl-C does."""
    with contextlib.suppress(OSError):
        while os.read(0, 1024):
            pass
    signal.raise_signal(signal.SIGINT)


def invite(table: Server, lets_in: bool, _: Translate) -> Invitation | None:
    """Return how phones can join, or None if they can't.

    Before that, let phones in if `lets_in` is true, or if the table let phones in when it last ran.
    """
    if table.listeners is None:
        return None
    addresses = table.listeners.addresses
    if lets_in or table.was_open:
        try:
            addresses = table.let_phones_in()
        except BadInput as problem:
            if lets_in:
                raise
            print_error(problem.in_language(_))
    if not addresses:
        return None
    links = tuple(f"{address}/join/{table.key}" for address in addresses)
    return Invitation(links, addresses[0], table.code)


def announce(
    address: str, port: int, options: TableOptions, invitation: Invitation | None, _: Translate
) -> None:
    """Print the table's address, the folder of its games, and how phones join. `port`: the port it uses."""
    if port != options.port:
        say(_("Port {port} is taken, so the table uses the next free one.").format(port=options.port))
    say(address)
    say(_("Games are kept in {place}. End the table with Ctrl-C.").format(place=options.folder))
    if options.proxy:
        say(_("The proxy finds the table at {address}").format(address=page_address(options.host, port)))
    if invitation is None:
        return
    if sys.stdout.isatty():
        import segno

        segno.make(invitation.links[0], error="m", micro=False).terminal(compact=True)
    for link in invitation.links:
        say(_("Phones join at {link}").format(link=link))
    text = _("or at {address} with the code {code}.")
    say(text.format(address=invitation.address, code=invitation.code))


def kept_pad(folder: Path, file: Path) -> Pad:
    """Add the pad in `file` to the pads kept in `folder`, and return it. Raise BadInput if it is invalid."""
    from companion.storage.own_pads import OwnPads
    from sheets.pad_table import read_pad_file

    return OwnPads(folder).keep(read_pad_file(file), str(file))


def served_addresses(host: str) -> tuple[str, ...]:
    """Return the addresses at which phones reach a page on `host`, or () if there are none."""
    from companion.lan import addresses

    if host in EVERY_ADDRESS:
        return addresses()
    return () if host == "localhost" or host.startswith("127.") or ":" in host else (host,)


def host_names(host: str) -> frozenset[str]:
    """Return the host names, besides loopback, by which browsers may request a page on `host`."""
    if host not in EVERY_ADDRESS:
        return frozenset({host.lower()})
    from companion.lan import addresses

    names = {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    with contextlib.suppress(OSError):
        names |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)}
    return frozenset(names.union(addresses()))
