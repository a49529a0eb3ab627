"""Commands that get a device, a pipe or nonsense: they stop with one sentence, or say that they wait."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import run
from companion.cli.output import waiting_notice
from tests.running import ROOT

PROGRAM = (sys.executable, "-X", "utf8", "-m", "companion")
WAITING = "Waiting for {}; press Ctrl-C to stop.\n"

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    made = tmp_path / "pipe"
    os.mkfifo(made)
    return made


@pytest.mark.parametrize(
    "words",
    [
        ("pads", "check"),
        ("table", "--no-browser", "--layout"),
        ("table", "--no-browser", "--camera"),
        ("replay",),
        ("moves",),
        ("advise",),
        ("watch",),
        ("read",),
        ("scan",),
    ],
    ids=" ".join,
)
def test_a_device_without_end_is_refused(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run([*words, "/dev/zero"]) == 2
    said = capsys.readouterr().err
    assert "an ordinary file" in said and len(said.splitlines()) == 1


@pytest.mark.parametrize("words", [("pads", "check"), ("watch",), ("read",), ("scan",)])
def test_a_pipe_is_refused_where_a_file_is_needed(
    words: tuple[str, ...], pipe: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, str(pipe)]) == 2
    assert "an ordinary file" in capsys.readouterr().err


@contextmanager
def started(*words: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program with these arguments; kill it after the block if it still runs."""
    command = [*PROGRAM, *map(str, words)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("verb", ["replay", "moves", "advise"])
def test_a_verb_says_that_it_waits_for_a_record(verb: str, pipe: Path) -> None:
    """Check that the verb says that it waits while nobody writes to the pipe."""
    with started(verb, pipe) as process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == WAITING.format(pipe)
        with pipe.open("wb") as writer:
            writer.write(b"{}")
        assert b"expected" in process.stderr.read()
        assert process.wait() == 2


def test_a_pdf_waits_for_a_reader_and_says_so(pipe: Path) -> None:
    with started("print", "classic", "--seed", "1", "--out", pipe) as process:
        assert process.stderr is not None
        assert process.stderr.readline().decode() == WAITING.format(pipe)
        with pipe.open("rb") as reader:
            assert reader.read().startswith(b"%PDF")
        assert process.wait() == 0


def test_short_wait_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = threading.active_count()
    with waiting_notice("nothing", beyond=3600):
        assert threading.active_count() == before + 1
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()
    assert capsys.readouterr() == ("", "")


def test_a_home_that_is_a_file_does_not_matter(tmp_path: Path) -> None:
    """Check that HOME may be a file, and that ReportLab runs no ~/.reportlab_mods."""
    home = tmp_path / "home"
    home.write_text("")
    words = (*PROGRAM, "print", "classic", "--out", tmp_path / "pads.pdf")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / ".reportlab_mods").write_text("raise SystemExit('it was run')")
    for place in (home, folder):
        environment = {**os.environ, "HOME": str(place)}
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        *(("--host", host) for host in ("", " ", "x y", "999.1.1.1", "::zz", "http://a", "a:80", "\x1b[2J")),
        *(("--port", port) for port in ("0", "70000", "-5", "x", "")),
        *(("--camera", camera) for camera in ("", "-1", "99", "http://", "ftp://x/y", "../none", "a\nb")),
    ],
    ids=repr,
)
def test_nonsense_for_a_table_is_one_sentence(
    words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", "--no-browser", "--data", str(tmp_path), *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and "\x1b" not in said.err
