"""Tests the examples of the further official games, in the notation of the document that lists them.

A roll such as "12/254-" lists both white dice, then red, yellow, green and blue ("-": removed). Of the two
players E and M, E is active.
"""

from __future__ import annotations

import pytest

from companion.rules import Game, Mark, Position, Roll, Rulings, Sheet
from companion.rules.observed_sheet import ObservedSheet
from sheets.pad import COLOURS, ROW_LETTERS, Pad
from sheets.pad_part import box_names


def roll_of(text: str) -> Roll:
    white, coloured = text.split("/")
    dice = {c: None if v == "-" else int(v) for c, v in zip(COLOURS, coloured, strict=True)}
    return Roll((int(white[0]), int(white[1])), **dice)


def sheet_of(pad: Pad, text: str) -> Sheet:
    """Return a sheet with crosses on the named places.

    Short forms: "a5+" (both crosses of a5), "x6" (box 6 of the exchange strip), "t3" (track 1 to 3).
    """
    places: list[str] = []
    for word in text.split():
        if word[0] == "x":
            places.append(box_names(pad.parts, "exchange")[int(word[1:]) - 1])
        elif word[0] == "t":
            places += box_names(pad.parts, "track")[: int(word[1:])]
        else:
            places += dict.fromkeys((word.removesuffix("+"), word))
    return ObservedSheet.from_places(pad, places).sheet


def row(letter: str, first: int, last: int, sign: str = "") -> str:
    """Return the names of a row's cells from number `first` to `last`, each followed by `sign`."""
    step = 1 if last > first else -1
    return " ".join(f"{letter}{n}{sign}" for n in range(first, last + step, step))


class Table:
    """A table with the players E and M, before action 1 of E's turn."""

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
        """Return the rule that forbids a mark now, or None; assert that the list of legal marks agrees."""
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
        """Make the marks `e` and `m` of the players E and M in action 1, so that action 2 begins."""
        self.play("E", e).play("M", m)
        assert self.position.phase == "colour"
        return self

    def total(self, player: str) -> int:
        return self.game.scores(self.position)[player].total


SIX_TWICE = "a2 a2+ a3 a3+ a4 a4+"
AB = {"sheets": {"E": "A", "M": "B"}}
NEXT = {"connect_which": "next"}
PASSED = {"first": "-"}
"""A setting for a case: both players have passed in action 1."""


