"""Renders photos of marked sheets, with the truth about them.

    python -m tests.simulated_photos.render --out FOLDER --count 420 --seed 7

writes the photos FOLDER/0000.jpg … and, in FOLDER/truth.jsonl, the truth about each photo as one JSON object.
The photos show sheets of random pads, paper sizes and options of `qwixx print`. Marks and photos are not
rendered by the code that renders pictures for training.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from sheets.draw import print_pads
from sheets.order import PrintError, PrintOrder, game_of, pages_of
from sheets.pad import FURTHER_PADS, PADS, load_pad, parse_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout, PageError
from tests.simulated_photos.hands import Paper, any_hand
from tests.simulated_photos.lens import Camera, PlacedPaper, expose, put, table_photo, thing, thumb
from tests.simulated_photos.play import any_game, played, spoilt
from tests.simulated_photos.wear import wear

OWN = parse_pad(
    {
        "format": "qwixx-pad/1", "name": "steps", "title": "Four steps", "sides": 4,
        "rows": {
            "a": "red 2 3 4 5 6 7 8", "b": "yellow 2 3 4 blue 5 6 7 8",
            "c": "green 8 7 6 5 4 3 2", "d": "blue 5 4 3 2 8 6 7",
        },
    }
)  # fmt: skip

SIZES = (
    (640, 480),
    (1280, 720),
    (1280, 960),
    (1600, 1200),
    (1920, 1080),
    (2592, 1944),
    (3264, 2448),
    (4000, 3000),
)
CARDS = ("classic", "mixx-a", "mixx-b")


def any_order(pad, per_page: int, chance: random.Random) -> PrintOrder:
    """Return a print order with random options."""
    return PrintOrder(
        pad=pad,
        count=per_page,
        seed=chance.randrange(10**6),
        layout=Layout(PAPERS[chance.choice(("a4", "letter"))], per_page),
        language=chance.choice(("en", "es", "de")),
        names=("Emma", "Max", "Zoë") if chance.random() < 0.3 else (),
        lucky="any" if pad.lucky and chance.random() < 0.3 else "fair",
        ink=chance.choice(("full", "full", "full", "save")),
        colour_blind=chance.random() < 0.25,
        cut_lines=chance.random() < 0.8,
        check_bar=chance.random() < 0.8,
        pastel=chance.random() < 0.5,
    )


def write_on(paper: Paper, face, plan, left: float, top: float, chance: random.Random) -> dict:
    """Mark one sheet, whose top left corner is at (left, top) mm on the paper. Return the truth about it."""
    pad = face.pad
    game = game_of(pad)
    name = "cards" if game in CARDS and chance.random() < 0.15 else "classic" if game == "own" else game
    observed = ObservedSheet.of(played(any_game(name, pad, chance, face.lucky), chance))
    places = set(observed.places)
    if chance.random() < 0.12:
        places = spoilt(places, list(plan.places), chance)
    hand = any_hand(chance)
    other = any_hand(chance)
    boxes = {name: (left + b.x, top + b.y, b.w, b.h) for name, b in plan.places.items()}
    kinds = {}
    for place in [name for name in plan.places if name in places]:
        kinds[place] = paper.mark(boxes[place], hand if chance.random() < 0.97 else other)
    struck = []
    if hand.strikes:
        for row in plan.rows:
            names = [f"{row.letter}{number}" for number in row.numbers]
            crossed = [i for i, cell in enumerate(names) if cell in places]
            for first, last in zip([-1, *crossed], crossed, strict=False):
                if last - first >= 3 and chance.random() < 0.7:
                    paper.strike(boxes[names[first + 1]], boxes[names[last - 1]], hand)
                    struck += names[first + 1 : last]
    erased = []
    if hand.ink == "pencil" or chance.random() < 0.1:
        rubber = hand if hand.ink == "pencil" else any_hand(chance)
        free = [place for place in boxes if place not in places and place not in struck]
        for place in chance.sample(free, min(len(free), chance.choice((0, 0, 1, 2)))):
            paper.mark(
                boxes[place], rubber, light=chance.uniform(0.05, 0.16), smudge=chance.uniform(0.1, 0.5)
            )
            erased.append(place)
    for _ in range(chance.choice((0, 0, 1))):  # sums written where sums belong
        box = chance.choice([*(row.points for row in plan.rows), plan.total])
        paper.mark((left + box.x, top + box.y, box.w, box.h), hand)
    faults = contradictions(ObservedSheet.from_places(pad, places))
    return {
        "sheet": str(face.serial), "game": game, "lucky": list(face.lucky) if face.lucky else None,
        "crossed": sorted(places), "erased": erased, "struck": struck, "ink": hand.ink, "kinds": kinds,
        "legal": not faults, "rules": sorted({fault.rule for fault in faults}),
    }  # fmt: skip


def marked_papers(pad, size: tuple[int, int], chance: random.Random, wearing: Callable) -> list:
    """Return papers as (image, pixels per mm, [(left, top, plan, truth) for each sheet]), left and top in mm.

    `size`: longer and shorter side of the photo. `wearing` is called with each image and may change it.
    """
    large = size[0] >= 1600
    per_page = chance.choice((1, 2, 3, 3, 3, 4))
    while True:
        try:
            order = any_order(pad, per_page, chance)
            break
        except (PageError, PrintError):
            per_page = 3
    dots = 12.0 if size[0] > 2600 else 8.0 if size[0] > 1300 else 6.0
    page = pypdfium2.PdfDocument(print_pads(order))[0]
    pixels = page.render(scale=dots * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3]
    faces = next(iter(pages_of(order)))
    plan = plan_sheet(pad, order.layout)
    whole = large and per_page > 1 and chance.random() < 0.4
    paper = Paper(pixels, dots, chance)
    chosen = (
        list(range(per_page))
        if whole
        else chance.sample(range(per_page), min(per_page, chance.choice((1, 1, 1, 2)) if large else 1))
    )
    cut = []
    for slot in chosen:
        box = order.layout.sheet_box(slot)
        truth = write_on(paper, faces[slot], plan, box.x, box.y, chance)
        cut.append((slot, box, truth))
    image = paper.image()
    if whole:
        wearing(image, dots, [truth for *_, truth in cut])
        return [(image, dots, [(box.x, box.y, plan, truth) for _, box, truth in cut])]
    papers = []
    for _, box, truth in cut:
        stray = chance.uniform(0, 3.5)
        x0, y0 = max(0.0, box.x - 4.5), max(0.0, box.y - (stray if per_page > 1 else 4.0))
        x1, y1 = box.right + 4.5, box.bottom + (stray if per_page > 1 else 4.0)
        crop = image[int(y0 * dots) : int(y1 * dots), int(x0 * dots) : int(x1 * dots)].copy()
        wearing(crop, dots, [truth])
        papers.append(
            (crop, dots, [(box.x - int(x0 * dots) / dots, box.y - int(y0 * dots) / dots, plan, truth)])
        )
    return papers


def photograph(seed: str, pads: tuple[str, ...] = PADS, worn: float = 0.0) -> tuple[np.ndarray, int, dict]:
    """Return a photo of a pad of `pads` (or OWN), its JPEG quality, and the truth about it.

    `worn`: share of papers with signs of wear, such as folds.
    """
    chance = random.Random(seed)
    pad = OWN if chance.random() < 0.04 and pads == PADS else load_pad(chance.choice(pads))
    size = chance.choices(SIZES, (3, 3, 3, 4, 4, 2, 1, 1.4))[0]
    if chance.random() < 0.25:
        size = (size[1], size[0])
    fate = random.Random(f"{seed} wear")

    def wearing(image: np.ndarray, dots: float, truths: list[dict]) -> None:
        way = wear(image, dots, fate) if fate.random() < worn else ""
        for truth in truths:
            truth["wear"] = way

    papers = marked_papers(pad, (max(size), min(size)), chance, wearing)
    camera, facing = _camera(size, papers, chance)
    lying = _lying(papers, facing, chance)
    points = _outline([paper for paper, _ in lying])
    least, most = (0.72, 0.97) if max(size) > 1300 else (0.9, 0.985)
    camera.frame(points, chance.uniform(least, most), chance)
    photo = table_photo(camera, chance)
    _strew(photo, camera, points, chance)
    for paper, _ in lying:
        camera.lay(photo, paper, chance.uniform(0.1, 0.5))
    covered, by = _cover(photo, camera, lying, points, chance)
    for paper, sheets in lying:
        if sheets[0][3]["wear"] == "pen":
            image, dots = thing(fate, "pen")
            at = paper.on_table(*(side * fate.uniform(0.3, 0.7) for side in paper.size))
            covered = np.maximum(covered, put(photo, camera, image, dots, *at, fate.uniform(0, 6)))
    seen = [_seen(camera, paper, placed, covered, size) for paper, sheets in lying for placed in sheets]
    first = np.array(seen[0]["corners"])
    truth = {
        "size": list(size), "tilt": round(math.degrees(camera.tilt)), "thumb": by == "thumb",
        "thing": by == "thing", "bend": round(max(paper.bend for paper, _ in lying), 1), "sheets": seen,
        "scale": round(float(np.hypot(*(first[1] - first[0]))) / len(seen[0]["places"]), 2),
    }  # fmt: skip
    return expose(photo, chance), chance.choice((50, 70, 82, 90, 94)), truth


def _camera(size: tuple[int, int], papers: list, chance: random.Random) -> tuple[Camera, float]:
    """Return a random camera over the table, and the rotation of the papers in radians."""
    tilt = math.radians(min(45.0, abs(chance.gauss(0, 20))))
    if chance.random() < 0.12:
        tilt = math.radians(chance.uniform(35, 45))
    reach = max(math.hypot(*image.shape[:2]) / dots for image, dots, _ in papers)
    facing = (
        chance.uniform(0, 2 * math.pi)
        if chance.random() < 0.35
        else chance.gauss(0, 0.15) + chance.choice((0, 0, 0, math.pi, math.pi / 2))
    )
    roll = chance.uniform(0, 2 * math.pi) if chance.random() < 0.5 else 0.0
    return Camera(*size, tilt, roll, reach * chance.uniform(1.5, 2.8)), facing


def _lying(papers: list, facing: float, chance: random.Random) -> list[tuple[PlacedPaper, list]]:
    """Return the papers on the table, one below another and turned by `facing` radians, with their sheets."""
    lying = []
    y, c, s = 0.0, math.cos(facing), math.sin(facing)
    for image, dots, sheets in papers:
        h = image.shape[0] / dots
        turn = facing + chance.gauss(0, 0.06)
        bend = chance.choice((0.0, chance.uniform(0.5, 4), chance.uniform(3, 9)))
        x0, y0 = chance.gauss(0, 6), y + h / 2
        at = c * x0 - s * y0, s * x0 + c * y0
        lying.append((PlacedPaper(image, dots, *at, turn, bend, chance.randrange(3)), sheets))
        y += h + chance.uniform(6, 30)
    return lying


def _outline(papers: list[PlacedPaper]) -> np.ndarray:
    """Return the corners of N papers on the table, 4 N x 2."""
    corners = []
    for paper in papers:
        w, h = paper.size
        corners.append(np.stack(paper.on_table(np.array([0, w, w, 0]), np.array([0, 0, h, h])), 1))
    return np.concatenate(corners)


def _strew(photo: np.ndarray, camera: Camera, points: np.ndarray, chance: random.Random) -> None:
    """Draw random objects, such as pens and coins, around the papers."""
    spread = float(np.ptp(points, axis=0).max())
    for _ in range(chance.choice((0, 1, 2, 4))):
        image, dots = thing(chance)
        a = chance.uniform(0, 2 * math.pi)
        x, y = points.mean(0) + spread * 0.75 * np.array([math.cos(a), math.sin(a)])
        put(photo, camera, image, dots, x, y, a)


def _cover(
    photo: np.ndarray, camera: Camera, lying: list, points: np.ndarray, chance: random.Random
) -> tuple[np.ndarray, str]:
    """Sometimes draw a thumb on a marker or an object on a sheet. Return its mask, and "thumb" or "thing"."""
    event = chance.random()
    if event < 0.12:
        paper, sheets = chance.choice(lying)
        left, top, plan, _ = chance.choice(sheets)
        marker = chance.choice(plan.markers)
        px, py = camera.see(paper, np.array([left + marker.cx]), np.array([top + marker.cy]))
        mx, my = camera.see(paper, np.array([left + plan.width / 2]), np.array([top + plan.height / 2]))
        nx, ny = camera.see(paper, np.array([left + marker.cx + 18]), np.array([top + marker.cy]))
        width = float(np.hypot(nx - px, ny - py)[0]) * chance.uniform(0.85, 1.15)
        away = math.atan2(py[0] - my[0], px[0] - mx[0]) + chance.gauss(0, 0.25)
        tip = (px[0] - 0.2 * width * math.cos(away), py[0] - 0.2 * width * math.sin(away))
        return thumb(photo, tip, away, width, chance), "thumb"
    if event < 0.16:
        image, dots = thing(chance)
        x, y = points.mean(0) + np.array([chance.uniform(-70, 70), chance.uniform(-30, 30)])
        return put(photo, camera, image, dots, x, y, chance.uniform(0, 6)), "thing"
    return np.zeros(photo.shape[:2], np.float32), ""


def _seen(
    camera: Camera, paper: PlacedPaper, placed: tuple, covered: np.ndarray, size: tuple[int, int]
) -> dict:
    """Return the truth about one sheet, with its corners in the photo and its hidden places."""
    left, top, plan, truth = placed
    hidden = []
    for name, box in plan.places.items():
        u = left + box.x + box.w * np.tile([0.1, 0.5, 0.9], 3)
        v = top + box.y + box.h * np.repeat([0.1, 0.5, 0.9], 3)
        px, py = camera.see(paper, u, v)
        out = (px < 0) | (py < 0) | (px >= size[0]) | (py >= size[1])
        ix, iy = np.clip(px, 0, size[0] - 1).astype(int), np.clip(py, 0, size[1] - 1).astype(int)
        if out.any() or covered[iy, ix].max() > 0.2:
            hidden.append(name)
    w, h = plan.width, plan.height
    cx, cy = camera.see(paper, left + np.array([0, w, w, 0]), top + np.array([0, 0, h, h]))
    corners = [[round(float(a), 1), round(float(b), 1)] for a, b in zip(cx, cy, strict=True)]
    return truth | {"hidden": hidden, "places": list(plan.places), "corners": corners}


def main() -> None:
    """Render the photos, and write them with their ground truth."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("--out", type=Path, required=True)
    parse.add_argument("--count", type=int, default=420)
    parse.add_argument("--first", type=int, default=0)
    parse.add_argument("--seed", type=int, default=7)
    parse.add_argument("--pads", nargs="+", choices=(*PADS, *FURTHER_PADS), default=PADS)
    parse.add_argument("--worn", type=float, default=0.5, help="share of the papers that are worn")
    given = parse.parse_args()
    cv2.setNumThreads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "truth.jsonl").open("a" if given.first else "w", encoding="utf-8") as log:
        for number in range(given.first, given.first + given.count):
            image, quality, truth = photograph(f"trial {given.seed} {number}", tuple(given.pads), given.worn)
            name = f"{number:04d}.jpg"
            cv2.imwrite(str(given.out / name), image, [cv2.IMWRITE_JPEG_QUALITY, quality])
            log.write(json.dumps({"image": name} | truth) + "\n")
            log.flush()
            if number % 20 == 19:
                sys.stderr.write(f"{number + 1}\n")


if __name__ == "__main__":
    main()
