"""Check words of QR codes are computed, and errors corrected, for all error-correction levels."""

import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from vision.scan.qr_code import CHECK_WORDS, CODEWORDS, data_bits, data_words, unmasked_bits
from vision.scan.reed_solomon import check_words, correct

WORDS = st.integers(0, 255)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[list[int], list[int], int, list[int]]:
    """Draw a code, a copy with correctable errors, the number of check words, and known error places."""
    checks = draw(st.sampled_from(sorted(CHECK_WORDS.values())))
    data = draw(st.lists(WORDS, min_size=CODEWORDS - checks, max_size=CODEWORDS - checks))
    code = data + check_words(data, checks)
    lost = draw(st.integers(0, checks))
    unknown = draw(st.integers(0, (checks - lost) // 2))
    places = draw(st.permutations(range(CODEWORDS)))[: lost + unknown]
    seen = list(code)
    for place in places:
        seen[place] ^= draw(st.integers(1, 255))
    return code, seen, checks, list(places[:lost])


@given(damaged())
def test_errors_within_what_the_checks_bear_are_undone(
    case: tuple[list[int], list[int], int, list[int]],
) -> None:
    code, seen, checks, lost = case
    assert correct(seen, checks, lost) == code


@given(st.lists(WORDS, min_size=CODEWORDS, max_size=CODEWORDS), st.sampled_from([7, 10, 13, 17]))
def test_corrected_words_pass_their_checks(seen: list[int], checks: int) -> None:
    fixed = correct(seen, checks, [])
    if fixed is not None:
        assert check_words(fixed[:-checks], checks) == fixed[-checks:]
        assert sum(a != b for a, b in zip(fixed, seen, strict=True)) <= checks // 2


@pytest.mark.parametrize("text", ["QXC3K7Q2-03", "QXL1AB9Z-07.0510", "QXL2AB9Z-207.0510"])
def test_the_checks_are_those_that_are_printed(text: str) -> None:

    code = segno.make(text, version=1, micro=False, mode="alphanumeric", error="l", boost_error=True)
    modules = np.where(np.array(code.matrix, bool), 1, -1).astype(np.float32)
    bits = "".join("1" if bit > 0 else "0" for bit in unmasked_bits(modules, int(code.mask)))
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    count = data_words(str(code.error))
    assert check_words(words[:count], CODEWORDS - count) == words[count:]
    assert "".join(map(str, data_bits(text, count))) == bits[: 8 * count]
