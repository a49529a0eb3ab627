"""The referee judges records: format of verdicts, open turns, warnings, and which reason comes first."""

import json
import re
from pathlib import Path

import pytest

from companion.records.reading import read_record
from companion.records.record import write_record
from companion.records.referee import judge, open_moves
from sheets.pad import load_pad, pad_data
from tests.companion.records.examples import DICE, LONGO, Json, cards, classic
from tests.companion.records.verdicts import illegal_in, verdict


def violations(record: Json) -> list[tuple[object, ...]]:
    """Return the illegal marks in the referee's verdict on `record`, without their explanations."""
    return illegal_in(verdict(record))


def moves(record: Json) -> list[Json]:
    return open_moves(read_record(json.dumps(record)))


def test_the_printed_verdict() -> None:
    result = verdict(LONGO)
    why = result["illegal"][0].pop("why")
    assert why == "The white dice show 5 + 1 = 6, so red 7 is not the white sum."
    assert result["illegal"] == [
        {"turn": 1, "action": "white", "player": "Max", "mark": "a7", "rule": "white-sum"}
    ]
    assert result["players"]["Emma"] == {
        "marks": {"a": [], "b": [6], "c": [], "d": [13]},
        "locks": [],
        "misses": 0,
        "bonus": [],
        "scores": {"a": 0, "b": 1, "c": 0, "d": 1, "bonus": 0, "misses": 0, "total": 2},
    }
    del result["players"], result["illegal"]
    assert result == {
        "format": "qwixx-verdict/1",
        "ok": False,
        "ended": None,
        "closed": [],
        "winners": None,
        "warnings": [],
    }


def test_an_illegal_mark_counts_as_not_written() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a6"}, "colour": "b9"})
    assert violations(record) == [
        (1, "white", "Ann", "a6", "white-sum"),
        (1, "colour", "Ann", "b9", "colour-sum"),
    ]
    assert verdict(record)["players"]["Ann"]["misses"] == 1


def test_an_open_turn_waits_for_everyone() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a5"}, "open": True})
    assert moves(record) == [{"player": "Bob", "action": "white", "moves": ["-", "a5", "b5", "c5", "d5"]}]
    assert verdict(record)["players"]["Ann"]["marks"]["a"] == [5]
    assert verdict(record)["players"]["Bob"]["misses"] == 0


def test_an_illegal_mark_in_an_open_turn_leaves_its_player_undecided() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a6", "Bob": "-"}, "open": True})
    assert [entry["player"] for entry in moves(record)] == ["Ann"]
    colour = classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "colour": "a12", "open": True})
    assert [(entry["player"], entry["action"]) for entry in moves(colour)] == [("Ann", "colour")]


def test_action_2_before_everyone_has_decided() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "a5"}, "colour": "a7", "open": True})
    assert violations(record) == [(1, "colour", "Ann", "a7", "action-order")]
    assert verdict(record)["players"]["Ann"]["marks"]["a"] == [5]
    play = cards(
        {"number": 4, "number_marks": {"Ann": "a4"}, "play": ["red 5"], "marks": ["a5"], "open": True}
    )
    assert violations(play) == [(1, "play", "Ann", None, "action-order")]


def test_passing_in_an_open_turn_ends_it_with_a_miss() -> None:
    record = classic({"dice": DICE, "white": {"Ann": "-", "Bob": "-"}, "colour": "-", "open": True})
    assert moves(record) == []
    assert verdict(record)["players"]["Ann"]["misses"] == 1


def test_after_the_end_marks_are_reported_and_plays_are_not_judged() -> None:
    passed = {"dice": DICE}
    record = classic(*[passed] * 7, {"dice": DICE, "white": {"Bob": "a5", "Ann": "-"}, "colour": "a9"})
    assert verdict(record)["ended"] == {"turn": 7, "reason": "end-misses"}
    assert violations(record) == [
        (8, "white", "Bob", "a5", "game-over"),
        (8, "colour", "Bob", "a9", "game-over"),
    ]
    nothing = {"number": 4, "play": ["red 5"]}
    late = {"number": 4, "play": ["red 5", "blue 5"], "marks": ["a5"]}
    assert violations(cards(*[nothing] * 7, late)) == [(8, "play", "Bob", "a5", "game-over")]


def test_a_finished_card_turn_has_a_play() -> None:
    assert violations(cards({"number": 4})) == [(1, "play", "Ann", None, "cards-play")]
    assert violations(cards({"number": 4, "open": True})) == []
    assert violations(
        cards({"number": 4, "number_marks": {"Ann": "-", "Bob": "-"}, "play": [], "open": True})
    ) == [(1, "play", "Ann", None, "cards-play")]


