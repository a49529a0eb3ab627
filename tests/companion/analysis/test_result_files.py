"""Files of results for other programs: CSV for spreadsheets, and Play files for Board Game Stats."""

import csv
import io
from datetime import datetime
from typing import Any
from uuid import UUID

from companion.analysis.result_files import COLUMNS, FinishedPlay, play_file, results_csv

AT = datetime(2026, 11, 24, 19, 30).timestamp()
CLASSIC = FinishedPlay(
    "K7Q2P", 3, "classic", "Qwixx", AT, 24, 17, {"Ann": 61, "Ben": 58, "Cy": 61}, ("Ann", "Cy"), "Ben"
)
TEAMS = FinishedPlay(
    "K7Q2P", 4, "longo", "Qwixx Longo", AT + 3600, 30, 20, {"Ben": 90, "=1+1": -5}, ("Ben",), "Ben",
    (("Ben",), ("=1+1",)),
)  # fmt: skip


def test_a_spreadsheet_has_a_line_for_each_player() -> None:
    lines = list(csv.DictReader(io.StringIO(results_csv([CLASSIC, TEAMS]))))
    assert tuple(lines[0]) == COLUMNS
    assert [(line["player"], line["points"], line["rank"], line["winner"]) for line in lines] == [
        ("Ann", "61", "1", "yes"),
        ("Ben", "58", "3", "no"),
        ("Cy", "61", "1", "yes"),
        ("Ben", "90", "1", "yes"),
        ("'=1+1", "-5", "2", "no"),
    ]
    assert datetime.fromisoformat(lines[0]["began"]).timestamp() == AT
    assert (lines[0]["minutes"], lines[0]["turns"], lines[0]["team"]) == ("24", "17", "")
    assert lines[4]["team"] == "'=1+1"


def test_a_play_file_refers_to_what_it_names() -> None:
    file: Any = play_file([CLASSIC, TEAMS])
    assert file["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    players = {player["id"]: player["name"] for player in file["players"]}
    games = {game["id"]: game for game in file["games"]}
    first, second = file["plays"]
    assert [games[play["gameRefId"]]["name"] for play in file["plays"]] == ["Qwixx", "Qwixx Longo"]
    assert [games[play["gameRefId"]]["bggId"] for play in file["plays"]] == [131260, 0]
    assert (first["playDate"], first["durationMin"]) == ("2026-11-24 19:30:00", 24)
    assert [
        (players[s["playerRefId"]], s["score"], s["winner"], s["rank"], s["startPlayer"], s["seatOrder"])
        for s in first["playerScores"]
    ] == [
        ("Ann", "61", True, 1, False, 1),
        ("Ben", "58", False, 3, True, 2),
        ("Cy", "61", True, 1, False, 3),
    ]
    assert {first["locationRefId"]} == {place["id"] for place in file["locations"]}
    assert (first["usesTeams"], second["usesTeams"]) == (False, True)
    assert [score["team"] for score in second["playerScores"]] == ["Ben", "=1+1"]


def test_a_game_that_is_written_again_is_known_again() -> None:
    alone: Any = play_file([CLASSIC])
    both: Any = play_file([TEAMS, CLASSIC])
    assert alone["plays"][0]["uuid"] == both["plays"][1]["uuid"] != both["plays"][0]["uuid"]
    ann = alone["players"][0]["uuid"]
    assert ann in {player["uuid"] for player in both["players"]}
    assert len({UUID(play["uuid"]) for play in both["plays"]}) == 2


def test_without_games_the_files_are_empty_and_whole() -> None:
    assert results_csv([]).split() == [",".join(COLUMNS)]
    file: Any = play_file([])
    assert (file["plays"], file["players"], file["games"]) == ([], [], [])
