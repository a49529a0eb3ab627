"""QR codes of version 1, compared with those of another program."""

import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from vision.scan.qr_code import (
    ALPHANUMERIC,
    CODE_MODULES,
    CODEWORDS,
    data_bits,
    data_path,
    data_words,
    decode_text,
    fixed_modules,
    format_places,
    format_words,
    text_bits,
    unmasked_bits,
)

TEXTS = st.text(st.sampled_from(ALPHANUMERIC), min_size=8, max_size=21)


def printed(text: str, mask: int | None = None) -> tuple[np.ndarray, str, int]:
    """Return the modules (-1 light, 1 dark) of a code, its level and its mask."""
    code = segno.make(
        text, version=1, micro=False, mode="alphanumeric", error="l", boost_error=True, mask=mask
    )
    modules = np.where(np.array(code.matrix, bool), 1, -1).astype(np.float32)
    return modules, str(code.error), int(code.mask)


def words_of(bits: np.ndarray) -> list[int]:
    return [int("".join("1" if bit > 0 else "0" for bit in word), 2) for word in bits.reshape(-1, 8)]


@pytest.mark.parametrize("mask", range(8))
@given(TEXTS)
def test_a_printed_text_is_decoded_under_every_mask(mask: int, text: str) -> None:
    modules, level, used = printed(text, mask)
    assert used == mask
    words = words_of(unmasked_bits(modules, mask))
    assert decode_text(words[: data_words(level)]) == text
    assert level == next(name for name in "HQML" if text_bits(len(text)) <= 8 * data_words(name))


@given(TEXTS)
def test_the_data_bits_of_a_text_are_those_that_are_printed(text: str) -> None:
    modules, level, mask = printed(text)
    bits = data_bits(text, data_words(level))
    assert bits == [int(bit > 0) for bit in unmasked_bits(modules, mask)[: 8 * data_words(level)]]


def test_open_characters_have_open_bits() -> None:
    known, hidden = data_bits("QXC3K7Q2-03", 13), data_bits("QX??K7Q2-0?", 13)
    assert [i for i, bit in enumerate(hidden) if bit is None] == [*range(24, 35), *range(68, 74)]
    assert all(bit in (None, other) for bit, other in zip(hidden, known, strict=True))


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="bits"):
        data_bits("A" * 30, 13)


@given(TEXTS)
def test_fixed_modules_and_format_bits_are_those_of_every_code(text: str) -> None:
    modules, level, mask = printed(text)
    fixed, dark = fixed_modules()
    assert ((modules > 0) == dark)[fixed].all()
    for places in format_places():
        assert np.array_equal([modules[place] for place in places], format_words()[level, mask])


def test_every_module_is_fixed_format_or_data_and_only_one_of_them() -> None:
    fixed, _ = fixed_modules()
    places = [*zip(*np.nonzero(fixed), strict=True), *data_path()]
    for copy in format_places():
        places += copy
    assert len(data_path()) == 8 * CODEWORDS
    assert len(set(places)) == len(places) == CODE_MODULES**2


def test_words_that_are_no_text_are_refused() -> None:
    assert decode_text([0] * 13) is None
    assert decode_text([0b00100000, 0b01111111, 0xFF, 0xFF]) is None
