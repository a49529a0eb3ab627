"""The secret of a printed sheet, which proves possession of the sheet and not only of its number.

A second QR code on the sheet holds it: `QS` and SECRET_SIGNS characters, on 21 by 21 modules. The sheet's
identity stays in the first code (`sheets.serial`): if that is too blurred, it is searched for among all
possible codes, and a secret would make these too many.

Secrets follow from the seed, so the same seed prints the same bytes. They are as hard to guess as the seed:
one that the program drew has SEED_BITS random bits, one chosen by a person has few. So only sheets of a drawn
seed prove anything (`is_drawn`).
"""

import hashlib
import hmac
import re
import secrets

from sheets.serial import ALPHABET

SECRET_SIGNS = 14
"""Number of characters of a secret: 68 bits, the most that level Q leaves in 16 characters after the two of
the prefix."""
SEED_BITS = 95
"""Random bits of a drawn seed; the highest bit, above them, marks it as drawn."""
PREFIX = "QS"

_TEXT = re.compile(rf"{PREFIX}([{ALPHABET}]{{{SECRET_SIGNS}}})")


def draw_seed() -> int:
    """Return a random seed that can't be guessed, nor computed from anything printed with it."""
    return secrets.randbits(SEED_BITS) | 1 << SEED_BITS


def is_drawn(seed: int) -> bool:
    """Return True if a seed is as long as one that the program drew."""
    return seed >> SEED_BITS == 1


def sheet_secret(seed: int, pads: str, number: int) -> str:
    """Return the secret of sheet `number` of a print. `pads`: its pads' names, as for `batch_name`."""
    mac = hmac.digest(str(seed).encode(), f"qwixx sheet {pads} {number}".encode(), hashlib.sha256)
    value, text = int.from_bytes(mac), ""
    for _ in range(SECRET_SIGNS):
        value, index = divmod(value, len(ALPHABET))
        text += ALPHABET[index]
    return text


def secret_text(secret: str) -> str:
    """Return the text of the QR code with a secret."""
    return PREFIX + secret


def parse_secret(text: str) -> str | None:
    """Return the secret in the text of a QR code, or None for any other text.

    >>> parse_secret("QSABCDEFGHJKMNPQ"), parse_secret("QXC3K7Q2-03")
    ('ABCDEFGHJKMNPQ', None)
    """
    match = _TEXT.fullmatch(text)
    return match[1] if match else None
