"""Records of the Duel: the examples of its document, each rule, and the naive referee."""

import json
import random

import pytest

from companion.records.reading import read_record
from companion.records.referee import judge, open_moves
from companion.records.validation import NotARecord
from companion.rules import Game, NotAGame
from tests.companion.records.naive_duel import DuelReferee
from tests.companion.records.random_duel import random_duel_record
from tests.companion.records.verdicts import Json, agreed_verdict, illegal_in, verdict

COUNT, FULL_COUNT = 120, 10_000


def turn(white: str = "11", coloured: str = "6666", /, **written: object) -> Json:
    """A turn: two white dice, red to blue, then what is written."""
    roll: Json = {"white": [int(white[0]), int(white[1])]}
    roll |= dict(zip(("red", "yellow", "green", "blue"), map(int, coloured), strict=True))
    return {"dice": roll} | written


def lays(player: str, cell: str) -> Json:
    """A turn in which a player lays one stone by the white sum."""
    low = min(6, int(cell[1:]) - 1)
    return turn(f"{int(cell[1:]) - low}{low}", white={player: cell})


def record(*turns: Json, **top: object) -> Json:
    return {"format": "qwixx-record/1", "game": "duel", "players": ["E", "M"], "turns": list(turns)} | top


def broken(found: Json) -> list[tuple[int, str, str]]:
    return [(each["turn"], each["mark"], each["rule"]) for each in verdict(found)["illegal"]]


def stones(found: Json, row: str) -> tuple[dict[str, int], dict[str, int]]:
    """The stones of E and those of M in a row."""
    players = verdict(found)["players"]
    return players["E"]["marks"][row], players["M"]["marks"][row]


FIVE = [
    *(lays("E", "a2"), turn(), lays("E", "a3"), turn(), lays("E", "a3"), turn()),
    *(lays("E", "a4"), lays("M", "d12"), lays("E", "a5"), lays("M", "d11")),
]
"""E has red 2, two stones on 3, 4 and 5; M has misses and two blue stones."""


def test_example_1_a_single_stone_is_taken_and_taken_back() -> None:
    played = record(lays("E", "a5"), lays("M", "a5"))
    assert broken(played) == [] and stones(played, "a") == ({}, {"5": 1})
    played["turns"].append(lays("E", "a5"))
    assert broken(played) == [] and stones(played, "a") == ({"5": 1}, {})


def test_example_2_only_the_rightmost_stone_of_the_row_is_played_on() -> None:
    begun = [lays("E", "a5"), lays("M", "a7")]
    assert broken(record(*begun, lays("E", "a5"))) == [(3, "a5", "duel-rightmost")]
    assert broken(record(*begun, lays("E", "a6"))) == []
    assert broken(record(*begun, lays("E", "a6"), lays("M", "a4"))) == [(4, "a4", "duel-left-to-right")]


def test_example_3_a_tower_is_safe() -> None:
    begun = [lays("E", "a5"), lays("M", "b3"), lays("E", "a5")]
    assert broken(record(*begun)) == [] and stones(record(*begun), "a") == ({"5": 2}, {})
    assert broken(record(*begun, lays("M", "a5"))) == [(4, "a5", "duel-rightmost")]
    assert broken(record(*begun, lays("M", "a6"))) == []


def test_example_4_no_tower_in_one_turn() -> None:
    played = record(turn("23", "2666", white={"E": "a5"}, colour="a5"))
    assert broken(played) == [(1, "a5", "duel-same-turn")]
    taken = record(lays("E", "a5"), turn("23", "2666", white={"M": "a5"}, colour="a5"))
    assert broken(taken) == [(2, "a5", "duel-same-turn")], "a stone that replaced another was laid now, too"


def test_example_5_five_stones_lock_a_row() -> None:
    found = verdict(record(*FIVE[:7], lays("M", "d12"), FIVE[8], lays("M", "d11"), lays("E", "a12")))
    assert found["ok"] and found["closed"] == ["a"]
    emma = found["players"]["E"]
    assert emma["marks"]["a"] == {"2": 1, "3": 2, "4": 1, "5": 1, "12": 1}
    assert emma["locks"] == ["a"] and emma["scores"]["a"] == 28
    four = record(lays("E", "a2"), lays("M", "d12"), lays("E", "a3"), lays("M", "d11"), lays("E", "a4"))
    four["turns"] += [lays("M", "d10"), lays("E", "a5"), lays("M", "d9"), lays("E", "a12")]
    assert broken(four) == [(9, "a12", "duel-lock-needs-five")]


