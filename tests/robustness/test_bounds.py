"""Limits: records, pads, numbers and files beyond them are refused in one sentence."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run as qwixx
from companion.records.reading import read_record
from companion.records.validation import MAX_RECORD_BYTES, MAX_RECORD_PLAYERS, MAX_TURNS, NotARecord
from sheets.pad import load_pad, pad_data, read_pad
from sheets.pad_table import MAX_PAD_BYTES, PadError
from tests.robustness.hostile import ROOT
from vision.frames.capture import CameraFeed, feed

TURN: dict[str, Any] = {"dice": {"white": [1, 2]}}
CARDS: dict[str, Any] = {"number": 4, "play": ["red 5"] * 61}
HEAD = '{"format":"qwixx-record/1","game":"classic","players":["Ann","Ben"],"turns":'


def game(**keys: Any) -> str:
    return json.dumps(
        {"format": "qwixx-record/1", "game": "classic", "players": ["Ann"], "turns": [], **keys}
    )


TOO_MUCH = {
    "61 players": (game(players=[f"P{i}" for i in range(61)]), "/players: expected a list of at most 60"),
    "2,001 turns": (game(turns=[TURN] * 2001), "/turns: expected a list of at most 2000"),
    "a play of 61 cards": (game(game="cards", turns=[CARDS]), "/turns/1/play: expected a list of at most 60"),
    "ten digits": (
        game(claims={"Ann": {"total": 10**9}}),
        "-1000000 to 1000000, but found a number of more than 9 digits",
    ),
    "ten digits behind a point": (
        game(claims={"Ann": {"total": 0.123456789}}),
        "but found a number of more than 9 digits",
    ),
    "a million digits": (HEAD + "9" * 1_000_000 + "}", "but found a number of more than 9 digits"),
    "objects without end": (HEAD + "[" + "{}," * 1_500_000 + "{}]}", "at most 2000 turns and 60 players"),
    "numbers without end": (HEAD + "[" + "0," * 2_400_000 + "0]}", "at most 2000 turns and 60 players"),
    "texts without end": (HEAD + "[" + '"",' * 1_500_000 + '""]}', "/turns: expected a list of at most 2000"),
    "a key twice, at the end of very many": (
        "{" + ",".join(f'"{i}":null' for i in range(200_000)) + ',"199999":null}',
        "/199999: expected each key once",
    ),
    "a row without end": (
        game(layout={"format": "qwixx-pad/1", "name": "x", "rows": dict.fromkeys("abcd", "red " * 250_000)}),
        "/layout/rows/a: expected at most 2000 characters",
    ),
    "too many bytes": (" " * (MAX_RECORD_BYTES + 1), "at most 5 MB"),
}


TURN_OF_TWO = {"white": [1, 5], "red": 1, "yellow": 2, "green": 3, "blue": 5}


def marked(name: str, mark: str) -> str:
    """Return a record of the game `name` in which Ann makes the mark `mark`."""
    keys = {"sheets": {"Ann": "A", "Ben": "B"}} if name == "connected-a" else {}
    turns = [{"dice": TURN_OF_TWO, "white": {"Ann": mark}}]
    return game(game=name, players=["Ann", "Ben"], turns=turns, **keys)


TOO_MUCH |= {
    what: (marked(name, mark), "a mark like a5")
    for what, name, mark in (
        ("a second cross of very many digits", "double-a", "a" + "9" * 5000 + "+"),
        ("very many second crosses", "double-b", "a5" + "+" * 100_000),
        ("a bonus cross of very many digits", "big-points", "ab" + "9" * 5000),
        ("an exchange without end", "x-change", "a5" + "x" * 100_000),
        ("a field of other digits", "connect-15", "a٣-٤"),
        ("fields without end", "connect-15", "a5-6 " * 50_000),
        ("a forced cross without end", "connected-a", "a5 " * 100_000),
        ("a track of other digits", "lucky-15", "\u0661\u0665"),
    )
}
TOO_MUCH |= {
    what: (game(game="connected-a", sheets=sheets), sentence)
    for what, sheets, sentence in (
        ("a sheet of twelve digits", {"Ann": 10**12}, "a number of more than 9 digits"),
        ("a sheet of very many digits", {"Ann": "9" * 5000}, "/sheets/Ann: expected one of A, B, C, D, E"),
        ("very many sheets", {f"P{i}": "A" for i in range(100_000)}, "expected a name from /players"),
    )
}
TOO_MUCH |= {
    f"{kind} beyond a bound": (
        game(layout=pad_data(load_pad("classic")) | {"name": "ours", kind: cells}),
        f"/layout/{kind}/",
    )
    for kind, cells in {
        "double-cells": {"a": "9" * 1900},
        "second-crosses": {"a": "2 " * 500},
        "bonus-rows": {"ab": "9" * 1900},
        "steps": {"A": "a" + "9" * 1900},
        "chains": {"A": "a5-b6 " * 300},
        "exchange": {"fields": "9" * 900 + "/" + "9" * 900},
        "track": {"fields": "9" * 3000},
        "connections": {"a": "9" * 900 + "-" + "9" * 900},
    }.items()
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_records_beyond_a_bound(case: str) -> None:
    text, sentence = TOO_MUCH[case]
    with pytest.raises(NotARecord) as caught:
        read_record(text)
    assert sentence in str(caught.value) and len(str(caught.value)) < 300


def test_the_largest_record_is_read() -> None:
    players = [f"Player {i:02} of our club" for i in range(MAX_RECORD_PLAYERS)]
    turn = {
        "dice": {"white": [1, 2], "red": 3, "yellow": 4, "green": 5, "blue": 6},
        "white": dict.fromkeys(players, "-"),
    }
    text = game(players=players, turns=[turn] * MAX_TURNS, claims={name: {"misses": 4} for name in players})
    assert len(text) < MAX_RECORD_BYTES and len(read_record(text).turns) == MAX_TURNS


PADS = {
    "a large file": (b"#" * (MAX_PAD_BYTES + 1), "at most 256 kB"),
    "a key of very many parts": (b".".join([b"a"] * 60_000) + b" = 1", "at most 100 dots"),
    "a number of very many digits": (b"sides = 0x" + b"f" * 100_000, "only the keys|the key format"),
}


@pytest.mark.parametrize("case", PADS)
def test_pads_beyond_a_bound(case: str, tmp_path: Path) -> None:
    data, sentence = PADS[case]
    file = tmp_path / "own.toml"
    file.write_bytes(data)
    with pytest.raises(PadError, match=sentence) as caught:
        read_pad(file)
    assert len(str(caught.value)) < 400


def test_a_number_that_cannot_be_written_out(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    text = (ROOT / "sheets" / "pads" / "classic.toml").read_text(encoding="utf-8")
    file.write_text(f"sides = 0x{'f' * 9000}\n{text}".replace("\nsides = 6\n", "\n"))
    with pytest.raises(PadError, match=r"/sides: expected one of .* but found …"):
        read_pad(file)


def test_a_camera_may_be_named_by_its_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda path: True)
    monkeypatch.setattr(Path, "is_char_device", lambda path: True)
    monkeypatch.setattr("vision.frames.capture.cameras", lambda: ())
    camera = feed("/dev/video0")
    assert isinstance(camera, CameraFeed) and camera.name == "Camera 0"


@pytest.mark.parametrize("number", ["100", "9" * 30, "9" * 5000, "٣" * 5000])
def test_a_camera_of_an_absurd_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert qwixx(["watch", number]) == 2
    told = capsys.readouterr().err
    assert told.startswith("qwixx watch: There is no camera ") and len(told) < 300


WHOLE = (ROOT / "fixtures" / "records" / "classic-whole.json").read_text(encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("name", ["-", "/dev/stdin", "game.json", "season.jsonl"])
def test_records_come_through_pipes(name: str, tmp_path: Path) -> None:
    whole = " ".join(WHOLE.split()) + "\n"
    pipe, through = tmp_path / name.strip("/-"), None
    if "." in name:
        os.mkfifo(pipe)
        threading.Thread(
            target=pipe.write_text, args=(whole * 2 if "jsonl" in name else whole,), daemon=True
        ).start()
        named = str(pipe)
    else:
        named, through = name, whole
    command = [sys.executable, "-m", "companion", "replay", "--json", named]
    done = subprocess.run(command, cwd=ROOT, input=through, capture_output=True, text=True, timeout=120)
    assert done.stdout.count("qwixx-verdict/1") == (2 if "jsonl" in name else 1), done.stderr


def test_a_line_too_long_hides_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a line too long for a record is skipped, and that the lines after it are judged."""
    whole, season = " ".join(WHOLE.split()), tmp_path / "season.jsonl"
    season.write_text(f"{whole}\n{' ' * 3}\n{'[' * (3 * MAX_RECORD_BYTES)}\n{whole}\n{whole}")
    assert qwixx(["replay", "--json", str(season)]) == 2
    told = capsys.readouterr()
    assert told.out.count("qwixx-verdict/1") == 3
    assert "season.jsonl:3: /: expected a record of at most 5 MB" in told.err and told.err.count("\n") == 1
