"""A deal gives players different sheets that are worth the same; equal seeds give equal deals."""

from itertools import combinations, pairwise
from random import Random

import pytest

from companion.dealing.dealt_pad import NUMBERS, PLAYERS, deal, deal_number
from companion.dealing.random_pads import LONGEST, SHORTEST, NotDealt, draw_rows
from companion.dealing.symmetry import equivalent_sheets, rounds
from sheets.pad import Pad, load_pad, pad_data, pad_of_file, parse_pad
from sheets.secret import draw_seed

ALONE = "Each sheet alone is worth the same."
AT_ONE_TABLE = "Apart from who begins, every seat at this table is worth the same."


def sheets_of(pad: Pad) -> list[Pad]:
    return [pad.on_sheet(letter) for letter in pad.letters]


def test_every_player_gets_different_rows_of_the_same_numbers() -> None:
    base = load_pad("classic")
    three = deal(base, 3, 5)
    sheets = sheets_of(three.pad)
    assert three.pad.name == "classic-dealt-3-5" and three.pad.letters == ("A", "B", "C")
    for one, other in combinations(sheets, 2):
        alike = sum(mine == its for mine, its in zip(one.rows, other.rows, strict=True))
        assert alike <= 1, "of three players one row may be the same"
    for sheet in sheets:
        for row, plain in zip(sheet.rows, base.rows, strict=True):
            assert sorted(cell.number for cell in row) == sorted(cell.number for cell in plain)
            assert row.colours == plain.colours
            assert row.cells[-1].number in (2, 3, 4, 10, 11, 12)


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


def test_the_same_seed_deals_the_same_file_and_another_one_another() -> None:
    first, again, other = (deal(load_pad("classic"), 2, seed) for seed in (1, 1, 2))
    assert first.file == again.file
    assert first.pad.on_sheet("A").rows != other.pad.on_sheet("A").rows
    assert pad_of_file(first.file.encode(), "again.toml") == first.pad


@pytest.mark.parametrize(
    ("name", "players", "said"),
    [
        ("classic", 2, [AT_ONE_TABLE]),
        ("longo", 3, [AT_ONE_TABLE]),
        ("mixx-b", 4, [AT_ONE_TABLE, "Sit in the order of the letters: A, B, C, D."]),
        ("classic", 5, [ALONE]),
        ("mixx-a", 3, [ALONE]),
        ("double-b", 5, [ALONE]),
    ],
)
def test_a_deal_says_whether_places_at_the_table_or_sheets_alone_are_worth_the_same(
    name: str, players: int, said: list[str]
) -> None:
    dealt = deal(load_pad(name), players, 5)
    assert [sentence.in_language(str) for sentence in dealt.sentences()] == said
    assert len({sheet.rows for sheet in sheets_of(dealt.pad)}) == players, "no two alike"


def test_the_deal_ends_even_a_long_name() -> None:
    pad = parse_pad(pad_data(load_pad("classic")) | {"name": "a" * 37 + "-d"})
    assert deal(pad, 4, 17).pad.name.endswith("-dealt-4-17")


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
    turns = rounds(base, rows, players)
    assert bool(turns) is is_exact
    every = equivalent_sheets(base, rows)
    for sheets in turns:
        assert sheets[0] == rows and len(set(sheets)) == players and set(sheets) <= set(every)


def test_the_number_of_a_deal_is_a_small_seed_and_tells_nothing_of_a_drawn_one() -> None:
    assert deal_number(17) == 17
    seed = draw_seed()
    assert deal_number(seed) < NUMBERS and deal_number(seed) != seed % NUMBERS


@pytest.mark.parametrize("players", [1, 6])
def test_a_deal_is_for_two_to_five(players: int) -> None:
    with pytest.raises(NotDealt, match="for 2 to 5 players"):
        deal(load_pad("classic"), players, 1)


@pytest.mark.parametrize("name", ["lucky-15", "connect-15", "bonus-a", "x-change"])
def test_a_pad_that_is_no_mirror_of_itself_is_not_dealt(name: str) -> None:
    with pytest.raises(NotDealt, match="deal a pad of plain rows"):
        deal(load_pad(name), 2, 1)


@pytest.mark.parametrize(
    ("base", "rows", "said"),
    [
        ("classic", {"b": "red 2 3 4 5 6 7 8 9 10 11 12"}, "each close in a colour of their own"),
        (
            "classic",
            dict(zip("abcd", ("2 3 4 5 6 7", "3 4 5 6 7 8", "4 5 6 7 8 9", "5 6 7 8 9 11"), strict=True)),
            "too unlike",
        ),
        ("mixx-a", {"d": "blue 12 11 10 red 9 8 7 blue 6 5"}, "all four rows need the same numbers"),
    ],
)
def test_rows_between_which_nothing_can_be_exchanged_are_not_dealt(
    base: str, rows: dict[str, str], said: str
) -> None:
    data = pad_data(load_pad(base))
    printed = data["rows"]
    assert isinstance(printed, dict)
    own = {
        letter: text if " " in text and text[0].isalpha() else f"{printed[letter].split()[0]} {text}"
        for letter, text in rows.items()
    }
    with pytest.raises(NotDealt, match=said):
        deal(parse_pad(data | {"name": "own", "rows": printed | own}), 3, 1)
