"""The examples of the further official games, one test each, in the notation of their document.

A roll is whites/red, yellow, green, blue, "-" for a die that is gone. E is active, M is not.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules import PASS, Game, Mark, Position, Roll, Rulings, Sheet
from companion.rules.observed_sheet import ObservedSheet
from sheets.pad import COLOURS, ROW_LETTERS, Pad
from sheets.pad_part import box_names


def roll_of(text: str) -> Roll:
    white, coloured = text.split("/")
    dice = {c: None if v == "-" else int(v) for c, v in zip(COLOURS, coloured, strict=True)}
    return Roll((int(white[0]), int(white[1])), **dice)


def sheet_of(pad: Pad, text: str, misses: int = 0) -> Sheet:
    """Return a sheet with these crosses: cells, "a5+", round cells, fields, "x6" (exchange), "t3" (track)."""
    places: list[str] = []
    for word in text.split():
        if word[0] == "x":
            places.append(box_names(pad.parts, "exchange")[int(word[1:]) - 1])
        elif word[0] == "t":
            places += box_names(pad.parts, "track")[: int(word[1:])]
        else:
            places += dict.fromkeys((word.removesuffix("+"), word))
    return replace(ObservedSheet.from_places(pad, places).sheet, misses=misses)


def row(letter: str, first: int, last: int, sign: str = "") -> str:
    """Return all cells of a row from one number to another."""
    step = 1 if last > first else -1
    return " ".join(f"{letter}{n}{sign}" for n in range(first, last + step, step))


class Table:
    """E and M at one table, before the white action of E's turn."""

    def __init__(
        self,
        name: str,
        roll: str = "11/1111",
        e: str = "",
        m: str = "",
        closed: str = "",
        sheets: dict[str, str] | None = None,
        **rulings: str,
    ) -> None:
        self.game = Game(name, "", ("E", "M"), rulings=Rulings(**rulings), sheets=sheets)
        mask = sum(1 << ROW_LETTERS.index(letter) for letter in closed)
        made = tuple(sheet_of(pad, text) for pad, text in zip(self.game.pads, (e, m), strict=True))
        self.position = Position(
            ("E", "M"), made, made, (None, None), mask, mask, phase="white", roll=roll_of(roll)
        )

    def rule(self, player: str, mark: str) -> str | None:
        """Return the rule that refuses a mark now, or None; lists and checks must agree."""
        moves = self.game.moves(self.position, player)
        parsed = Mark.parse(mark)
        refusal = moves.refusal(parsed)
        if parsed.then is None:
            assert (mark in map(str, moves)) == (refusal is None)
        return refusal and refusal.rule

    def play(self, player: str, mark: str) -> Table:
        self.position = self.game.decide(self.position, player, Mark.parse(mark))
        return self

    def action_2(self, e: str = "-", m: str = "-") -> Table:
        """Decide for both in action 1."""
        self.play("E", e).play("M", m)
        assert self.position.phase == "colour"
        return self

    def total(self, player: str) -> int:
        return self.game.scores(self.position)[player].total

    def score(self, text: str, misses: int = 0, player: str = "E") -> int:
        """Return the score of a sheet of this player."""
        pad = self.game.pads[self.game.players.index(player)]
        return self.game.score(sheet_of(pad, text, misses)).total


# -- Big Points ------------------------------------------------------------------------------------------


def test_big_points_1_a_round_cell_needs_its_number_in_a_row_beside_it() -> None:
    table = Table("big-points", "12/2543", e="a5 b3")
    assert table.rule("E", "ab3") is None
    assert table.rule("M", "ab3") == "bp-neighbour"
    table.play("E", "ab3")
    assert table.game.scores(table.position)["E"].rows[:2] == (3, 3)


def test_big_points_2_round_cells_go_from_left_to_right() -> None:
    table = Table("big-points", "12/2543", e="a5 b3 ab5")
    assert table.rule("E", "ab3") == "bp-left-to-right"
    table.action_2().play("E", "-")
    assert table.position.sheet("E").misses == 1


