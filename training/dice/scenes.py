"""Rendered scenes on disk, to learn from. The same seed gives the same scene.

A scene is a JPEG of linear light (`encode`), a PNG with the body that each pixel shows (index + 1, and 128
more on the body's top face), and a line of JSON with boxes, colours and values. Training uses seeds below
`HELD_OUT`, measurement the others.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.arrangements import SceneKind
from training.dice.random_scenes import PlacedBody, random_scene
from training.renderer.camera import Camera
from training.renderer.colours import F32
from training.renderer.render import SeenBody
from vision.dice.normals import as_seen_along

HELD_OUT = 10_000_000
BRIGHTEST = 2.0
"""Linear light that is stored as 255."""
TOP_FACE_BIT = 128
STRANGERS = 0.2
"""Share of a scene's dice that come from other games."""


def encode(image: F32) -> NDArray[np.uint8]:
    """Encode linear light in 8 bits by cube roots, which keep fine steps in dark parts."""
    return np.asarray(np.cbrt(np.clip(image / BRIGHTEST, 0, 1)) * 255 + 0.5, np.uint8)


DECODED: F32 = ((np.arange(256, dtype=np.float32) / 255) ** 3 * BRIGHTEST).astype(np.float32)
"""The linear light that each byte from `encode` stands for."""


def label_of_seen(seen: SeenBody, placed: PlacedBody, view: Camera) -> dict[str, Any]:
    """Return the label of a visible body as JSON, for `training.dice.dataset.label_of`."""
    body = seen.body
    heights = body.axes[2] @ body.normals.T
    top = body.axes @ body.normals[int(heights.argmax())]
    x, y, w, h = seen.box
    spot = np.array([x + w / 2 - view.size[0] / 2, y + h / 2 - view.size[1] / 2]) / view.focal
    ray = np.array([*spot, 1.0])
    normal, table = (as_seen_along(ray, view.axes @ up) for up in (top, np.array([0.0, 0.0, 1.0])))
    return {
        "index": seen.index,
        "box": list(seen.box),
        "visible": round(seen.visible, 3),
        "top": round(seen.top, 3),
        "cut": seen.cut,
        "colour": placed.colour,
        "value": placed.value,
        "sides": placed.sides,
        "tilt": round(float(np.arccos(min(1.0, heights.max()))), 3),
        "normal": [round(float(part), 4) for part in normal],
        "table": [round(float(part), 4) for part in table],
    }


def write_scene(folder: Path, seed: int, sides: int = 6, kind: SceneKind = "anyhow") -> dict[str, object]:
    """Render one scene of this kind into the folder, and return its labels as JSON."""
    made = random_scene(seed, sides=sides, strangers=STRANGERS, kind=kind)
    picture, name = made.picture, f"{sides}-{seed:08d}"
    cv2.imwrite(str(folder / f"{name}.jpg"), encode(picture.image), [cv2.IMWRITE_JPEG_QUALITY, 95])
    owner = (picture.owner + 1).astype(np.uint8) | (picture.top.astype(np.uint8) * TOP_FACE_BIT)
    cv2.imwrite(str(folder / f"{name}.png"), owner)
    dice = [label_of_seen(seen, made.placed[seen.index], made.view) for seen in picture.seen]
    return {"name": name, "kind": kind, "dice": dice}


def render_shard(folder: Path, first: int, count: int, sides: int, kind: SceneKind = "anyhow") -> int:
    """Render `count` scenes, with seeds from `first` on, into the folder, and return `count`.

    If the labels of these scenes exist, render nothing and return 0.
    """
    labels = folder / f"labels-{sides}-{first}.jsonl"
    if labels.exists() and len(labels.read_text(encoding="utf-8").splitlines()) >= count:
        return 0
    cv2.setNumThreads(1)
    part = labels.with_suffix(".part")
    with part.open("w", encoding="utf-8") as lines:
        for seed in range(first, first + count):
            lines.write(json.dumps(write_scene(folder, seed, sides, kind)) + "\n")
    part.replace(labels)
    return count
