"""Positions in which everyone sees what is right, with bonuses, lucky numbers and cards too."""

from dataclasses import replace
from itertools import product

import pytest

from companion.advisor import advise
from companion.advisor.advice import Option
from companion.rules import Card, Game, Position, Roll, Sheet
from sheets.pad import PADS
from tests.companion.moment import game_of, moment

THREE = ("Ann", "Bob", "Cem")
RED, YELLOW = "a2 a3 a4 a5 a6 a7 a8 a9 a10", "b2 b3 b4 b5 b6 b7 b8 b9 b10"


def bits(count: int) -> int:
    return (1 << count) - 1


def table_of(game: Game, position: Position, rows: list[list[int]], misses: int = 0) -> Position:
    """Return the position with these rows (as bits) on the sheets; `misses` are the first player's."""
    penalties = (misses, *[0] * (len(rows) - 1))
    sheets = tuple(Sheet(game.pad, tuple(row), count) for row, count in zip(rows, penalties, strict=True))
    return replace(position, sheets=sheets, before=sheets)


def rolled(game: Game, row: int, index: int) -> tuple[Roll, str]:
    """Return a roll, with two equal white dice, that allows a cell in action 2, and the cell's name."""
    cell = game.pad.rows[row].cells[index]
    sides = range(1, game.pad.sides + 1)
    white, die = next((w, d) for w, d in product(sides[::-1], sides) if w + d == cell.number)
    return Roll((white, white), **{cell.colour: die}), str(cell)


def options_of(game: Game, position: Position, player: str = "Ann", hand=None) -> dict[str, Option]:
    return {str(option.move): option for option in advise(game, position, [player], hand)[0].options}


def first(options: dict[str, Option]) -> str:
    return next(iter(options))


@pytest.mark.parametrize("players", [THREE[:2], THREE])
@pytest.mark.parametrize("rival_leads", [False, True])
@pytest.mark.parametrize("pad", PADS)
def test_a_lock_is_made_only_if_no_other_player_wins(
    pad: str, rival_leads: bool, players: tuple[str, ...]
) -> None:
    game = game_of(pad, players=players)
    roll, cell = rolled(game, 1, -1)
    needs = game.pad.lock_needs
    rival = [bits(needs + 3), 0, bits(needs + 2), 0] if rival_leads else [0, 0, 0b11, 0]
    rows = [[0, bits(needs), 0, 0], *[[0, 0, 0b1, 0]] * (len(players) - 2), rival]
    position = moment(game, "colour", roll, closed="a", active_marked=True)
    options = options_of(game, table_of(game, position, rows))
    lock, why = options[cell], str(options[cell].why)
    if rival_leads:
        assert first(options) != cell and options[first(options)].win > 0
        assert lock.win == 0.0 and lock.margin < 0 and f"behind {players[-1]}" in why
    else:
        assert first(options) == cell
        assert (
            lock.win == 1.0
            and lock.margin > 0
            and "ends the game" in why
            and f"ahead of {players[-1]}" in why
        )


@pytest.mark.parametrize("players", [THREE[:2], THREE])
@pytest.mark.parametrize("phase", ["white", "colour"])
@pytest.mark.parametrize("pad", PADS)
def test_a_fourth_penalty_that_wins_is_taken(pad: str, phase: str, players: tuple[str, ...]) -> None:
    game = game_of(pad, players=players)
    roll, _ = rolled(game, 2, 0)
    rows = [[0, 0, 0, bits(7)], *[[0, 0b1, 0, 0]] * (len(players) - 1)]
    options = options_of(game, table_of(game, moment(game, phase, roll, closed="a"), rows, misses=3))
    assert len(options) > 1, "there is something else to mark"
    assert first(options) == "-" and options["-"].win == 1.0
    assert "fourth penalty" in str(options["-"].why)


@pytest.mark.parametrize("players", [THREE[:2], THREE])
@pytest.mark.parametrize("pad", PADS)
def test_a_fourth_penalty_that_loses_is_avoided(pad: str, players: tuple[str, ...]) -> None:
    game = game_of(pad, players=players)
    roll, cell = rolled(game, 2, 4)
    rows = [[bits(7), 0, 0, 0], *[[0b11, 0, 0, 0]] * (len(players) - 2), [bits(7), bits(7), 0, 0]]
    options = options_of(game, table_of(game, moment(game, "colour", roll), rows, misses=3))
    assert cell in options and first(options) != "-" and options["-"].win == 0.0
    assert "fourth penalty" in str(options["-"].why) and f"behind {players[-1]}" in str(options["-"].why)


@pytest.mark.parametrize("others", [(), ("- / b2 / - / -",)])
def test_a_player_who_will_end_the_game_is_reckoned_with(others: tuple[str, ...]) -> None:
    # The last player locks yellow with this throw and wins unless Ann, who is behind, locks too.
    game = game_of("classic", players=THREE[: len(others) + 2])
    sheets = ("a2 a3 a4 a5 a6 a7 a8 a9 / - / - / -", *others, "a2 / b2 b3 b4 b5 b6 b7 / - / d12 d11")
    position = moment(game, "white", "w6 w6 r1 y1", *sheets, closed="c", seat=1)
    options = options_of(game, position)
    assert first(options) == "a12" and options["a12"].win == 1.0
    assert options["-"].win < 0.6