def test_big_points_3_the_die_is_that_of_the_marked_neighbour() -> None:
    assert Table("big-points", "14/2555", e="b3").action_2().rule("E", "ab3") == "bp-neighbour"
    assert Table("big-points", "14/5255", e="b3").action_2().rule("E", "ab3") is None
    assert Table("big-points", "14/2555", e="b3", bp_colour="either").action_2().rule("E", "ab3") is None
    assert Table("big-points", "14/6666", e="b3").action_2().rule("E", "ab3") == "colour-sum"
    for ruling, dice in (("marked", "with the die"), ("either", "only if")):
        table = Table("big-points", "14/2555", bp_colour=ruling).action_2()
        refused = table.game.moves(table.position, "E").refusal(Mark("ab3"))
        assert refused is not None and dice in str(refused.text), "the sentence says which die counts"


def test_big_points_4_action_2_sees_what_action_1_marked_if_the_table_says_so() -> None:
    table = Table("big-points", "33/3111", rolled_again="later-action").action_2("a6")
    assert table.rule("E", "ab6") is None
    table.play("E", "ab6")
    assert table.total("E") == 4
    later = Table("big-points", "33/3111").action_2("a6")
    assert later.rule("E", "ab6") == "bp-neighbour"


def test_big_points_5_round_cells_do_not_count_towards_the_lock() -> None:
    assert Table("big-points", "66/1111", e="a2 a3 a4 a5 ab2 ab3").rule("E", "a12") == "lock-needs-five"


def test_big_points_6_closed_neighbours_change_nothing_but_the_dice() -> None:
    table = Table("big-points", "46/11-6", e="c10", m="c10", closed="c")
    assert table.rule("M", "cd10") is None
    assert table.action_2().rule("E", "cd10") == "bp-neighbour"
    gone = Table("big-points", "46/11--", e="c10")
    gone.position = gone.game.decide(gone.position, "M", PASS)
    gone.position = gone.game.decide(gone.position, "E", PASS)
    assert gone.rule("E", "cd10") == "colour-sum"


def test_big_points_7_scores() -> None:
    table = Table("big-points")
    assert table.score("a2 a3 a4 a5 b2 b3 b4 b5 b6 ab2 ab3 ab4") == 28 + 36
    assert table.score(f"{row('a', 2, 12)} {row('ab', 2, 6)}") == 120 + 15


def test_big_points_8_a_round_cell_beside_a_row_that_closes_counts() -> None:
    table = Table("big-points", "66/1111", e=row("a", 2, 6), m="b12", closed="b")
    assert table.rule("E", "a12") is None
    assert table.rule("M", "ab12") is None
    table.play("E", "a12").play("M", "ab12")
    assert table.position.end is not None
    assert (table.game.scores(table.position)["M"].rows, table.total("M")) == ((1, 6, 0, 0), 7)


# -- Double ----------------------------------------------------------------------------------------------


def test_double_a_1_the_second_cross() -> None:
    table = Table("double-a", "14/1111", e="a5", m="a5")
    assert table.rule("E", "a5+") is None
    assert table.rule("M", "a5") == "left-to-right"
    assert table.play("E", "a5+").total("E") == 3


def test_double_a_2_only_the_rightmost_and_only_once() -> None:
    assert Table("double-a", "14/1111", e="a5 a7").rule("E", "a5+") == "double-frontier"
    assert Table("double-a", "14/1111", e="a5 a5+").rule("E", "a5+") == "double-frontier"
    anywhere = Table("double-a", "14/1111", e="a5 a7", double_a_where="any-marked")
    assert anywhere.rule("E", "a5+") is None
    lost = Table("double-a", "14/1111", e="a5 a7 a7+", double_a_where="any-marked")
    assert lost.rule("E", "a5+") == "double-frontier"