@pytest.mark.parametrize(
    "case",
    [
        ("big-points", "12/2543", "a5 b3", "ab3", None),
        ("big-points", "12/2543", "", "ab3", "bp-neighbour"),
        ("big-points", "12/2543", "a5 b3 ab5", "ab3", "bp-left-to-right"),
        ("big-points", "12/1111", "ab5", "ab4", "white-sum"),
        ("big-points", "12/1111", "ab5", "ab3", "bp-left-to-right"),
        ("big-points", "14/2555", "b3", "ab3", "bp-neighbour", PASSED),
        ("big-points", "14/5255", "b3", "ab3", None, PASSED),
        ("big-points", "14/2555", "b3", "ab3", None, PASSED | {"bp_colour": "either"}),
        ("big-points", "14/6666", "b3", "ab3", "colour-sum", PASSED),
        ("big-points", "33/3111", "", "ab6", None, {"first": "a6", "rolled_again": "later-action"}),
        ("big-points", "33/3111", "", "ab6", "bp-neighbour", {"first": "a6"}),
        ("big-points", "33/3111", "a6", "ab6", None, PASSED),
        ("big-points", "33/3311", "b6", "ab6", None, {"first": "a6"}),
        ("big-points", "66/1111", "a2 a3 a4 a5 ab2 ab3", "a12", "lock-needs-five"),
        ("big-points", "46/11-6", "c10", "cd10", None, {"closed": "c"}),
        ("big-points", "46/11-6", "c10", "cd10", "bp-neighbour", PASSED | {"closed": "c"}),
        ("big-points", "46/11--", "c10", "cd10", "colour-sum", PASSED),
        ("double-a", "14/1111", "a5", "a5+", None),
        ("double-a", "14/1111", "a5", "a5", "left-to-right"),
        ("double-a", "14/1111", "a5 a7", "a5+", "double-frontier"),
        ("double-a", "14/1111", "a5 a5+", "a5+", "double-frontier"),
        ("double-a", "14/1111", "a5 a7", "a5+", None, {"double_a_where": "any-marked"}),
        ("double-a", "14/1111", "a5 a7 a7+", "a5+", "double-frontier", {"double_a_where": "any-marked"}),
        ("double-a", "23/3111", "", "a5+", None, {"first": "a5", "rolled_again": "later-action"}),
        ("double-a", "23/3111", "", "a5+", "double-again", {"first": "a5"}),
        ("double-a", "23/3111", "a5", "a5+", None, PASSED),
        ("double-a", "66/1111", SIX_TWICE, "a12", "double-lock-seven"),
        ("double-a", "66/1111", f"{SIX_TWICE} a5", "a12", None),
        ("double-a", "66/6111", row("a", 2, 8), "a12+", "die-removed", {"first": "a12"}),
        ("double-a", "23/1111", "a6", "a4+", "white-sum", {"closed": "a"}),
        ("double-a", "22/1111", "a6", "a4+", "row-closed", {"closed": "a"}),
        ("double-a", "66/1111", "a12", "a12", "row-closed"),
        ("double-b", "66/1111", "a3 a5 a9", "a12", "double-lock-seven"),
        ("double-b", "66/1111", "a2 a3 a5 a9", "a12", None),
        ("connected-b", "33/1111", "a6 b6", "a6", "left-to-right", AB),
        ("x-change", "35/1111", "", "a5x", None),
        ("x-change", "35/1111", "", "a6x", None),
        ("x-change", "35/1111", "x6", "a5x", "exchange-left-to-right"),
        ("x-change", "55/1111", "x6", "a5x", None),
        ("x-change", "36/1111", "", "a5x", "exchange"),
        ("x-change", "36/1111", "", "a7x", None),
        ("x-change", "35/1111", "", "a5x", "exchange", PASSED),
        ("x-change", "35/-111", row("a", 2, 6), "a9x", "die-removed", PASSED | {"closed": "a"}),
        ("x-change", "44/-111", "", "a5x", "die-removed", PASSED | {"closed": "a"}),
        ("x-change", "44/-111", "", "b5x", "exchange", PASSED | {"closed": "a"}),
        ("x-change", "35/1111", "a7", "a5x", "left-to-right"),
        ("x-change", "45/1111", "", "a5x", "exchange", {"closed": "a"}),
        ("x-change", "44/1111", "x6", "a5x", "exchange-left-to-right", {"closed": "a"}),
        ("x-change", "44/1111", "a7", "a5x", "row-closed", {"closed": "a"}),
        ("lucky-15", "56/4111", "", "15", None),
        ("lucky-15", "56/4111", "", "15", "lucky15-fifteen", {"player": "M"}),
        ("lucky-15", "56/4111", "", "b7", "lucky15-instead", {"first": "15"}),
        ("lucky-15", "66/1-13", "", "b7", "lucky15-instead", {"first": "15", "closed": "b"}),
        ("lucky-15", "66/1-13", "", "15", "lucky15-instead", {"first": "15", "closed": "b"}),
        ("lucky-15", "45/1116", "", "15", None),
        ("lucky-15", "45/1116", "", "15", "lucky15-fifteen", {"closed": "d"}),
        ("lucky-15", "56/-111", "", "15", "lucky15-fifteen", PASSED | {"closed": "a"}),
        ("lucky-15", "55/5111", "t4", "15", "lucky15-track"),
        ("lucky-15", "55/4111", "t4", "15", "lucky15-fifteen"),
        ("connect-15", "15/2346", "", "b5-6 b6", None),
        ("connect-15", "13/5244", "", "a3-4", None),
        ("connect-15", "13/5244", "", "b5-6", "connect-one-five"),
        ("connect-15", "22/1533", "", "b7-8", None),
        ("connect-15", "22/1533", "", "a6-7", None),
        ("connect-15", "22/1533", "", "c10-9", "connect-one-five"),
        ("connect-15", "15/2346", "a4", "a3-4", "connect-left-to-right"),
        ("connect-15", "15/2346", "a4", "a6-7", None),
        ("connect-15", "15/2346", "a4", "a10-11", "connect-left-to-right", NEXT),
        ("connect-15", "15/2222", "", "a6-7", "connect-left-to-right", NEXT),
        ("connect-15", "15/2222", "", "a3-4", None, NEXT),
        ("connect-15", "15/2346", "a2 a3", "a6-7 a6", "left-to-right"),
        ("connect-15", "15/2346", "a2 a3", "a6 a6-7", None),
        ("connect-15", "66/1111", f"{row('b', 2, 5)} b5-6 b7-8", "b12", "lock-needs-five"),
        ("connect-15", "66/1111", f"{row('b', 2, 5)} b5-6 b7-8", "b12", None, {"connect_lock": "all"}),
        ("connect-15", "15/2346", "", "a10-11", "connect-one-five", {"first": "a3-4"}),
        ("connect-15", "15/2346", "", "a7 a10-11", "connect-one-five", {"first": "a3-4"}),
        ("connect-15", "15/2346", "", "a7", None, {"first": "a3-4"}),
        ("connect-15", "66/5122", row("a", 2, 6), "b5-6", "connect-one-five", {"first": "a12"}),
        ("connect-15", "66/5122", row("a", 2, 6), "b5-6", None, PASSED),
        ("connect-15", "15/-111", "", "a3-4", "row-closed", PASSED | {"closed": "a"}),
        ("connect-15", "12/-111", "", "a3-4", "connect-one-five", PASSED | {"closed": "a"}),
        ("connect-15", "12/1111", "a8", "a3-4", "connect-one-five", {"closed": "a"}),
        ("connect-15", "15/1111", "a8", "a3-4", "row-closed", {"closed": "a"}),
    ],
    ids=lambda case: f"{case[0]} {case[1]} {case[2]}: {case[3]}",
)
def test_mark_is_legal_or_breaks_the_first_rule(case: tuple) -> None:
    """Check that the mark of a case is legal, or which rule forbids it.

    The mark is made in action 1 or, if the case has `first` (E's mark in action 1), in action 2.
    """
    name, roll, e, mark, rule, *more = case
    terms = dict(more[0]) if more else {}
    first, player = terms.pop("first", ""), terms.pop("player", "E")
    table = Table(name, roll, e=e, **terms)
    assert (table.action_2(first) if first else table).rule(player, mark) == rule


