"""The unit of systemd that `qwixx service` prints."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.service import INSTALL, quoted, unit
from sheets.errors import BadInput

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze is installed here")
EXPOSURE = 2.5
"""Most exposure of the unit, of 10, as systemd 252 reckons it; chosen: "OK" ends at 4.9."""


def read(text: str) -> configparser.ConfigParser:
    """The unit's sections; of a setting that comes twice the last."""
    found = configparser.ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read_string(text)
    return found


def test_it_runs_the_table_with_the_options_that_were_given() -> None:
    found = read(unit(("--camera", "my camera", "--port", "80"), "/home/pi/.local/bin/qwixx", "pi"))
    assert found["Service"]["ExecStart"] == (
        "/home/pi/.local/bin/qwixx table --lan --no-browser --data /var/lib/qwixx "
        '--camera "my camera" --port 80'
    )
    assert (found["Service"]["User"], found["Service"]["StateDirectory"]) == ("pi", "qwixx")
    assert found["Install"]["WantedBy"] == "multi-user.target"


def test_it_may_write_nowhere_but_in_its_own_folder() -> None:
    service = read(unit((), "/usr/bin/qwixx", "pi"))["Service"]
    assert (service["ProtectSystem"], service["ProtectHome"]) == ("strict", "read-only")
    assert service["CapabilityBoundingSet"] == ""
    assert service["NoNewPrivileges"] == "yes"


def test_the_command_prints_it_with_its_own_path() -> None:
    words = [sys.executable, "-m", "companion", "service", "--camera", "0"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = read(done.stdout)["Service"]
    assert found["ExecStart"].endswith("--data /var/lib/qwixx --camera 0")
    assert Path(found["ExecStart"].split()[0]).is_absolute()
    assert found["User"]


def test_the_documented_command_installs_it() -> None:
    page = (Path(__file__).parents[3] / "docs" / "install.md").read_text(encoding="utf-8")
    assert INSTALL in page.replace(" \\\n      ", " ").replace("\\\n", "")


@pytest.mark.parametrize("word", ["a\nb", "\x00", "\x1b[0m"])
def test_a_word_that_no_line_can_hold_is_refused(word: str) -> None:
    with pytest.raises(BadInput):
        quoted(word)


@needs_systemd
def test_systemd_reads_it_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "qwixx.service"
    file.write_text(unit(("--camera", "50% off $HOME"), "/bin/true", "root"), encoding="utf-8")
    done = subprocess.run([str(ANALYZE), "verify", str(file)], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "qwixx" in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
def test_systemd_finds_little_that_it_could_harm(tmp_path: Path) -> None:
    file = tmp_path / "qwixx.service"
    file.write_text(unit((), "/bin/true", "pi"), encoding="utf-8")
    done = subprocess.run(
        [str(ANALYZE), "security", "--offline=true", "--no-pager", str(file)], capture_output=True, text=True
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= EXPOSURE, done.stdout
