"""The likeliest of all codes that a sheet may carry, where its square is too blurred to be corrected.

Few codes are possible: the corner markers tell the layout and the number's remainder, so that only the game,
the four signs of the batch and a few numbers are open (some hundred million codes of 208 bits). The checks of
a QR code (Reed and Solomon) are linear over the bits, so a code is a product of signs: the one that fits the
grey of all 208 modules best is found by multiplying matrices. It is believed only if it fits far better than
chance lets any of them fit, and clearly better than the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sheets.marker import marker_group, marker_ids
from sheets.order import MAX_SHEETS
from sheets.serial import ALPHABET, FAIR_PAIRS, GAME_LETTERS, LUCKY_RANGE, OWN_PAD, SerialError, SheetCode

F32 = NDArray[np.float32]
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""Alphanumeric signs of QR codes, by their values."""
CODEWORDS = 26
"""Of a QR code of version 1, eight bits each."""
DATA_CODEWORDS = {"Q": 13, "M": 16, "L": 19}
"""Codewords that carry data at each level of correction; the strongest that has room is printed."""
BATCH_HALVES_TRIED = 300
"""So many likely values of each half of the batch's name are tried with each other."""
REMAINDERS_TRIED = 96
"""So many likely games and numbers are tried with them."""
MIN_FIT_DEVIATIONS = 7.6
"""How well a code must fit, in standard deviations of a wrong one's fit; the best of 10^9 wrong ones reaches
6.5.
"""
MIN_LEAD_DEVIATIONS = 1.0
"""By how much, in the same unit, it must fit better than any other."""


@dataclass(frozen=True, slots=True)
class ExpectedCode:
    """What is known of a code unread: its layouts, the markers' set of four, own pads' fingerprints."""

    layouts: tuple[str, ...]
    group: int
    fingerprints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A code, how well it fits, and how well the next one does."""

    text: str
    fit: float
    next: float


def level_of(length: int) -> str:
    """The level at which a code of so many signs is printed."""
    bits = 13 + 11 * (length // 2) + 6 * (length % 2)
    return next(level for level, room in DATA_CODEWORDS.items() if bits <= 8 * room)


def search_code(values: F32, level: str, expected: ExpectedCode) -> SheetCode | None:
    """The code that fits 208 soft bits (below 0: 0, above: 1, about 1 in size), None where none surely does.

    `level`: the level of correction that its format bits name; codes printed at another do not count.
    """
    if level not in DATA_CODEWORDS:
        return None
    found = [
        best for texts in _families(expected) if level_of(len(texts[0])) == level
        for best in [_best(values, level, texts)]
    ]  # fmt: skip
    found.sort(key=lambda one: -one.fit)
    if not found or found[0].fit < MIN_FIT_DEVIATIONS:
        return None
    after = max(found[0].next, *(other.fit for other in found[1:]), 0.0)
    if found[0].fit - after < MIN_LEAD_DEVIATIONS:
        return None
    try:
        return SheetCode.parse(found[0].text)
    except SerialError:
        return None


def _families(expected: ExpectedCode) -> Iterator[tuple[str, ...]]:
    """Codes of one length each, the four signs of the batch left open as ????."""
    numbers = [n for n in range(1, MAX_SHEETS + 1) if marker_group(marker_ids(n)[0])[0] == expected.group]
    by_length: dict[int, list[str]] = {}
    for number in numbers:
        for layout in expected.layouts:
            for game, letter in [*GAME_LETTERS.items(), ("own", OWN_PAD)]:
                for rest in _rests(game, expected.fingerprints):
                    text = f"QX{letter}{layout}????-{number:02d}{rest}"
                    by_length.setdefault(len(text), []).append(text)
    for texts in by_length.values():
        yield tuple(texts)


def _rests(game: str, fingerprints: Iterable[str]) -> Iterator[str]:
    pairs = [*FAIR_PAIRS, *((a, b) for a in LUCKY_RANGE for b in LUCKY_RANGE if a < b)]
    if game == "longo":
        yield from dict.fromkeys(f".{low:02d}{high:02d}" for low, high in pairs)
    elif game == "own":
        yield from (f".{mark}" for mark in fingerprints)
    else:
        yield ""


def _best(values: F32, level: str, texts: tuple[str, ...]) -> Found:
    """The best of all codes that these texts leave open, each measured in standard deviations."""
    known = np.clip(values, -1, 1)
    scale = float(np.linalg.norm(known)) or 1.0
    parts = _parts(level)
    likely = [np.argsort(-(part.own @ known[part.columns]))[:BATCH_HALVES_TRIED] for part in parts]
    left, right = (part.whole[some] for part, some in zip(parts, likely, strict=True))
    rests = _rest_words(texts, level)
    data = 8 * DATA_CODEWORDS[level]
    ranked = np.argsort(-(rests[:, :data] @ _without_batch(known, data)))[:REMAINDERS_TRIED]
    best = (-np.inf, 0, 0, 0)
    runner = -np.inf
    for which in ranked:
        fits = (left * (rests[which] * known)) @ right.T
        flat = int(np.argmax(fits))
        top = float(fits.flat[flat])
        fits.flat[flat] = -np.inf
        second = float(fits.max())
        if top > best[0]:
            runner = max(best[0], second)
            best = (top, int(which), *divmod(flat, fits.shape[1]))
        else:
            runner = max(runner, top)
    _, rest, row, column = best
    pairs = _batch_pairs()
    text = texts[rest].replace("????", pairs[likely[0][row]] + pairs[likely[1][column]])
    return Found(text, best[0] / scale, runner / scale)


def _without_batch(known: F32, data: int) -> F32:
    """The data bits with those of the batch's name left out."""
    masked = known[:data].copy()
    masked[13 + 22 : 13 + 44] = 0
    return masked


