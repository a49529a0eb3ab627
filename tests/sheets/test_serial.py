"""Serial numbers and lucky numbers are drawn, checked, and read from the printed code."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.serial import (
    ALPHABET,
    FAIR_PAIRS,
    GAME_LETTERS,
    LETTERED_GAMES,
    OWN_PAD,
    Serial,
    SerialError,
    SheetCode,
    batch_name,
    code_modules,
    deal_letters,
    draw_lucky,
)

serials = st.builds(Serial, st.text(ALPHABET, min_size=4, max_size=4), st.integers(1, 1998))
pairs = st.tuples(st.integers(2, 15), st.integers(2, 15)).map(lambda p: (min(p), max(p) + 1))
digits = st.sampled_from("12345678")
plain = st.builds(
    SheetCode,
    st.sampled_from([game for game in GAME_LETTERS if game not in ("longo", *LETTERED_GAMES)]),
    digits,
    serials,
)
letters = st.sampled_from("ABCDE")
lettered = st.builds(SheetCode, st.sampled_from(LETTERED_GAMES), digits, serials, letter=letters)
longo = st.builds(SheetCode, st.just("longo"), digits, serials, pairs)
prints = st.text("0123456789ABCDEF", min_size=4, max_size=4)
own = st.builds(SheetCode, st.just("own"), digits, serials, st.none() | pairs, prints)
own_lettered = st.builds(SheetCode, st.just("own"), digits, serials, fingerprint=prints, letter=letters)
dealt_longo = st.builds(
    SheetCode, st.just("own"), digits, serials, lucky=pairs, fingerprint=prints, letter=letters
)


@given(st.one_of(plain, longo, lettered, own, own_lettered, dealt_longo))
def test_a_code_is_read_as_written_and_fits_the_small_square(code: SheetCode) -> None:
    assert SheetCode.parse(str(code)) == code
    modules = code_modules(str(code))
    assert (len(modules), len(modules[0])) == (21, 21)


@given(serials)
def test_a_serial_says_again_what_it_was_made_of(serial: Serial) -> None:
    assert Serial.parse(str(serial)) == serial


@pytest.mark.parametrize(
    "text", ["", "K7Q2", "K7Q2-3", "K7Q2-00", "K7Q2-003", "k7q2-03", "K7O2-03", "K7Q2-03 "]
)
def test_bad_serial_is_refused(text: str) -> None:
    with pytest.raises(SerialError, match="looks like K7Q2-03"):
        Serial.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org",
        "QXC0K7Q2-03",
        "QXC9K7Q2-03",
        *("QXZ3K7Q2-03", "QXT3K7Q2-03"),
        "QXC3K7Q2-03.0510",
        "QXL3K7Q2-03",
        "QXL3K7Q2-03.9F3A",
        "QXP3K7Q2-03",
        "QXS3K7Q2-03",
        "QXS3K7Q2-03.F",
        "QXC3K7Q2-03.A",
        "QXH3K7Q2-03.9F3A",
        "QXP3K7Q2-03.9F3AF",
        "QXC3K7Q2-03\n",
    ],
)
def test_foreign_code_is_refused(text: str) -> None:
    with pytest.raises(SerialError):
        SheetCode.parse(text)


def test_all_fair_pairs_come_before_one_comes_again() -> None:
    drawn = list(islice(draw_lucky(5), 18))
    for start in (0, 6, 12):
        assert sorted(drawn[start : start + 6]) == sorted(FAIR_PAIRS)


def test_fair_pairs_each_come_up_in_eleven_of_sixty_four_rolls() -> None:
    sums = [one + other for one in range(1, 9) for other in range(1, 9)]
    assert [sum(roll in pair for roll in sums) for pair in FAIR_PAIRS] == [11] * 6


def test_any_lucky_numbers_are_two_different_ones_from_4_to_14() -> None:
    drawn = list(islice(draw_lucky(1, "any"), 55))
    assert len(set(drawn)) == 55
    assert all(4 <= low < high <= 14 for low, high in drawn)


def test_lucky_numbers_of_ones_own_stand_on_every_sheet() -> None:
    assert list(islice(draw_lucky(1, " 10, 5"), 3)) == [(5, 10)] * 3


@pytest.mark.parametrize(
    "choice", ["", "5", "5,5", "3,10", "5,15", "5,10,11", "five,ten", "5;10", "99,100", "-5,10"]
)
def test_wrong_lucky_numbers_are_refused(choice: str) -> None:
    with pytest.raises(SerialError, match="two different numbers from 4 to 14"):
        draw_lucky(1, choice)


def test_seed_and_game_name_the_batch() -> None:
    assert batch_name(1, "classic") == batch_name(1, "classic")
    assert len({batch_name(seed, game) for seed in range(50) for game in GAME_LETTERS}) > 295


def test_letters_are_dealt_in_turn_from_one_that_the_seed_decides() -> None:
    dealt = ["".join(islice(deal_letters(seed, tuple("ABCDE")), 7)) for seed in range(40)]
    assert {text[0] for text in dealt} == set("ABCDE")
    assert all(text in "ABCDEABCDEAB" for text in dealt)


def test_no_two_games_share_a_letter_nor_has_one_that_of_a_removed_game() -> None:
    letters = [*GAME_LETTERS.values(), OWN_PAD]
    assert len(set(letters)) == len(letters) and not {"T", "O"} & set(letters)
