"""Makes the pictures in `fixtures/rendered` anew: `python -m training.renderer.fixtures`.

The name of each says the seed of its table, and its six-sided dice in the order in which they were laid.
"""

from pathlib import Path

import cv2

from training.renderer.throw import DIE_COLOURS, Tabletop

FOLDER = Path(__file__).parents[2] / "fixtures" / "rendered"
QUALITY = 95
"""Quality of the WebP pictures, up to 100."""


def main() -> None:
    """Render each picture that is there."""
    colours = {colour[0]: colour for colour in DIE_COLOURS}
    for file in sorted(FOLDER.glob("*.webp")):
        seed, *words = file.stem.split("-")
        dice = [(colours[word[0]], int(word[1:])) for word in words]
        picture = Tabletop(int(seed)).lay(dice, int(seed))
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