@dataclass(frozen=True, slots=True)
class _Part:
    """Every value of one half of the batch's name: what it does to all 208 bits (`whole`, N x 208 of -1 and
    1), and to those that it alone decides (`own`, N x 11, at `columns`)."""

    whole: F32
    own: F32
    columns: slice


@cache
def _batch_pairs() -> tuple[str, ...]:
    return tuple(a + b for a in ALPHABET for b in ALPHABET)


@cache
def _parts(level: str) -> tuple[_Part, _Part]:
    """The two halves of the batch's name."""
    parts = []
    for which in (2, 3):
        start = 13 + 11 * which
        bits = np.array([_pair_bits(pair) for pair in _batch_pairs()], np.uint8)
        generator = _generator(level)[start : start + 11]
        whole = _signed(bits @ generator % 2)
        parts.append(_Part(whole, -whole[:, start : start + 11], slice(start, start + 11)))
    return parts[0], parts[1]


def _rest_words(texts: tuple[str, ...], level: str) -> F32:
    """Codes whose batch is left out (its bits 0), as N x 208 of -1 and 1: 1 for a bit that is 1."""
    bits = np.array([_data_bits(text, 8 * DATA_CODEWORDS[level]) for text in texts], np.uint8)
    return -_signed(bits @ _generator(level) % 2)


def _signed(bits: NDArray[np.uint8]) -> F32:
    """1 for 0, -1 for 1: so that adding bits modulo 2 is multiplying."""
    return np.asarray(1.0 - 2.0 * bits, np.float32)


def _pair_bits(pair: str) -> list[int]:
    value = (
        ALPHANUMERIC.index(pair[0]) * 45 + ALPHANUMERIC.index(pair[1])
        if len(pair) == 2
        else ALPHANUMERIC.index(pair)
    )
    return [int(bit) for bit in f"{value:011b}"] if len(pair) == 2 else [int(bit) for bit in f"{value:06b}"]


def _data_bits(text: str, room: int) -> list[int]:
    """Mode, count, signs and filling (ISO/IEC 18004, 7.4); signs that are ? give zeros."""
    bits = [0, 0, 1, 0, *(int(bit) for bit in f"{len(text):09b}")]
    for i in range(0, len(text), 2):
        pair = text[i : i + 2]
        bits += [0] * 11 if pair == "??" else _pair_bits(pair)
    bits += [0] * min(4, room - len(bits))
    bits += [0] * (-len(bits) % 8)
    for i in range((room - len(bits)) // 8):
        bits += [int(bit) for bit in ("11101100", "00010001")[i % 2]]
    return bits


@cache
def _generator(level: str) -> NDArray[np.uint8]:
    """What each data bit does to the 208 bits of the code: 8 DATA_CODEWORDS x 208 of 0 and 1."""
    room = DATA_CODEWORDS[level]
    rows = []
    for bit in range(8 * room):
        words = [0] * room
        words[bit // 8] = 0x80 >> bit % 8
        rows.append([int(b) for word in words + _checks(words, CODEWORDS - room) for b in f"{word:08b}"])
    return np.array(rows, np.uint8)


def _checks(words: list[int], count: int) -> list[int]:
    """The check words: what is left of the data after division by the generator polynomial."""
    divisor = [1]
    for i in range(count):
        divisor = _times_root(divisor, i)
    rest = [*words, *[0] * count]
    for i in range(len(words)):
        factor = rest[i]
        for j, value in enumerate(divisor):
            rest[i + j] ^= _product(factor, value)
    return rest[len(words) :]


def _times_root(poly: list[int], power: int) -> list[int]:
    """A polynomial, highest power first, times (x - 2^power)."""
    root = 1
    for _ in range(power):
        root = _product(root, 2)
    shifted = [*poly, 0]
    return [a ^ _product(root, b) for a, b in zip(shifted, [0, *poly], strict=True)]


def _product(a: int, b: int) -> int:
    """In the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return result
