"""The inks of a sheet: cells pale enough for a pencil, plates clear in colour, numbers dark enough to read.

Every colour has four tones: `plate` for the band under a row, `cell` for the background of a cell, `number`
for the number on it (at least 4.5 : 1 against `cell`, which WCAG 2.2, 1.4.3, requires of small text), `line`
for thin lines. Values are RGB from 0 to 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Tone = tuple[float, float, float]


def tone(code: str) -> Tone:
    """Return the tone that six hexadecimal digits, RRGGBB, describe.

    >>> tone("ff0000")
    (1.0, 0.0, 0.0)
    """
    return (int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255)


@dataclass(frozen=True, slots=True)
class Ink:
    """The four tones of one colour."""

    plate: Tone
    cell: Tone
    number: Tone
    line: Tone

    @property
    def dark(self) -> Tone:
        """Return the ink for large sheets: `number` darkened to 7 : 1 against `cell` (WCAG 2.2, 1.4.6)."""
        share = 1.0
        while contrast(self._shaded(share), self.cell) < 7:
            share -= 0.02
        return self._shaded(share)

    def _shaded(self, share: float) -> Tone:
        r, g, b = self.number
        return (r * share, g * share, b * share)


INKS = {
    "red": Ink(tone("d9453f"), tone("fef4f2"), tone("a1242c"), tone("b8322f")),
    "yellow": Ink(tone("f3b81b"), tone("fffbeb"), tone("735203"), tone("b07f0a")),
    "green": Ink(tone("4ba457"), tone("f2faf1"), tone("186235"), tone("2a7f41")),
    "blue": Ink(tone("3f7fcc"), tone("f0f6fe"), tone("1b4a92"), tone("2a61ae")),
}
"""The inks of the four colours of a pad."""

PASTEL_INKS = {
    "red": Ink(tone("ec8f86"), tone("fef4f2"), tone("b9333a"), tone("cf4a49")),
    "yellow": Ink(tone("f8d25c"), tone("fffbeb"), tone("8d6708"), tone("c99a1c")),
    "green": Ink(tone("90c98f"), tone("f2faf1"), tone("247a41"), tone("3f9a55")),
    "blue": Ink(tone("8bb3e3"), tone("f0f6fe"), tone("2459a8"), tone("4279c4")),
}
"""The inks in the pale tones of version 0.1, whose sheets are still in use."""


def inks(*, pastel: bool) -> Mapping[str, Ink]:
    """Return the inks of the four colours: PASTEL_INKS or INKS."""
    return PASTEL_INKS if pastel else INKS


WHITE: Tone = (1.0, 1.0, 1.0)
TEXT = tone("343b46")
"""Ink of the main text."""
SOFT = tone("6b7480")
"""Ink of minor text; its contrast to paper is 4.5 : 1."""
LINE = tone("a3abb5")
"""Ink of lines to write on, and of the outlines of boxes without a colour."""
PANEL = tone("f3f5f7")
"""Background of boxes without a colour."""
MARKER = tone("23272e")
"""Ink of corner markers and the QR code."""


def luminance(colour: Tone) -> float:
    """Return the relative luminance, 0 for black to 1 for white, as WCAG 2.2 defines it for sRGB."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Tone, other: Tone) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
