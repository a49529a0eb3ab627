"""Finds the likeliest code of a sheet whose QR code is too blurred for error correction.

The checks of a QR code are linear in its data bits. So if bits are written as 1 and -1, a code is the product
of its beginning, its batch name and its end, encoded separately. That allows matrix products to compare some
hundred million codes with the grey of all 208 modules. `sheets.serial` describes the text of a code.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sheets.marker import marker_group, marker_ids
from sheets.order import MAX_SHEETS
from sheets.pad import SHEET_LETTERS
from sheets.serial import (
    ALPHABET,
    FAIR_PAIRS,
    GAME_LETTERS,
    LETTERED_GAMES,
    LUCKY_RANGE,
    OWN_PAD,
    SerialError,
    SheetCode,
)
from vision.geometry import F32
from vision.scan.qr_code import CHECK_WORDS, CODEWORDS, OPEN, data_bits, data_words, pair_bits, text_bits
from vision.scan.reed_solomon import check_words

LEVELS = ("Q", "M", "L")
"""Levels of correction, the strongest first; a code is printed at the strongest that has room."""
MAX_SEARCHES = 24
"""Largest number of searches for one photo: each multiplies 96 matrices of 300 x 300."""
BATCH_HALVES_TRIED = 300
"""Number of likeliest values of each half (two characters) of the batch name; all pairs are tried."""
REMAINDERS_TRIED = 96
"""Number of likeliest codes without batch name (game, number and end) that are combined with batch names."""
MIN_FIT_DEVIATIONS = 7.6
"""Least fit of an accepted code, in standard deviations of wrong codes' fits. The best of 10^9 wrong codes
reaches 6.5."""
MIN_LEAD_DEVIATIONS = 1.0
"""A code is accepted if its fit exceeds the next best by this many standard deviations of wrong fits."""
BATCH_HALF_BITS = (slice(35, 46), slice(46, 57))
"""The bits of the two halves of the batch name. They follow mode, length and two pairs of characters."""


@dataclass(slots=True)
class Tries:
    """A budget of attempts, such as searches for a code, for one photo. `left`: the attempts that remain."""

    left: int

    def take(self) -> bool:
        """Use up one attempt; return False if none was left."""
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class ExpectedCode:
    """The facts that are known about a code before it is read."""

    layouts: tuple[str, ...]  # possible layouts
    group: int  # the set of four to which its sheet's markers belong
    own_endings: tuple[str, ...] = ()  # possible ends of custom pads' codes: a fingerprint, perhaps a letter
    searches: Tries = field(default_factory=lambda: Tries(MAX_SEARCHES), compare=False)


@cache
def level_of(length: int) -> str:
    """Return the level of error correction at which a code of `length` characters is printed."""
    return next(level for level in LEVELS if text_bits(length) <= 8 * data_words(level))


def search_code(values: F32, level: str, expected: ExpectedCode) -> SheetCode | None:
    """Return the code that fits 208 soft bits best, or None if none is clearly best or no try is left.

    `values`: the soft bits, about -1 for 0 and about 1 for 1. `level`: the level of error correction.
    """
    if level not in LEVELS or not expected.searches.take():
        return None
    possible = _possible_codes(expected.layouts, expected.group, expected.own_endings, level)
    if not possible.texts:
        return None
    text, fit, next_fit = _best(values, level, possible)
    if fit < MIN_FIT_DEVIATIONS or fit - max(next_fit, 0.0) < MIN_LEAD_DEVIATIONS:
        return None
    try:
        return SheetCode.parse(text)
    except SerialError:
        return None


class _PossibleCodes(NamedTuple):
    """N possible codes with OPEN characters in place of the batch name, and their encoded bits."""

    texts: tuple[str, ...]
    rests: NDArray[np.int8]  # N x 208, by `_without_batch`


@lru_cache(maxsize=8)
def _possible_codes(
    layouts: tuple[str, ...], group: int, own_endings: tuple[str, ...], level: str
) -> _PossibleCodes:
    """Return the possible codes that are printed at this level of error correction."""
    numbers = [n for n in range(1, MAX_SHEETS + 1) if marker_group(marker_ids(n)[0])[0] == group]
    texts = tuple(
        text
        for number in numbers
        for layout in layouts
        for game, letter in [*GAME_LETTERS.items(), ("own", OWN_PAD)]
        for rest in _endings(game, own_endings)
        if level_of(len(text := f"QX{letter}{layout}{4 * OPEN}-{number:02d}{rest}")) == level
    )
    return _PossibleCodes(texts, _without_batch(texts, level))


def _endings(game: str, own_endings: Iterable[str]) -> Iterator[str]:
    """Yield every text that can follow the sheet's number in a code of this game."""
    if game == "longo":
        pairs = [*FAIR_PAIRS, *((a, b) for a in LUCKY_RANGE for b in LUCKY_RANGE if a < b)]
        yield from dict.fromkeys(f".{low:02d}{high:02d}" for low, high in pairs)
    elif game == "own":
        yield from (f".{ending}" for ending in own_endings)
    elif game in LETTERED_GAMES:
        yield from (f".{letter}" for letter in SHEET_LETTERS)
    else:
        yield ""


