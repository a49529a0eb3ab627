"""Hints: who gets which."""

import dataclasses

import pytest

from companion.table.events import Event, SheetTakenOver
from companion.web.pages.table.hints.hints import Hints, present_hints
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, BEN, GUEST, ROLL, TABLE, play


def hints(viewer: Viewer, level: str, *events: str | Event, **agreed: object) -> Hints:
    return present_hints(play(*events, **agreed), dataclasses.replace(viewer, hints=level))  # type: ignore[arg-type]


def advised(found: Hints) -> dict[str, int]:
    return {advice.player: len(advice.suggestions) for advice in found.advice}


@pytest.mark.parametrize("level", ["off", "cells"])
def test_nobody_is_advised_who_does_not_want_it(level: str) -> None:
    assert not hints(TABLE, level, ROLL)


def test_a_player_is_advised_alone_and_at_length() -> None:
    assert advised(hints(BEN, "suggestions", ROLL)) == {"Ben": 3}
    assert advised(hints(BEN, "suggestions", ROLL, "Ben -")) == {}
    assert advised(hints(GUEST, "suggestions", ROLL)) == {}


def test_the_table_advises_all_who_choose_in_short() -> None:
    assert advised(hints(TABLE, "suggestions", ROLL)) == {"Ann": 1, "Ben": 1}
    assert advised(hints(TABLE, "suggestions", ROLL, "Ann -")) == {"Ben": 3}
    with_phones = dataclasses.replace(TABLE, guests=("Ann", "Ben"))
    assert advised(hints(with_phones, "suggestions", ROLL)) == {"Ann": 1, "Ben": 1}


def test_a_suggestion_names_its_cells_for_the_sheet() -> None:
    found = hints(ANN, "suggestions", "w1 w1 r3 y2 g6 b5")
    assert found.advice[0].suggestions[0].cells == found.best_cells("Ann")
    assert found.best_cells("Ann") in (("a2",), ("b2",)) and found.best_cells("Ben") == ()


def test_the_table_advises_nobody_while_choices_are_hidden_and_says_so() -> None:
    found = hints(TABLE, "suggestions", ROLL, hidden=True)
    assert advised(found) == {} and "hidden" in str(found.silence)
    assert advised(hints(ANN, "suggestions", ROLL, hidden=True)) == {"Ann": 3}


def test_whoever_asks_for_hints_in_vain_is_told_why() -> None:
    assert "paper" in str(hints(TABLE, "coach", ROLL, paper=True).silence)
    assert "watches" in str(hints(GUEST, "suggestions", ROLL).silence)
    assert hints(GUEST, "cells", ROLL).silence is None


def test_the_coach_says_nothing_before_a_choice() -> None:
    assert not hints(ANN, "coach", ROLL) and not hints(TABLE, "coach", ROLL)


def test_no_advice_in_a_demo() -> None:
    assert not hints(TABLE, "coach", ROLL, demo=True)


def test_the_best_comes_first() -> None:
    chances = [option.win_percent for option in hints(ANN, "suggestions", ROLL).advice[0].suggestions]
    assert None not in chances and chances == sorted(chances, key=lambda chance: -(chance or 0))


def test_one_alone_plays_for_points() -> None:
    option = hints(TABLE, "suggestions", ROLL, players=("Ann",)).advice[0].suggestions[0]
    assert option.win_percent is None and isinstance(option.points, int)


def test_a_pass_in_the_second_action_is_a_miss_until_something_is_crossed() -> None:
    def moves(*events: str | Event) -> set[str]:
        found = hints(TABLE, "suggestions", *events, players=("Ann",))
        return {str(each.move) for each in found.advice[0].suggestions}

    full = SheetTakenOver("Ann", "a11 / b11 / c3 / d3")
    assert moves(full, "w5 w6 r1 y1 g6 b6", "Ann -") == {"take the penalty"}
    nearly = SheetTakenOver("Ann", "a10 / b11 / c3 / d3")
    assert moves(nearly, "w5 w6 r1 y1 g6 b6", "Ann a11") == {"pass"}


def test_the_coach_looks_back_on_the_last_turn() -> None:
    turn = (ROLL, "Ann d5", "Ben -", "Ann -")
    assert [review.player for review in hints(TABLE, "coach", *turn).reviews] == ["Ann", "Ben", "Ann"]
    assert [review.player for review in hints(BEN, "coach", *turn).reviews] == ["Ben"]
    assert hints(TABLE, "coach", *turn[:-1]).reviews == (), "not before the turn is over"
    assert hints(TABLE, "suggestions", *turn).reviews == ()


def test_a_good_choice_is_fine_and_a_bad_one_names_the_better() -> None:
    best = hints(ANN, "suggestions", ROLL).advice[0].suggestions[0].move
    reviews = hints(ANN, "coach", ROLL, "Ann d5", "Ben -", "Ann -").reviews
    bad = reviews[0]
    assert not bad.fine and bad.chosen != bad.best
    assert bad.best == best


def test_rough_advice_says_that_it_is() -> None:
    assert hints(ANN, "suggestions", ROLL).advice[0].note is None
    many = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    (advice,) = hints(ANN, "suggestions", ROLL, players=many).advice
    assert "rough" in str(advice.note)