def test_marks_of_a_play_in_the_order_written() -> None:
    turn = {"number": 4, "play": ["red 4", "red 6", "red 8"], "marks": ["a4", "a6", "a8", "a6"]}
    assert violations(cards(turn)) == [
        (1, "play", "Ann", "a8", "cards-gap"),
        (1, "play", "Ann", "a6", "cards-play"),
    ]


def test_precedence_of_reasons() -> None:
    five = [{"dice": {"white": [1, n], "red": 1}, "white": {"Ann": f"a{n + 1}"}} for n in range(1, 6)]
    close = {"dice": {"white": [6, 6], "red": 1}, "white": {"Ann": "a12"}, "colour": "a7"}
    record = classic(
        *five, close, {"dice": {"white": [1, 1], "red": 1}, "white": {"Ann": "a2"}, "colour": "a3"}
    )
    result = verdict(record)
    assert result["closed"] == ["a"]
    assert violations(record) == [
        (6, "colour", "Bob", "a7", "die-removed"),  # before colour-sum and row-closed
        (7, "white", "Ann", "a2", "row-closed"),  # before left-to-right
        (7, "colour", "Ann", "a3", "die-removed"),
    ]
    wrong_and_closed = classic(*five, close, {"dice": DICE, "white": {"Ann": "a2"}})
    assert violations(wrong_and_closed)[-1] == (7, "white", "Ann", "a2", "white-sum")


def test_warnings() -> None:
    missing = {colour: value for colour, value in DICE.items() if colour != "red"}
    record = classic({"dice": missing, "white": {"Ann": "a5"}}, claims={"Ann": {"misses": 1, "total": 1}})
    warnings = verdict(record)["warnings"]
    assert [(w["code"], w.get("turn"), w.get("player")) for w in warnings] == [
        ("die-missing", 1, None),
        ("claim", None, "Ann"),
    ]
    assert "red die" in warnings[0]["text"]
    assert re.findall(r"\w+ of (\w+): .*?(\d).*?(\d)", warnings[1]["text"]) == [("Ann", "1", "0")]


def test_an_own_layout_is_carried_and_played() -> None:
    layout = pad_data(load_pad("classic")) | {"name": "steps", "sides": 4, "rows": {}}
    layout["rows"] = {
        "a": "red 2 3 4 5 6 7 8",
        "b": "red 2 3 4 blue 5 6 7 8",
        "c": "green 8 7 6 5 4 3 2",
        "d": "blue 5 4 3 2 8 6 7",
    }
    record = classic(
        {"dice": {"white": [2, 2], "red": 4}, "white": {"Ann": "d4"}, "colour": "b6"}, layout=layout
    )
    assert violations(record) == [(1, "colour", "Ann", "b6", "colour-sum")]
    assert verdict(record)["players"]["Ann"]["marks"]["d"] == [4]
    assert read_record(json.dumps(write_record(read_record(json.dumps(record))))).game.pad.name == "steps"


RECORDS = sorted((Path(__file__).parents[3] / "fixtures" / "records").glob("*.verdict.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.split(".")[0])
def test_the_records_of_the_fixtures(path: Path) -> None:
    record = read_record(path.with_name(path.name.replace(".verdict", "")).read_bytes())
    assert judge(record).to_json() == json.loads(path.read_text(encoding="utf-8"))


def test_house_rules_are_honoured_and_repeated() -> None:
    turn = {"dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}}
    record = {
        "format": "qwixx-record/1",
        "game": "classic",
        "players": ["Ann", "Ben"],
        "house": {"no-miss": ["Ben"], "rounds": 1},
        "turns": [turn, turn, {**turn, "white": {"Ann": "a5"}}],
    }
    verdict = judge(read_record(json.dumps(record))).to_json()
    assert verdict["house"] == {"no-miss": ["Ben"], "rounds": 1}
    assert verdict["ended"] == {"turn": 2, "reason": "house-rounds"}
    players = verdict["players"]
    assert isinstance(players, dict)
    assert (players["Ann"]["misses"], players["Ben"]["misses"]) == (1, 0)
    assert verdict["winners"] == ["Ben"]
    assert [each["rule"] for each in verdict["illegal"]] == ["game-over"]  # type: ignore[attr-defined]
    by_the_book = judge(read_record(json.dumps({**record, "house": {}}))).to_json()
    assert "house" not in by_the_book and by_the_book["ended"] is None