@pytest.mark.parametrize(
    ("name", "text", "points", "terms"),
    [
        ("big-points", "a5 b3 ab3", 3 + 3, {}),
        ("big-points", "a2 a3 a4 a5 b2 b3 b4 b5 b6 ab2 ab3 ab4", 28 + 36, {}),
        ("big-points", f"{row('a', 2, 12)} {row('ab', 2, 6)}", 120 + 15, {}),
        ("double-a", "a5 a5+", 3, {}),
        ("double-a", f"{SIX_TWICE} a5 a12", 45, {}),
        ("double-a", f"{row('a', 2, 11, '+')} a12", 136, {}),
        ("double-b", "a3", 3, {}),
        ("double-b", "c3", 1, {}),
        ("double-b", "c10", 3, {}),
        ("double-b", "a10", 1, {}),
        ("double-b", "a2 a3 a5 a9 a12", 45, {}),
        ("double-b", row("d", 12, 2), 136, {}),
        ("connected-a", row("b", 2, 12), 88, AB),
        ("connected-a", "a7", 2, AB),
        ("connected-a", "a7", 1, {"sheets": {"E": "E", "M": "A"}}),
        ("connected-a", "a7 b2 b6 b8 c11 c9 c5 c3 d10 d4", 75, AB),
        ("connected-a", "a2 a3 a4 a5 a11 a12", 31, {"sheets": {"E": "B", "M": "A"}}),
        ("connected-a", "a2 a3 a4 a5 a11 a12", 29, {"sheets": {"E": "C", "M": "A"}}),
        ("lucky-15", "t4", 25, {}),
        ("lucky-15", "a2 a3 a4 t3", 24, {}),
        ("lucky-15", "t4", 36, {"lucky15_top": "36"}),
        ("lucky-15", "t3", 18, {"lucky15_top": "36"}),
        ("connect-15", f"{row('a', 2, 12)} a3-4 a6-7 a10-11", 120, {}),
    ],
)
def test_score_of_a_sheet(name: str, text: str, points: int, terms: dict) -> None:
    assert Table(name, e=text, **terms).total("E") == points