def _best(values: F32, level: str, possible: _PossibleCodes) -> tuple[str, float, float]:
    """Return the best code, its fit and the next best fit, in standard deviations of a wrong code's fit."""
    bits = np.clip(values, -1, 1)
    scale = float(np.linalg.norm(bits)) or 1.0
    count = 8 * data_words(level)
    halves = _batch_halves(level)
    alone = [half.own @ bits[half.columns] for half in halves]
    likely = [np.argsort(-fits)[:BATCH_HALVES_TRIED] for fits in alone]
    # each half decides its own data bits, so only the checks depend on both
    left, right = (half.whole[some, count:] for half, some in zip(halves, likely, strict=True))
    both = alone[0][likely[0]][:, None] + alone[1][likely[1]]
    data = bits[:count].copy()
    for columns in BATCH_HALF_BITS:
        data[columns] = 0
    decided = possible.rests[:, :count].astype(np.float32) @ data
    best = (-np.inf, 0, 0, 0)
    next_fit = -np.inf
    for which in np.argsort(-decided)[:REMAINDERS_TRIED]:
        fits = (left * (possible.rests[which, count:] * bits[count:])) @ right.T + both
        flat = int(np.argmax(fits))
        top = float(fits.flat[flat])
        fits.flat[flat] = -np.inf
        second, top = float(fits.max() + decided[which]), float(top + decided[which])
        if top > best[0]:
            next_fit = max(best[0], second)
            best = (top, int(which), *divmod(flat, fits.shape[1]))
        else:
            next_fit = max(next_fit, top)
    fit, rest, row, column = best
    pairs = _batch_pairs()
    batch = pairs[likely[0][row]] + pairs[likely[1][column]]
    return possible.texts[rest].replace(4 * OPEN, batch), fit / scale, next_fit / scale


@dataclass(frozen=True, slots=True)
class _BatchHalf:
    """The effect of half a batch name (two characters) on a code's bits, one row for each possible half."""

    whole: F32  # N x 208 of -1 and 1: its effect on all bits
    own: F32  # N x 11, at `columns`: its effect on the bits that it alone decides
    columns: slice


@cache
def _batch_pairs() -> tuple[str, ...]:
    return tuple(a + b for a in ALPHABET for b in ALPHABET)


@cache
def _batch_halves(level: str) -> tuple[_BatchHalf, _BatchHalf]:
    bits = np.array([pair_bits(pair) for pair in _batch_pairs()], np.uint8)
    first, second = (
        _BatchHalf(whole, -whole[:, columns], columns)
        for columns in BATCH_HALF_BITS
        for whole in [_signed(bits @ _generator(level)[columns] % 2)]
    )
    return first, second


def _without_batch(texts: Sequence[str], level: str) -> NDArray[np.int8]:
    """Encode codes as if all bits of the batch name were 0: N x 208, 1 for a bit that is 1, -1 for 0.

    Beginnings and ends are encoded separately, each only once for all codes of one length.
    """
    rows = np.empty((len(texts), 8 * CODEWORDS), np.int8)
    for length in {len(text) for text in texts}:
        places = [at for at, text in enumerate(texts) if len(text) == length]
        begin, end = _parts(texts[places[0]])
        begins, ends = zip(*(_parts(texts[at]) for at in places), strict=True)
        by_begin = {part: row for row, part in enumerate(dict.fromkeys(begins))}
        by_end = {part: row for row, part in enumerate(dict.fromkeys(ends))}
        of_begins = _encoded([part + end for part in by_begin], level)
        of_ends = _encoded([begin + part for part in by_end], level) * _encoded([begin + end], level)
        rows[places] = (
            -of_begins[[by_begin[part] for part in begins]] * of_ends[[by_end[part] for part in ends]]
        )
    return rows


def _parts(text: str) -> tuple[str, str]:
    """Split a code after its batch name, and return both parts."""
    at = text.index(OPEN) + 4
    return text[:at], text[at:]


def _encoded(texts: Sequence[str], level: str) -> NDArray[np.int8]:
    """Encode codes with their checks: N x 208, 1 for a bit that is 0, -1 for 1.

    The bits of OPEN characters are taken as 0.
    """
    bits = np.array([[bit or 0 for bit in data_bits(text, data_words(level))] for text in texts], np.float32)
    return _signed(np.asarray(bits @ _generator(level) % 2, np.uint8)).astype(np.int8)


def _signed(bits: NDArray[np.uint8]) -> F32:
    """Map 0 to 1 and 1 to -1, so that adding bits modulo 2 becomes multiplying."""
    return np.asarray(1.0 - 2.0 * bits, np.float32)


@cache
def _generator(level: str) -> NDArray[np.uint8]:
    """Return the generator matrix: row i has the 208 bits of the code in which only data bit i is 1."""
    count = data_words(level)
    rows = []
    for bit in range(8 * count):
        words = [0] * count
        words[bit // 8] = 0x80 >> bit % 8
        code = words + check_words(words, CHECK_WORDS[level])
        rows.append([int(b) for word in code for b in f"{word:08b}"])
    return np.array(rows, np.uint8)
