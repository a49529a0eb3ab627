"""Each rule is tested with marks that keep it and marks that break it. Tests name rules by id."""

import pytest

from companion.rules import Game, Illegal, Mark, NotAGame, Roll, Sheet, row_points
from sheets.pad import parse_pad
from tests.companion.moment import after, game_of, legal, moment, why

EMPTY = "- / - / - / -"
FIVE_RED = "a2 a3 a4 a5 a6 / - / - / -"
FOUR_RED = "a2 a3 a4 a5 / - / - / -"


def test_left_to_right() -> None:
    game = game_of("classic")
    position = moment(game, "white", "w3 w3 r1 y1 g1 b1", "a6 / b5 / c5 / d8")
    assert legal(game, position, "Ann") == "- b6 d6"
    assert why(game, position, "Ann", "a6") == "left-to-right"  # marked already
    assert why(game, position, "Ann", "c6") == "left-to-right"


def test_white_sum_is_for_everyone_in_any_row() -> None:
    game = game_of("classic", ("Ann", "Bob", "Cem"))
    position = moment(game, "white", "w4 w1 r6 y6 g6 b6")
    for player in game.players:
        assert legal(game, position, player) == "- a5 b5 c5 d5"
    for cell in game.board.by_name:  # also 4 and 1 alone, and white 4 + red 6, which belongs to action 2
        assert why(game, position, "Bob", cell) == (None if cell[1:] == "5" else "white-sum")


def test_colour_sum_is_one_white_and_one_coloured_die_of_the_active_player() -> None:
    game = game_of("classic")
    position = moment(game, "colour", "w4 w1 r6 y2 g1 b3")
    assert legal(game, position, "Ann") == "- a7 a10 b3 b6 c5 d7 d4"
    assert why(game, position, "Ann", "a5") == "colour-sum"  # the two white dice
    assert why(game, position, "Ann", "b8") == "colour-sum"  # two coloured dice
    assert why(game, position, "Ann", "b10") == "colour-sum"  # right sum, wrong colour
    assert why(game, position, "Bob", "a7") == "colour-sum"  # not his turn


def test_colour_sum_needs_the_die() -> None:
    game = game_of("classic")
    position = moment(game, "colour", "w4 w1 y2 g1 b3")
    assert why(game, position, "Ann", "a7") == "colour-sum"
    assert "no red die" in str(game.moves(position, "Ann").refusal(Mark("a7")))


def test_action_order() -> None:
    game = game_of("classic")
    position = game.roll(game.start(), Roll.parse("w4 w1 r6 y2 g1 b3"))
    position = game.decide(position, "Ann", Mark("a5"))
    assert position.phase == "white"
    assert why(game, position, "Ann", "a7") == "white-sum"  # her coloured die has to wait
    position = game.decide(position, "Bob", Mark())
    assert position.phase == "colour"
    position = game.decide(position, "Ann", Mark("a7"))  # both in the same row, in that order
    assert position.sheet("Ann").marks[0] == (5, 7)
    with pytest.raises(Illegal) as refused:
        game.decide(position, "Bob", Mark("a5"))
    assert refused.value.refusal.rule == "action-order"
    with pytest.raises(Illegal) as refused:
        game.roll(moment(game, "white", "w1 w1"), Roll((1, 1)))
    assert refused.value.refusal.rule == "action-order"


@pytest.mark.parametrize("game_name", ["classic", "mixx-a", "mixx-b", "bonus-a", "bonus-b"])
def test_lock_needs_five(game_name: str) -> None:
    game = game_of(game_name)
    for row in game.pad.rows:
        last = row.cells[-1]
        white = max(1, last.number - 6)
        roll = f"w{white} w{last.number - white} r1 y1 g1 b1"
        cells = [str(cell) for cell in row if cell.bonus is None][:-1]
        for marks, rule in ((4, "lock-needs-five"), (5, None), (6, None)):
            sheet = " / ".join(
                " ".join(cells[-marks:]) if r.letter == row.letter else "-" for r in game.pad.rows
            )
            assert why(game, moment(game, "white", roll, sheet), "Ann", str(last)) == rule


def test_row_closed_for_everyone_from_the_next_action() -> None:
    game = game_of("classic")
    position = moment(game, "white", "w6 w6 r1 y1 g1 b1", FIVE_RED, EMPTY, seat=1)
    position = after(game, position, Ann="a12")
    assert position.closed == ("a",)
    assert position.phase == "colour"
    position = game.roll(after(game, position, Bob="-"), Roll.parse("w5 w3 y1 g1 b1"))
    assert why(game, position, "Bob", "a8") == "row-closed"
    assert why(game, position, "Ann", "a8") == "row-closed"
    assert why(game, position, "Bob", "b8") is None


