"""Reed-Solomon codes over the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1, as in QR codes.

Polynomials are lists of coefficients, the lowest power first.
"""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

_MODULUS = 0x11D


@cache
def _tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 255 powers of 2 twice in a row, and the 256 logarithms; the logarithm of 0 is unused."""
    powers, logarithms, value = [0] * 510, [0] * 256, 1
    for i in range(255):
        powers[i] = powers[i + 255] = value
        logarithms[value] = i
        value = value << 1 ^ (_MODULUS if value & 0x80 else 0)
    return tuple(powers), tuple(logarithms)


def _power(exponent: int) -> int:
    return _tables()[0][exponent % 255]


def _inverse(a: int) -> int:
    powers, logarithms = _tables()
    return powers[255 - logarithms[a]]


def _times(a: int, b: int) -> int:
    powers, logarithms = _tables()
    return powers[logarithms[a] + logarithms[b]] if a and b else 0


def _value(polynomial: Sequence[int], x: int) -> int:
    result = 0
    for factor in reversed(polynomial):
        result = _times(result, x) ^ factor
    return result


def _product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    result = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] ^= _times(x, y)
    return result


def check_words(words: Sequence[int], count: int) -> list[int]:
    """Return `count` check words for the data words `words`."""
    generator = [1]
    for i in range(count):
        generator = _product(generator, [_power(i), 1])
    divisor = generator[::-1]
    rest = [*words, *[0] * count]
    for i in range(len(words)):
        for j, value in enumerate(divisor):
            rest[i + j] ^= _times(rest[i], value) if j else 0
    return rest[len(words) :]


def correct(words: Sequence[int], checks: int, lost: Sequence[int]) -> list[int] | None:
    """Return the words (first data, then checks) with errors corrected, or None for too many errors.

    `checks`: number of check words; `lost`: indices of erased words. The Berlekamp-Massey algorithm finds the
    error locator, Forney's formula the values.
    """
    syndromes = _syndromes(words, checks)
    if not any(syndromes):
        return list(words)
    count = len(words)
    locator = _locator(syndromes, [count - 1 - i for i in lost])
    degree = len(locator) - 1
    if 2 * max(0, degree - len(lost)) + len(lost) > checks:
        return None
    errors = [i for i in range(count) if _value(locator, _power(-(count - 1 - i))) == 0]
    if len(errors) != degree:
        return None
    evaluator = _product(syndromes, locator)[:checks]
    fixed = list(words)
    for i in errors:
        value = _error_value(locator, evaluator, count - 1 - i)
        if value is None:
            return None
        fixed[i] ^= value
    return None if any(_syndromes(fixed, checks)) else fixed


def _syndromes(words: Sequence[int], checks: int) -> list[int]:
    """Return the syndromes of words with `checks` check words. All syndromes are 0 if there are no errors."""
    polynomial = words[::-1]
    return [_value(polynomial, _power(i)) for i in range(checks)]


def _locator(syndromes: Sequence[int], lost: Sequence[int]) -> list[int]:
    """Return the polynomial that has a root for the position of each error, including the positions `lost`.

    The root for a position is the inverse of 2^position.
    """
    locator = [1]
    for position in lost:
        locator = _product(locator, [1, _power(position)])
    previous, errors = list(locator), len(lost)
    for step in range(len(lost), len(syndromes)):
        gap = 0
        for i, factor in enumerate(locator[: step + 1]):  # the first factor is 1
            gap ^= _times(factor, syndromes[step - i])
        previous = [0, *previous]
        if not gap:
            continue
        changed = [a ^ _times(gap, b) for a, b in zip_longest(locator, previous, fillvalue=0)]
        if 2 * errors <= step + len(lost):
            errors = step + 1 + len(lost) - errors
            previous = [_times(factor, _inverse(gap)) for factor in locator]
        locator = changed
    while locator[-1] == 0:
        locator.pop()
    return locator


def _error_value(locator: Sequence[int], evaluator: Sequence[int], position: int) -> int | None:
    """Return the value to XOR with the word at a position, or None if the locator has a double root there."""
    inverse = _power(-position)
    slope = 0
    for k in range(1, len(locator), 2):
        slope ^= _times(locator[k], _power(-position * (k - 1)))
    if slope == 0:
        return None
    return _times(_times(_value(evaluator, inverse), _inverse(slope)), _power(position))
