"""Records of games with characters: the form, the verdict and the lists of moves."""

import json
from typing import Any

import pytest

from companion.records.reading import read_record
from companion.records.referee import open_moves
from companion.records.validation import NotARecord
from tests.companion.records.examples import Json, cards, classic
from tests.companion.records.verdicts import illegal_in, moves, verdict

EVA = {"white": [2, 5], "red": 3, "yellow": 5, "green": 3, "blue": 6}
TURNED = EVA | {"red": 4}


def game(character: str | None, *turns: Json, **top: object) -> Json:
    """Ann, who is active first, has the character; Bob has none."""
    return classic(*turns, characters={"Ann": character} if character else {}, **top)


def found(record: Json) -> list[tuple[Any, ...]]:
    return illegal_in(verdict(record))


# -- the dice ------------------------------------------------------------------------------------------


def test_dice_changed_against_the_rules_are_reported_once_and_count_all_the_same() -> None:
    turn = {"first_dice": EVA, "dice": TURNED, "white": {"Bob": "a7"}, "colour": "a6"}
    wrong = [(1, "white", "Ann", "-", "character-own-turn")]
    assert found(game("tina-turner", turn)) == found(game("double-dutch", turn)) == []
    for character in ("magic-mike", None):
        assert found(game(character, turn)) == wrong
        assert verdict(game(character, turn))["players"]["Ann"]["marks"]["a"] == [6], "red 4 counts"
    others = {"dice": EVA, "colour": "b7"}
    turn = {"first_dice": EVA, "dice": TURNED, "colour": "a6"}
    assert found(game("tina-turner", others, turn)) == [(2, "white", "Bob", "-", "character-own-turn")]


def test_a_turn_that_changes_no_die_is_the_re_rollers_alone() -> None:
    same = {"first_dice": EVA, "dice": EVA, "colour": "b7"}
    assert found(game("double-dutch", same)) == []
    assert found(game("tina-turner", same)) == [(1, "white", "Ann", "-", "character-own-turn")]


def test_lists_of_moves_show_the_changes_of_the_dice_before_anybody_marks() -> None:
    still = {"dice": EVA, "open": True}
    assert moves(game("double-dutch", still)) == {
        "Ann": ["-", "a7", "b7", "c7", "d7", "re-roll"],
        "Bob": ["-", "a7", "b7", "c7", "d7"],
    }
    assert moves(game("tina-turner", still))["Ann"][5:] == ["red 3", "green 3"]
    assert "re-roll" not in moves(game("double-dutch", still | {"white": {"Bob": "a7"}}))["Ann"]
    assert "re-roll" not in moves(game("double-dutch", still | {"first_dice": EVA}))["Ann"]
    assert "re-roll" not in moves(game("double-dutch", {"dice": EVA, "colour": "b7"}, still))["Ann"]


# -- two crosses in action 2 ---------------------------------------------------------------------------


def test_each_of_two_crosses_is_judged_and_reported_alone() -> None:
    def colour(text: str, character: str = "chris-cross") -> list[tuple[str, str]]:
        return [(mark, rule) for _, _, _, mark, rule in found(game(character, {"dice": EVA, "colour": text}))]

    assert colour("b7 c8") == []
    assert colour("b7 c5") == [("c5", "cross-third")]
    assert colour("b8 c5") == [("b8", "colour-sum")], "the first was not made, so the second stands alone"
    assert colour("b7 c8 d8") == [("d8", "action-order")]
    assert colour("b8 b9 c8") == [("b8", "colour-sum"), ("b9", "colour-sum"), ("c8", "action-order")]
    assert colour("b7 c8", "magic-mike") == [("c8", "action-order")]
    made = verdict(game("chris-cross", {"dice": EVA, "white": {"Ann": "a7"}, "colour": "b7 c8"}))
    assert [made["players"]["Ann"]["marks"][row] for row in "abc"] == [[7], [7], [8]]


def test_two_crosses_may_stand_in_action_2_alone() -> None:
    with pytest.raises(NotARecord, match="/turns/0/white/Ann: expected a mark like a5"):
        read_record(json.dumps(game("chris-cross", {"dice": EVA, "white": {"Ann": "a7 b7"}})))


# -- a cross in place of a miss ------------------------------------------------------------------------


def test_instead_of_a_miss() -> None:
    def result(turn: Json, character: str = "miss-take", **top: object) -> tuple[list[str], int, list[int]]:
        record = game(character, {"dice": EVA} | turn, **top)
        ann = verdict(record)["players"]["Ann"]
        return [each[4] for each in found(record)], ann["misses"], ann["marks"]["c"]

    assert result({"instead": "c8"}) == ([], 0, [8])
    assert result({}) == result({"instead": "-"}) == ([], 1, [])
    assert result({"instead": "c2"}) == (["lock-needs-five"], 1, [])
    assert result({"instead": "c8", "colour": "b7"}) == (["miss-any"], 0, [])
    assert result({"instead": "c8", "white": {"Ann": "a7"}}) == (["miss-any"], 0, [])
    assert result({"instead": "c8"}, "magic-mike") == (["miss-any"], 1, [])
    assert result({"instead": "c8", "colour": "b9"}) == (["colour-sum"], 0, [8]), "it was not made"
    record = game("miss-take", {"dice": EVA, "instead": "c8"}, {"dice": EVA}, {"dice": EVA, "instead": "c7"})
    assert found(record) == []
    assert found(record | {"rulings": {"miss-often": "once"}}) == [(3, "instead", "Ann", "c7", "miss-any")]


def test_an_open_turn_asks_for_it_after_action_2() -> None:
    still = {"dice": EVA, "white": {"Ann": "-", "Bob": "-"}, "open": True}
    asked = game("miss-take", still | {"colour": "-"})
    assert "c8" in moves(asked)["Ann"] and "c2" not in moves(asked)["Ann"]
    assert open_moves(read_record(json.dumps(asked)))[0]["action"] == "instead"
    early = game("miss-take", still | {"instead": "c8"})
    assert found(early) == [(1, "instead", "Ann", "c8", "action-order")]
    assert moves(game("miss-take", still | {"colour": "-", "instead": "c8"})) == {}


# -- the form ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (classic(characters={"Eva": "miss-take"}), "/characters/Eva: expected a name from /players"),
        (classic(characters={"Ann": "toni"}), "/characters/Ann: expected one of double-dutch, tina-turner"),
        (classic(characters={"Ann": 1}), "/characters/Ann: expected one of"),
        (classic(characters=[]), "/characters: expected an object"),
        (cards(characters={}), "/characters: expected only in a game of dice"),
        (classic({"dice": EVA, "first_dice": {"white": [1]}}), "/turns/0/first_dice/white"),
        (classic({"dice": EVA, "first_dice": {"white": [1, 7]}}), "/turns/0/first_dice/white/1"),
        (classic({"dice": EVA, "instead": "c8 c7"}), "/turns/0/instead: expected"),
        (classic({"dice": EVA, "instead": "15"}), "/turns/0/instead: expected"),
        (classic({"dice": EVA, "instead": 5}), "/turns/0/instead: expected"),
        (classic({"dice": EVA, "colour": "a5  b5"}), "/turns/0/colour: expected a mark like a5"),
        (classic({"dice": EVA, "colour": " ".join(["a5"] * 7)}), "/turns/0/colour: expected a mark"),
    ],
)
def test_what_is_no_record_gets_one_sentence(record: Json, said: str) -> None:
    with pytest.raises(NotARecord) as problem:
        read_record(json.dumps(record))
    assert said in str(problem.value)
