"""Hints on the table's page: who gets which advice, and in what detail."""

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


@pytest.mark.parametrize(
    ("viewer", "events", "agreed", "options"),
    [
        (BEN, (ROLL,), {}, {"Ben": 3}),
        (BEN, (ROLL, "Ben -"), {}, {}),
        (GUEST, (ROLL,), {}, {}),
        (TABLE, (ROLL,), {}, {"Ann": 1, "Ben": 1}),
        (TABLE, (ROLL, "Ann -"), {}, {"Ben": 3}),
        (dataclasses.replace(TABLE, players_with_device=("Ann", "Ben")), (ROLL,), {}, {"Ann": 1, "Ben": 1}),
        (TABLE, (ROLL,), {"hidden": True}, {}),
        (ANN, (ROLL,), {"hidden": True}, {"Ann": 3}),
    ],
)
def test_players_are_advised_at_length_and_several_in_short(
    viewer: Viewer, events: tuple[str, ...], agreed: dict[str, bool], options: dict[str, int]
) -> None:
    advice = page_of(viewer, "suggestions", *events, **agreed).advice
    assert {each.player: len(each.options or ()) for each in advice} == options


def test_a_suggestion_names_its_cells_for_the_sheet() -> None:
    page = page_of(ANN, "suggestions", "w1 w1 r3 y2 g6 b5")
    assert page.suggested("Ann") in (("a2",), ("b2",)) and page.suggested("Ben") == ()


@pytest.mark.parametrize(
    ("viewer", "level", "agreed", "why"),
    [
        (TABLE, "suggestions", {"hidden": True}, "hidden"),
        (TABLE, "coach", {"paper": True}, "paper"),
        (GUEST, "suggestions", {}, "watches"),
        (GUEST, "cells", {}, "None"),
        (TABLE, "cells", {}, "None"),
        (TABLE, "off", {}, "None"),
        (TABLE, "coach", {}, "None"),
        (ANN, "coach", {"demo": True}, "None"),
    ],
)
def test_whoever_asks_for_hints_in_vain_is_told_why(
    viewer: Viewer, level: str, agreed: dict[str, bool], why: str
) -> None:
    page = page_of(viewer, level, ROLL, **agreed)
    assert not page.advice and not page.reviews and why in str(page.silence)


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