def test_double_a_3_both_crosses_in_one_turn_if_the_table_says_so() -> None:
    table = Table("double-a", "23/3111", rolled_again="later-action").action_2("a5")
    assert table.rule("E", "a5+") is None
    assert table.play("E", "a5+").total("E") == 3
    later = Table("double-a", "23/3111").action_2("a5")
    assert later.rule("E", "a5+") == "double-again"


def test_double_a_4_seven_crosses_for_the_lock() -> None:
    six = "a2 a2+ a3 a3+ a4 a4+"
    table = Table("double-a", "66/1111", e=six, m=f"{six} a5")
    assert table.rule("E", "a12") == "double-lock-seven"
    assert table.rule("M", "a12") is None
    assert table.play("M", "a12").total("M") == 45


def test_double_a_5_the_last_cell_has_no_second_field() -> None:
    table = Table("double-a", "66/6111", e=row("a", 2, 8)).action_2("a12")
    assert "a" in table.position.closed
    assert table.rule("E", "a12+") == "die-removed"


def test_double_a_6_sixteen_crosses_at_most_score() -> None:
    assert Table("double-a").score(f"{row('a', 2, 11, '+')} a12") == 136


def test_double_b_1_two_crosses_at_once() -> None:
    table = Table("double-b", "12/1111").play("E", "a3")
    assert table.total("E") == 3
    assert table.score("c3") == 1


def test_double_b_2_double_cells_differ_by_row() -> None:
    table = Table("double-b")
    assert (table.score("c10"), table.score("a10")) == (3, 1)


def test_double_b_3_seven_crosses_for_the_lock() -> None:
    table = Table("double-b", "66/1111", e="a3 a5 a9", m="a2 a3 a5 a9")
    assert table.rule("E", "a12") == "double-lock-seven"
    assert table.rule("M", "a12") is None
    assert table.play("M", "a12").total("M") == 45


def test_double_b_4_a_full_row() -> None:
    assert Table("double-b").score(row("d", 12, 2)) == 136


def test_both_double_pads_at_one_table() -> None:
    table = Table("double-a", "12/1111", e="a3", m="a3", sheets={"M": "double-b"})
    assert table.rule("E", "a3+") is None
    assert table.rule("M", "a3+") == "double-frontier"
    assert (table.score("a3"), table.score("a3", player="M")) == (1, 3)


# -- Connected -------------------------------------------------------------------------------------------

AB = {"E": "A", "M": "B"}


def test_connected_a_1_steps_score_as_a_fifth_row() -> None:
    assert Table("connected-a", sheets=AB).score(row("b", 2, 12)) == 88


def test_connected_a_2_sheets_differ() -> None:
    table = Table("connected-a", "34/1111", sheets={"E": "A", "M": "E"}).play("E", "a7")
    assert table.total("E") == 2
    assert table.score("a7", player="M") == 1


def test_connected_a_3_all_steps_but_one() -> None:
    steps = "a7 b2 b6 b8 c11 c9 c5 c3 d10 d4"
    assert Table("connected-a", sheets=AB).score(steps) == 75


def test_connected_a_4_and_5_a_last_cell_may_be_a_step() -> None:
    marks = "a2 a3 a4 a5 a11 a12"
    assert Table("connected-a", sheets={"E": "B", "M": "A"}).score(marks) == 31
    assert Table("connected-a", sheets={"E": "C", "M": "A"}).score(marks) == 29


def test_connected_b_1_and_2_the_forced_cross() -> None:
    table = Table("connected-b", "33/1111", sheets=AB)
    table.play("E", "a6").play("M", "a6")
    assert (table.total("E"), table.total("M")) == (2, 1)
    table.play("E", "-")
    table.position = table.game.roll(table.position, roll_of("14/1111"))
    assert table.rule("E", "b5") == "left-to-right"
    assert table.rule("M", "b5") is None


