"""Plays a game with the bundled program. `tests/test_bundle.py` runs this with `unshare`, without internet.

Prints one JSON object of observations. The process has its own network namespace; a second namespace, the
only other one that it can reach, stands for another computer.
"""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.waiting import until
from vision.frames.decoder_process import FROZEN_START

ROOT = Path(__file__).parents[1]
DICE = ROOT / "fixtures" / "rolls" / "wood.jpg"
SHEET = ROOT / "docs" / "pictures" / "scan-photo.jpg"
IP = "/usr/sbin/ip" if Path("/usr/sbin/ip").exists() else "ip"


def ip(*words: str) -> None:
    """Run the command `ip`."""
    subprocess.run([IP, *words], check=True)


def second_computer() -> subprocess.Popen[bytes]:
    """Start a process in a second network namespace, and connect it to this one by a virtual cable."""
    other = subprocess.Popen(["unshare", "--net", "sleep", "600"])
    ours = Path("/proc/self/ns/net").readlink()
    until(lambda: Path(f"/proc/{other.pid}/ns/net").readlink() != ours)
    ip("link", "set", "lo", "up")
    ip("link", "add", "here", "type", "veth", "peer", "name", "there", "netns", str(other.pid))
    ip("addr", "add", "192.168.77.1/24", "dev", "here")
    ip("link", "set", "here", "up")
    ip("route", "add", "default", "dev", "here")
    within = ["nsenter", "--net", "--target", str(other.pid), IP]
    for words in ("addr add 192.168.77.2/24 dev there", "link set lo up", "link set there up",
                  "route add default dev there"):  # fmt: skip
        subprocess.run([*within, *words.split()], check=True)
    return other


class Table:
    """The bundled `qwixx table`, and the HTTP requests that a browser on this computer would send."""

    def __init__(self, program: Path, home: Path) -> None:
        """Start `program` with the home folder `home` and no screen, so that it acts like `qwixx table`."""
        empty = home / "empty"
        empty.mkdir(parents=True)
        self.process = subprocess.Popen(
            [program, "--lan", "--json", "--no-browser"],
            cwd=empty, env={"HOME": str(home), "PATH": str(empty)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.told = json.loads(self.process.stdout.readline())
        self.port = int(re.findall(r":(\d+)/", self.told["address"])[0])

    def ask(self, method: str, address: str, **data: Any) -> tuple[int, str, str]:
        """Send a request. Return its status, text, and Location header ("" if there is none)."""
        boundary, body = encode_multipart(data)
        headers = {"Content-Type": f'multipart/form-data; boundary="{boundary}"'} if data else {}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        line.request(method, address, body if data else None, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode(), answer.getheader("Location", "")

    def decoders(self) -> list[int]:
        """Return the ids of the program's processes that decode pictures."""
        numbers = []
        for entry in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (entry / "cmdline").read_bytes().split(b"\0")
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                if FROZEN_START.encode() in words and int(parent) == self.process.pid:
                    numbers.append(int(entry.name))
        return numbers

    def roll(self) -> str:
        """Send the photo of dice, return the roll that the table then has, and undo the roll."""
        with DICE.open("rb") as photo:
            status, text, _ = self.ask("POST", "/photo", photo=FileStorage(photo, "photo.jpg"))
        assert status in (200, 303), (status, " ".join(re.sub("<[^>]*>", " ", text).split())[:400])
        dice = json.loads(self.ask("GET", "/api/state")[1])
        self.ask("POST", "/undo")
        return str(dice["game"]["roll"])

    def sheet(self) -> list[str]:
        """Send the photo of a sheet. Return the serial numbers of the sheets that were found in it."""
        with SHEET.open("rb") as photo:
            status, text, place = self.ask("POST", "/sheets", photo=FileStorage(photo, "photo.jpg"))
        assert status == 303, (status, " ".join(re.sub("<[^>]*>", " ", text).split())[:400])
        return sorted(re.findall(r"<code>([0-9A-Z]{4}-[0-9]{2})</code>", self.ask("GET", place)[1]))


FIND = """
import json, sys, urllib.request
from zeroconf import Zeroconf, AddressResolver, IPVersion
zeroconf = Zeroconf(interfaces=["192.168.77.2"])
found = AddressResolver("qwixx.local.")
assert found.request(zeroconf, 20000), "no name was told"
address = found.parsed_addresses(IPVersion.V4Only)[0]
zeroconf.close()
with urllib.request.urlopen(sys.argv[1].replace("qwixx.local", address), timeout=60) as page:
    print(json.dumps([address, page.status, page.read().decode()[:20]]))
"""


def main(folder: Path, home: Path) -> None:
    """Play with the program in `folder`, and print the observations. `home`: an empty home folder."""
    seen: dict[str, Any] = {}
    other = second_computer()
    try:
        table = Table(folder / "qwixx-table", home)
    except BaseException:
        other.kill()
        raise
    try:
        seen["page"] = "<title>" in table.ask("GET", "/")[1]
        table.ask("POST", "/begin", player=["Ann", "Ben"], first="1", game="classic", paper="on")
        seen["rolls"] = [table.roll(), table.roll()]
        seen["sheets"] = [table.sheet(), table.sheet()]
        before = table.decoders()
        for each in before:
            os.kill(each, signal.SIGKILL)
        # a large process needs a moment to end
        until(lambda: all("Z" in Path(f"/proc/{each}/stat").read_text().split()[2] for each in before))
        seen["killed"] = len(before)
        seen["rolls"].append(table.roll())
        seen["sheets"].append(table.sheet())
        link = next(each for each in table.told["join"] if "192.168.77.1" in each or "qwixx.local" in each)
        within = ["nsenter", "--net", "--target", str(other.pid)]
        done = subprocess.run(
            [*within, sys.executable, "-c", FIND, link], capture_output=True, text=True, cwd=ROOT
        )
        seen["found"] = json.loads(done.stdout) if done.returncode == 0 else done.stderr
        table.process.send_signal(signal.SIGTERM)
        seen["status"] = table.process.wait(60)
    finally:
        for process in (table.process, other):
            process.kill()
            process.wait()
    print(json.dumps(seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
