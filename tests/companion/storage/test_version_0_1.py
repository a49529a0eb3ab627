"""Data that version 0.1 wrote (fixtures/0.1): games, records, prints and calibrated dice open as they are."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import pypdfium2
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from companion.cli import calibrate, qwixx, read, replay, scan
from companion.storage import prints
from companion.storage.calibrations import Calibrations
from companion.storage.prints import find_sheet
from companion.storage.seat_store import SeatStore
from companion.storage.store import Store
from companion.table.events import from_json, to_json
from companion.web.app import close, create_app
from companion.web.camera.sources import Choice, Sources
from sheets.serial import Serial

ROOT = Path(__file__).parents[3]
OLD = ROOT / "fixtures" / "0.1"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
JSON = {"Accept": "application/json"}
PHONE = {"REMOTE_ADDR": "192.0.2.77"}
DOTS_PER_MM = 6.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data folder: opening one writes to it."""
    shutil.copytree(OLD / "data", tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    found = create_app({"DATA": data})
    yield found
    close(found)


def position(app: Flask) -> str:
    return str(app.extensions["table_server"].first.session.table.position)


# -- games -----------------------------------------------------------------------------------------------


def test_every_stored_event_is_read_and_written_as_it_was(data: Path) -> None:
    with closing(sqlite3.connect(data / "table.sqlite")) as base:
        texts = [text for (text,) in base.execute("SELECT event FROM event ORDER BY number")]
    kinds = {json.loads(text)["kind"] for text in texts}
    assert len(kinds) == 15, "the fixture holds an event of every kind"
    for text in texts:
        again = json.loads(to_json(from_json(text)))
        assert {key: again[key] for key in json.loads(text)} == json.loads(text)


def test_every_game_stands_as_it_stood(data: Path) -> None:
    with closing(Store(data)) as store:
        (table,) = SeatStore(store).tables()
        games = store.games(table.code)
        found = {str(game): store.load_game(game)[0] for game in games}
    assert {game: str(line and line.present.position) for game, line in found.items()} == EXPECTED[
        "positions"
    ]


def test_the_page_gives_the_same_records(app: Flask) -> None:
    client = app.test_client()
    for path in sorted((OLD / "records").glob("*.json")):
        number = path.name.split("-")[1]
        assert client.get(f"/games/{number}/record.json").get_json() == json.loads(path.read_text("utf-8"))


def test_an_unfinished_game_goes_on_back_and_forth(app: Flask) -> None:
    client = app.test_client()
    assert position(app) == EXPECTED["positions"]["6"]
    for address, form, expected in EXPECTED["steps"]:
        answer = client.post(address, data=form, headers=JSON)
        assert (answer.status_code, position(app)) == (200, expected), (address, form)


@pytest.mark.parametrize(
    "address",
    [
        *(f"/photos/{path.name}" for path in sorted((OLD / "data" / "photos").iterdir())),
        *(f"/records/{path.stem}" for path in sorted((OLD / "data" / "records").iterdir())),
        *(f"/games/{game}" for game in EXPECTED["positions"]),
        *(f"/games/{game}/turns/1" for game in EXPECTED["positions"]),
        "/statistics",
    ],
)
def test_photos_opened_records_and_past_games_are_there(app: Flask, address: str) -> None:
    assert app.test_client().get(address).status_code == 200


# -- records ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(EXPECTED["verdicts"]))
def test_a_record_replays_to_the_same_verdict(name: str) -> None:
    done = CliRunner().invoke(replay.command, ["--json", str(OLD / "records" / name)])
    verdict = json.loads(done.stdout)
    verdict["warnings"] = [[warning["code"], warning["player"]] for warning in verdict["warnings"]]
    assert (done.exit_code, verdict) == (0, EXPECTED["verdicts"][name])


# -- seats -----------------------------------------------------------------------------------------------


def phone(app: Flask, cookie: str = "") -> FlaskClient:
    client = app.test_client()
    if cookie:
        client.set_cookie("seat", cookie)
    client.environ_base.update(PHONE)
    return client


def test_the_cookie_of_a_phone_still_marks_for_its_player_and_no_other(app: Flask) -> None:
    ann = phone(app, json.loads((OLD / "seats.json").read_text("utf-8"))["Ann"])
    assert ann.get("/").status_code == 200
    (address, form, _), *_rest = EXPECTED["steps"]
    assert app.test_client().post(address, data=form, headers=JSON).status_code == 200
    assert ann.post("/mark", data={"player": "Ann", "mark": "-"}, headers=JSON).status_code == 200
    refused = ann.post("/mark", data={"player": "Cleo", "mark": "-"}, headers=JSON)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "not-yours")
    stranger = phone(app).post("/mark", data={"player": "Ann", "mark": "-"}, headers=JSON)
    assert (stranger.status_code, stranger.get_json()["error"]["code"]) == (403, "not-joined")


