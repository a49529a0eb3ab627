"""Games, records, prints and own pads of released versions (fixtures/0.1 and later) can be opened.

`write_release` wrote the files of 1.0 and later; `test_version_0_1` opens further files of 0.1.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask

from companion.storage import prints
from companion.storage.own_pads import OwnPads
from companion.storage.prints import find_sheet
from companion.storage.seat_store import SeatStore
from companion.storage.store import Store
from companion.table.events import Event, from_json, to_json
from companion.web.app import close, create_app
from sheets.pad import read_pad
from sheets.serial import Serial
from tests.companion.storage.write_release import OWN_PAD, SEAT, TABLE, verdict, write

FIXTURES = Path(__file__).parents[3] / "fixtures"
RELEASES = [path.parent.name for path in sorted(FIXTURES.glob("[0-9]*/expected.json"))]

ROLLED_AGAIN_UNNAMED = ("game-8-big-points.json",)
"""Records of version 1.0 without the ruling `rolled-again`, whose default was `later-action` at that time."""
SINCE_1_1 = {"dice-kept", "dice-thrown-again", "die-turned"}
SINCE_1_0 = SINCE_1_1 | {"player-renamed", "seats-changed", "taken-back", "taken-up"}
SINCE = {"0.1": SINCE_1_0, "1.0": SINCE_1_1}
"""The kinds of events that were added after each version."""


@dataclass(frozen=True)
class Release:
    """The files of one version. `data`: a copy of its data folder, because opening the folder changes it."""

    folder: Path
    data: Path
    expected: dict[str, Any]


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Release:
    folder = FIXTURES / request.param
    shutil.copytree(folder / "data", tmp_path / "data")
    return Release(folder, tmp_path / "data", json.loads((folder / "expected.json").read_text("utf-8")))


@pytest.fixture
def app(release: Release) -> Iterator[Flask]:
    app = create_app({"DATA": release.data})
    yield app
    close(app)


def known_part(written: Any, before: Any) -> Any:
    """Return `written` with only those keys that `before` has, at any depth."""
    if isinstance(before, dict):
        return {key: known_part(written[key], value) for key, value in before.items()}
    if isinstance(before, list) and len(before) == len(written):
        return [known_part(*pair) for pair in zip(written, before, strict=True)]
    return written


def test_each_stored_event_is_read_and_written_as_it_was(release: Release) -> None:
    with closing(sqlite3.connect(release.data / "table.sqlite")) as base:
        texts = [text for (text,) in base.execute("SELECT event FROM event ORDER BY number")]
    kinds = {each.__struct_config__.tag for each in get_args(Event)}
    assert {json.loads(text)["kind"] for text in texts} == kinds - SINCE.get(release.folder.name, set())
    for text in texts:
        assert known_part(json.loads(to_json(from_json(text))), json.loads(text)) == json.loads(text)


def test_each_game_stands_as_it_stood_and_its_device_is_known(release: Release) -> None:
    with closing(Store(release.data)) as store:
        seats = SeatStore(store)
        table = seats.invitation()
        lines = {str(game): store.load_game(game)[0] for game in store.games()}
        assert release.folder.name == "0.1" or (table, seats.seats()) == (TABLE, (SEAT,))
    assert {game: str(line and line.present.position) for game, line in lines.items()} == release.expected[
        "positions"
    ]


def test_the_page_shows_each_game_and_gives_its_record(release: Release, app: Flask) -> None:
    client = app.test_client()
    for path in sorted((release.folder / "records").iterdir()):
        number = path.name.split("-")[1]
        assert client.get(f"/games/{number}").status_code == 200
        assert client.get(f"/games/{number}/turns/1").status_code == 200
        given, written = client.get(f"/games/{number}/record.json").get_json(), json.loads(path.read_bytes())
        for record, default in ((given, "later-roll"), (written, "later-action")):
            if release.folder.name == "1.0" and "rulings" in record:  # it leaves out the default of its day
                record["rulings"].setdefault("rolled-again", default)
        for record in (given, written):  # the page hides what is decided in a hidden turn that is not over
            record["turns"] = [turn for turn in record["turns"] if not turn.get("open")]
        assert given == written
    assert client.get("/statistics").status_code == 200


def test_each_record_replays_to_the_same_verdict(release: Release) -> None:
    expected = release.expected["verdicts"]
    for told in expected.values():  # version 0.1 noted the player of a warning, too
        told["warnings"] = [code if isinstance(code, str) else code[0] for code in told["warnings"]]
    if "game-7-cards.json" in expected:  # seven players; until then no book was known to give a number
        expected["game-7-cards.json"]["warnings"] = ["player-count"]
    same = [name for name in expected if name not in ROLLED_AGAIN_UNNAMED]
    assert {name: verdict(release.folder / "records" / name) for name in same} == {
        name: expected[name] for name in same
    }


def test_a_record_of_1_0_that_does_not_name_rolled_again_is_judged_by_todays_default(tmp_path: Path) -> None:
    expected = json.loads((FIXTURES / "1.0" / "expected.json").read_text("utf-8"))["verdicts"]
    for name in ROLLED_AGAIN_UNNAMED:
        file, named = FIXTURES / "1.0" / "records" / name, tmp_path / name
        record = json.loads(file.read_bytes())
        record["rulings"]["rolled-again"] = "later-action"
        named.write_text(json.dumps(record), "utf-8")
        assert verdict(named) == expected[name], "as it was judged then"
        (refused,) = verdict(file)["illegal"]
        assert (refused["turn"], refused["mark"], refused["rule"]) == (6, "cd7", "bp-neighbour")


def test_the_number_of_a_printed_sheet_leads_to_its_owner(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prints, "ledger_folder", lambda: tmp_path / "of-the-system")
    for number, expected in release.expected["sheets"].items():
        one = find_sheet(release.data, Serial.parse(number))
        said = [list(one.games), one.name, one.lucky and list(one.lucky), one.letter]
        assert said[: len(expected)] == expected, "version 0.1 knew no letters"


def test_a_sheet_of_that_release_sits_down_on_a_free_chair_and_lets_nobody_in(
    release: Release, app: Flask
) -> None:
    server = app.extensions["server"]
    server.session.timeline = None  # no game is played, so everybody may sit down
    for seat in server.seats.all():
        server.seats.leave(seat.token)
    for at, number in enumerate(release.expected["sheets"]):
        phone, far = app.test_client(), {"REMOTE_ADDR": f"192.0.2.{at + 1}"}
        refused = phone.post("/join", data={"code": number}, environ_overrides=far)
        assert refused.status_code == 403 and "it lets nobody in" in refused.text
        assert phone.get(f"/join/{server.key}", environ_overrides=far).status_code == 200
        sat = phone.post("/sit", data={"sheet": number, "name": f"Player {at}"}, environ_overrides=far)
        assert sat.status_code == 303, sat.text
    sheets = {seat.sheet for seat in server.seats.all()}
    assert sheets == set(release.expected["sheets"])


def test_own_pads_are_kept(release: Release) -> None:
    assert OwnPads(release.data).all() == (() if release.folder.name == "0.1" else (read_pad(OWN_PAD),))


def test_calibrated_dice_of_a_release_are_left_alone(release: Release, app: Flask) -> None:
    (path,) = (release.data / "calibrations").iterdir()
    written = (release.folder / "data" / "calibrations" / path.name).read_bytes()
    assert app.extensions["server"].watcher.reader.lessons.kept == () and path.read_bytes() == written


def test_a_release_can_be_written_at_any_time(tmp_path: Path) -> None:
    write(tmp_path / "made")
    latest = json.loads((FIXTURES / RELEASES[-1] / "expected.json").read_bytes())
    made = json.loads((tmp_path / "made" / "expected.json").read_bytes())
    assert made.keys() == latest.keys()
    assert len(made["positions"]) == len(made["verdicts"]) >= len(latest["positions"])
