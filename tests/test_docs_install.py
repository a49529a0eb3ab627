"""The systemd unit in docs/install.md is valid."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running import ROOT

UNIT = re.findall(r"```ini\n(.*?)```", (ROOT / "docs" / "install.md").read_text(encoding="utf-8"), re.S)[0]
ANALYZE = shutil.which("systemd-analyze")


def test_the_unit_may_bind_the_port_that_it_names() -> None:
    unit = configparser.ConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(UNIT)
    port = re.search(r"--port (\d+)", unit["Service"]["ExecStart"])
    assert port and int(port[1]) < 1024
    assert unit["Service"]["AmbientCapabilities"] == "CAP_NET_BIND_SERVICE"
    assert unit["Service"]["CapabilityBoundingSet"] == "CAP_NET_BIND_SERVICE"


@pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze is installed here")
def test_systemd_reads_the_unit_without_a_complaint(tmp_path: Path) -> None:
    file = tmp_path / "qwixx.service"
    unit = re.sub(r"/home/pi/\S+", "/bin/true", UNIT).replace("User=pi", "User=root")
    file.write_text(unit, encoding="utf-8")
    done = subprocess.run([str(ANALYZE), "verify", str(file)], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "qwixx" in line]
    assert (done.returncode, ours) == (0, [])