# -- printed sheets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", sorted(EXPECTED["sheets"]))
def test_the_number_of_a_printed_sheet_leads_to_its_owner(
    data: Path, number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prints, "ledger_folder", lambda: tmp_path / "of-the-system")
    found = find_sheet(data, Serial.parse(number))
    games, name, lucky = EXPECTED["sheets"][number]
    assert (list(found.games), found.name, found.lucky and list(found.lucky)) == (games, name, lucky)


@pytest.mark.parametrize("name", ["classic.pdf", "longo.pdf", "bonus-a.pdf"])
def test_the_scanner_reads_the_numbers_on_printed_sheets(name: str, tmp_path: Path) -> None:
    with closing(pypdfium2.PdfDocument(OLD / "prints" / name)) as document:
        for number in range(len(document)):
            page = document[number].render(scale=DOTS_PER_MM * 25.4 / 72).to_numpy()
            cv2.imwrite(str(tmp_path / f"{number}.png"), page)
    done = CliRunner().invoke(scan.command, ["--json", *map(str, sorted(tmp_path.glob("*.png")))])
    found = [json.loads(line)["sheet"] for line in done.stdout.splitlines()]
    printed = next(p for p in json.loads((OLD / "prints" / "prints.json").read_text()) if p["file"] == name)
    assert found == [number for number in EXPECTED["sheets"] if number[:4] == printed["sheets"][0][:4]]


def test_a_pad_of_ones_own_is_the_same_pad_and_its_printed_sheets_are_read(tmp_path: Path) -> None:
    pad = OLD / "pads" / "steps.toml"
    done = CliRunner().invoke(qwixx, ["pads", "check", "--json", str(pad)])
    told = json.loads(pad.with_suffix(".json").read_text(encoding="utf-8"))
    assert told.items() <= json.loads(done.stdout).items()
    with closing(pypdfium2.PdfDocument(OLD / "prints" / "steps.pdf")) as document:
        page = document[0].render(scale=DOTS_PER_MM * 25.4 / 72).to_numpy()
    cv2.imwrite(str(tmp_path / "page.png"), page)
    words = ["scan", "--json", "--pad", str(pad), str(tmp_path / "page.png")]
    found = [json.loads(line) for line in CliRunner().invoke(qwixx, words).stdout.splitlines()]
    assert [(sheet["sheet"], sheet["game"]) for sheet in found] == [("42WD-01", "own"), ("42WD-02", "own")]


# -- what devices and tables had chosen ------------------------------------------------------------------


def test_the_camera_that_was_chosen_is_watched_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "camera 1 Küche: USB 2.0 Camera"
    opened: list[str] = []
    monkeypatch.setattr(Sources, "cameras", lambda self: (Choice(key, "Küche: USB 2.0 Camera"),))
    monkeypatch.setattr(Sources, "_open", lambda self, key: opened.append(key))
    app = create_app({"DATA": data, "RECALL": True})
    assert opened == [key]
    close(app)


@pytest.mark.parametrize("level", ["off", "cells", "suggestions", "coach"])
def test_a_device_keeps_its_hints_and_its_language(app: Flask, level: str) -> None:
    client = app.test_client()
    client.set_cookie("hints", level)
    client.set_cookie("language", "de")
    page = client.get("/device").get_data(as_text=True)
    assert re.findall(r'name="hints" value="(\w+)" aria-current="true"', page) == [level]
    assert '<html lang="de"' in page


# -- calibrated dice -----------------------------------------------------------------------------------------


def test_calibrated_dice_are_found_and_written_as_they_were(data: Path) -> None:
    done = CliRunner().invoke(calibrate.command, ["--list", "--json", "--data", str(data)])
    assert [json.loads(line) for line in done.stdout.splitlines()] == EXPECTED["calibrations"]
    (path,) = (data / "calibrations").iterdir()
    before = json.loads(path.read_bytes())
    kept = Calibrations(data)
    assert kept.save(kept.by_name("kitchen")) == path
    assert json.loads(path.read_bytes()) == before


def test_calibrated_dice_help_to_read(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIXX_DATA", str(data))
    images = list(EXPECTED["readings"])
    found = {}
    for calibration in ("kitchen", "none"):
        words = ["--json", "--calibration", calibration, *(str(ROOT / image) for image in images)]
        lines = CliRunner().invoke(read.command, words).stdout.splitlines()
        found[calibration] = [json.loads(line)["dice"] for line in lines]
    values = [sorted([die["colour"], die["value"]] for die in dice) for dice in found["kitchen"]]
    assert values == list(EXPECTED["readings"].values())
    assert found["kitchen"] != found["none"], "what was learnt makes a difference"
