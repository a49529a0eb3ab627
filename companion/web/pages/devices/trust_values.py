"""The number of a certificate, by which people compare it."""

from hashlib import sha256


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 of a certificate in DER, in groups of four, for people to compare.

    >>> fingerprint(b"")[:19]
    'E3B0 C442 98FC 1C14'
    """
    digits = sha256(certificate).hexdigest().upper()
    return " ".join(digits[i : i + 4] for i in range(0, len(digits), 4))
