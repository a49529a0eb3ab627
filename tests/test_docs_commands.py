"""Every command in the documentation works, every picture is shown, every page opens as it should."""

import functools
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import VERBS, qwixx
from companion.storage.prints import ledger_folder
from sheets.errors import BadInput

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
GENERATED = "commands.md"
"""The page that docs/write_commands.py generates. Another test checks it."""
NOT_RUN = {
    r"qwixx watch( 0)?$": "needs a camera",
    r"pip install|export |pipx ": "changes the machine, not the project",
}
"""Commands that are not run here, and why."""
ENDLESS = r"qwixx (table|watch demo)"


def blocks(text: str) -> Iterator[str]:
    """Yield the commands in code blocks: lines of `sh` blocks, lines after `$`, indented commands."""
    for language, body in re.findall(r"```(\w*)\n(.*?)```", text, re.S):
        for line in body.splitlines():
            if language == "sh" and line.strip():
                yield line
            elif not language and line.startswith("$ "):
                yield line[2:]
    rest = re.sub(r"```.*?```", "", text, flags=re.S)
    for line in re.findall(r"(?:^|(?<=\n\n))((?:    .*\n)+)", rest):
        yield from re.findall(r"^    ((?:[A-Z_]+=\S+ )?(?:qwixx|make|python|pip|export)\b.*)$", line, re.M)


def first_pages(find: Callable[[str], Iterable[str]], *skipped: str) -> list[tuple[str, str]]:
    """Return (first page, command) for each command that `find` finds on pages that are not `skipped`."""
    pages: dict[str, str] = {}
    for page in (page for page in PAGES if page.name not in skipped):
        for line in find(page.read_text(encoding="utf-8")):
            pages.setdefault(line.partition("   #")[0].strip(), page.name)
    return [(page, line) for line, page in pages.items()]


