"""Every error is one line on standard error, in one form, with a documented exit status."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.cli.output import FAULT, OUTPUT_CLOSED, UNUSABLE
from companion.interruption import INTERRUPTED
from tests.waiting import until

PROGRAM = [sys.executable, "-m", "companion"]
ROOT = Path(__file__).parents[3]


def is_empty(pipe: int) -> bool:
    """Return True if everything written to the pipe has been read."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder) == 0


def run(*words: str | bytes, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """Run `qwixx WORDS` as a separate process. `settings`: options of `subprocess.run`."""
    done: subprocess.CompletedProcess[bytes] = subprocess.run(
        [*PROGRAM, *words], capture_output=True, timeout=120, **settings
    )
    return done


BAD: list[tuple[str, str, str]] = [
    ("", "raed", r"there is no command 'raed'; did you mean read\?"),
    ("", "quux", r"there is no command 'quux'; `qwixx --help` lists them\."),
    ("", "--wrong", r"No such option.*--wrong"),
    ("read", "read", r"Missing argument 'IMAGE\.\.\.'\. `qwixx read --help` shows how\."),
    ("read", "read FILE/none.jpg", r"There is no file .*none\.jpg; check"),
    ("read", "read FILE/empty", r"empty"),
    ("read", "read FILE/text.json", r"text\.json"),
    ("read", "read FILE", r"is a folder"),
    ("read", "read --game chess x.jpg", r"'chess' is not one of 'classic'"),
    ("scan", "scan FILE/text.json", r"text\.json"),
    ("scan", "scan --pad FILE/none.toml FILE/text.json", r"none\.toml"),
    ("watch", "watch FILE/nothing-here", r"no file, folder or camera"),
    ("watch", "watch FILE/folder", r"contains no pictures"),
    ("replay", "replay FILE/none.json", r"none\.json: the file cannot be read"),
    ("replay", "replay FILE/empty", r"expected"),
    ("replay", "replay FILE", r"cannot be read"),
    ("replay", "replay FILE/picture.jpg", r"expected"),
    ("moves", "moves FILE/text.json", r"expected"),
    ("advise", "advise FILE/none.json", r"none\.json"),
    ("judge", "judge --mark d5", r"Missing option '--action'.*Choose from: white, colour"),
    ("judge", "judge --action colour --sheet a2 --roll nonsense --mark d5", r"nonsense"),
    ("pads", "pads check FILE/none.toml", r"none\.toml"),
    ("pads", "pads check FILE", r"is a folder|cannot be read"),
    ("print", "print chess", r"chess"),
    ("print", "print classic --out FILE", r"is a folder"),
    ("games", "games check --data /dev/null", r"is not a folder"),
    ("games", "games restore /dev/zero --data FILE/t", r"not an ordinary file"),
    ("games", "games save FILE/x --data /dev/null", r"is not a folder"),
    ("table", "table --port 99999", r"--port.*99999"),
    ("table", "table --no-browser --data FILE/empty", r"empty"),
    ("table", "table --no-browser --camera FILE/none.mp4 --data FILE/t", r"no file, folder or camera"),
    ("doctor", "doctor --check-bar 5000 --camera none", r"--check-bar: expected"),
    ("doctor", "doctor --check-bar long", r"'long' is not a valid float"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an empty file, a foreign JSON file, and a picture."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    (folder / "text.json").write_text('{"shopping": ["milk"]}')
    (folder / "picture.jpg").write_bytes((ROOT / "fixtures" / "rolls" / "two.jpg").read_bytes())
    return folder


@pytest.mark.parametrize(("verb", "line", "said"), BAD, ids=[line for _, line, _ in BAD])
def test_bad_input_is_one_line_of_one_shape(
    verb: str,
    line: str,
    said: str,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    words = line.replace("FILE", str(place)).split()
    monkeypatch.chdir(place)
    assert cli.run(words) == UNUSABLE
    out, err = capfd.readouterr()
    assert out == ""
    who = f"qwixx {verb}".strip()
    assert re.fullmatch(rf"{who}: .+\n", err) and re.search(said, err), err


def test_with_json_standard_output_holds_json_alone(place: Path, fixtures: Path) -> None:
    done = run("read", "--json", str(place / "empty"), str(fixtures / "rolls" / "wood.jpg"))
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["status"] == "complete"
    assert done.returncode == UNUSABLE and done.stderr.count(b"\n") == 1, "2 wins over 0"


def test_a_closed_reader_is_not_an_error() -> None:
    with subprocess.Popen([*PROGRAM, "rule"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == OUTPUT_CLOSED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*PROGRAM, "rule"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == UNUSABLE
    assert re.fullmatch(rb"qwixx.*: .*cannot be written.*\n", done.stderr), done.stderr


@pytest.mark.skipif(os.name == "nt", reason="streams are closed in another way there")
@pytest.mark.parametrize("shut", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_do_no_harm(shut: str, tmp_path: Path) -> None:
    line = f'"{sys.executable}" -m companion replay - {shut}; echo "ended $?" > "{tmp_path}/end"'
    subprocess.run(["sh", "-c", line], input=b"{}", capture_output=True)
    assert (tmp_path / "end").read_text() == "ended 2\n", "nothing, or {}, is no record"


@pytest.mark.skipif(os.name == "nt", reason="streams are closed in another way there")
def test_a_pdf_for_a_closed_output_is_refused() -> None:
    line = f'"{sys.executable}" -m companion print classic --out - >&-'
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == UNUSABLE
    assert done.stderr == (
        "qwixx print: Standard output is closed, so no PDF can go there; name a file with --out.\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_is_no_error_message(tmp_path: Path) -> None:
    pipe = tmp_path / "record.json"
    os.mkfifo(pipe)
    # a process that was started in the background ignores SIGINT, and so do those that it starts
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from companion.cli import main; main()"
    )
    words = [sys.executable, "-c", code, "replay", str(pipe)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, cwd=ROOT) as process:
        with pipe.open("wb") as writer:  # opens once the verb reads
            writer.write(b"{")
            writer.flush()
            until(lambda: is_empty(writer.fileno()))  # the verb has read it, and waits for more
            process.send_signal(signal.SIGINT)
        # the end of the pipe wakes a verb that was interrupted just before it waited again
        assert process.wait(timeout=30) == INTERRUPTED
        assert process.stderr and process.stderr.read().strip() == b""


INTERRUPTED_AT = """
import importlib.abc, signal, sys

class Interrupter(importlib.abc.MetaPathFinder):
    left = int(sys.argv.pop(1))

    def find_spec(self, *_):
        self.left -= 1
        if not self.left:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.start import main
sys.meta_path.insert(0, Interrupter())
main()
"""
"""A program that runs `qwixx` and interrupts it (SIGINT) at its n-th import; n is the first argument."""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize(
    ("verb", "modules"),
    [
        *(("rule", modules) for modules in (1, 5, 20, 60)),
        *(("table", modules) for modules in (1, 40, 80, 160, 320, 400)),
    ],
)
def test_ctrl_c_while_the_command_starts_is_no_error_message(verb: str, modules: int, tmp_path: Path) -> None:
    words = ("table", "--no-browser", "--camera", "none", "--data", tmp_path) if verb == "table" else (verb,)
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT, str(modules), *words],
        cwd=ROOT,
        capture_output=True,
        timeout=60,  # with fewer modules than that the command would go on
    )
    assert done.returncode == INTERRUPTED, "it was interrupted, not done"
    assert done.stderr.strip() == b""


A_PART_FAILS = """
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("a part failed to load") from None
"""
WITHIN_A_DESTRUCTOR = """
        Ended()
        threading.Event().wait()  # Python prints such a KeyboardInterrupt and goes on
"""
INTERRUPTED_WHERE = """
import signal, threading
from companion.interruption import *
signal.signal(signal.SIGINT, signal.default_int_handler)
class Ended:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
take_interrupts()
try:
    with Interruptible():{here}except KeyboardInterrupt:
    signal.raise_signal(signal.SIGINT)  # nobody catches it any more
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize("here", [A_PART_FAILS, WITHIN_A_DESTRUCTOR], ids=["library", "destructor"])
def test_ctrl_c_within_what_hides_it_ends_the_command_without_an_error_message(here: str) -> None:
    code = INTERRUPTED_WHERE.format(here=here)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (INTERRUPTED, b"")


def test_an_opencv_without_its_libraries_is_one_sentence(fixtures: Path) -> None:
    code = (
        "import sys\n"
        "class Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'cv2': raise ImportError('libGL.so.1: cannot open shared object file')\n"
        "sys.meta_path.insert(0, Broken())\n"
        "import companion.cli as cli\n"
        f"sys.exit(cli.run(['read', {str(fixtures / 'rolls' / 'wood.jpg')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == UNUSABLE
    assert re.fullmatch(r"qwixx read: .*libGL\.so\.1.*opencv-python-headless.*\n", done.stderr), done.stderr


def test_a_fault_of_the_program_is_said_to_be_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion import book

    monkeypatch.setattr("companion.cli.rule._print_found", lambda *_: 1 / 0)
    assert "miss" in book.RULES and cli.run(["rule", "miss"]) == FAULT
    err = capsys.readouterr().err
    assert err.startswith("qwixx rule: this is a bug in the program, not your mistake (ZeroDivisionError")
    assert err.count("\n") == 1 and "Traceback" not in err
    monkeypatch.setenv("QWIXX_TRACE", "1")
    assert cli.run(["rule", "miss"]) == FAULT
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_that_lacks_signs_gets_the_rest(encoding: str, fixtures: Path) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "QWIXX_LANGUAGE": "es"}
    done = run("replay", str(fixtures / "records" / "classic-disputed.json"), env=environ)
    assert done.returncode == 1 and done.stderr == b"" and len(done.stdout.splitlines()) > 10
    listed = run("rule", env=environ)
    assert listed.returncode == 0 and listed.stderr == b""


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes on Linux alone")
def test_a_file_name_that_is_no_text_is_passed_on(fixtures: Path, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/roll-\xff.jpg"
    Path(os.fsdecode(name)).write_bytes((fixtures / "rolls" / "wood.jpg").read_bytes())
    told = run("read", name)
    assert told.returncode == 0 and name in told.stdout
    (row,) = run("read", "--json", name).stdout.splitlines()
    assert os.fsencode(json.loads(row)["image"]) == name
    missing = run("read", name + b"x")
    assert missing.returncode == UNUSABLE and missing.stderr.count(b"\n") == 1


def test_without_a_home_all_is_well(tmp_path: Path) -> None:
    kept = ("PATH", "LANG", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
    environ = {name: os.environ[name] for name in kept if name in os.environ}
    done = run("print", "classic", "--out", str(tmp_path / "x.pdf"), env=environ)
    assert done.returncode == 0 and (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF"), done.stderr
