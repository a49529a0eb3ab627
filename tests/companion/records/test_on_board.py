"""On Board: the third action, what fields ask for, points and ends; each rule breaks here if broken."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import Game, House, Mark, NotAMark, Position, Roll, Sheet
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from sheets.pad import load_pad, pad_data, parse_pad
from sheets.pad_table import PadError
from tests.companion.moment import after, moment, why
from tests.companion.records.verdicts import verdict as verdict_of

PAD = load_pad("on-board")
PATH = PAD.part("path")
PLAYERS = ("Eva", "Max")
ROLL = {"white": [1, 2], "red": 1, "yellow": 1, "green": 6, "blue": 6}
"""White three; with colours red and yellow 2 or 3, green and blue 7 or 8."""


def verdict(*turns: dict[str, Any], **top: Any) -> dict[str, Any]:
    record = {"format": "qwixx-record/1", "game": "on-board", "players": list(PLAYERS), "turns": list(turns)}
    return verdict_of(record | top)


def broken(*turns: dict[str, Any], **top: Any) -> list[tuple[int, str, str]]:
    return [(each["turn"], each["mark"], each["rule"]) for each in verdict(*turns, **top)["illegal"]]


def turn(colour: str = "-", white: dict[str, str] | None = None, **dice: Any) -> dict[str, Any]:
    return {"dice": ROLL | dice, "white": white or {}, "colour": colour}


def on_field(eva: str, max_: str = "") -> Position:
    """Eva is to decide on action 2, white three; both sheets as given."""
    game = Game("on-board", "", PLAYERS)
    start = game.start()
    sheets = (Sheet.parse(eva, PAD), Sheet.parse(max_ or "- / - / - / -", PAD))
    position = Position(PLAYERS, sheets=sheets, before=sheets, decided=start.decided)
    rolled = game.roll(position, Roll.parse("w1 w2 r1 y1 g6 b6"))
    for player in PLAYERS:
        rolled = game.decide(rolled, player, Mark.parse("-"))
    return rolled


def moves_of(game: Game, position: Position) -> set[str]:
    return {str(mark) for mark in game.moves(position, "Eva")}


def moves(position: Position) -> set[str]:
    return moves_of(Game("on-board", "", PLAYERS), position)


def test_the_path_of_ours_is_even_in_colours_and_places() -> None:
    assert len(PATH.fields) == 40 and PATH.worth(40) == 20 and PATH.worth(30) == 0
    for block in range(10):
        assert len({colour for colour, _ in PATH.fields[4 * block : 4 * block + 4]}) == 4
    places = [
        sorted(PAD.rows[row].cells[0].number + (i if row < 2 else -i) for i in range(10)) for row in range(4)
    ]
    for row, colour in enumerate(("red", "yellow", "green", "blue")):
        assert sorted(number for each, number in PATH.fields if each == colour) == places[row]


def test_the_figure_moves_after_action_2_and_crosses_its_field() -> None:
    found = verdict(turn("d7 f1"))
    assert found["illegal"] == [] and found["players"]["Eva"]["bonus"] == [1]
    assert found["players"]["Eva"]["marks"] == {"a": [2], "b": [], "c": [], "d": [7]}
    alone = verdict(turn("f1"))["players"]["Eva"]
    assert alone["misses"] == 0, "a cross that the figure brings spares the miss"


def test_board_third_action_not_before_and_not_for_others() -> None:
    assert broken(turn(white={"Eva": "f1"})) == [(1, "f1", "board-third-action")]
    assert broken(turn(white={"Max": "f1"})) == [(1, "f1", "board-third-action")]
    assert broken(turn("f1 d7")) == [(1, "d7", "action-order")]


def test_board_free_fields_passes_others_and_ends_with_the_path() -> None:
    twice = turn("f1"), turn("f1")
    found = verdict(*twice)
    assert found["illegal"] == [] and found["players"]["Max"]["bonus"] == [2], "Eva's field is not counted"
    assert found["players"]["Max"]["marks"]["c"] == [12]
    end = on_field("a2 a3 / - / - / - path 40")
    assert not any("f" in mark for mark in moves(end))
    refusal = Game("on-board", "", PLAYERS).moves(end, "Eva").refusal(Mark("f1"))
    assert refusal is not None and refusal.rule == "board-free-fields"
    near = on_field("a2 a3 / - / - / - path 38")
    assert {mark for mark in moves(near) if mark.startswith("f")} == {"f1", "f2"}


def test_board_cross_needs_a_cell_that_may_be_crossed_or_is() -> None:
    passed = on_field("a5 / - / - / -")
    refusal = Game("on-board", "", PLAYERS).moves(passed, "Eva").refusal(Mark("f1"))
    assert refusal is not None and refusal.rule == "board-cross", "red 2 stands left of red 5"
    crossed = on_field("a2 a5 / - / - / -")
    game = Game("on-board", "", PLAYERS)
    after = game.moves(crossed, "Eva").result(Mark("f1"))
    assert str(after) == "a2 a5 / - / - / - path 1", "it is crossed already"
    over = game.decide(crossed, "Eva", Mark("f1"))
    assert over.sheet("Eva").misses == 1, "a move alone spares no miss"


def test_what_action_2_crosses_counts_for_the_field_that_is_reached() -> None:
    assert "a2" not in moves(on_field("a3 / - / - / -"))
    found = moves(on_field("- / - / - / -"))
    assert {"a2 f1", "a3 f2", "f1", "a2"} <= found and "a3 f1" not in found, "three makes two unreachable"
    assert not any(mark.startswith("f1 ") for mark in found)


def test_board_points_are_those_of_the_field_reached_last() -> None:
    game = Game("on-board", "", PLAYERS)
    for field, points in ((0, 0), (30, 0), (31, 2), (39, 18), (40, 20)):
        path = f" path {field}" if field else ""
        assert game.score(Sheet.parse(f"- / - / - / -{path}", PAD)).total == points


def test_a_figure_moves_five_fields_at_most() -> None:
    alone = {mark for mark in moves(on_field("- / - / - / -")) if mark.startswith("f")}
    assert alone == {"f1", "f2", "f3", "f4", "f5"}
    with pytest.raises(NotAMark):
        Mark.parse("f6")


def test_a_field_of_a_last_cell_asks_for_what_its_lock_needs() -> None:
    path = {"fields": "red 12 blue 7 red 2 3 4 5 6 7 8 9", "points": "20"}
    own = parse_pad(pad_data(PAD) | {"name": "ours", "path": path})
    for cells, rule in (("a2 a3 a4 a5", "board-cross"), ("a2 a3 a4 a5 a6", None)):
        game = Game("on-board", own, PLAYERS)
        position = moment(game, "colour", "w1 w2 r1 y1 g6 b6", f"{cells} / - / - / -")
        assert why(game, position, "Eva", "f1") == rule
    assert game.decide(position, "Eva", Mark("f1")).closed == ("a",)


def test_the_figures_end_the_game_on_the_last_five_fields() -> None:
    game = Game("on-board", "", PLAYERS)
    for field, ends in ((30, False), (31, True)):
        both = on_field(f"- / - / - / - path {field}", "- / - / - / - path 38")
        assert (game.decide(both, "Eva", Mark("f5")).end is not None) is ends, "to field 35, to field 36"
    alone = on_field("- / - / - / - path 31", "- / - / - / - path 35")
    assert game.decide(alone, "Eva", Mark("f5")).end is None


def test_two_closed_rows_and_a_fourth_miss_end_on_board_too() -> None:
    for rulings in ({}, {"board-end": "rows"}):
        game = Game("on-board", "", PLAYERS, rulings=_rulings(rulings))
        second = moment(game, "white", "w6 w6 r1 y1", "a2 a3 a4 a5 a6 / - / - / -", closed="b")
        end = after(game, second, Eva="a12", Max="-").end
        assert end is not None and end.reason == "end-two-rows"
        fourth = moment(game, "colour", "w1 w2 r1 y1 g6 b6", "- / - / - / - misses 3")
        end = after(game, fourth, Eva="-").end
        assert end is not None and end.reason == "end-misses"


def test_two_figures_alone_may_end_the_game() -> None:
    game = Game("on-board", "", PLAYERS, rulings=_rulings({"board-end": "figures"}))
    closed = moment(game, "white", "w6 w6 r1 y1", "a2 a3 a4 a5 a6 / - / - / -", closed="b")
    third = after(game, closed, Eva="a12", Max="-")
    assert third.end is None and third.closed == ("a", "b") and game.dice_left(third) == ("green", "blue")
    both = on_field("- / - / - / - path 31", "- / - / - / - path 38")
    end = game.decide(replace(both, closed_mask=3), "Eva", Mark("f5")).end
    assert end is not None and end.reason == "end-figures"
    end = after(game, moment(game, "colour", "w1 w2 r1 y1", "- / - / - / - misses 3"), Eva="-").end
    assert end is not None and end.reason == "end-misses"


def test_with_characters_the_figure_moves_as_ever() -> None:
    def play(character: str, **agreed: str) -> Game:
        house = House(characters={"Eva": character})
        return Game("on-board", "", PLAYERS, rulings=_rulings(agreed), house=house)

    roll, gap = "w1 w2 r1 y1 g6 b6", "a3 a8 / - / - / - path 13"
    assert PATH.fields[13] == ("red", 5)
    for character, rule in (("magic-mike", None), ("miss-take", "board-cross")):
        game = play(character)
        assert why(game, moment(game, "colour", roll, gap), "Eva", "f1") == rule
    for option, points in (("yes", 6), ("no", 3)):
        game = play("magic-mike", mike_counts=option)
        filled = after(game, moment(game, "colour", roll, gap), Eva="f1").sheet("Eva")
        assert filled.marks[0] == (3, 5, 8) and game.score(filled).rows[0] == points
    game = play("chris-cross")
    position = moment(game, "colour", roll)
    assert why(game, position, "Eva", "a2 d8 f2") is None
    assert why(game, position, "Eva", "a2 f2 d8") == "action-order"
    assert "a2 d8 f2" in moves_of(game, position)


def test_a_figure_that_moved_stands_there_when_the_miss_becomes_a_cross() -> None:
    game = Game("on-board", "", PLAYERS, house=House(characters={"Eva": "miss-take"}))
    start = moment(game, "colour", "w1 w2 r1 y1 g6 b6", "a2 a5 / - / - / -")
    asked = game.decide(start, "Eva", Mark("f1"))
    assert asked.phase == "instead", "the move alone spares no miss"
    for decision, misses in (("c8", 0), ("-", 1)):
        sheet = game.decide(asked, "Eva", Mark.parse(decision)).sheet("Eva")
        assert sheet.of("path") == 1 and sheet.misses == misses


def test_end_figures_is_a_ruling() -> None:
    both = on_field("a2 a3 a4 a5 a6 a7 a8 a9 a10 / - / - / - path 32", "- / - / - / - path 38")
    for rulings, ends in (({}, True), ({"board-end": "rows"}, False)):
        game = Game("on-board", "", PLAYERS, rulings=None if not rulings else _rulings(rulings))
        marks = [mark for mark in game.moves(both, "Eva") if str(mark) == "f5"]
        reason = game.decide(both, "Eva", marks[0]).end
        assert (reason is not None and reason.reason == "end-figures") is ends


def _rulings(options: dict[str, str]) -> Any:
    from companion.rules import Rulings

    return Rulings(**{name.replace("-", "_"): option for name, option in options.items()})


def test_in_a_closed_row_the_figure_reaches_only_what_is_crossed() -> None:
    game = Game("on-board", "", PLAYERS)
    closed = replace(on_field("a3 / - / - / -"), closed_mask=1)
    refusal = game.moves(closed, "Eva").refusal(Mark("f1"))
    assert refusal is not None and refusal.rule == "board-cross"
    assert Mark("f1") in game.moves(replace(on_field("a2 a3 / - / - / -"), closed_mask=1), "Eva")


def test_paper_where_a_field_was_reached_without_its_cross_is_contradicted() -> None:
    fine = ObservedSheet.from_places(PAD, ["a2", "box 1"])
    assert contradictions(fine) == ()
    wrong = ObservedSheet.from_places(PAD, ["a3", "box 1"])
    assert [fault.rule for fault in contradictions(wrong)] == ["board-cross"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"fields": "red 2 3", "points": "20"}, "/path/fields: expected 10 to 60 fields"),
        ({"fields": "red 2 13", "points": "20"}, "/path/fields: expected colours, and after them numbers"),
        ({"fields": "2 red 3", "points": "20"}, "/path/fields: expected colours, and after them numbers"),
        ({"fields": "red 2 3 4 5 6 7 8 9 10 11", "points": "5 3"}, "/path/points: expected the points"),
    ],
)
def test_a_path_that_is_none_is_refused_with_its_place(table: dict[str, str], said: str) -> None:
    with pytest.raises(PadError, match=said):
        parse_pad(pad_data(PAD) | {"path": table})


def test_a_path_of_ones_own_is_written_and_read_again() -> None:
    path = {"fields": "blue 7 red 2 3 4 5 6 7 8 9 10", "points": "5 20"}
    own = parse_pad(pad_data(PAD) | {"path": path})
    assert parse_pad(pad_data(own)) == own and own.part("path").worth(10) == 20
