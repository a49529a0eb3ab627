"""Contact sheets, to look at every label: `python -m vision.evaluation.contact_sheet ROLLS --out FOLDER`.

Each die is cut out and written over: its label in letters, then the visible share of its top face.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np

CELL, ACROSS, DOWN = 72, 24, 16


@click.command()
@click.argument("rolls", type=click.Path(path_type=Path, exists=True))
@click.option("--out", required=True, type=click.Path(path_type=Path))
@click.option("--first", default=0, show_default=True)
@click.option("--sides", default=6, show_default=True)
@click.option("--sheets", default=1, show_default=True)
def command(rolls: Path, out: Path, first: int, sides: int, sheets: int) -> None:
    """Draw contact sheets of labelled dice, sorted by colour and value."""
    lines = [json.loads(line) for line in (rolls / "labels.jsonl").read_text("utf-8").splitlines()][first:]
    cells: list[tuple[tuple[str, int], np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]] = []
    for line in lines:
        if not line["set"].endswith(str(sides)):
            continue
        image = cv2.imread(str(rolls / line["image"]))
        if image is None:
            continue
        for die in line["dice"]:
            if die["sides"] != sides:
                continue
            x, y, w, h = die["box"]
            half = int(0.6 * max(w, h)) + 2
            cut = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_CONSTANT, value=(90, 90, 90))
            cx, cy = x + w // 2 + half, y + h // 2 + half
            cut = cv2.resize(cut[cy - half : cy + half, cx - half : cx + half], (CELL, CELL))
            cell = np.full((CELL + 12, CELL + 2, 3), 255, np.uint8)
            cell[:CELL, :CELL] = cut
            text = f"{die['colour'][:2]}{die['value']} {line['image'][2:6]}"
            cv2.putText(cell, text, (1, CELL + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.34, (0, 0, 0), 1)
            cells.append(((str(die["colour"]), int(die["value"])), cell.astype(np.uint8)))
        if len(cells) >= ACROSS * DOWN * sheets:
            break
    cells.sort(key=lambda c: (c[0][1], c[0][0]))
    out.mkdir(parents=True, exist_ok=True)
    for i in range(0, len(cells), ACROSS * DOWN):
        some = [c for _, c in cells[i : i + ACROSS * DOWN]]
        some += [np.full_like(some[0], 255)] * (-len(some) % ACROSS)
        rows = [np.hstack(some[j : j + ACROSS]) for j in range(0, len(some), ACROSS)]
        cv2.imwrite(str(out / f"sheet{sides}-{i // (ACROSS * DOWN)}.png"), np.vstack(rows))


if __name__ == "__main__":
    command()
