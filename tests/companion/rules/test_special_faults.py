"""What contradicts the mechanisms of a pad, and that nothing does on sheets of legal play."""

import random

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from sheets.pad import FURTHER_PADS, Pad, load_pad
from tests.sheets.orders import own_classic
from tests.simulated_photos.play import any_game, played

FIVE = ("a2", "a3", "a4", "a5", "a6")


def pad_of(game: str, letter: str = "A") -> Pad:
    pad = load_pad(game)
    return pad.on_sheet(letter) if pad.letters else pad


def faults(game: str | Pad, *places: str) -> list[tuple[str, tuple[str, ...]]]:
    pad = pad_of(game) if isinstance(game, str) else game
    return [(fault.rule, fault.cells) for fault in contradictions(ObservedSheet.from_places(pad, places))]


@pytest.mark.parametrize("game", FURTHER_PADS)
def test_no_sheet_of_legal_play_is_contradicted(game: str) -> None:
    chance = random.Random(f"legal {game}")
    for number in range(40):
        pad = pad_of(game, "ABCDE"[number % 5])
        observed = ObservedSheet.of(played(any_game(game, pad, chance), chance))
        assert contradictions(observed) == ()
        assert ObservedSheet.from_places(pad, observed.places).places == observed.places


def test_a_second_cross_needs_a_first() -> None:
    assert faults("double-a", "a5", "a5+", "a7", "a7+") == []
    assert faults("double-a", "a5", "a7+") == [("double-frontier", ("a7", "a7+"))]


def test_seconds_count_towards_the_lock_of_seven() -> None:
    four = ("a2", "a2+", "a3", "a3+", "a4", "a4+")
    assert faults("double-a", *four, "a5", "a12", "lock a") == []
    assert faults("double-a", *four, "a12", "lock a") == [("double-lock-seven", ("a12",))]


def test_double_cells_count_twice_towards_the_lock() -> None:
    assert faults("double-b", "a2", "a3", "a5", "a9", "a12", "lock a") == []
    assert faults("double-b", "a3", "a5", "a9", "a12", "lock a") == [("double-lock-seven", ("a12",))]


@pytest.mark.parametrize("beside", ["a5", "b5"])
def test_a_round_cell_needs_its_number_in_a_row_beside_it(beside: str) -> None:
    assert faults("big-points", beside, "ab5") == []
    assert faults("big-points", "c5", "ab5") == [("bp-neighbour", ("ab5", "a5", "b5"))]


def test_round_cells_do_not_count_towards_the_lock() -> None:
    cells = ("a2", "a3", "a4", "a5", "ab2", "ab3")
    assert faults("big-points", *cells, "a12", "lock a") == [("lock-needs-five", ("a12",))]


def test_both_rings_of_a_pair_are_crossed_or_none() -> None:
    assert faults("connected-b", "a6", "b6", "b2") == []
    assert faults("connected-b", "b6") == [("chain-forced", ("b6", "a6"))]
    assert faults(pad_of("connected-b", "B"), "b6") == [("chain-forced", ("b6", "c8"))]


def test_the_track_is_crossed_from_the_left() -> None:
    assert faults("lucky-15", "box 1", "box 2") == []
    assert faults("lucky-15", "box 1", "box 4") == [("lucky15-track", ("box 2", "box 3", "box 4"))]


def test_an_exchange_field_needs_a_cross_of_one_of_its_numbers() -> None:
    assert faults("x-change", "c5", "box 1") == []  # 8/5
    assert faults("x-change", "c7", "box 1") == [("exchange", ("box 1",))]


def test_exchange_fields_bring_a_cross_each() -> None:
    assert faults("x-change", "a5", "d8", "box 1", "box 6") == []  # 8/5 and 8/6
    assert faults("x-change", "a8", "box 1", "box 6") == [("exchange-left-to-right", ("box 1", "box 6"))]


def test_exchange_fields_bring_the_crosses_of_a_row_from_left_to_right() -> None:
    # 11/3 is the third field, 7/4 the fourth: in a row that rises, 11 cannot come before 4
    assert faults("x-change", "a4", "a11", "box 3", "box 4") == [
        ("exchange-left-to-right", ("box 3", "box 4"))
    ]
    assert faults("x-change", "c11", "c4", "box 3", "box 4") == []
    assert faults("x-change", "a4", "b11", "box 3", "box 4") == []


def test_fields_between_numbers_may_count_towards_the_lock() -> None:
    """Some tables count them (ruling connect-lock)."""
    cells = ("b2", "b3", "b4")
    assert faults("connect-15", *cells, "b5-6", "b7-8", "b12", "lock b") == []
    assert faults("connect-15", *cells, "b5-6", "b12", "lock b") == [("lock-needs-five", ("b12",))]


def test_cards_are_not_played_on_a_pad_with_mechanisms() -> None:
    """With cards three rows may close in one turn; with dice the game is over after two."""
    rows = [(f"{row}{n}" for n in (2, 3, 4, 5, 6, 12)) for row in "ab"]
    three = [*(place for row in rows for place in row), *(f"c{n}" for n in (12, 11, 10, 9, 8, 2))]
    locks = ["lock a", "lock b", "lock c"]
    assert [rule for rule, _ in faults("lucky-15", *three, *locks)] == [
        rule for rule, _ in faults("x-change", *three, *locks)
    ]


def test_a_pad_with_several_mechanisms_is_held_against_all() -> None:
    pad = own_classic({"exchange": {"fields": "8/5"}, "track": {"fields": "5 11"}})
    assert faults(pad, "a2", "box 1", "box 3") == [
        ("exchange", ("box 1",)),
        ("lucky15-track", ("box 2", "box 3")),
    ]
