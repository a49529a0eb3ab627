"""Hints: who gets which."""

import dataclasses

import pytest

from companion.table.events import Event, SheetTakenOver
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.hints.hints import percent
from companion.web.pages.table.table_page import TablePage
from companion.web.pages.table.viewer import Viewer
from tests.companion.web.pages.tables import ANN, BEN, GUEST, ROLL, TABLE, play


def page_of(viewer: Viewer, level: str, *events: str | Event, **agreed: object) -> TablePage:
    timeline = play(*events, **agreed)  # type: ignore[arg-type]
    return TablePage(timeline, 1, 1, CameraState(), dataclasses.replace(viewer, hints=level))


def advised(viewer: Viewer, *events: str | Event, **agreed: object) -> dict[str, int]:
    advice = page_of(viewer, "suggestions", *events, **agreed).advice
    return {each.player: len(each.options or ()) for each in advice}


@pytest.mark.parametrize("level", ["off", "cells"])
def test_nobody_is_advised_who_does_not_want_it(level: str) -> None:
    page = page_of(TABLE, level, ROLL)
    assert not (page.advice or page.reviews or page.silence)


def test_a_player_is_advised_alone_and_at_length() -> None:
    assert advised(BEN, ROLL) == {"Ben": 3}
    assert advised(BEN, ROLL, "Ben -") == {}
    assert advised(GUEST, ROLL) == {}


def test_the_table_advises_all_who_choose_in_short() -> None:
    assert advised(TABLE, ROLL) == {"Ann": 1, "Ben": 1}
    assert advised(TABLE, ROLL, "Ann -") == {"Ben": 3}
    with_phones = dataclasses.replace(TABLE, guests=("Ann", "Ben"))
    assert advised(with_phones, ROLL) == {"Ann": 1, "Ben": 1}


def test_a_suggestion_names_its_cells_for_the_sheet() -> None:
    page = page_of(ANN, "suggestions", "w1 w1 r3 y2 g6 b5")
    assert page.suggested("Ann") in (("a2",), ("b2",)) and page.suggested("Ben") == ()


def test_the_table_advises_nobody_while_choices_are_hidden_and_says_so() -> None:
    assert advised(TABLE, ROLL, hidden=True) == {}
    assert "hidden" in str(page_of(TABLE, "suggestions", ROLL, hidden=True).silence)
    assert advised(ANN, ROLL, hidden=True) == {"Ann": 3}


def test_whoever_asks_for_hints_in_vain_is_told_why() -> None:
    assert "paper" in str(page_of(TABLE, "coach", ROLL, paper=True).silence)
    assert "watches" in str(page_of(GUEST, "suggestions", ROLL).silence)
    assert page_of(GUEST, "cells", ROLL).silence is None


@pytest.mark.parametrize("viewer", [ANN, TABLE])
def test_the_coach_says_nothing_before_a_choice_or_in_a_demo(viewer: Viewer) -> None:
    for demo in (False, True):
        page = page_of(viewer, "coach", ROLL, demo=demo)
        assert not (page.advice or page.reviews or page.silence)


def test_only_a_certain_win_has_a_hundred_per_cent() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == [0, 1, 50, 99, 100]


def test_a_pass_in_the_second_action_is_a_miss_until_something_is_crossed() -> None:
    def moves(*events: str | Event) -> set[str]:
        page = page_of(TABLE, "suggestions", *events, players=("Ann",))
        return {str(page.move_name("Ann", each.move)) for each in page.advice[0].options or ()}

    full = SheetTakenOver("Ann", "a11 / b11 / c3 / d3")
    assert moves(full, "w5 w6 r1 y1 g6 b6", "Ann -") == {"take the penalty"}
    nearly = SheetTakenOver("Ann", "a10 / b11 / c3 / d3")
    assert moves(nearly, "w5 w6 r1 y1 g6 b6", "Ann a11") == {"pass"}


def test_the_coach_looks_back_on_the_last_turn() -> None:
    def reviewed(viewer: Viewer, level: str, *events: str) -> list[str]:
        return [review.coaching.player for review in page_of(viewer, level, *events).reviews]

    turn = (ROLL, "Ann d5", "Ben -", "Ann -")
    assert reviewed(TABLE, "coach", *turn) == ["Ann", "Ben", "Ann"]
    assert reviewed(BEN, "coach", *turn) == ["Ben"]
    assert reviewed(TABLE, "coach", *turn[:-1]) == [], "not before the turn is over"
    assert reviewed(TABLE, "suggestions", *turn) == []


def test_a_bad_choice_names_the_better() -> None:
    page = page_of(ANN, "suggestions", ROLL)
    best = page.move_name("Ann", page.advice[0].best.move)
    bad = page_of(ANN, "coach", ROLL, "Ann d5", "Ben -", "Ann -").reviews[0]
    assert not bad.coaching.fine and bad.chosen != bad.best == best
