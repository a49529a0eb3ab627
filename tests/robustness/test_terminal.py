"""Control characters in names and texts from outside move no cursor and reverse no text in a terminal."""

import ast
import io
import json
import logging
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.output import json_line, log_to_terminal, say
from companion.web.app import close, create_app
from tests.companion.records.random_records import random_mixed_record
from tests.robustness.hostile import ROOT

EVIL = "Ann\x1b[2J\x1b]0;x\x07\x9b31m\u202eneB\u2066\r\nMax wins\x7f"
"""A name that would clear the screen, change the window's title, reverse the text and forge a line."""
OBEYED = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), *"\u202e\u2066"} - {"\n"}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., str]:
    """Return a function that runs a command and returns its output on both streams."""

    def said(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["qwixx", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfdbinary.readouterr()
        assert ended.value.code in (0, 1, 2), err.decode()
        return (out + err).decode("utf-8", "surrogateescape")

    return said


def assert_harmless(text: str) -> None:
    assert text.strip()
    assert not OBEYED & set(text), sorted(map(ascii, OBEYED & set(text)))
    assert not any(line.startswith("Max wins") for line in text.splitlines()), "a forged line"


@pytest.fixture
def record(tmp_path: Path) -> str:
    turn = {"dice": {"white": [4, 1], "red": 3, "blue": 5}, "white": {EVIL: "a6"}, "open": True}
    game = {"format": "qwixx-record/1", "game": "classic", "players": [EVIL, "Ben"], "turns": [turn]}
    game["claims"] = {EVIL: {"misses": 3}}
    file = tmp_path / f"{EVIL}.json"
    file.write_text(json.dumps(game))
    return str(file)


@pytest.mark.parametrize("verb", ["replay", "moves", "advise"])
def test_names_in_a_record(told: Callable[..., str], record: str, verb: str) -> None:
    for words in ((verb, record), (verb, "--json", record)):
        assert_harmless(told(*words))


def test_names_and_texts_on_a_pad_with_special_cells(told: Callable[..., str], tmp_path: Path) -> None:
    record = random_mixed_record(random.Random("evil mixed"))[0]
    record["layout"]["title"] = EVIL
    text = json.dumps(record)
    for name in record["players"]:
        text = text.replace(json.dumps(name), json.dumps(f"{name} {EVIL}"))
    file = tmp_path / "game.json"
    file.write_text(text)
    for verb in ("replay", "moves", "advise"):
        assert_harmless(told(verb, str(file)))
        assert_harmless(told(verb, "--json", str(file)))


def test_texts_of_pads_and_marks_of_the_further_games(told: Callable[..., str], tmp_path: Path) -> None:
    pad = tmp_path / "own.toml"
    whole = (ROOT / "sheets" / "pads" / "connect-15.toml").read_text(encoding="utf-8")
    pad.write_text(
        "\n".join(f"title = {json.dumps(EVIL)}" if "title" in line else line for line in whole.split("\n"))
    )
    assert_harmless(told("pads", "check", str(pad)))
    assert_harmless(told("pads", "check", "--json", str(pad)))
    sheet = ("--sheet", "- / - / - / -", "--roll", "w1 w5")
    for game, mark in (
        ("double-a", "a5+"),
        ("x-change", "a5x"),
        ("big-points", "ab5"),
        ("connect-15", "a5-6"),
    ):
        assert_harmless(told("judge", "--game", game, "--action", "white", *sheet, "--mark", mark + EVIL))


@pytest.mark.skipif(sys.platform == "win32", reason="no such names of files there")
def test_names_of_files(told: Callable[..., str], tmp_path: Path) -> None:
    photo, pad = tmp_path / f"{EVIL}.jpg", tmp_path / f"{EVIL}.toml"
    shutil.copy(ROOT / "fixtures" / "rolls" / "none.jpg", photo)
    shutil.copy(ROOT / "sheets" / "pads" / "classic.toml", pad)
    for words in (
        ("read", str(photo)),
        ("scan", str(photo)),
        ("watch", str(photo)),
        ("pads", "check", str(pad)),
        ("print", str(pad), "--out", str(tmp_path / f"{EVIL}.pdf")),
        ("print", "classic", "--names", EVIL, "--out", str(tmp_path / "x.pdf")),
        ("read", str(tmp_path / f"no{EVIL}.jpg")),
        ("judge", "--ruling", EVIL, "--mark", EVIL, "--sheet", EVIL, "--action", "white"),
        (EVIL,),
    ):
        assert_harmless(told(*words))


def test_styles_are_ours_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the program can style its lines in a terminal, but that a name in a line can't."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    say(EVIL, [(EVIL, "bold")])
    plain, styled = screen.getvalue().splitlines()
    assert plain == "Ann\ufffd[2J\ufffd]0;x\ufffd\ufffd31m\ufffdneB\ufffd\ufffd\ufffdMax wins\ufffd"
    assert styled.startswith("\x1b[1mAnn\ufffd[2J") and styled.endswith("wins\ufffd\x1b[0m")
    assert styled.count("\x1b") == 2


def test_json_is_left_whole() -> None:
    line = json_line({"player": EVIL})
    assert json.loads(line) == {"player": EVIL} and not OBEYED & set(line)


@pytest.fixture
def console() -> Iterator[io.StringIO]:
    root, before, shown = logging.getLogger(), logging.getLogger().handlers[:], io.StringIO()
    log_to_terminal(shown)
    yield shown
    for handler in root.handlers[:]:
        if handler not in before:
            root.removeHandler(handler)


def test_log_escapes_control_characters(console: io.StringIO) -> None:
    """Check that control characters of an address are escaped where a fault is logged."""
    try:
        raise ValueError(EVIL)
    except ValueError:
        logging.getLogger("companion.web").exception("fault at %s", EVIL)
    assert "Traceback" in console.getvalue()
    assert not OBEYED & set(console.getvalue())


def test_every_verb_prints_by_say() -> None:
    """Check that every verb prints with `say`, which replaces control characters in names."""
    for file in sorted((ROOT / "companion" / "cli").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        allowed = {"output.py": {"click.echo", "click.prompt"}, "__init__.py": {"click.echo"}}.get(
            file.name, set()
        )
        printing = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}
        assert not calls & printing - allowed, file.name


def test_names_on_pages(tmp_path: Path, record: str) -> None:
    app = create_app({"DATA": tmp_path / "games"})
    client = app.test_client()
    try:
        data = {"record": (io.BytesIO(Path(record).read_bytes()), "game.json")}
        opened = client.post("/games/open", data=data)
        page = client.get(opened.headers["Location"])
        assert page.status_code == 200 and "Ann\ufffd[2J" in page.text
        for address in (opened.headers["Location"], opened.headers["Location"] + "/turns/1"):
            assert not (OBEYED - {"\r", "\t"}) & set(client.get(address).text), address
        wrong = {"photo": (io.BytesIO(b"x"), "x\x1b[2J\u202e.jpg")}
        refused = client.post("/photo", data=wrong, headers={"Accept": "application/json"})
        assert not OBEYED & set(refused.get_json()["error"]["text"])
    finally:
        close(app)
