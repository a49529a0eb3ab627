"""Makes the pictures in `fixtures/rendered` anew: `python -m training.renderer.fixtures`.

Each file name consists of the table's seed and of the six-sided dice, in the order in which they are laid.
"""

from pathlib import Path

import cv2

from training.renderer.throw import DIE_COLOURS, Tabletop

FOLDER = Path(__file__).parents[2] / "fixtures" / "rendered"
QUALITY = 95
"""Quality of the WebP pictures, up to 100."""


def main() -> None:
    """Render each picture in the folder again, from its file name."""
    colours = {colour[0]: colour for colour in DIE_COLOURS}
    for file in sorted(FOLDER.glob("*.webp")):
        seed, *words = file.stem.split("-")
        dice = [(colours[word[0]], int(word[1:])) for word in words]
        picture = Tabletop(int(seed)).lay(dice, int(seed))
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
