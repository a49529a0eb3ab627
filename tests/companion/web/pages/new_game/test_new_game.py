"""Beginning a game: who plays, who begins, what was agreed."""

import re
from typing import Any

import pytest

from tests.companion.web.pages.pages import error


@pytest.mark.parametrize(
    ("code", "sent"),
    [
        ("players", {"player": []}),
        *(("players", {"player": names}) for names in (["", "  "], ["Ann", "ann"], [*"ABCDEFGHIJK"])),
        *(("players", {"player": [name]}) for name in ("x" * 25, "\x00\u200b")),
        *(("players", {"first": first}) for first in ("2", "nobody")),
        ("ruling", {"game": "bonus-a", "ruling-bonus-blocked": "maybe"}),
        *(
            ("lucky", {"game": "longo", "lucky": pair.split(",")})
            for pair in ("5,5", "1,9", "x,9", "17,3", "5,")
        ),
        ("sheets", {"game": "connected-a", "letter": "F"}),
        ("sheets", {"game": "double-b", "double": "classic"}),
        *(("house", {"rounds": rounds}) for rounds in ("x", "101")),
        ("house", {"rounds": "3", "paper": "on"}),
        ("house", {"clock": "601"}),
        *(("teams", {"player": ["Ann", "Ben"], "team": teams}) for teams in (["A", ""], ["A", "A"])),
    ],
)
def test_a_bad_form_is_refused(table: Any, code: str, sent: dict[str, Any]) -> None:
    answer = table.post("/begin", **{"player": ["Ann"], "first": "1"} | sent)
    assert answer.status_code in (409, 422) and error(answer)["code"] == code
    assert table.server.session.table is None


def test_more_players_than_the_book_foresees_is_said(table: Any) -> None:
    table.begin(*"ABCDEF")
    assert "is for 2 to 5 players; you are 6" in table.page()
    table.begin("Ann", game="mixx-a")
    assert "is for 2 to 5 players; you are 1" in table.page()
    assert "players; you are" not in table.begin("Ann", "Ben").page()


def test_rulings_are_agreed_by_name(table: Any) -> None:
    table.begin("Ann", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    assert table.table.game.rulings.differing == {"bonus-blocked": "kept"}
    assert table.table.begun.rulings["rolled-again"] == "later-roll", "written down: its default has changed"


def test_house_rules_teams_and_a_clock_are_agreed_in_the_form(table: Any) -> None:
    chairs = ["Ann", "", "Ben", "Cleo"]
    agreed = {"no-miss": ["1", "2"], "rounds": "12", "team": ["A", "", "B", "B"], "clock": "60"}
    table.ok("/begin", player=chairs, first="1", **agreed, **{"team-score": "mean"})
    begun = table.table.begun
    assert (begun.no_miss, begun.rounds, begun.clock) == (("Ann",), 12, 60)
    assert (begun.teams, begun.team_score) == ((("Ann",), ("Ben", "Cleo")), "mean")
    assert "the game ends after round 12" in table.page()
    record = table.client.get("/record.json").get_json()
    assert record["house"] == {"no-miss": ["Ann"], "rounds": 12}


def test_playing_again_keeps_the_house_rules_of_those_who_still_play(table: Any) -> None:
    table.begin("Ann", "Ben", **{"no-miss": ["2"], "rounds": "1", "team": ["A", "B"]})
    table.client.post("/seats/gone", data={"player": "Ben"})
    table.roll("w4 w1 r3 y2 g6 b5")
    table.join("Ann").marks("-").marks("-")
    table.ok("/again")
    assert table.table.begun.no_miss == () and table.table.begun.teams == () and table.table.begun.rounds == 1


def test_letters_and_who_begins_are_drawn_by_lot(table: Any) -> None:
    names = ["Ann", "Ben", "Cleo", "Dora", "Emil"]
    for _ in range(5):
        table.begin(*names, game="connected-a")
        assert sorted(table.table.game.sheets.values()) == ["A", "B", "C", "D", "E"]
    table.begin(*names, "Fay", game="connected-b")
    letters = list(table.table.game.sheets.values())
    assert len(letters) == 6 and len(set(letters)) == 5
    begun = {table.begin("Ann", "Ben", first="lot").table.active for _ in range(30)}
    assert begun == {"Ann", "Ben"}
    table.ok("/begin", player=["Ann"], letter=["C"], double=["double-b"], first="1", game="x-change")
    assert table.table.game.sheets is None, "letters of another game mean nothing"


@pytest.mark.parametrize(("names", "guest"), [(["Anna", "Ben"], "Anna"), (["Ben", "Ann"], "Ann")])
def test_players_with_a_new_name_or_chair_keep_their_phones(table: Any, names: list[str], guest: str) -> None:
    table.begin("Ann", "Ben")
    table.server.seats.give("player", "Ann")
    table.ok("/begin", player=names, was=["Ann", "Ben"], first="1", game="classic")
    assert table.server.players_with_device == (guest,)
    chairs = re.findall(r'name="player"[^>]* value="([^"]*)"', table.client.get("/new").text)
    assert [name for name in chairs if name] == names
