"""A deal: different sheets that are worth the same, found again by its seed."""

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from companion.dealing import deal as search
from companion.dealing.arrays import pad_arrays
from companion.dealing.deal import PLAYERS, Fairness, measure
from companion.dealing.dealt_pad import NUMBERS, deal, deal_number
from companion.dealing.random_pads import LONGEST, SHORTEST, NotDealt, draw_rows, guises, rounds
from sheets.pad import Pad, load_pad, pad_of_file
from sheets.secret import draw_seed


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal of few games, whose limits are wide enough for them."""
    monkeypatch.setattr(search, "BATCH", 400)
    monkeypatch.setattr(search, "POINTS", 6.0)
    monkeypatch.setattr(search, "SHARE", 0.2)


def sheets_of(pad: Pad) -> list[Pad]:
    return [pad.on_sheet(letter) for letter in pad.letters]


@pytest.mark.usefixtures("short")
def test_every_player_gets_different_rows_of_the_same_numbers() -> None:
    base = load_pad("classic")
    found = deal(base, 3, 5)
    sheets = sheets_of(found.pad)
    assert found.pad.name == "classic-deal-3-5" and found.pad.letters == ("A", "B", "C")
    for one, other in combinations(sheets, 2):
        alike = sum(mine == its for mine, its in zip(one.rows, other.rows, strict=True))
        assert alike <= 1, "of three players one row may be the same"
    for sheet in sheets:
        for row, plain in zip(sheet.rows, base.rows, strict=True):
            assert sorted(cell.number for cell in row) == sorted(cell.number for cell in plain)
            assert row.colours == plain.colours
            assert row.cells[-1].number in (2, 3, 4, 10, 11, 12)


@pytest.mark.usefixtures("short")
def test_on_mixed_rows_colours_are_dealt_in_segments_and_close_as_they_did() -> None:
    base = load_pad("mixx-a")
    for sheet in sheets_of(deal(base, 2, 1).pad):
        assert len({(cell.colour, cell.number) for cell in sheet.cells}) == 44
        for row, plain in zip(sheet.rows, base.rows, strict=True):
            assert row.closing == plain.closing
            colours = [cell.colour for cell in row]
            lengths = [1]
            for one, other in pairwise(colours):
                lengths = [*lengths[:-1], lengths[-1] + 1] if one == other else [*lengths, 1]
            assert min(lengths) >= SHORTEST and max(lengths) <= LONGEST


@pytest.mark.usefixtures("short")
def test_the_same_seed_deals_the_same_file_and_another_one_another() -> None:
    first, again, other = (deal(load_pad("classic"), 2, seed) for seed in (1, 1, 2))
    assert first.file == again.file and first.words() == again.words()
    assert first.pad.on_sheet("A").rows != other.pad.on_sheet("A").rows
    assert pad_of_file(first.file.encode(), "again.toml") == first.pad


@pytest.mark.usefixtures("short")
def test_sheets_that_are_not_worth_the_same_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SHARE", 0.0001)
    with pytest.raises(NotDealt, match="No 2 fair sheets"):
        deal(load_pad("classic"), 2, 1)


def test_guises_are_one_sheet_with_rows_in_other_places_and_mirrored_numbers() -> None:
    base = load_pad("classic")
    rows = draw_rows(base, Random(1))
    found = guises(base, rows)
    assert len(found) == 48 and found[0] == rows
    orders = {tuple(cell.number for cell in row) for row in rows}
    for guise in found:
        numbers = {tuple(cell.number for cell in row) for row in guise}
        assert orders in (numbers, {tuple(14 - number for number in row) for row in numbers})
        assert [row.colours for row in guise] == [row.colours for row in base.rows]


@pytest.mark.parametrize(
    ("name", "players", "is_exact"),
    [
        *(("classic", players, players < 5) for players in PLAYERS),
        *(("mixx-a", players, players in (2, 4)) for players in PLAYERS),
    ],
)
def test_a_round_turns_each_sheet_into_the_next_and_the_last_into_the_first(
    name: str, players: int, is_exact: bool
) -> None:
    base = load_pad(name)
    rows = draw_rows(base, Random(2))
    found = rounds(base, rows, players)
    assert bool(found) is is_exact
    every = guises(base, rows)
    for sheets in found:
        assert sheets[0] == rows and len(set(sheets)) == players and set(sheets) <= set(every)


@pytest.mark.parametrize(("name", "count"), [("mixx-a", 8), ("double-b", 8)])
def test_rows_change_places_only_where_the_pad_is_alike(name: str, count: int) -> None:
    base = load_pad(name)
    found = guises(base, draw_rows(base, Random(3)))
    assert len(found) == count
    for guise in found:
        assert all(
            row.cells[-1].colour == at.cells[-1].colour for row, at in zip(guise, base.rows, strict=True)
        )


def fairness(points: list[float], shares: list[float], margin: float) -> Fairness:
    one = np.full(len(points), margin)
    return Fairness(100, np.array(points), 100 * one, np.array(shares), one)


def test_fair_is_what_lies_within_its_limits_together_with_its_interval() -> None:
    assert fairness([50, 50.5], [0.5, 0.5], 0.005).is_fair
    assert not fairness([50, 50.5], [0.5, 0.5], 0.011).is_fair
    assert not fairness([50, 50.5], [0.493, 0.507], 0.005).is_fair
    assert not fairness([50, 52.0], [0.5, 0.5], 0.005).is_fair
    assert fairness([50, 50.5], [0.48, 0.52], 0.005).is_unfair
    assert fairness([50, 56.0], [0.5, 0.5], 0.005).is_unfair
    assert not fairness([50, 50.5], [0.493, 0.507], 0.005).is_unfair


def test_each_sheet_is_measured_in_every_seat() -> None:
    played = measure(pad_arrays([load_pad("classic"), load_pad("mixx-b")], 2), 2, 6, 1)
    assert sorted(map(tuple, played.pads.tolist())) == [(0, 1)] * 3 + [(1, 0)] * 3
    assert played.shares.sum() == pytest.approx(6)


def test_the_number_of_a_deal_is_a_small_seed_and_tells_nothing_of_a_drawn_one() -> None:
    assert deal_number(17) == 17
    seed = draw_seed()
    assert deal_number(seed) < NUMBERS and deal_number(seed) != seed % NUMBERS


@pytest.mark.parametrize("players", [1, 6])
def test_a_deal_is_for_two_to_five(players: int) -> None:
    with pytest.raises(NotDealt, match="for 2 to 5 players"):
        deal(load_pad("classic"), players, 1)
