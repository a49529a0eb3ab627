"""Rendered scenes on disk, to learn from: `python -m vision.training.scenes FOLDER --count 4000`.

Each scene is a JPEG of linear light (`encode`), a PNG that says which body and whether its top face
shows at each pixel
(index + 1, and 128 for the top face), and a line of JSON: boxes, colours, values. Seeds make them:
the same seed, the same scene. Training takes seeds below `HELD_OUT`, measuring those from there.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.casting import cast
from vision.scenes.solids import F32

HELD_OUT = 10_000_000
BRIGHTEST = 2.0
"""Linear light that is stored as 255."""


def encode(image: F32) -> NDArray[np.uint8]:
    """Linear light → 8 bits, by cube roots: dark parts keep their steps."""
    return np.asarray(np.cbrt(np.clip(image / BRIGHTEST, 0, 1)) * 255 + 0.5, np.uint8)


DECODED: F32 = ((np.arange(256, dtype=np.float32) / 255) ** 3 * BRIGHTEST).astype(np.float32)
"""Linear light of each byte."""


def write(folder: Path, seed: int, sides: int = 6) -> dict[str, object]:
    """Render one scene into the folder; its labels."""
    made = cast(seed, sides=sides)
    name = f"{sides}-{seed:08d}"
    cv2.imwrite(str(folder / f"{name}.jpg"), encode(made.picture.image), [cv2.IMWRITE_JPEG_QUALITY, 95])
    owner = (made.picture.owner + 1).astype(np.uint8) | (made.picture.top.astype(np.uint8) << 7)
    cv2.imwrite(str(folder / f"{name}.png"), owner)
    dice = [
        {
            "index": s.index, "box": list(s.box), "visible": round(s.visible, 3), "top": round(s.top, 3),
            "cut": s.cut,
            "colour": made.colours[s.index], "value": made.values[s.index], "sides": made.sides[s.index],
            "tilt": round(float(np.arccos(min(1.0, (s.body.axes[2] @ s.body.normals.T).max()))), 3),
        }
        for s in made.picture.seen
    ]  # fmt: skip
    return {"name": name, "dice": dice}


def strip(folder: Path, first: int, count: int, sides: int) -> int:
    """Render `count` scenes from the seed `first` on into the folder; how many were still to do: a strip
    whose labels are there is done."""
    labels = folder / f"labels-{sides}-{first}.jsonl"
    if labels.exists() and len(labels.read_text(encoding="utf-8").splitlines()) >= count:
        return 0
    cv2.setNumThreads(1)
    part = labels.with_suffix(".part")
    with part.open("w", encoding="utf-8") as lines:
        for seed in range(first, first + count):
            lines.write(json.dumps(write(folder, seed, sides)) + "\n")
    part.replace(labels)
    return count


def main() -> None:
    """Render a range of seeds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--sides", type=int, choices=(6, 8), default=6)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    strip(given.folder, given.first, given.count, given.sides)


if __name__ == "__main__":
    main()