@pytest.mark.parametrize(("ruling", "dice"), [("marked", "with the die"), ("either", "only if")])
def test_refusal_of_a_round_cell_names_the_die_that_counts(ruling: str, dice: str) -> None:
    table = Table("big-points", "14/2555", bp_colour=ruling).action_2()
    refused = table.game.moves(table.position, "E").refusal(Mark("ab3"))
    assert refused is not None and dice in refused.text


def test_a_round_cell_beside_a_row_that_closes_counts() -> None:
    table = Table("big-points", "66/1111", e=row("a", 2, 6), m="b12", closed="b")
    table.play("E", "a12").play("M", "ab12")
    assert table.position.end is not None
    assert (table.game.scores(table.position)["M"].rows, table.total("M")) == ((1, 6, 0, 0), 7)


def test_both_double_pads_at_one_table() -> None:
    table = Table("double-a", "12/1111", e="a3", m="a3", sheets={"M": "double-b"})
    assert (table.total("E"), table.total("M")) == (1, 3)
    assert table.rule("E", "a3+") is None
    assert table.rule("M", "a3+") == "double-frontier"


@pytest.mark.parametrize(("ruling", "rule"), [("counts", "left-to-right"), ("ignored", None)])
def test_a_forced_cross_and_what_is_left_of_it(ruling: str, rule: str | None) -> None:
    table = Table("connected-b", "33/1111", **AB, chain_frontier=ruling)
    table.play("E", "a6").play("M", "a6")
    assert (table.total("E"), table.total("M")) == (2, 1)
    table.play("E", "-")
    table.position = table.game.roll(table.position, roll_of("14/1111"))
    assert table.rule("E", "b5") == rule
    assert table.rule("M", "b5") is None and table.rule("E", "b6") is not None


@pytest.mark.parametrize(
    ("roll", "e", "closed", "mark", "forced", "points"),
    [("33/1111", "b10", "", "c6", "b8", 4), ("22/1111", "", "d", "c4", "d4", 2)],
    ids=["left of other marks", "in a closed row"],
)
def test_a_cross_is_forced_anywhere(
    roll: str, e: str, closed: str, mark: str, forced: str, points: int
) -> None:
    table = Table("connected-b", roll, e=e, closed=closed, **AB).play("E", mark)
    assert forced in table.position.sheet("E") and table.total("E") == points


def test_forced_crosses_count_for_the_lock() -> None:
    table = Table("connected-b", "66/1111", e="b2 b4 b5 b6 b7 a6", **AB).play("E", "b12")
    assert table.game.scores(table.position)["E"].rows[1] == 28


def test_exchange_crosses_the_first_field_with_both_numbers() -> None:
    table = Table("x-change", "35/1111").action_2("a5x", "a6x").play("E", "-")
    assert (table.total("E"), table.total("M")) == (1, 1)
    assert [table.position.sheet(p).state("exchange") for p in "EM"] == [1, 1 << 5]


def test_fifteen_replaces_both_actions() -> None:
    table = Table("lucky-15", "56/4111").action_2("15", "a11").play("E", "-")
    assert (table.total("E"), table.position.sheet("E").misses) == (5, 0)


def test_another_may_end_the_game_during_a_fifteen() -> None:
    table = Table("lucky-15", "66/1-13", m=row("a", 2, 6), closed="b").play("E", "15").play("M", "a12")
    assert table.position.end is not None
    assert (table.total("E"), table.total("M")) == (5, 28)


def test_a_field_and_a_number_together() -> None:
    table = Table("connect-15", "15/2346").play("E", "b5-6 b6").play("M", "a3-4 a6")
    assert (table.total("E"), table.total("M")) == (3, 3)


@pytest.mark.parametrize(("ruling", "misses"), [("spared", 0), ("taken", 1)])
def test_a_field_alone_may_spare_the_penalty(ruling: str, misses: int) -> None:
    table = Table("connect-15", "13/5244", connect_miss=ruling).action_2("a3-4").play("E", "-")
    assert table.position.sheet("E").misses == misses
