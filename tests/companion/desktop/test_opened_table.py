"""A table runs in a process of its own, which ends when the window that opened it ends."""

import json
import subprocess
import urllib.request
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.desktop import use_system_libraries
from companion.desktop.opened_table import OpenedTable, address_in
from tests.running import TABLE
from tests.waiting import LIMIT_SECONDS


def test_it_tells_its_address_and_ends_on_request(tmp_path: Path) -> None:
    heard: SimpleQueue[str] = SimpleQueue()
    table = OpenedTable(["--data", str(tmp_path), "--port", "18770"], heard.put, heard.put)
    address = heard.get(timeout=LIMIT_SECONDS)
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
    # whoever opens it again is told where it is
    again = OpenedTable(["--data", str(tmp_path), "--port", "18770"], heard.put, heard.put)
    assert address_in(heard.get(timeout=LIMIT_SECONDS)).rstrip(",;.") == address
    again.end()
    table.end()
    assert heard.get(timeout=LIMIT_SECONDS) == ""
    assert not (tmp_path / "address.txt").exists()


def test_a_table_ends_when_its_window_is_killed(tmp_path: Path) -> None:
    words = [*TABLE, "--data", str(tmp_path), "--json", "--end-with-input", "--port", "18771"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        assert json.loads(process.stdout.readline())["address"]
        process.stdin.close()
        assert process.wait(LIMIT_SECONDS) == 0


def test_programs_that_a_bundle_starts_get_the_systems_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle/_internal")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/users/own")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", "/bundle/_internal")
    use_system_libraries()
    assert os.environ["LD_LIBRARY_PATH"] == "/users/own"
    assert not {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH"} & set(os.environ)