def test_duel_lock_needs_five_stones_of_ones_own() -> None:
    begun = [lays("M", "a2"), lays("E", "a2"), lays("M", "a3"), lays("E", "a4"), lays("M", "a5")]
    begun += [lays("E", "a6"), lays("M", "a7"), lays("E", "a8")]
    played = record(*begun, turn(), lays("E", "a12"), players=["M", "E"])
    assert stones(played, "a") == ({"4": 1, "6": 1, "8": 1, "2": 1}, {"3": 1, "5": 1, "7": 1})
    assert broken(played) == [(10, "a12", "duel-lock-needs-five")], "four, and three of the other player"


def misses(*who: str) -> list[Json]:
    """Turns of E and M in which those named lay nothing, the others blue stones from the left."""
    blue = iter(range(12, 0, -1))
    return [turn() if name == "miss" else lays(name, f"d{next(blue)}") for name in who]


def test_example_6_four_misses_together_or_alone() -> None:
    turns = misses("miss", "miss", "miss", "miss")
    assert verdict(record(*turns))["ended"] == {"turn": 4, "reason": "end-misses"}
    three = misses("miss", "M", "miss", "miss")
    assert verdict(record(*three))["ended"] is None
    alone = record(*turns, *misses("miss", "miss", "miss"), rulings={"duel-misses": "alone"})
    assert verdict(alone)["ended"] == {"turn": 7, "reason": "end-misses"}
    assert verdict(record(*turns, *misses("miss", "miss"), rulings={"duel-misses": "alone"}))["ended"] is None


def test_duel_active_the_other_player_lays_nothing() -> None:
    played = record(turn("23", white={"E": "a5", "M": "b5"}))
    assert broken(played) == [(1, "b5", "duel-active")]
    assert broken(record(turn("23", white={"M": "-"}))) == [], "a pass of the other is no entry"


def test_duel_miss_takes_a_stone_and_five_points() -> None:
    found = verdict(record(turn(), lays("M", "a3")))
    assert [found["players"][name]["misses"] for name in "EM"] == [1, 0]
    assert found["players"]["E"]["scores"]["total"] == -5


def test_duel_miss_is_not_taken_where_a_tower_grew_or_a_stone_was_taken() -> None:
    found = verdict(
        record(lays("E", "a5"), lays("M", "a5"), lays("E", "a5"), lays("M", "b2"), lays("E", "a5"))
    )
    assert [found["players"][name]["misses"] for name in "EM"] == [0, 0]
    assert stones(record(lays("E", "a5"), lays("M", "a5"), lays("E", "a5")), "a") == ({"5": 1}, {})


def test_a_closed_row_is_closed_for_both_and_its_die_leaves() -> None:
    begun = [*FIVE[:7], lays("M", "d12"), FIVE[8], lays("M", "d11"), lays("E", "a12")]
    assert broken(record(*begun, lays("M", "a12"))) == [(12, "a12", "row-closed")]
    late = turn("11", "2666", colour="a3")
    assert broken(record(*begun, late)) == [(12, "a3", "die-removed")]


def test_end_stones_the_last_stone_ends_the_game_in_action_1_already() -> None:
    turns: list[Json] = []
    for number in range(2, 12):  # two stones a turn: red and yellow 2 to 11
        low = min(6, number - 1)
        dice = f"{number - low}{low}", f"6{number - low}66"
        turns += [turn(*dice, white={"E": f"a{number}"}, colour=f"b{number}"), lays("M", "d12")]
    turns += [lays("E", "c12"), lays("M", "d12")]
    assert verdict(record(*turns))["ended"] is None, "21 stones"
    turns.append(turn("56", "1666", white={"E": "c11"}, colour="a7"))
    found = verdict(record(*turns))
    assert found["ended"] == {"turn": 23, "reason": "end-stones"}
    assert [each["rule"] for each in found["illegal"]] == ["game-over"]
    turns[-1] = turn()
    assert verdict(record(*turns))["ended"] == {"turn": 23, "reason": "end-stones"}, "a miss takes a stone"


def five(row: str) -> list[str]:
    return [f"{row}{number}" for number in (2, 3, 3, 4, 5)]


def against_one_tower(*cells: str) -> list[Json]:
    """Turns in which E lays a stone in each of these cells, and M in between always on blue 12."""
    turns = [each for cell in cells for each in (lays("E", cell), lays("M", "d12"))]
    return turns[:-1]


