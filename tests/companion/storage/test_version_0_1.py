"""Data of version 0.1 (fixtures/0.1) can be used, beyond what `test_releases` checks for every version."""

import json
import re
import shutil
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

from companion.cli import qwixx, scan
from companion.web.app import close, create_app
from companion.web.camera.sources import Sources

ROOT = Path(__file__).parents[3]
OLD = ROOT / "fixtures" / "0.1"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
JSON = {"Accept": "application/json"}
PHONE = {"REMOTE_ADDR": "192.0.2.77"}
DOTS_PER_MM = 6.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a copy of the data folder, because opening the folder changes it."""
    shutil.copytree(OLD / "data", tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    app = create_app({"DATA": data})
    yield app
    close(app)


def position(app: Flask) -> str:
    return str(app.extensions["server"].session.table.position)


# -- games -----------------------------------------------------------------------------------------------


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
    ],
)
def test_photos_and_opened_records_are_there(app: Flask, address: str) -> None:
    assert app.test_client().get(address).status_code == 200


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


@pytest.mark.parametrize("name", ["classic.pdf", "longo.pdf", "bonus-a.pdf"])
def test_the_scanner_reads_the_numbers_on_printed_sheets(name: str, tmp_path: Path) -> None:
    with closing(pypdfium2.PdfDocument(OLD / "prints" / name)) as document:
        for number in range(len(document)):
            page = document[number].render(scale=DOTS_PER_MM * 25.4 / 72).to_numpy()
            cv2.imwrite(str(tmp_path / f"{number}.png"), page)
    done = CliRunner().invoke(scan.command, ["--json", *map(str, sorted(tmp_path.glob("*.png")))])
    numbers = [json.loads(line)["sheet"] for line in done.stdout.splitlines()]
    printed = next(p for p in json.loads((OLD / "prints" / "prints.json").read_text()) if p["file"] == name)
    assert numbers == [number for number in EXPECTED["sheets"] if number[:4] == printed["sheets"][0][:4]]


def test_a_pad_of_ones_own_is_the_same_pad_and_its_printed_sheets_are_read(tmp_path: Path) -> None:
    pad = OLD / "pads" / "steps.toml"
    done = CliRunner().invoke(qwixx, ["pads", "check", "--json", str(pad)])
    told = json.loads(pad.with_suffix(".json").read_text(encoding="utf-8"))
    assert told.items() <= json.loads(done.stdout).items()
    with closing(pypdfium2.PdfDocument(OLD / "prints" / "steps.pdf")) as document:
        page = document[0].render(scale=DOTS_PER_MM * 25.4 / 72).to_numpy()
    cv2.imwrite(str(tmp_path / "page.png"), page)
    words = ["scan", "--json", "--pad", str(pad), str(tmp_path / "page.png")]
    sheets = [json.loads(line) for line in CliRunner().invoke(qwixx, words).stdout.splitlines()]
    assert [(sheet["sheet"], sheet["game"]) for sheet in sheets] == [("42WD-01", "own"), ("42WD-02", "own")]


# -- what devices and tables had chosen ------------------------------------------------------------------


def test_the_camera_that_was_chosen_is_watched_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "camera 1 Küche: USB 2.0 Camera"
    opened: list[str] = []
    monkeypatch.setattr(Sources, "cameras", lambda self: {key: "Küche: USB 2.0 Camera"})
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
