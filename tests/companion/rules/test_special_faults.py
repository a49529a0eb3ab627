"""Sheets of pads with mechanisms: faults are found on illegal sheets, and none on sheets of legal play."""

import random

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from sheets.pad import FURTHER_PADS, Pad, load_pad
from tests.sheets.orders import own_classic
from tests.simulated_photos.play import any_game, played

MIXED = own_classic({"exchange": {"fields": "8/5"}, "track": {"fields": "5 11"}})


def pad_of(game: str, letter: str = "A") -> Pad:
    pad = load_pad(game)
    return pad.on_sheet(letter) if pad.letters else pad


def places_of(text: str) -> list[str]:
    """Split a text such as "a2 a3 / lock a / box 2" into the names of its places."""
    parts = [part.strip() for part in text.split("/")]
    return [place for part in parts for place in ([part] if part[:3] in ("loc", "box") else part.split())]


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


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        ("double-a", "a5 a5+ a7 a7+", []),
        ("double-a", "a5 a7+", [("double-frontier", "a7 a7+")]),
        ("double-a", "a2 a2+ a3 a3+ a4 a4+ a5 a12 / lock a", []),
        ("double-a", "a2 a2+ a3 a3+ a4 a4+ a12 / lock a", [("double-lock-seven", "a12")]),
        ("double-b", "a2 a3 a5 a9 a12 / lock a", []),
        ("double-b", "a3 a5 a9 a12 / lock a", [("double-lock-seven", "a12")]),
        ("big-points", "a5 ab5", []),
        ("big-points", "b5 ab5", []),
        ("big-points", "c5 ab5", [("bp-neighbour", "ab5 a5 b5")]),
        ("big-points", "a2 a3 a4 a5 ab2 ab3 a12 / lock a", [("lock-needs-five", "a12")]),
        ("connected-b", "a6 b6 b2", []),
        ("connected-b", "b6", [("chain-forced", "b6 a6")]),
        (pad_of("connected-b", "B"), "b6", [("chain-forced", "b6 c8")]),
        ("lucky-15", "box 1 / box 2", []),
        ("lucky-15", "box 1 / box 4", [("lucky15-track", "box 2 / box 3 / box 4")]),
        ("x-change", "c5 / box 1", []),  # 8/5
        ("x-change", "c7 / box 1", [("exchange", "box 1")]),
        ("x-change", "a5 d8 / box 1 / box 6", []),  # 8/5 and 8/6
        ("x-change", "a8 / box 1 / box 6", [("exchange-left-to-right", "box 1 / box 6")]),
        # 11/3 is the third field, 7/4 the fourth: in a row that rises, 11 cannot come before 4
        ("x-change", "a4 a11 / box 3 / box 4", [("exchange-left-to-right", "box 3 / box 4")]),
        ("x-change", "c11 c4 / box 3 / box 4", []),
        ("x-change", "a4 b11 / box 3 / box 4", []),
        ("connect-15", "b2 b3 b4 b5-6 b7-8 b12 / lock b", []),  # under the ruling connect-lock
        ("connect-15", "b2 b3 b4 b5-6 b12 / lock b", [("lock-needs-five", "b12")]),
        (MIXED, "a2 / box 1 / box 3", [("exchange", "box 1"), ("lucky15-track", "box 2 / box 3")]),
    ],
)
def test_faults_of_special_crosses(game: str | Pad, text: str, found: list[tuple[str, str]]) -> None:
    assert faults(game, *places_of(text)) == [(rule, tuple(places_of(cells))) for rule, cells in found]


def test_cards_are_not_played_on_a_pad_with_mechanisms() -> None:
    """Check that three locked rows are a contradiction, since only the card game allows them."""
    rows = [(f"{row}{n}" for n in (2, 3, 4, 5, 6, 12)) for row in "ab"]
    three = [*(place for row in rows for place in row), *(f"c{n}" for n in (12, 11, 10, 9, 8, 2))]
    locks = ["lock a", "lock b", "lock c"]
    assert [rule for rule, _ in faults("lucky-15", *three, *locks)] == [
        rule for rule, _ in faults("x-change", *three, *locks)
    ]