def test_connected_b_3_left_of_other_marks_too() -> None:
    table = Table("connected-b", "33/1111", e="b10", sheets=AB).play("E", "c6")
    assert "b8" in table.position.sheet("E")
    assert table.total("E") == 4


def test_connected_b_4_in_a_closed_row_too() -> None:
    assert Table("connected-b", "22/1111", closed="d", sheets=AB).play("E", "c4").total("E") == 2


def test_connected_b_5_forced_crosses_count_for_the_lock() -> None:
    table = Table("connected-b", "33/1111", e="b2 b4 b5", sheets=AB).play("E", "a6")
    assert "b6" in table.position.sheet("E")
    lock = Table("connected-b", "66/1111", e="b2 b4 b5 b6 b7 a6", sheets=AB)
    assert lock.rule("E", "b12") is None
    assert lock.play("E", "b12").game.scores(lock.position)["E"].rows[1] == 28


def test_connected_b_6_what_is_crossed_already_is_no_mark() -> None:
    table = Table("connected-b", "33/1111", e="a6 b6", sheets=AB)
    assert table.rule("E", "a6") == "left-to-right"


def test_forced_crosses_may_be_agreed_to_leave_the_order_alone() -> None:
    counts = Table("connected-b", "33/1111", sheets=AB)
    ignored = Table("connected-b", "33/1111", sheets=AB, chain_frontier="ignored")
    for table, rule in ((counts, "left-to-right"), (ignored, None)):
        table.play("E", "a6").play("M", "-").play("E", "-")
        table.position = table.game.roll(table.position, roll_of("14/1111"))
        assert table.rule("E", "b5") == rule
        assert table.rule("E", "b6") is not None


# -- X-Change --------------------------------------------------------------------------------------------


def test_x_change_1_either_direction() -> None:
    table = Table("x-change", "35/1111")
    assert table.rule("E", "a5x") is None
    assert table.rule("M", "a6x") is None
    table.action_2("a5x", "a6x").play("E", "-")
    assert (table.total("E"), table.total("M")) == (1, 1)
    assert [table.position.sheet(p).state("exchange") for p in "EM"] == [1, 1 << 5]


def test_x_change_2_fields_from_left_to_right() -> None:
    table = Table("x-change", "35/1111", e="x6")
    assert table.rule("E", "a5x") == "exchange-left-to-right"
    table.action_2().play("E", "-")
    assert table.position.sheet("E").misses == 1


def test_x_change_3_a_field_further_right() -> None:
    assert Table("x-change", "55/1111", e="x6").rule("E", "a5x") is None


def test_x_change_4_only_with_a_field_of_both_numbers() -> None:
    table = Table("x-change", "36/1111")
    assert table.rule("E", "a5x") == "exchange"
    assert table.rule("M", "a7x") is None


def test_x_change_5_in_action_1_only() -> None:
    table = Table("x-change", "35/1111").action_2()
    assert table.rule("E", "a5x") == "exchange"
    gone = Table("x-change", "35/-111", e=row("a", 2, 6), closed="a").action_2()
    assert gone.rule("E", "a9x") == "die-removed"


def test_x_change_6_no_field_without_its_mark() -> None:
    table = Table("x-change", "35/1111", e="a7")
    assert table.rule("E", "a5x") == "left-to-right"


# -- Lucky 15 --------------------------------------------------------------------------------------------


def test_lucky_15_1_fifteen_replaces_both_actions() -> None:
    table = Table("lucky-15", "56/4111")
    assert table.rule("E", "15") is None
    assert table.rule("M", "a11") is None
    table.action_2("15", "a11")
    assert table.rule("E", "b7") == "lucky15-instead"
    table.play("E", "-")
    assert (table.total("E"), table.position.sheet("E").misses) == (5, 0)


def test_lucky_15_2_for_the_active_player_alone() -> None:
    assert Table("lucky-15", "56/4111").rule("M", "15") == "lucky15-fifteen"


