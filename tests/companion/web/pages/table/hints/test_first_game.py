"""A first game: each step is explained as it comes, to devices that want it."""

from dataclasses import replace
from typing import Any

from companion.web.layout.game.lesson_parts import Explanation
from companion.web.pages.table.hints.first_game import present_explanation
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, BEN, ROLL, TABLE, play


def explained(*events: str, viewer: Viewer = TABLE, **options: Any) -> Explanation:
    table = play(*events, **options).present
    found = present_explanation(table, replace(viewer, explains=True))
    assert found is not None
    return found


def text(explanation: Explanation) -> str:
    return " ".join(map(str, explanation.texts))


def test_nobody_who_does_not_want_it_is_told() -> None:
    assert present_explanation(play().present, TABLE) is None


def test_each_step_of_a_turn_has_its_own_explanation() -> None:
    assert "Ann throws all dice" in text(explained())
    assert "make 5. Everyone may cross one 5" in text(explained(ROLL))
    passed = explained(ROLL, "Ann -", "Ben -")
    assert "crossed nothing yet" in text(passed) and "miss" in text(passed)
    assert "passing costs nothing" in text(explained(ROLL, "Ann a5", "Ben -"))


def test_whoever_only_waits_is_told_so() -> None:
    assert "You wait" in text(explained(ROLL, "Ann -", "Ben -", viewer=BEN))
    assert "You wait" not in text(explained(ROLL, "Ann -", "Ben -", viewer=ANN))


def test_the_card_game_is_explained_by_its_own_rules() -> None:
    assert "draws up to five cards" in text(explained(game="cards"))
    number = explained("5", game="cards")
    assert "Everyone may cross one 5" in text(number) and number.rule == "cards-number"
    assert explained("5", "Ann -", "Ben -", game="cards").rule == "cards-play"


def test_the_end_says_what_counts() -> None:
    events: list[str] = []
    for n in range(7):
        active = ("Ann", "Ben")[n % 2]
        events += [ROLL, "Ann -", "Ben -", f"{active} -"]
    assert "four misses" in text(explained(*events))


def test_the_special_cells_of_each_different_pad_are_explained() -> None:
    roll = "w4 w1 r3 y2 g6 b5"
    both = text(explained(roll, game="double-a", sheets={"Ben": "double-b"}))
    assert "may be crossed again when its number comes again." in both
    assert "takes two crosses at once." in both
    assert text(explained(roll, game="lucky-15")).count("make 15") == 1
