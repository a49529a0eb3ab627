"""The secret of a printed sheet, which proves that someone has the sheet and doesn't only know its number.

A second QR code on the sheet holds it: `QS` and SECRET_SIGNS characters, on 21 by 21 modules. It isn't part
of the first code (`sheets.serial`) because a blurred first code is searched for among all possible codes, and
a secret would make these too many.

Secrets are derived from the seed, so the same seed prints the same bytes. They are as hard to guess as the
seed: one drawn by the program has SEED_BITS random bits, one typed by a person far fewer. So only sheets with
a drawn seed prove anything (`is_drawn`).
"""

import hashlib
import hmac
import re
import secrets

from sheets.serial import ALPHABET

SECRET_SIGNS = 14
"""Number of characters of a secret: 68 bits. Error correction level Q has room for 16 characters, and the
prefix takes two."""
SEED_BITS = 95
"""Number of random bits of a drawn seed; the next higher bit is set and marks the seed as drawn."""
PREFIX = "QS"

_TEXT = re.compile(rf"{PREFIX}([{ALPHABET}]{{{SECRET_SIGNS}}})")


def draw_seed() -> int:
    """Return a random seed that can be neither guessed nor computed from its prints."""
    return secrets.randbits(SEED_BITS) | 1 << SEED_BITS


def is_drawn(seed: int) -> bool:
    """Return True if a seed looks drawn by `draw_seed`, judged by its length."""
    return seed >> SEED_BITS == 1


def sheet_secret(seed: int, pads: str, number: int) -> str:
    """Return the secret of sheet `number` of a print. `pads`: `PrintOrder.pad_names` of the print."""
    mac = hmac.digest(str(seed).encode(), f"qwixx sheet {pads} {number}".encode(), hashlib.sha256)
    value, text = int.from_bytes(mac), ""
    for _ in range(SECRET_SIGNS):
        value, index = divmod(value, len(ALPHABET))
        text += ALPHABET[index]
    return text


def secret_text(secret: str) -> str:
    """Return the text of the QR code for `secret`."""
    return PREFIX + secret


def parse_secret(text: str) -> str | None:
    """Return the secret in the text of a QR code, or None for any other text.

    >>> parse_secret("QSABCDEFGHJKMNPQ"), parse_secret("QXC3K7Q2-03")
    ('ABCDEFGHJKMNPQ', None)
    """
    match = _TEXT.fullmatch(text)
    return match[1] if match else None
