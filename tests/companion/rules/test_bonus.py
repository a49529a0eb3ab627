"""The rules of Bonus A and Bonus B, each by its id."""

import pytest

from companion.rules import Mark, Roll, Sheet
from tests.companion.moment import after, game_of, legal, moment, why

EMPTY = "- / - / - / -"


def test_bonus_bar_cannot_be_declined_and_boxes_go_left_to_right() -> None:
    game = game_of("bonus-a")
    position = after(game, moment(game, "white", "w1 w2 r1 y1 g1 b1"), Ann="a3", Bob="b3")
    assert str(position.sheet("Ann")) == "a3 a4 / - / - / - boxes 1"  # the first box is red
    assert str(position.sheet("Bob")) == "- / b3 / - / -"  # yellow 3 is no bonus cell
    full = "- / - / - / - boxes 1 2 3 4 5 6 7 8 9 10 11 12"
    position = after(game, moment(game, "white", "w1 w2 r1 y1 g1 b1", full), Ann="a3")
    assert str(position.sheet("Ann")) == "a3 / - / - / - boxes 1 2 3 4 5 6 7 8 9 10 11 12"


def test_bonus_closed_colour_is_crossed_for_all_and_skipped() -> None:
    game = game_of("bonus-a")
    position = after(
        game, moment(game, "colour", "w6 w1 r6 y1 g1 b1", "a2 a4 a5 a7 a8 / - / - / -"), Ann="a12"
    )
    assert [str(sheet)[-11:] for sheet in position.sheets] == ["boxes 1 6 9"] * 2
    later = game.roll(position, Roll.parse("w6 w5 y1 g1 b1"))
    later = after(game, later, Ann="c11")
    assert str(later.sheet("Ann")) == "a2 a4 a5 a7 a8 a12 / b2 / c11 / - boxes 1 2 6 9"


def test_bonus_lock_and_own_boxes_at_once() -> None:
    game = game_of("bonus-a")
    sheet = "a4 a5 a7 a8 a11 / - / - / -"
    position = game.decide(moment(game, "white", "w5 w6 r1 y1 g1 b1", sheet), "Ann", Mark("c11"))
    assert position.phase == "white"  # Bob has not decided; Ann's own sheet shows it at once
    assert str(position.sheet("Ann")) == "a4 a5 a7 a8 a11 a12 / - / c11 / - boxes 1 6 9"
    assert str(position.sheet("Bob")) == EMPTY
    position = game.decide(position, "Bob", Mark())
    assert position.closed == ("a",)
    assert str(position.sheet("Bob")) == EMPTY + " boxes 1 6 9"


def test_bonus_in_a_row_that_another_locks_in_the_same_action() -> None:
    game = game_of("bonus-a")
    bob = "- / - / c12 / d6 boxes 1 2"  # d5 would be a bonus; its box is green
    ann = "- / - / c12 c10 c9 c8 c3 / d6 boxes 1 2"
    both = moment(game, "white", "w1 w4 r1 y1 g1 b1", ann, bob)
    both = game.decide(both, "Ann", Mark("d5"))  # box 3, green: green 2, which locks
    assert both.sheet("Ann").locks == ("c",)
    both = game.decide(both, "Bob", Mark("d5"))
    assert both.sheet("Bob").marks[2] == (12, 11)  # his green 11 counts, and is a bonus cell itself
    assert both.closed == ("c",)


@pytest.mark.parametrize(("ruling", "boxes"), [("spent", " boxes 1"), ("kept", "")])
def test_ruling_bonus_blocked(ruling: str, boxes: str) -> None:
    game = game_of("bonus-a", bonus_blocked=ruling)
    position = moment(game, "white", "w5 w6 r1 y1 g1 b1", "a11 / - / - / -")  # red 12 with one mark before it
    position = after(game, position, Ann="c11")
    assert str(position.sheet("Ann")) == "a11 / - / c11 / -" + boxes