def test_lucky_15_3_with_a_die_that_is_in_the_game() -> None:
    assert Table("lucky-15", "45/1116").rule("E", "15") is None
    table = Table("lucky-15", "45/1116", closed="d")
    assert table.rule("E", "15") == "lucky15-fifteen"
    table.action_2().play("E", "-")
    assert table.position.sheet("E").misses == 1


def test_lucky_15_4_and_5_the_track() -> None:
    table = Table("lucky-15", "56/4111", e="t4")
    assert table.rule("E", "15") == "lucky15-track"
    assert table.score("t4", misses=1) == 20
    assert table.score("a2 a3 a4 t3", misses=1) == 19
    assert Table("lucky-15", lucky15_top="36").score("t4") == 36
    assert Table("lucky-15", lucky15_top="36").score("t3") == 18


def test_lucky_15_6_another_may_end_the_game_meanwhile() -> None:
    table = Table("lucky-15", "66/1-13", m=row("a", 2, 6), closed="b")
    assert table.rule("E", "15") is None
    table.play("E", "15").play("M", "a12")
    assert table.position.end is not None
    assert (table.total("E"), table.total("M")) == (5, 28)


# -- Connect 15 ------------------------------------------------------------------------------------------


def test_connect_15_1_a_field_and_a_number() -> None:
    table = Table("connect-15", "15/2346")
    assert table.rule("E", "b5-6 b6") is None
    assert table.rule("M", "a3-4 a6") is None
    table.play("E", "b5-6 b6").play("M", "a3-4 a6")
    assert (table.total("E"), table.total("M")) == (3, 3)


def test_connect_15_2_a_coloured_die_opens_its_row() -> None:
    table = Table("connect-15", "13/5244")
    assert table.rule("E", "a3-4") is None
    assert table.rule("M", "b5-6") == "connect-one-five"
    table.action_2("a3-4").play("E", "-")
    assert table.position.sheet("E").misses == 0
    taken = Table("connect-15", "13/5244", connect_miss="taken").action_2("a3-4").play("E", "-")
    assert taken.position.sheet("E").misses == 1


def test_connect_15_3_two_coloured_dice_open_either_row() -> None:
    table = Table("connect-15", "22/1533")
    assert table.rule("E", "b7-8") is None
    assert table.rule("E", "a6-7") is None
    assert table.rule("M", "c10-9") == "connect-one-five"


def test_connect_15_4_one_order_for_numbers_and_fields() -> None:
    table = Table("connect-15", "15/2346", e="a4")
    assert table.rule("E", "a3-4") == "connect-left-to-right"
    assert table.rule("E", "a6-7") is None
    nearest = Table("connect-15", "15/2346", e="a4", connect_which="next")
    assert nearest.rule("E", "a10-11") == "connect-left-to-right"


def test_connect_15_5_a_field_skips_what_lies_left() -> None:
    table = Table("connect-15", "15/2346", e="a2 a3")
    assert table.rule("E", "a6-7 a6") == "left-to-right"
    assert table.rule("E", "a6 a6-7") is None


def test_connect_15_6_fields_do_not_count_towards_the_lock() -> None:
    e = f"{row('b', 2, 5)} b5-6 b7-8"
    assert Table("connect-15", "66/1111", e=e).rule("E", "b12") == "lock-needs-five"
    assert Table("connect-15", "66/1111", e=e, connect_lock="all").rule("E", "b12") is None


def test_connect_15_7_a_full_row() -> None:
    assert Table("connect-15").score(f"{row('a', 2, 12)} a3-4 a6-7 a10-11") == 120


def test_connect_15_8_one_field_a_turn() -> None:
    table = Table("connect-15", "15/2346").action_2("a3-4")
    assert table.rule("E", "a10-11") == "connect-one-five"
    assert table.rule("E", "a7 a10-11") == "connect-one-five"
    assert table.rule("E", "a7") is None
