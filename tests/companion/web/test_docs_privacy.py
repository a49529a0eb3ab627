"""docs/privacy.md says what is kept and where, and nothing leaves the machine."""

import ast
import fnmatch
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.storage.prints import ledger_folder, record_print
from companion.storage.recovery import keep_aside
from companion.web.server.certificate import certificate
from sheets.order import PrintOrder
from sheets.pad import load_pad

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
SOURCES = [path for layer in ("sheets", "vision", "companion") for path in (ROOT / layer).rglob("*.py")]
CALLERS = {"aiohttp", "ftplib", "httpx", "requests", "smtplib", "telnetlib", "urllib3", "xmlrpc"}
"""Packages for calling servers. Of `http` and `urllib`, only CALLING_PARTS call servers."""
CALLING_PARTS = {"http.client", "urllib.request"}
AT_HOME = {
    "companion/doctor/network.py": 'LOOPBACK = "127.0.0.1"',
    "companion/web/pages/programs/webhook.py": "create_connection(private_address(",
}
"""Files that call a server only on this machine or in the local network, each with code that proves it."""


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, also inside functions."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return modules


def test_no_code_can_call_another_server() -> None:
    for path in SOURCES:
        modules = imported(path)
        assert not {name for name in modules if name.split(".")[0] in CALLERS}, path
        home = AT_HOME.get(path.relative_to(ROOT).as_posix())
        if home is not None:
            assert home in path.read_text(encoding="utf-8"), path
        else:
            assert not modules & CALLING_PARTS, path


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for path in (ROOT / "companion" / "web").rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".svg", ".xml"):
            links = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]+", path.read_text(encoding="utf-8")))
            assert links <= {"http://www.w3.org"}, path


def test_only_one_module_loads_the_library_that_would_report() -> None:
    users = {path.relative_to(ROOT).as_posix() for path in SOURCES if "onnxruntime" in imported(path)}
    assert users == {"vision/inference.py"}


def test_a_network_runs_and_leaves_nothing_for_anyone(tmp_path: Path) -> None:
    removed = ("ORT_", "CI", "GITHUB", "XDG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(removed)}
    places = {name: str(tmp_path) for name in ("HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE")}
    command = [sys.executable, "-c", "from vision.inference import session; session('marks')"]
    run = subprocess.run(command, cwd=ROOT, env=kept | places, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert list(tmp_path.rglob("*")) == [], "a library noted who this is"


def test_every_file_that_a_table_keeps_is_on_the_page(table: Any, reader: Any, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    table.begin("Ann", "Ben")
    reader.says = "w4 w1 r3 y2 g6 b5"
    picture = (ROOT / "fixtures" / "rolls" / "wood.jpg").read_bytes()
    assert table.photo(picture).status_code == 200
    table.ok("/correct", die="green", value="5")
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Ann"], "turns": []}
    posted = table.post("/games/open", record=(io.BytesIO(json.dumps(record).encode()), "game.json"))
    assert posted.status_code < 400, posted.text
    table.server.sources.choose("none")
    table.server.store.write_address("http://127.0.0.1:8730/")
    table.server.store.save_backup()
    keep_aside(folder / "table.sqlite")
    record_print(folder, PrintOrder(load_pad("classic"), 1, 7))
    certificate(folder / "https", "127.0.0.1", "host")
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {"table.sqlite", "address.txt", "prints.jsonl"} < names
    folders = ("photos/", "records/", "backups/", "damaged/", "calibrations/lessons-")
    assert all(any(name.startswith(folder) for name in names) for folder in folders)
    patterns: list[str] = []
    for cell in re.findall(r"^\| (`[^|]*) \|", PAGE.partition("## What it holds")[2], re.M):
        files = re.findall(r"`([^`]+)`", cell.replace("CODE", "*").replace("NAME", "*"))
        patterns += [files[0] + file if file.startswith("-") else file for file in files]
    assert not [name for name in names if not any(fnmatch.fnmatch(name, each) for each in patterns)]


def test_every_cookie_and_stored_word_is_on_the_page() -> None:
    names = set()
    for path in (ROOT / "companion" / "web").rglob("*.py"):
        names |= set(re.findall(r"answer\.set_cookie\(\s*\"?(\w+)", path.read_text(encoding="utf-8")))
    assert "name" in names
    for name in {"seat-CODE" if name == "name" else name for name in names}:
        assert f"cookie `{name}`" in PAGE, name
    for path in (ROOT / "companion" / "web").rglob("*.js"):
        for name in re.findall(r"localStorage\.setItem\(\"(\w+)\"", path.read_text(encoding="utf-8")):
            assert f"`{name}` (local storage)" in PAGE, name


def test_the_folder_is_where_the_page_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the folder is looked up as on Linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert ledger_folder() == tmp_path / ".local" / "share" / "qwixx-at-the-table"
    assert "`~/.local/share/qwixx-at-the-table`" in PAGE
