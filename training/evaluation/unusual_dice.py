"""Looks of unusual dice: cream, marbled, with numerals, or with golden pips."""

from training.evaluation.rolls import PAINT, Coat
from training.evaluation.textures import F32, Random, linear

MAKES = ("cream", "marbled", "numerals", "gold pips")
"""Makes (kinds) of unusual six-sided dice."""

Colour = tuple[float, float, float]

MUTED: dict[str, Colour] = {
    "white": (0.9, 0.82, 0.62),
    "red": (0.62, 0.22, 0.16),
    "yellow": (0.8, 0.62, 0.2),
    "green": (0.3, 0.42, 0.22),
    "blue": (0.16, 0.22, 0.4),
}
"""Paints of dice of the make "cream", in sRGB: cream for white, and earthy colours."""
SWIRLS: dict[str, Colour] = {
    "white": (0.62, 0.6, 0.62),
    "red": (0.25, 0.03, 0.05),
    "yellow": (0.72, 0.42, 0.08),
    "green": (0.55, 0.78, 0.5),
    "blue": (0.5, 0.65, 0.9),
}
"""Second colours in the bodies of marbled dice, in sRGB."""
GOLD: Colour = (0.8, 0.62, 0.24)


def unusual_coat(rng: Random, make: str, colour: str) -> Coat:
    """Return the look of a die with this colour and make, one of MAKES."""
    usual: F32 = linear(PAINT[colour][int(rng.integers(len(PAINT[colour])))])
    pale, deep = linear((0.93, 0.92, 0.88)), linear((0.06, 0.05, 0.05))
    ink = deep if colour in ("white", "yellow") else pale
    if make == "cream":
        brown = linear((0.3, 0.17, 0.08))
        return Coat(linear(MUTED[colour]), brown if colour in ("white", "yellow") else pale)
    if make == "marbled":
        return Coat(usual, ink, linear(SWIRLS[colour]))
    if make == "numerals":
        return Coat(usual, ink, numerals=True)
    if make == "gold pips":
        return Coat(usual, linear(GOLD))
    raise ValueError(f"expected one of {MAKES}, got {make!r}")