def test_end_stones_counts_those_on_locks_and_in_towers() -> None:
    cells = [*five("a"), "a12", *["b2"] * 15]
    assert verdict(record(*against_one_tower(*cells[:-1])))["ended"] is None, "21 stones"
    found = verdict(record(*against_one_tower(*cells)))
    assert found["ok"] and found["ended"] == {"turn": 41, "reason": "end-stones"}
    assert [found["players"]["E"]["marks"][row] for row in "ab"] == [
        {"2": 1, "3": 2, "4": 1, "5": 1, "12": 1},
        {"2": 15},
    ]


def test_two_closed_rows_end_the_duel_in_action_1_already() -> None:
    turns = against_one_tower(*five("a"), "a12", *five("b"), "b12")
    turns[-1]["colour"] = "c7"
    found = verdict(record(*turns))
    assert found["ended"] == {"turn": 23, "reason": "end-two-rows"} and found["closed"] == ["a", "b"]
    assert [(each["mark"], each["rule"]) for each in found["illegal"]] == [("c7", "game-over")]


def test_the_duel_is_for_two() -> None:
    for players in (("E",), ("E", "M", "X")):
        with pytest.raises(NotAGame, match="On this board 2 players play"):
            Game("duel", "", players)


def test_a_row_scores_twelve_stones_at_most() -> None:
    turns: list[Json] = []
    for number in range(14):
        turns += [lays("E", "a2"), lays("M", "d12" if number % 2 else "c12")]
    found = verdict(record(*turns))
    assert found["players"]["E"]["marks"]["a"] == {"2": 14}
    assert found["players"]["E"]["scores"]["a"] == 78


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"players": ["E"]}, "/players: expected 2 names"),
        ({"players": ["E", "M", "X"]}, "/players: expected 2 names"),
        ({"turns": [lays("E", "a5") | {"white": {"E": "a5+"}}]}, "/turns/0/white/E"),
        ({"turns": [lays("E", "a5") | {"white": {"E": "a5*"}}]}, "/turns/0/white/E"),
        ({"turns": [lays("E", "a5") | {"white": {"E": "a5>b"}}]}, "/turns/0/white/E"),
        ({"sheets": {"E": "A"}}, "/sheets"),
    ],
)
def test_what_is_no_record_of_the_duel_gets_one_sentence(changed: Json, said: str) -> None:
    with pytest.raises(NotARecord) as problem:
        read_record(json.dumps(record() | changed))
    assert said in str(problem.value)


def test_the_naive_referee_agrees(full_counts: bool) -> None:
    rules: set[str] = set()
    ended: set[str] = set()
    towers = 0
    for seed in range(FULL_COUNT if full_counts else COUNT):
        played = random_duel_record(random.Random(f"duel {seed}"))
        found = agreed_verdict(played, DuelReferee(played))
        assert not any("cross" in each["why"] for each in found["illegal"]), "stones are laid"
        rules |= {rule for *_, rule in illegal_in(found)}
        ended.add(found["ended"] and found["ended"]["reason"])
        towers += any(
            n > 1
            for each in found["players"].values()
            for row in each["marks"].values()
            for n in row.values()
        )
    assert {"end-two-rows", "end-misses", None} <= ended
    duel = {"duel-active", "duel-left-to-right", "duel-rightmost", "duel-same-turn", "duel-lock-needs-five"}
    assert {*duel, "white-sum", "colour-sum", "game-over", "die-removed"} <= rules
    assert "end-stones" in ended or not full_counts
    assert towers > COUNT / 4


def test_listed_marks_are_those_that_the_naive_referee_allows(full_counts: bool) -> None:
    asked = 0
    for seed in range(4000 if full_counts else 300):
        played = random_duel_record(random.Random(f"open {seed}"))
        if not played["turns"] or not played["turns"][-1].get("open") or not verdict(played)["ok"]:
            continue
        last = played["turns"][-1]
        for entry in open_moves(read_record(json.dumps(played))):
            player = entry["player"]
            for cell in [f"{row}{n}" for row in "abcd" for n in range(2, 13)]:
                tried = json.loads(json.dumps(played))
                if entry["action"] == "white":
                    tried["turns"][-1].setdefault("white", {})[player] = cell
                else:
                    tried["turns"][-1]["colour"] = cell
                legal = not DuelReferee(tried).play().illegal
                assert (cell in entry["moves"]) == legal, (cell, json.dumps(last))
            asked += 1
    assert asked > 10


def test_a_position_is_written_as_text_and_read_again() -> None:
    from companion.rules import Sheet

    position = judge(read_record(json.dumps(record(*FIVE)))).position
    assert str(position.sheets[0]).endswith("towers a3")
    for sheet in position.sheets:
        assert Sheet.parse(str(sheet), sheet.pad) == sheet