def mentioned(text: str) -> list[str]:
    """Return the `qwixx` and `make` commands that are quoted within sentences, not in code blocks."""
    return re.findall(r"`((?:qwixx|make) [^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S))


@functools.cache
def options(verb: str) -> frozenset[str]:
    """Return the options of a verb and of its subcommands."""
    names = {"--help", "-h"}
    waiting = [qwixx.get_command(click.Context(qwixx), verb)]
    while waiting:
        command = waiting.pop()
        assert command is not None, verb
        for parameter in command.params:
            names |= {*parameter.opts, *parameter.secondary_opts}
        if isinstance(command, click.Group):
            waiting += list(command.commands.values())
    return frozenset(names)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with the files that the pages mention, and an empty home."""
    shutil.copy(ROOT / "fixtures" / "rolls" / "wood.jpg", tmp_path / "roll.jpg")
    for name in ("sheet.jpg", "scan-photo.jpg"):
        shutil.copy(DOCS / "pictures" / "scan-photo.jpg", tmp_path / name)
    shutil.copy(ROOT / "fixtures" / "throw.mp4", tmp_path / "game.mp4")
    pad = re.findall(r"```toml\n(.*?)```", (DOCS / "own-pads.md").read_text(encoding="utf-8"), re.S)[0]
    for name in ("steps.toml", "ours.toml"):
        (tmp_path / name).write_text(pad, encoding="utf-8")
    dice = {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}
    turn = {"dice": dice, "white": {"Max": "a5"}, "open": True}
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Emma", "Max"], "turns": [turn]}
    (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    ledger_folder().mkdir(parents=True)
    for copy in (ledger_folder() / "table.sqlite", tmp_path / "evening.sqlite"):
        shutil.copy(ROOT / "fixtures" / "1.0" / "data" / "table.sqlite", copy)
    return tmp_path


def free_port() -> str:
    """Return a TCP port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def run_until_it_answers(words: list[str], folder: Path) -> None:
    """Start a command that goes on for ever, wait for its first line, and end it as Ctrl-C does."""
    if words[0] == "table":
        words = [*words, "--port", free_port(), *([] if "--no-browser" in words else ["--no-browser"])]
    command = [sys.executable, "-m", "companion", *words]
    paths = {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=folder, env=os.environ | paths, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith("http://127.0.0.1:") if words[0] == "table" else "white" in first, first
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=60)
        assert process.returncode in (0, 1), problems
        assert "Traceback" not in problems, problems
    finally:
        process.kill()
        process.wait()


def run_verb(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run `qwixx …`. Fail if its exit status is neither 0 nor 1 (a finding)."""
    words = shlex.split(line)
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        monkeypatch.setenv(name, value)
    if re.match(ENDLESS, " ".join(words)):
        if os.name == "nt":
            pytest.skip("is ended by a signal that Windows does not have")
        return run_until_it_answers(words[1:], folder)
    result = CliRunner().invoke(qwixx, words[1:])
    assert not isinstance(result.exception, BadInput), result.exception
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    assert "\ufffd" not in result.output, "a sign that no line holds, such as a line's end inside a line"
    return None


@functools.cache
def help_of(module: str) -> subprocess.CompletedProcess[str]:
    """Return the result of `python -m MODULE --help`."""
    asked = [sys.executable, "-m", module, "--help"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)


def run_module(line: str) -> None:
    """Check that `python -m X …` or `python FILE` exists and knows the options that the page names."""
    words = shlex.split(line)[1:]
    if words[0] != "-m":
        assert (ROOT / words[0]).is_file(), line
        return
    assert importlib.util.find_spec(words[1]) is not None, line
    if not any(word.startswith("--") for word in words[2:]):
        return
    run = help_of(words[1])
    missing = re.search(r"No module named '(\w+)'", run.stderr)
    if missing:
        pytest.skip(f"{missing[1]} is not installed: it is in training/requirements")
    assert run.returncode == 0, run.stderr
    for word in words[2:]:
        assert not word.startswith("--") or word.partition("=")[0] in run.stdout, word


def check_target(line: str) -> None:
    """Check that the Makefile has the target X and the variable NAME of `make X NAME=…`."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in shlex.split(line)[1:]:
        name, equals, _ = word.partition("=")
        if equals:
            assert re.search(rf"\$\((if \$\()?{name}\)", makefile), line
        else:
            assert re.search(rf"^{re.escape(name)}:", makefile, re.M), line


@pytest.mark.parametrize(("page", "line"), first_pages(blocks, GENERATED))
def test_every_command_works(page: str, line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for pattern, reason in NOT_RUN.items():
        if re.match(pattern, line):
            pytest.skip(f"{page}: `{line}` {reason}")
    if line.startswith("make"):
        check_target(line)
    elif line.startswith("python"):
        run_module(line)
    else:
        assert "qwixx" in line.split()[:3], f"{page}: who types {line!r}?"
        run_verb(line, folder, monkeypatch)


@pytest.mark.parametrize(("page", "line"), first_pages(mentioned))
def test_every_command_in_a_sentence_exists(page: str, line: str) -> None:
    words = line.split()
    if words[0] == "make":
        check_target(line)
        return
    verb = words[1]
    if verb.startswith(("COMMAND", "…", "--")):
        return
    assert verb in VERBS, f"{page}: {line}"
    for word in words[2:]:
        if word.startswith("--"):
            assert word.partition("=")[0] in options(verb), f"{page}: {line}"


def test_the_lines_of_python_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGES[0].read_text(encoding="utf-8"), re.S)
    exec(compile(block, "README.md", "exec"), {})
    reading, moves, refusal = capsys.readouterr().out.splitlines()
    assert "Die(" in reading and "'a5'" in moves and "white sum" in refusal


def test_every_picture_is_shown_somewhere() -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for path in (DOCS / "pictures").iterdir():
        if path.suffix != ".py" and path.is_file():
            assert f"pictures/{path.name}" in shown, path.name


@pytest.mark.parametrize("page", list(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_every_page_opens_with_what_it_is_for_and_a_command(page: Path) -> None:
    top = "\n".join(page.read_text(encoding="utf-8").splitlines()[:24])
    assert top.startswith("# ")
    said = re.sub(r"^# .*\n", "", top)
    prose = next(line for line in said.splitlines() if line.strip())
    assert not prose.startswith(("|", "#", "!", "-", "<!--")), "a sentence says what the page is for"
    assert list(blocks(top + "\n```")), "a command that works stands at the top"
