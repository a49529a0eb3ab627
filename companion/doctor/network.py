"""Checks the network: the page's port, the addresses for phones, and firewalls."""

import contextlib
import http.client
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.finding import Finding
from companion.lan import PORT_TRIES, addresses
from sheets.language import message

LOOPBACK = "127.0.0.1"
PAGE_SIGNATURE = b'name="application-name" content="Qwixx at the table"'
"""Text in the head of every page of a table."""
ANSWER_SECONDS = 2.0
"""Longest wait for an answer from this computer, in seconds."""


def check_port(port: int) -> Iterator[Finding]:
    """Yield a finding on whether `port` of this computer is free for the page or, if not, what uses it."""
    if is_free(LOOPBACK, port):
        yield Finding("port", "well", message("Port {port} is free for the page."), {"port": port})
        return
    if is_table(port):
        text = message("A table is running at http://{host}:{port}/ now.")
        yield Finding("port", "well", text, {"host": LOOPBACK, "port": port})
        return
    free = next((n for n in range(port + 1, min(port + PORT_TRIES, 65536)) if is_free(LOOPBACK, n)), None)
    if free is not None:
        text = message("Port {port} is taken by another program; the table will take {free}.")
        yield Finding("port", "note", text, {"port": port, "free": free})
        return
    text = message("Port {port} and those after it are taken or not allowed.")
    todo = message("Choose another one above 1023 with --port.")
    yield Finding("port", "fault", text, {"port": port}, todo)


def is_free(host: str, port: int) -> bool:
    """Return True if a server could listen on `port` at `host`."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        if sys.platform != "win32":  # on Windows it would allow a port in use
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
            trial.listen(1)
        except OSError:
            return False
    return True


def is_table(port: int) -> bool:
    """Return True if the program that listens on `port` of this computer is a table."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/rules")  # a page that needs no seat
        return PAGE_SIGNATURE in connection.getresponse().read(20_000)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def check_phones(port: int) -> Iterator[Finding]:
    """Yield findings on the addresses at which phones find the table, and on firewalls in their way."""
    own = addresses()
    if not own:
        text = message(
            "This computer is not connected to a network, so phones cannot join; everything else works."
        )
        todo = message("To let phones join, connect to the Wi-Fi that they use.")
        yield Finding("address", "note", text, todo=todo)
        return
    silent = [address for address in own if not _answers(address)]
    values: dict[str, object] = {"addresses": ", ".join(own), "port": port}
    if len(silent) == len(own):
        text = message("The address {addresses} of this computer does not answer.")
        todo = message("Switch off a VPN or a strict firewall, or use another Wi-Fi.")
        yield Finding("address", "fault", text, values, todo)
        return
    values["places"] = ", ".join(f"http://{each}:{port}/" for each in own if each not in silent)
    text = message("Phones on the same Wi-Fi find the table at {places}, once you let them in.")
    todo = message(
        "If a phone finds nothing there, check that it is on the same Wi-Fi, and not on a guest "
        "network, which keeps its devices apart."
    )
    yield Finding("address", "well", text, values, todo)
    yield from check_firewall(port)


def _answers(address: str) -> bool:
    """Return True if this computer can connect to a listener of its own at `address`."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.bind((address, 0))
        listener.listen(1)
        with socket.create_connection(listener.getsockname(), timeout=ANSWER_SECONDS):
            return True
    return False


def check_firewall(port: int) -> Iterator[Finding]:
    """Yield a finding on each active firewall (on Windows, always one), with advice for the user."""
    values = {"port": port}
    text = message("A firewall is on ({name}); it may keep phones out.")
    if sys.platform == "win32":
        todo = message("When Windows asks at the first start of the table, allow private networks.")
        yield Finding("firewall", "note", text, {**values, "name": "Windows"}, todo)
        return
    if sys.platform == "darwin":
        tool = "/usr/libexec/ApplicationFirewall/socketfilterfw"
        if "enabled" in _output(tool, "--getglobalstate"):
            todo = message(
                "In System Settings, Network, Firewall, allow Python to take incoming connections."
            )
            yield Finding("firewall", "note", text, {**values, "name": "macOS"}, todo)
        return
    todo = message("If phones find nothing, let them in: {command}")
    if _has_line("/etc/ufw/ufw.conf", "ENABLED=yes"):
        command = f"sudo ufw allow {port}/tcp"
        yield Finding("firewall", "note", text, {**values, "name": "ufw", "command": command}, todo)
    if Path("/run/firewalld").exists() or "running" in _output("firewall-cmd", "--state").split():
        command = f"sudo firewall-cmd --add-port={port}/tcp"
        yield Finding("firewall", "note", text, {**values, "name": "firewalld", "command": command}, todo)


def _has_line(file: str, line: str) -> bool:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return line in Path(file).read_text(encoding="utf-8").splitlines()
    return False


def _output(*command: str) -> str:
    """Return a system program's output in lower case, or "" if the program fails."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=5).stdout.lower()
    return ""