def test_score_table_and_misses() -> None:
    assert [row_points(n) for n in range(16)] == [n * (n + 1) // 2 for n in range(16)]
    game = game_of("classic")
    for misses in range(5):
        score = game.score(Sheet.parse(f"a2 / - / - / - misses {misses}", game.pad))
        assert (score.misses, score.total) == (-5 * misses, 1 - 5 * misses)


# -- Longo ----------------------------------------

SIX = "a2 a3 a4 a5 a6 a7 / - / - / -"


@pytest.mark.parametrize("cell", ["a15", "a16"])
def test_lock_needs_six_and_either_last_cell_closes(cell: str) -> None:
    game = game_of("longo")
    roll = {"a15": "w8 w7 r1 y1 g1 b1", "a16": "w8 w8 r1 y1 g1 b1"}[cell]
    five = moment(game, "white", roll, "a2 a3 a4 a5 a6 / - / - / -")
    assert why(game, five, "Ann", cell) == "lock-needs-six"
    position = after(game, moment(game, "white", roll, SIX), Ann=cell)
    assert position.sheet("Ann").locks == ("a",)
    assert position.closed == ("a",)
    assert position.removed == ("red",)


def test_lucky_marks_the_next_cell_of_the_weakest_row() -> None:
    game = game_of("longo", lucky={"Ann": (6, 11), "Bob": (5, 10)})
    position = moment(game, "white", "w5 w1 r1 y1 g1 b1", "a2 a3 / b4 / c16 c15 c14 / d16 d15")
    assert legal(game, position, "Ann") == "- a6 b5* b6 c6 d6"
    assert legal(game, position, "Bob") == "- a6 b6 c6 d6"
    for wrong in ("a4*", "b6*", "c13*"):  # other rows, and not the next cell
        assert why(game, position, "Ann", wrong) == "lucky"
    tie = moment(game, "white", "w5 w1 r1 y1 g1 b1", "a5 / b4 / c16 / d16 d15")
    assert legal(game, tie, "Ann") == "- a6 a6* b5* b6 c15* c6 d6"
    assert why(game, moment(game, "colour", "w5 w1 r1 y1 g1 b1"), "Ann", "a2*") == "lucky"


def test_lucky_may_lock_a_row() -> None:
    sheet = "a2 a3 a4 a5 a6 a14 / b2 b3 b4 b5 b6 b7 / c16 c15 c14 c13 c12 c11 / d16 d15 d14 d13 d12 d11"
    game = game_of("longo", lucky={"Ann": (6, 11), "Bob": (5, 10)})
    position = after(game, moment(game, "white", "w5 w1 r1 y1 g1 b1", sheet), Ann="a15*")
    assert position.closed == ("a",)
    thin = "a14 / b2 b3 / c16 c15 / d16 d15"
    assert why(game, moment(game, "white", "w5 w1 r1 y1 g1 b1", thin), "Ann", "a15*") == "lock-needs-six"


def test_ruling_weakest_closed() -> None:
    sheet = "a2 / b2 b3 / c16 c15 c14 / d16 d15 d14"
    for ruling, rule_a, rule_b in (("lost", "row-closed", "lucky"), ("next-weakest", "lucky", None)):
        game = game_of("longo", lucky={"Ann": (6, 11), "Bob": (5, 10)}, weakest_closed=ruling)
        position = moment(game, "white", "w5 w1 y1 g1 b1", sheet, closed="a")
        assert why(game, position, "Ann", "a3*") == rule_a
        assert why(game, position, "Ann", "b4*") == rule_b


# -- Mixx ----------------------------------------


def test_mixx_a_colours() -> None:
    game = game_of("mixx-a")
    position = moment(game, "colour", "w2 w6 r1 y5 g5 b5")
    assert why(game, position, "Ann", "b3") is None  # a red cell in row b
    assert why(game, position, "Ann", "d7") is None  # a red cell in row d
    assert why(game, position, "Ann", "a3") == "colour-sum"  # a yellow cell
    white = moment(game, "white", "w2 w1 r1 y5 g5 b5")
    assert legal(game, white, "Bob") == "- a3 b3 c3 d3"


def test_mixx_a_close_takes_the_last_cells_die_and_one_row() -> None:
    game = game_of("mixx-a")
    sheet = "- / b2 b4 b6 b8 b10 / - / -"
    position = after(game, moment(game, "colour", "w6 w1 r1 y6 g1 b1", sheet), Ann="b12")
    assert (position.closed, position.removed) == (("b",), ("yellow",))
    later = game.roll(position, Roll.parse("w1 w1 r1 g1 b1"))
    assert why(game, later, "Ann", "a2") is None  # yellow, in an open row, by the white sum
    coloured = after(game, later, Bob="-")
    assert why(game, coloured, "Bob", "a2") == "die-removed"


def test_on_a_pad_of_ones_own_the_die_is_the_closing_cells() -> None:
    rows = {
        "a": "red 2 3 4 5 6 7 blue 8",
        "b": "blue 2 3 4 5 6 7",
        "c": "red 7 6 5 4 3 2",
        "d": "green 7 6 5 4 3 2",
    }
    pad = parse_pad({"format": "qwixx-pad/1", "name": "own", "rows": rows})
    game = Game("classic", pad, ("Ann", "Bob"))
    position = after(game, moment(game, "white", "w4 w4 r1 y1 g1 b1", "a3 a4 a5 a6 a7 / - / - / -"), Ann="a8")
    assert (position.closed, position.removed) == (("a",), ("blue",))
    assert why(game, position, "Ann", "b5") == "die-removed"
    assert why(game, position, "Ann", "c5") is None


def test_mixx_b_order_and_last_cells() -> None:
    game = game_of("mixx-b")
    position = moment(game, "white", "w4 w6 r1 y1 g1 b1", "a6 / - / - / -")
    assert why(game, position, "Ann", "a10") == "left-to-right"
    assert why(game, moment(game, "white", "w1 w1 r1 y1 g1 b1", "a6 / - / - / -"), "Ann", "a2") is None
    assert [str(row.closing[0]) for row in game.pad.rows] == ["a11", "b10", "c3", "d4"]


# -- rulings of all games ----------------------------------------


def test_ruling_end_in_action_1() -> None:
    roll = "w6 w6 y1 b1 r1"
    stop = game_of("classic")
    position = after(stop, moment(stop, "white", roll, EMPTY, FIVE_RED, closed="c"), Bob="a12")
    assert position.end is not None
    assert position.sheet("Ann").misses == 0
    finish = game_of("classic", end_in_action_1="finish-turn")
    position = after(
        finish, moment(finish, "white", roll, EMPTY + " misses 3", FIVE_RED, closed="c"), Bob="a12"
    )
    assert position.phase == "colour"
    assert position.removed == ("red", "green")
    assert why(finish, position, "Ann", "a7") == "die-removed"
    position = after(finish, position, Ann="-")
    assert position.sheet("Ann").misses == 4
    assert position.end is not None
    assert position.end.reason == "end-two-rows"


def test_ruling_end_in_action_1_with_cards() -> None:
    sheet = "a2 a3 a4 a5 a6 a12 / b2 b3 b4 b5 b6 / - / -"
    finish = game_of("cards", end_in_action_1="finish-turn")
    position = after(finish, moment(finish, "number", 12, sheet, EMPTY, seat=1), Ann="b12")
    assert position.phase == "play"
    position = after(finish, position, Bob="green 5: -")
    assert position.sheet("Bob").misses == 1
    assert position.end is not None
    assert position.end.reason == "end-two-rows"


def test_a_decision_is_changed_and_taken_back_until_the_action_ends() -> None:
    game = game_of("bonus-a")
    start = game.roll(game.start(), Roll.parse("w1 w2 r1 y1 g1 b1"))
    decided = game.decide(start, "Ann", Mark("a3"))
    assert game.retract(decided, "Ann") == start
    changed = game.decide(decided, "Ann", Mark("b3"))
    assert str(changed.sheet("Ann")) == "- / b3 / - / -"
    with pytest.raises(Illegal):
        game.retract(start, "Ann")


@pytest.mark.parametrize("pad", ["longo", "nowhere"])
def test_game_on_another_pad_is_refused(pad: str) -> None:
    with pytest.raises(NotAGame, match=f"classic is played on classic, not on {pad}"):
        Game("classic", pad, ("Ann",))


def test_letters_that_nothing_asks_for_are_passed_over() -> None:
    game = game_of("classic")
    assert why(game, moment(game, "white", "w1 w2 r1 y1 g1 b1"), "Ann", "a3>dcb") is None
