"""The structure of a QR code of version 1 (ISO/IEC 18004): its modules, masks, bits and characters.

Modules are the code's dark and light squares, in arrays of CODE_MODULES x CODE_MODULES. A code holds 26
codewords of 8 bits: first data, then checks.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The characters of alphanumeric text, each at the index that encodes it."""
CODE_MODULES = 21
"""Modules along one side of a code."""
FINDER_MODULES = 7
"""Modules along one side of a finder, one of the three nested squares."""
CODEWORDS = 26
CHECK_WORDS = {"L": 7, "M": 10, "Q": 13, "H": 17}
"""Number of codewords that are checks, by level of correction."""
OPEN = "?"
"""A placeholder for a character of a text that is not known yet."""

_LEVEL_BITS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
_ALPHANUMERIC_MODE = (0, 0, 1, 0)
_COUNT_BITS, _PAIR_BITS, _SIGN_BITS = 9, 11, 6
_PADDING = ("11101100", "00010001")
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, _: r % 2 == 0,
    lambda _, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def data_words(level: str) -> int:
    """Return the number of codewords that carry data at this level of correction."""
    return CODEWORDS - CHECK_WORDS[level]


def text_bits(length: int) -> int:
    """Return the number of bits of a text of `length` characters, including its mode and its length field."""
    return len(_ALPHANUMERIC_MODE) + _COUNT_BITS + _PAIR_BITS * (length // 2) + _SIGN_BITS * (length % 2)


# -- modules -------------------------------------------------------------------------------------------------


@cache
def fixed_modules() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two masks: the modules that are the same in every code, and those of them that are dark."""
    fixed = np.zeros((CODE_MODULES, CODE_MODULES), bool)
    dark = np.zeros((CODE_MODULES, CODE_MODULES), bool)
    finder = np.ones((FINDER_MODULES, FINDER_MODULES), bool)
    finder[1:-1, 1:-1] = False
    finder[2:-2, 2:-2] = True
    far = CODE_MODULES - FINDER_MODULES
    for y, x in ((0, 0), (0, far), (far, 0)):
        fixed[max(0, y - 1) : y + FINDER_MODULES + 1, max(0, x - 1) : x + FINDER_MODULES + 1] = True
        dark[y : y + FINDER_MODULES, x : x + FINDER_MODULES] = finder
    fixed[6, :] = fixed[:, 6] = True
    between = slice(FINDER_MODULES, far)
    dark[6, between] = dark[between, 6] = np.arange(FINDER_MODULES, far) % 2 == 0
    fixed[CODE_MODULES - 8, 8] = dark[CODE_MODULES - 8, 8] = True
    return fixed, dark


@cache
def format_places() -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return row and column of the fifteen format bits, highest first, for each of the two copies."""
    near = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    far = [(CODE_MODULES - 1 - i, 8) for i in range(7)] + [(8, CODE_MODULES - 8 + i) for i in range(8)]
    return tuple(near), tuple(far)


@cache
def format_words() -> dict[tuple[str, int], F32]:
    """Return the fifteen format bits, as -1 (light) and 1 (dark), for each correction level and mask."""
    words = {}
    for data in range(32):
        rest = data << 10
        for shift in range(4, -1, -1):
            if rest >> (shift + 10) & 1:
                rest ^= 0b10100110111 << shift
        bits = (data << 10 | rest) ^ 0b101010000010010
        signs = [1 if bits >> (14 - i) & 1 else -1 for i in range(15)]
        words[_LEVEL_BITS[data >> 3], data & 7] = np.array(signs, np.float32)
    return words


@cache
def data_path() -> tuple[tuple[int, int], ...]:
    """Return row and column of each bit of the codewords, in reading order."""
    fixed, _ = fixed_modules()
    free = ~fixed
    for copy in format_places():
        for place in copy:
            free[place] = False
    path, up = [], True
    for right in (20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for r in range(CODE_MODULES - 1, -1, -1) if up else range(CODE_MODULES):
            path += [(r, c) for c in (right, right - 1) if free[r, c]]
        up = not up
    return tuple(path)


def unmasked_bits(modules: F32, mask: int) -> F32:
    """Undo the mask, and return the bits in reading order: negative for 0, positive for 1.

    `modules`: negative for light, positive for dark.
    """
    masked = _MASKS[mask]
    return np.array([modules[p] * (-1 if masked(*p) else 1) for p in data_path()], np.float32)


# -- text ----------------------------------------------------------------------------------------------------


@cache
def pair_bits(pair: str) -> tuple[int, ...]:
    """Return the bits of two characters, or of a single last character."""
    if len(pair) == 1:
        return tuple(int(bit) for bit in f"{ALPHANUMERIC.index(pair):06b}")
    value = ALPHANUMERIC.index(pair[0]) * len(ALPHANUMERIC) + ALPHANUMERIC.index(pair[1])
    return tuple(int(bit) for bit in f"{value:011b}")


def data_bits(text: str, words: int) -> list[int | None]:
    """Return the bits of a text in `words` data words. Bits of pairs with an OPEN character are None.

    Raise ValueError for a text that is too long.
    """
    room = 8 * words
    bits: list[int | None] = [*_ALPHANUMERIC_MODE, *(int(bit) for bit in f"{len(text):09b}")]
    for i in range(0, len(text), 2):
        pair = text[i : i + 2]
        size = _PAIR_BITS if len(pair) == 2 else _SIGN_BITS
        bits += [None] * size if OPEN in pair else pair_bits(pair)
    if len(bits) > room:
        raise ValueError(f"{text} takes {len(bits)} bits, and there are {room}")
    bits += [0] * min(4, room - len(bits))
    bits += [0] * (-len(bits) % 8)
    for i in range((room - len(bits)) // 8):
        bits += [int(bit) for bit in _PADDING[i % 2]]
    return bits


def decode_text(words: Sequence[int]) -> str | None:
    """Return the alphanumeric text in data words, or None if they hold no such text."""
    bits = "".join(f"{word:08b}" for word in words)
    if bits[:4] != "0010":
        return None
    base = len(ALPHANUMERIC)
    count, at, text = int(bits[4:13], 2), 13, ""
    while len(text) < count:
        size = _PAIR_BITS if count - len(text) > 1 else _SIGN_BITS
        if at + size > len(bits):
            return None
        value = int(bits[at : at + size], 2)
        at += size
        if value >= (base * base if size == _PAIR_BITS else base):
            return None
        text += (
            ALPHANUMERIC[value // base] + ALPHANUMERIC[value % base]
            if size == _PAIR_BITS
            else ALPHANUMERIC[value]
        )
    return text
