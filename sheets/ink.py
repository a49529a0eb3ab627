"""The colours of a sheet: cells pale enough for a pencil, bands behind rows vivid, numbers dark enough to
read.

A *tone* is an RGB colour with values from 0 to 1. Contrasts follow WCAG 2.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass

Tone = tuple[float, float, float]


def tone(code: str) -> Tone:
    """Return the tone for six hexadecimal digits, RRGGBB.

    >>> tone("ff0000")
    (1.0, 0.0, 0.0)
    """
    return (int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255)


@dataclass(frozen=True, slots=True)
class Ink:
    """The tones in which a sheet shows one of the four colours."""

    plate: Tone  # the band behind a row
    cell: Tone  # the background of a cell
    number: Tone  # the number on a cell, at least 4.5 : 1 against `cell` (WCAG 1.4.3)
    line: Tone  # thin lines

    @property
    def dark(self) -> Tone:
        """Return `number`, darkened to a contrast of 7 : 1 to `cell` (WCAG 1.4.6), for large sheets."""
        share, (r, g, b) = 1.0, self.number
        while contrast((r * share, g * share, b * share), self.cell) < 7:
            share -= 0.02
        return r * share, g * share, b * share


INKS = {
    "red": Ink(tone("d9453f"), tone("fef4f2"), tone("a1242c"), tone("b8322f")),
    "yellow": Ink(tone("f3b81b"), tone("fffbeb"), tone("735203"), tone("b07f0a")),
    "green": Ink(tone("4ba457"), tone("f2faf1"), tone("186235"), tone("2a7f41")),
    "blue": Ink(tone("3f7fcc"), tone("f0f6fe"), tone("1b4a92"), tone("2a61ae")),
}

PASTEL_INKS = {
    "red": Ink(tone("ec8f86"), tone("fef4f2"), tone("b9333a"), tone("cf4a49")),
    "yellow": Ink(tone("f8d25c"), tone("fffbeb"), tone("8d6708"), tone("c99a1c")),
    "green": Ink(tone("90c98f"), tone("f2faf1"), tone("247a41"), tone("3f9a55")),
    "blue": Ink(tone("8bb3e3"), tone("f0f6fe"), tone("2459a8"), tone("4279c4")),
}
"""The pale tones of version 0.1, whose sheets are still in use."""


def inks(*, pastel: bool) -> Mapping[str, Ink]:
    """Return PASTEL_INKS if `pastel`, otherwise INKS: the tones of each of the four colours."""
    return PASTEL_INKS if pastel else INKS


WHITE: Tone = (1.0, 1.0, 1.0)
TEXT = tone("343b46")
"""Ink of the main text."""
SOFT = tone("6b7480")
"""Ink of minor text; its contrast to white paper is at least 4.5 : 1."""
LINE = tone("a3abb5")
"""Ink of lines to write on, and of outlines that belong to no colour."""
PANEL = tone("f3f5f7")
"""Background of boxes that belong to no colour."""
MARKER = tone("23272e")
"""Ink of corner markers and QR codes."""


def luminance(colour: Tone) -> float:
    """Return the relative luminance of a colour, from 0 for black to 1 for white (WCAG)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Tone, other: Tone) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