def test_bonus_a_a_box_that_closes_a_row_ends_the_game_only_for_who_wins() -> None:
    # Green 7 is a bonus cell: it crosses the first free box, yellow, and with it yellow 12.
    game = game_of("bonus-a")
    ann = "a2 / b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 / c12 / d12 boxes 1"
    for bob, wins in (("a2 a3 / - / - / -", True), (f"{RED} / {YELLOW} / c12 c11 / -", False)):
        position = moment(game, "colour", "w1 w1 g6", ann, bob, closed="d", active_marked=True)
        options = options_of(game, position)
        assert options["c7"].win == (1.0 if wins else 0.0), bob
        assert (first(options) == "c7") == wins
        assert "locks the yellow row" in str(options["c7"].why)
        assert ("ahead of Bob" if wins else "behind Bob") in str(options["c7"].why)


def test_bonus_b_misses_that_cost_nothing_are_counted_so() -> None:
    # With no-misses earned the fourth miss costs nothing: 15 points against 10 win; without it they lose.
    game = game_of("bonus-b")
    with_it = "a2 / b2 b3 / c12 c11 c5 / d12 misses 3 earned no-misses"
    without = "a2 / b2 b4 / c12 c11 c5 / d12 misses 3"
    bob = "a2 a3 / b2 b3 / - / -"
    for ann, wins in ((with_it, True), (without, False)):
        position = moment(game, "colour", "w1 w1 r5 y6 g2 b5", ann, bob)
        options = options_of(game, position)
        assert len(options) > 1
        assert (first(options) == "-") == wins
        assert options["-"].win == (1.0 if wins else 0.0)


def test_bonus_b_thirteen_points_turn_a_lock_into_a_win() -> None:
    # The lock makes 46 points against 49; with the 13 of red 6 and blue 4 it makes 59.
    game = game_of("bonus-b")
    rows = "a2 a3 a4 a5 a6 / b2 b4 b5 b6 b8 / - / d12"
    bob = f"{RED} / b2 b4 / - / d12"
    for ann, wins in ((f"{rows} d4 earned 13", True), (f"{rows} d5", False)):
        position = moment(game, "colour", "w6 w6 y6 b1", ann, bob, closed="c", active_marked=True)
        options = options_of(game, position)
        assert options["b12"].win == (1.0 if wins else 0.0)
        assert (first(options) == "b12") == wins
        assert (" 10 points ahead" if wins else " 3 points behind") in str(options["b12"].why)


def test_longo_a_lucky_number_saves_from_the_fourth_miss_that_loses() -> None:
    # The sum 5 fits no row any more; Ann's lucky number crosses the next cell of her weakest row instead.
    game = game_of("longo", lucky={"Ann": (5, 10), "Bob": (6, 11)})
    ann = "a2 a3 a7 / b2 b3 b4 b8 / c16 c15 c14 c4 / d16 d15 d14 d4 misses 3"
    bob = "a2 a3 a4 a5 a6 / b2 b3 b4 b5 b6 / - / -"
    position = moment(game, "white", "w2 w3 r1 y1 g8 b8", ann, bob)
    options = options_of(game, position)
    assert set(options) == {"-", "a8*"}
    assert first(options) == "a8*" and "by the lucky number" in str(options["a8*"].why)
    assert options["-"].win < options["a8*"].win
    # Who does not have that lucky number can only pass.
    other = game_of("longo", lucky={"Ann": (6, 11), "Bob": (5, 10)})
    assert list(options_of(other, position)) == ["-"]


def test_longo_a_lucky_mark_that_skips_nothing_is_better_than_its_number() -> None:
    game = game_of("longo", lucky={"Ann": (5, 10), "Bob": (6, 11)})
    position = moment(game, "white", "w4 w6 r8 y8 g1 b1", "a2 / b2 b3 / c16 c15 / d16 d15")
    options = options_of(game, position)
    assert first(options) == "a3*"
    assert options["a3*"].win > options["a10"].win


@pytest.mark.parametrize("ahead", [True, False])
def test_cards_a_fourth_miss_is_taken_where_it_wins_and_avoided_where_it_loses(ahead: bool) -> None:
    game = game_of("cards")
    ann = "a2 a3 a4 a5 a6 a7 / - / - / - misses 3"
    bob = "- / - / - / -" if ahead else "a2 a3 a4 a5 / b2 b3 b4 b5 / - / -"
    position = moment(game, "play", 5, ann, bob)
    hand = [Card(10, "red"), Card(4, "blue")]
    options = options_of(game, position, hand=hand)
    given = [option for option in options.values() if not option.move.marks]
    best = options[first(options)]
    assert all(option.win == (1.0 if ahead else 0.0) for option in given)
    assert (not best.move.marks) == ahead
    assert best.win > 0
