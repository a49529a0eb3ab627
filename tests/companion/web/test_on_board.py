"""On Board on the page: the figure moves by a tap, alone or together with a cross of action 2."""

import random

import pytest

from companion.records.referee import judge
from companion.table.events import Decided, DiceKept, GameBegun, RollTaken, SheetTakenOver
from companion.table.state import Table
from companion.table.timeline import Timeline, apply, fold
from companion.table.to_record import record_of
from companion.web.presenters.setup.lesson import lesson
from companion.web.session.computer_players import computer_event, has_computer_to_act
from tests.companion.web.conftest import Actor


def test_the_figure_moves_alone_or_with_a_cross_and_the_page_shows_where_it_stands(table: Actor) -> None:
    table.begin("Ann", "Ben", game="on-board")
    table.roll("w1 w2 r1 y1 g6 b6")
    assert "Your figure stands before the path" in table.page() and "Move the figure" not in table.page()
    for player in ("Ann", "Ben"):
        table.join(player).marks("-")
    page = table.page()
    assert "Your figure may move, after your cross or without one" in page and "Move the figure" in page
    assert "and the figure one field on" in page, "a cell asks whether the figure moves too"
    assert table.join("Ann").marks("d7 f2").sheet == "- / - / c12 / d7 path 2"
    page = table.page()
    assert "the figure stands here" in page
    assert "blue 7 and the figure 2 fields on" in page or "the figure 2 fields on" in page


def test_the_lesson_and_the_rules_tell_of_the_path(table: Actor) -> None:
    assert [step.title for step in lesson("on-board")].count("Third: your figure") == 1
    table.begin("Ann", "Ben", game="on-board")
    page = table.client.get("/rules").text
    assert "What a field asks for" in page
    told = table.client.get("/rules/board-cross").text
    assert "cross that number in that row" in told


def test_two_figures_at_the_end_of_the_path_are_named_as_the_end(table: Actor) -> None:
    table.begin("Ann", "Ben", game="on-board")
    for player, field in (("Ann", 38), ("Ben", 37)):
        table.server.session.dispatch(SheetTakenOver(player, f"- / - / - / - path {field}"))
    page = table.page()
    assert "Two figures at the end of the path ended the game in turn 1." in page
    assert "Two rows are locked" not in page


@pytest.mark.parametrize(
    ("own", "theirs"),
    [("double-dutch", "tina-turner"), ("magic-mike", "chris-cross"), ("miss-take", "double-dutch")],
)
def test_computers_with_characters_play_on_board_to_its_end(own: str, theirs: str) -> None:
    """Ann has a character and throws for herself; the computer has another, and moves its figure."""
    chance = random.Random(own)
    begun = GameBegun(
        "on-board",
        ("Ann", "Computer"),
        pretend=True,
        computers={"Computer": "good"},
        characters={"Ann": own, "Computer": theirs},
    )
    timeline: Timeline | None = fold([begun])
    assert timeline is not None
    while timeline.present.position.end is None:
        table = timeline.present
        if has_computer_to_act(timeline):
            timeline = apply(timeline, computer_event(table, chance))
        elif table.position.phase == "roll":
            timeline = apply(timeline, RollTaken(_thrown(chance, table), "thrown"))
        else:
            timeline = apply(timeline, _anns(timeline))
    table = timeline.present
    figure = table.position.sheet("Computer").of("path").bit_length()
    assert figure > 5, "its figure moved more than once"
    verdict = judge(record_of(table))
    assert verdict.ok and verdict.position.sheets == table.position.sheets


def _thrown(chance: random.Random, table: Table) -> str:
    dice = ("w", "w", *table.game.dice_left(table.position))
    return " ".join(f"{die[0]}{chance.randint(1, 6)}" for die in dice)


def _anns(timeline: Timeline) -> Decided | DiceKept:
    """What Ann does: keeps the dice, moves her figure if it may, and else passes."""
    table = timeline.present
    if table.position.phase == "dice":
        return DiceKept()
    moves = table.game.moves(table.position, "Ann")
    figure = next((str(mark) for mark in moves if str(mark) in ("f1", "f2", "f3")), "-")
    return Decided("Ann", figure)
