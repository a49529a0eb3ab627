"""The identity of a printed sheet: its serial number, its lucky numbers, and the code that holds them.

The sheets of a print order share a batch name of four characters, derived from the order's seed. A sheet's
serial number is the batch name and the sheet's number in the batch: `K7Q2-03`. The QR code on the sheet has
21 by 21 modules and holds, in capital letters and digits only:

    QX game layout batch - number [ . more ]    as in QXC3K7Q2-03  QXL3K7Q2-03.0510  QXP3K7Q2-03.9F3A
                                                      QXS3K7Q2-03.B

`game` is one letter (of GAME_LETTERS, or P for a custom pad), `layout` one digit (`Layout.code`). After the
dot: on Longo the two lucky numbers, two digits each; on a connected game the letter of the sheet; on a custom
pad its fingerprint, followed by its lucky numbers and its letter if it has them.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, count, cycle

import segno

from sheets.errors import BadInput

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of batch names and secrets, without characters that are easily confused (0 O, 1 I L, U)."""

GAME_LETTERS = {
    "classic": "C",
    "longo": "L",
    "mixx-a": "M",
    "mixx-b": "N",
    "bonus-a": "A",
    "bonus-b": "B",
    "big-points": "G",
    "double-a": "D",
    "double-b": "E",
    "connected-a": "S",
    "connected-b": "H",
    "x-change": "X",
    "lucky-15": "F",
    "connect-15": "K",
}
"""The letter of each game in the codes of its sheets. T and O are taken by sheets of removed games."""
OWN_PAD = "P"
LETTERED_GAMES = ("connected-a", "connected-b")
"""The games whose sheets come in several versions, told apart by a letter."""

FAIR_PAIRS = ((4, 9), (5, 10), (6, 11), (7, 12), (8, 13), (9, 14))
"""Longo: the lucky pairs with equal chances. The sum of two dice is in a given pair in 11 of 64 rolls."""

LUCKY_RANGE = range(4, 15)
"""Longo: the numbers that may be in lucky pairs other than FAIR_PAIRS."""

LuckyPair = tuple[int, int]

_SERIAL = re.compile(rf"([{ALPHABET}]{{4}})-([0-9]{{2,4}})")
_CODE = re.compile(
    rf"QX([A-Z])([1-8])([{ALPHABET}]{{4}}-[0-9]{{2,4}})"
    r"(?:\.([0-9A-F]{4}(?:[0-9]{4})?[A-E]?|[A-E]))?"
)


class SerialError(BadInput):
    """A text isn't a valid serial number, sheet code or pair of lucky numbers."""


@dataclass(frozen=True, slots=True)
class Serial:
    """A sheet's serial number: the name of its batch, and its number in the batch (from 1).

    >>> str(Serial("K7Q2", 3)), Serial.parse("K7Q2-03")
    ('K7Q2-03', Serial(batch='K7Q2', number=3))
    """

    batch: str
    number: int

    def __str__(self) -> str:
        return f"{self.batch}-{self.number:02d}"

    @classmethod
    def parse(cls, text: str) -> Serial:
        """Return the serial number for a text such as "K7Q2-03". Raise SerialError for other texts."""
        match = _SERIAL.fullmatch(text)
        if not match or int(match[2]) < 1 or str(cls(match[1], int(match[2]))) != text:
            raise SerialError("A sheet's number looks like K7Q2-03, but this is {text!r}.", text=text[:30])
        return cls(match[1], int(match[2]))


