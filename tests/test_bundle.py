"""The bundle of `make bundle`, in an empty environment: no Python, an empty home, no internet."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.running import ROOT
from tests.waiting import until

FOLDER = ROOT / "build" / "bundle" / "qwixx-at-the-table"
ALONE = ("unshare", "--map-root-user", "--net")
"""Put before a command, these words run it in a network namespace without any connection."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no bundle here; `make bundle` builds it"),
    pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's"),
]


def bare(home: Path) -> dict[str, str]:
    """Return environment variables for an empty home, and a PATH without any program."""
    (home / "empty").mkdir(parents=True)
    return {"HOME": str(home), "PATH": str(home / "empty")}


def need_namespaces() -> None:
    """Skip the test if this user may not create network namespaces."""
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("this user may not make a network namespace here")


def said(words: list[object], cwd: Path, environ: dict[str, str] | None = None) -> bytes:
    """Run a command and return its output. Fail if its exit status is neither 0 nor 1 (a finding)."""
    run = subprocess.run([str(word) for word in words], cwd=cwd, env=environ, capture_output=True)
    assert run.returncode in (0, 1), run.stderr.decode()
    return run.stdout


@pytest.mark.parametrize("verb", ["read", "scan"])
def test_it_reads_photos_as_the_checkout_does(verb: str, tmp_path: Path) -> None:
    need_namespaces()
    fixtures = ROOT / "fixtures"
    photos = {
        "read": sorted([*(fixtures / "rolls").glob("*.jpg"), *(fixtures / "hard").glob("*.jpg")]),
        "scan": [ROOT / "docs" / "pictures" / "scan-photo.jpg"],
    }[verb]
    assert photos
    unshare = str(shutil.which("unshare"))
    here = said([sys.executable, "-m", "companion", verb, "--json", *photos], ROOT)
    there = said(
        [unshare, *ALONE[1:], FOLDER / "qwixx", verb, "--json", *photos], tmp_path, bare(tmp_path / "home")
    )
    assert here and there == here


def test_it_prints_a_pad_as_the_checkout_does(tmp_path: Path) -> None:
    words = ["print", "classic", "--seed", "7", "--count", "2", "--language", "de", "--out"]
    said([sys.executable, "-m", "companion", *words, tmp_path / "here.pdf"], ROOT)
    said([FOLDER / "qwixx", *words, tmp_path / "there.pdf"], tmp_path, bare(tmp_path / "home"))
    pages = [(tmp_path / name).read_bytes() for name in ("here.pdf", "there.pdf")]
    assert pages[0].startswith(b"%PDF") and pages[1] == pages[0]


IN_ROOT = """set -e
dpkg --root={root} --force-depends --log=/dev/null --install {package} >/dev/null
mkdir -p {root}/usr/lib {root}/lib {root}/lib64 {root}/home
mount --bind /usr/lib {root}/usr/lib; mount --bind /lib {root}/lib; mount --bind /lib64 {root}/lib64
export HOME=/home; exec chroot {root} /usr/bin/qwixx --version
"""
"""A shell script that installs a Debian package into an empty system and runs its command there.

The empty system has only the libraries of this computer."""


def test_the_debian_package_installs_and_starts(tmp_path: Path) -> None:
    package = next(FOLDER.parent.glob("*.deb"), None)
    if package is None or shutil.which("dpkg") is None:
        pytest.skip("there is no Debian package here")
    need_namespaces()
    for folder in ("info", "updates"):
        (tmp_path / "var/lib/dpkg" / folder).mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").touch()
    script = IN_ROOT.format(root=tmp_path, package=package)
    run = subprocess.run([*ALONE, "--mount", "sh", "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"qwixx \d+\.\d+\.\d+ \([0-9a-f]{10}(-dirty)?\)\n", run.stdout)
    menu = tmp_path / "usr/share/applications/qwixx-at-the-table.desktop"
    assert "Exec=/opt/qwixx-at-the-table/qwixx-table\n" in menu.read_text(encoding="utf-8")
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", menu], check=True)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the observations that `tests/bundle_evening.py` prints, by name."""
    need_namespaces()
    home = tmp_path_factory.mktemp("home")
    run = subprocess.run(
        [*ALONE, sys.executable, "-m", "tests.bundle_evening", str(FOLDER), str(home)],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    assert isinstance(seen, dict)
    return seen


def test_it_opens_the_table_without_a_screen_and_ends_it(evening: dict[str, Any]) -> None:
    assert evening["page"] and evening["status"] == 0


def test_photos_of_dice_are_read_also_after_the_decoding_process_was_killed(evening: dict[str, Any]) -> None:
    assert evening["killed"] >= 1
    first, *others = evening["rolls"]
    assert all(value in first for value in "46"), first
    assert others == [first, first]


def test_photos_of_sheets_are_read_also_after_the_decoding_process_was_killed(
    evening: dict[str, Any],
) -> None:
    assert evening["sheets"] == [["E4GA-02"]] * 3


def test_another_computer_finds_it_by_its_name(evening: dict[str, Any]) -> None:
    address, status, page = evening["found"]
    assert (address, status) == ("192.168.77.1", 200) and "<!doctype html>" in page


@pytest.fixture
def screen() -> Any:
    """Start a virtual screen and return its name."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here to open a window on")
    read, write = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write)], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as told:
        yield f":{told.readline().strip()}"
    process.terminate()
    process.wait()


def test_a_click_opens_the_browser_and_a_window_and_ends_with_it(screen: str, tmp_path: Path) -> None:
    """The browser is started without the LD_LIBRARY_PATH of the bundle."""
    environ = bare(tmp_path / "home")
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1 ${{LD_LIBRARY_PATH-none}}" >> {opened}\n')
    browser.chmod(0o755)
    environ |= {"DISPLAY": screen, "BROWSER": str(browser)}
    first = subprocess.Popen([FOLDER / "qwixx-table", "--port", "18790"], env=environ)
    try:
        until(lambda: opened.exists() and opened.read_text().count("\n") == 1)
        second = subprocess.Popen([FOLDER / "qwixx-table", "--port", "18790"], env=environ)
        try:  # whoever clicks again is shown the table that is open
            until(lambda: opened.read_text().count("\n") == 2)
        finally:
            second.terminate()
            second.wait()
        assert opened.read_text() == "http://127.0.0.1:18790/ none\n" * 2
        address = tmp_path / "home" / ".local" / "share" / "qwixx-at-the-table" / "address.txt"
        assert address.exists()
    finally:
        first.terminate()
        assert first.wait(60) == 0
    until(lambda: not address.exists(), "the table did not end with its window")
