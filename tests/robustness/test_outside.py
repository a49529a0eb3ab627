"""No system call of a table's server names an address outside the local network."""

import ipaddress
import json
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from companion.lan import PROBED_ADDRESS, addresses
from tests.running import ROOT, TABLE

SECONDS = 5.0
"""How long the table runs on after its page was opened."""
DISCARD_PORT = 9
"""The port to which the table connects a datagram socket, without sending, to learn its own address."""


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_no_system_call_of_a_table_names_an_address_outside(tmp_path: Path) -> None:
    calls = tmp_path / "calls.txt"
    traced = ("strace", "-f", "-qq", "-o", str(calls), "-e", "trace=connect,sendto,sendmsg,sendmmsg")
    words = ("--data", tmp_path / "games", "--camera", "demo", "--lan", "--json")
    with subprocess.Popen([*traced, *TABLE, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        if not said:
            pytest.skip("strace may not follow processes here")
        address = json.loads(said)["address"]
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends:
            urllib.request.urlopen(address).read()
        (table,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        subprocess.run(["kill", f"-{signal.SIGINT.value}", table], check=True)
        process.communicate(timeout=60)
    named = re.findall(
        r'sin6?_port=htons\((\d+)\).*?inet_(?:addr|pton)\((?:AF_INET6, )?"([^"]+)"', calls.read_text()
    )
    assert named, "it asks for this computer's addresses"
    own = {*addresses(), "0.0.0.0", "::"}
    for port, name in named:
        where = ipaddress.ip_address(name)
        probed = int(port) == DISCARD_PORT and name == PROBED_ADDRESS
        assert where.is_loopback or where.is_multicast or name in own or probed, (name, port)