@dataclass(frozen=True, slots=True)
class SheetCode:
    """The content of the QR code on a sheet."""

    game: str  # a key of GAME_LETTERS or "own"
    layout: str  # a digit, see `Layout.code`
    serial: Serial
    lucky: LuckyPair | None = None  # on pads with lucky numbers
    fingerprint: str | None = None  # on custom pads only
    letter: str | None = None  # on pads whose sheets differ

    def __str__(self) -> str:
        text = f"QX{GAME_LETTERS.get(self.game, OWN_PAD)}{self.layout}{self.serial}"
        rest = self.fingerprint or ""
        if self.lucky is not None:
            rest += f"{self.lucky[0]:02d}{self.lucky[1]:02d}"
        rest += self.letter or ""
        return f"{text}.{rest}" if rest else text

    @classmethod
    def parse(cls, text: str) -> SheetCode:
        """Return the content of a sheet's QR code. Raise SerialError if `text` isn't a valid one.

        >>> SheetCode.parse("QXL3K7Q2-03.0510").lucky
        (5, 10)
        """
        match = _CODE.fullmatch(text)
        games = {letter: game for game, letter in GAME_LETTERS.items()} | {OWN_PAD: "own"}
        if not match or match[1] not in games:
            raise SerialError("The code of a sheet begins with QX, but this is {text!r}.", text=text[:40])
        game, rest = games[match[1]], match[4] or ""
        mark, more = (rest[:4], rest[4:]) if game == "own" else ("", rest)
        letter = more[-1:] if len(more) in (1, 5) else ""
        pair = more.removesuffix(letter)
        if (
            (game == "own") != bool(mark)
            or (game == "longo" and not pair)
            or (game not in ("longo", "own") and pair)
            or (game in LETTERED_GAMES and not letter)
            or (game not in (*LETTERED_GAMES, "own") and letter)
        ):
            raise SerialError(
                "The code {text!r} does not have the form of a {game} sheet's code.",
                text=text[:40],
                game=game,
            )
        if pair and not (len(pair) == 4 and pair.isdigit()):
            raise SerialError(
                "Expected two lucky numbers in the code, but {text!r} ends in {end}.",
                text=text[:40],
                end=pair,
            )
        lucky = (int(pair[:2]), int(pair[2:])) if pair else None
        return cls(game, match[2], Serial.parse(match[3]), lucky, mark or None, letter or None)


def batch_name(seed: int, pads: str) -> str:
    """Return the four characters that name the batch of a print order. `pads`: `PrintOrder.pad_names`."""
    return in_alphabet(hashlib.sha256(f"qwixx sheets {pads} {seed}".encode()).digest()[:8], 4)


def in_alphabet(data: bytes, count: int) -> str:
    """Return `count` characters of ALPHABET that `data`, such as a hash, determines."""
    value, text = int.from_bytes(data), ""
    for _ in range(count):
        value, index = divmod(value, len(ALPHABET))
        text += ALPHABET[index]
    return text


def draw_lucky(seed: int, choice: str = "fair") -> Iterator[LuckyPair]:
    """Return an endless iterator of random lucky pairs for Longo. Every pair occurs before any pair repeats.

    `choice` is "fair" (FAIR_PAIRS), "any" (two numbers of LUCKY_RANGE) or two numbers such as "5,10". Raise
    SerialError for other texts.
    """
    if choice == "fair":
        pairs = list(FAIR_PAIRS)
    elif choice == "any":
        pairs = list(combinations(LUCKY_RANGE, 2))
    else:
        pairs = [_own_pair(choice)]
    chance = random.Random(f"lucky {choice} {seed}")
    return chain.from_iterable(chance.sample(pairs, len(pairs)) for _ in count())


def _own_pair(choice: str) -> LuckyPair:
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", choice, re.ASCII)
    if match:
        low, high = sorted((int(match[1]), int(match[2])))
        if low != high and low in LUCKY_RANGE and high in LUCKY_RANGE:
            return low, high
    raise SerialError(
        "Lucky numbers are two different numbers from {low} to {high}, such as 5,10, or the word any, but "
        "this is {choice!r}.",
        low=LUCKY_RANGE[0],
        high=LUCKY_RANGE[-1],
        choice=choice[:30],
    )


def deal_letters(seed: int, letters: tuple[str, ...]) -> Iterator[str]:
    """Return an endless iterator that cycles through `letters`. `seed` determines the first letter."""
    first = random.Random(f"letters {seed}").randrange(len(letters))
    return cycle(letters[first:] + letters[:first])


def code_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the QR code for `text` as 21 rows of 21 modules, True for dark, without the quiet zone."""
    code = segno.make(text, version=1, micro=False, mode="alphanumeric", error="l", boost_error=True)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)
