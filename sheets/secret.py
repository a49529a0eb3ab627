"""The secret of a printed sheet: a code that proves that someone has the sheet, not only its number.

A second QR code on the sheet, of 21 by 21 modules, holds `QS` and the SECRET_SIGNS characters of the secret.
Secrets are derived from the seed of the print order, so they are as hard to guess as the seed. Only a seed
that the program has drawn (`is_drawn`) is hard to guess; a seed that a person types has far fewer bits.
"""

import hashlib
import hmac
import re
import secrets

from sheets.serial import ALPHABET, in_alphabet

SECRET_SIGNS = 14
"""Number of characters of a secret: 68 bits. The QR code has room for 16 characters; the prefix takes two."""
SEED_BITS = 95
"""Number of random bits of a drawn seed; the next higher bit, which is set, marks the seed as drawn."""
PREFIX = "QS"

_TEXT = re.compile(rf"{PREFIX}([{ALPHABET}]{{{SECRET_SIGNS}}})")


def draw_seed() -> int:
    """Return a random seed that nobody can guess, not even from sheets that were printed with it."""
    return secrets.randbits(SEED_BITS) | 1 << SEED_BITS


def is_drawn(seed: int) -> bool:
    """Return True if `seed` is as long, in bits, as every seed from `draw_seed`."""
    return seed >> SEED_BITS == 1


def sheet_secret(seed: int, pads: str, number: int) -> str:
    """Return the secret of sheet `number` in a print order. `pads`: `PrintOrder.pad_names`."""
    mac = hmac.digest(str(seed).encode(), f"qwixx sheet {pads} {number}".encode(), hashlib.sha256)
    return in_alphabet(mac, SECRET_SIGNS)


def secret_text(secret: str) -> str:
    """Return the text to encode in the QR code for `secret`."""
    return PREFIX + secret


def parse_secret(text: str) -> str | None:
    """Return the secret in the text of a QR code, or None for any other text.

    >>> parse_secret("QSABCDEFGHJKMNPQ"), parse_secret("QXC3K7Q2-03")
    ('ABCDEFGHJKMNPQ', None)
    """
    match = _TEXT.fullmatch(text)
    return match[1] if match else None
