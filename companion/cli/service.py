"""`qwixx service`: the table as a service of systemd, which starts with the computer."""

import getpass
import os
import shutil
import sys
from pathlib import Path

import click

from companion.cli.output import say
from companion.cli.verb import Verb
from sheets.errors import BadInput

INSTALL = "qwixx service | sudo tee /etc/systemd/system/qwixx.service && sudo systemctl enable --now qwixx"
"""The command that installs the service for good."""
UNIT = """\
# For good: {install}
[Unit]
Description=Qwixx at the table
Wants=network-online.target
After=network-online.target

[Service]
ExecStart={command}
User={user}
SupplementaryGroups=video
StateDirectory=qwixx
StateDirectoryMode=0700
UMask=0077
Restart=on-failure
RestartSec=5
TimeoutStopSec=30

# What it may: its own folder, the network, cameras. Nothing else of the computer can be changed.
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateMounts=yes
DevicePolicy=closed
DeviceAllow=char-video4linux rw
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
SystemCallArchitectures=native
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
KeyringMode=private
MemoryMax=1G

[Install]
WantedBy=multi-user.target
"""


@click.command(
    "service",
    cls=Verb,
    context_settings={"ignore_unknown_options": True},
    examples=[
        ("service", f"For good: {INSTALL}"),
        ("service --camera 0 --port 80", "The same with the first camera, at another port"),
    ],
)
@click.argument("words", metavar="[TABLE OPTIONS]...", nargs=-1, type=click.UNPROCESSED)
def command(words: tuple[str, ...]) -> None:
    """Print a systemd unit that runs `qwixx table` whenever the computer runs.

    It runs as you, with TABLE OPTIONS after `qwixx table --lan --no-browser`, keeps its games in
    /var/lib/qwixx, and may do little else.
    """
    say(*unit(words, program(), user()).splitlines())


def unit(words: tuple[str, ...], called: str, name: str) -> str:
    """The unit of a service that calls the program `called` as the user `name`. Raises BadInput."""
    table = ("table", "--lan", "--no-browser", "--data", "/var/lib/qwixx", *words)
    return UNIT.format(
        install=INSTALL, command=" ".join(quoted(word) for word in (called, *table)), user=name
    )


def quoted(word: str) -> str:
    """A word of a command line as systemd reads it. Raises BadInput for one that no line can hold.

    >>> quoted("--lan"), quoted("my games"), quoted("50%")
    ('--lan', '"my games"', '50%%')
    """
    if not word.isprintable():
        raise BadInput(
            "“{word}” has characters that are not allowed in a service; leave them out.", word=word
        )
    plain = word.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
    if plain and not any(sign in plain for sign in " \"';"):
        return plain
    escaped = plain.replace('"', '\\"')
    return f'"{escaped}"'


def program() -> str:
    """The path of the command that was called."""
    called = Path(sys.argv[0])
    found = shutil.which("qwixx") if called.name == "__main__.py" else str(called)
    return str(Path(found or called).absolute())


def user() -> str:
    """The user who calls the command; with `sudo` the one on whose behalf."""
    return os.environ.get("SUDO_USER") or getpass.getuser()