def test_bonus_two_weakest() -> None:
    game = game_of("bonus-b")
    position = moment(game, "white", "w5 w4 r1 y1 g1 b1", "a2 / b11 / - / -")
    after_mark = after(game, position, Ann="c9")
    assert str(after_mark.sheet("Ann")) == "a2 / b11 / c9 / d12 d11 earned two-weakest"


def test_bonus_two_weakest_choice() -> None:
    game = game_of("bonus-b")
    position = moment(game, "white", "w5 w4 r1 y1 g1 b1", "a2 a3 / b11 / - / d12")
    assert legal(game, position, "Ann") == "- a9 c9>b c9>c c9>d d9"
    assert why(game, position, "Ann", "c9>a") == "bonus-two-weakest"
    assert why(game, position, "Ann", "c9>d") is None
    assert why(game, position, "Ann", "c9") is None  # the topmost that can take a mark
    default = game.moves(position, "Ann").result(Mark("c9"))
    assert str(default) == "a2 a3 / b11 / c9 c8 c7 / d12 earned two-weakest"
    chosen = game.moves(position, "Ann").result(Mark("c9", choices="b"))
    assert str(chosen) == "a2 a3 / b11 / c9 / d12 earned two-weakest"  # yellow 12 needs five: lost
    lost = moment(game, "white", "w5 w4 r1 y1 g1 b1", "a11 / b2 b11 / c12 c10 / d3")
    assert legal(game, lost, "Ann") == "- c9", "whichever row is chosen, nothing is crossed"


def test_bonus_two_weakest_counts_a_crossed_lock() -> None:
    game = game_of("bonus-b")
    # red: six cells and the lock, so blue with six cells is weaker, and nobody is asked
    sheet = "a2 a3 a4 a5 a6 a12 / b2 b3 b4 b5 b6 b8 / c12 c11 c10 c9 c8 c7 c6 / d12 d11 d9 d8 d6 d5"
    position = moment(game, "white", "w5 w6 r1 y1 g1 b1", sheet)
    assert legal(game, position, "Ann") == "- b11"
    assert game.moves(position, "Ann").chain(Mark("b11")) == ("b11", "d4", "d3")


def test_bonus_each_row_top_to_bottom() -> None:
    game = game_of("bonus-b")
    position = moment(game, "white", "w5 w2 r1 y1 g1 b1", "a11 / b7 / - / d8")
    assert why(game, position, "Ann", "d7") is None
    done = game.moves(position, "Ann").result(Mark("d7"))
    assert str(done) == "a11 / b7 b8 / c12 / d8 d7 d6 earned each-row"  # red 12 needs five: lost


def test_bonus_each_finished_before_the_next() -> None:
    game = game_of("bonus-b")
    # each row: b8, c9 (earns two-weakest, which waits), d6; then the weakest row is a, with one mark
    sheet = "a2 / b2 b4 b5 b7 b11 / c12 c10 / d8"
    position = moment(game, "white", "w5 w2 r1 y1 g1 b1", sheet)
    done = game.moves(position, "Ann").result(Mark("d7"))
    assert (
        str(done) == "a2 a3 a4 a5 / b2 b4 b5 b7 b11 b12 / c12 c10 c9 / d8 d7 d6 earned two-weakest each-row"
    )
    assert done.locks == ("b",)


def test_bonus_at_the_end() -> None:
    game = game_of("bonus-b")
    plain = Sheet.parse("a2 a3 / b4 / c12 c11 c10 / d12 d11 misses 3", game.pad)
    assert game.score(plain).total == 3 + 1 + 6 + 3 - 15
    earned = plain.put("bonus-pairs", 0b11100)  # double-weakest, 13, no-misses
    score = game.score(earned)
    assert (score.rows, score.bonus, score.misses, score.total) == ((3, 1, 6, 3), 14, 0, 27)


def test_bonus_no_misses_does_not_stop_the_fourth_miss() -> None:
    game = game_of("bonus-b")
    sheet = "- / b3 / c5 / - misses 3 earned no-misses"
    position = after(game, moment(game, "colour", "w6 w1 r6 y1 g1 b1", sheet), Ann="-")
    assert position.end is not None
    assert position.end.reason == "end-misses"
    assert game.scores(position)["Ann"].misses == 0
