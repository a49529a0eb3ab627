"""The interface for other programs: the examples in docs/commands.md get the documented answers."""

import csv
import io
import json
import re
import shlex
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.web.pages.programs.state import FORMAT
from tests.companion.web.conftest import FAR, Actor, Phone
from tests.schemas import faults
from tests.waiting import until

PAGE = (Path(__file__).parents[5] / "docs" / "commands.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## Other programs\n")[2].partition("\n## ")[0]
DOCUMENTED = "http://127.0.0.1:8730"


@pytest.fixture
def table(app: Any) -> Actor:
    """Return a table at which Ann and Ben begin."""
    return Actor(app).begin("Ann", "Ben")


def key(table: Actor) -> dict[str, str]:
    """Return the header with the key of the QR code."""
    return {"Authorization": f"Bearer {table.server.key}"}


def state(table: Actor) -> Any:
    """Return the answer of `/api/state` to the table's own computer; assert that it fits the JSON Schema."""
    told = table.client.get("/api/state").get_json()
    assert faults("state", told) == []
    return told


def finish(table: Actor, roll: str = "w1 w1 r1 y1 g1 b1") -> None:
    """Play until four misses end the game: nobody ever crosses anything."""
    while table.table.position.end is None:
        if table.table.position.phase == "roll":
            table.roll(roll)
        for player in ("Ann", "Ben", table.table.active):
            table.post("/mark", player=player, mark="-")


def test_a_program_with_the_key_reads_and_nothing_else(table: Actor) -> None:
    joined = Phone(table.app).scan(table).get("/api/state").get_json()
    assert joined["format"] == FORMAT, "a device that has joined needs no key"
    client = table.app.test_client()
    told = client.get("/api/state", headers=key(table), environ_overrides=FAR)
    assert told.get_json()["game"]["players"] == ["Ann", "Ben"]
    assert "Set-Cookie" not in told.headers
    for address in ("/", "/seats", "/record.json"):
        assert client.get(address, headers=key(table), environ_overrides=FAR).status_code in (303, 403)
    assert client.post("/undo", headers=key(table), environ_overrides=FAR).status_code == 403
    assert client.post("/api/state", headers=key(table), environ_overrides=FAR).status_code == 405


@pytest.mark.parametrize("address", ["/api/state", "/api/live", "/api/results.csv", "/api/plays.bgsplay"])
def test_without_the_key_a_stranger_is_told_nothing(table: Actor, address: str) -> None:
    client = table.app.test_client()
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic QW5uOg=="}):
        refused = client.get(address, headers=headers, environ_overrides=FAR)
        assert (refused.status_code, refused.get_json()["error"]["code"]) == (403, "not-joined")
    old = key(table)
    table.post("/seats/renew")
    assert client.get(address, headers=old, environ_overrides=FAR).status_code == 403


def test_wrong_keys_are_guesses(table: Actor) -> None:
    client = table.app.test_client()
    keys = [{"Authorization": f"Bearer {n}"} for n in range(12)]
    asked = [client.get("/api/state", headers=each, environ_overrides=FAR).status_code for each in keys]
    assert (asked[0], asked[-1]) == (403, 429)


def test_the_state_follows_the_game(table: Actor) -> None:
    assert state(table)["game"] == {
        "number": 1, "kind": "classic", "demo": False, "players": ["Ann", "Ben"], "turn": 1,
        "active": "Ann", "phase": "roll", "waiting": [], "roll": None, "closed": [], "removed": [],
        "points": {"Ann": 0, "Ben": 0}, "misses": {"Ann": 0, "Ben": 0}, "over": None, "winners": [],
        "unread": [],
    }  # fmt: skip
    table.roll("w1 w2 r3 y4 g5 b6").join("Ben").marks("a3")
    told = state(table)["game"]
    assert (told["phase"], told["roll"], told["waiting"]) == ("white", "w1 w2 r3 y4 g5 b6", ["Ann"])
    assert told["points"] == {"Ann": 0, "Ben": 1}
    finish(table)
    told = state(table)["game"]
    assert (told["over"], told["phase"], told["winners"]) == ("end-misses", "over", ["Ben"])
    assert told["misses"]["Ann"] == 4


def test_hidden_choices_stay_hidden(app: Any) -> None:
    table = Actor(app).begin("Ann", "Ben", hidden="1").roll("w1 w2 r3 y4 g5 b6")
    before = state(table)["game"]
    table.join("Ben").marks("a3")
    assert state(table)["game"] == {**before, "waiting": ["Ann"]}
    table.join("Ann").marks("-")
    assert state(table)["game"]["points"]["Ben"] == 1


def test_points_on_paper_are_unknown_until_the_sheets_are_read(app: Any) -> None:
    table = Actor(app)
    assert state(table) == {"format": FORMAT, "number": 0, "game": None}, "no game is said so"
    table.begin("Ann", "Ben", paper="1")
    assert state(table)["game"]["points"] == {"Ann": None, "Ben": None}


def test_only_what_is_over_is_a_result(table: Actor) -> None:
    assert len(table.client.get("/api/results.csv").text.splitlines()) == 1
    refused = table.client.get("/api/results.csv?game=1")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (404, "nothing-here")
    finish(table)
    lines = list(csv.DictReader(io.StringIO(table.client.get("/api/results.csv?game=1").text)))
    assert [line["player"] for line in lines] == ["Ann", "Ben"]
    assert {line["minutes"] for line in lines} == {"1"}
    for address in ("/api/results.csv?game=2", "/api/plays.bgsplay?game=x"):
        assert table.client.get(address).status_code == 404


def examples(kind: str) -> list[str]:
    """Return the code blocks of one language in the section on programs."""
    return re.findall(rf"```{kind}\n(.*?)```", SECTION, re.S)


def curl(command: str, folder: Path) -> str:
    """Do what this `curl` command would do, with `-o` relative to `folder`, and return the answer."""
    _curl, *words, address = shlex.split(command)
    options = dict(zip(words[::2], words[1::2], strict=True))
    name, _, value = options["-H"].partition(": ")
    request = urllib.request.Request(address, headers={name: value})
    with urllib.request.urlopen(request, timeout=120) as answer:
        text = str(answer.read().decode())
    if "-o" in options:
        (folder / options["-o"]).write_text(text, encoding="utf-8")
    return text


def test_the_documented_commands_do_what_they_say(table: Actor, address: str, tmp_path: Path) -> None:
    finish(table)
    commands = "".join(examples("sh")).replace(DOCUMENTED, address).replace("KEY", table.server.key)
    told, results, plays = (curl(command, tmp_path) for command in commands.strip().splitlines())
    assert json.loads(told)["game"]["over"] == "end-misses"
    assert (tmp_path / "results.csv").read_text(encoding="utf-8").splitlines() == results.splitlines()
    assert "Ann" in results
    assert json.loads((tmp_path / "plays.bgsplay").read_text(encoding="utf-8")) == json.loads(plays)
    assert json.loads(plays)["plays"][0]["gameRefId"] == 1


def test_the_documented_state_has_the_fields_of_the_format(table: Actor) -> None:
    shown = json.loads(examples("json")[0])
    now = state(table)
    assert (list(shown), list(shown["game"])) == (list(now), list(now["game"]))
    table_of_fields = SECTION.partition("| field of `game` |")[2].partition("\n\n")[0]
    rows = set(re.findall(r"^\| `(\w+)`", table_of_fields, re.M))
    assert rows == set(now["game"])


def test_the_documented_light_turns_on_for_a_winner(
    table: Actor, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (script,) = examples("python")
    script = script.replace(DOCUMENTED, address).replace("KEY", table.server.key)
    thread = threading.Thread(target=exec, args=(script, {}), daemon=True)
    thread.start()
    until(lambda: table.server.streams.count() == 1, "nobody listens")
    finish(table)
    thread.join(timeout=120)
    assert not thread.is_alive()
    assert capsys.readouterr().out == "Green light for Ben\n"


def test_a_second_stream_of_a_program_takes_the_place_of_the_first(table: Actor, address: str) -> None:
    request = urllib.request.Request(f"{address}/api/live", headers=key(table))
    with urllib.request.urlopen(request, timeout=120) as first:
        assert first.readline().startswith(b"retry")
        with urllib.request.urlopen(request, timeout=120) as second:
            assert b"event: state\n" in iter(second.readline, b"")
            assert first.read() is not None  # it has ended
            assert table.server.streams.count() == 1
