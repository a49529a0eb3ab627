"""What `qwixx scan` makes of the trial.

    python -m tests.simulated_photos.measure FOLDER [--limit N] [--wrong FOLDER]

prints one JSON object: places read right, called unsure, read wrong while sure; whole sheets right; sheets
not found. A place that is covered or outside the photo may be called unsure without blame; read wrong it
counts. `--wrong` writes the crop of each place read wrong. What the camera saw is kept in
FOLDER/seen.pickle, so that `--again` judges anew without looking anew.
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.sheet_scan.reading import SheetReading, interpret
from tests.simulated_photos.render import OWN
from vision.frames.image import load
from vision.scan.evidence import ScannedSheet
from vision.scan.pipeline import scan


def look(folder: Path, limit: int) -> dict[str, tuple[tuple[ScannedSheet, ...], float]]:
    """What the camera sees in each photo, and the seconds it took."""
    found = {}
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()[:limit]:
        name = json.loads(line)["image"]
        image = load(folder / name)
        begin = time.process_time()
        found[name] = (scan(image, (OWN,)), time.process_time() - begin)
    return found


def crossed(reading: SheetReading) -> set[str]:
    """The places surely crossed."""
    assert reading.observed is not None and reading.pad is not None
    places = {place for place in reading.observed.places if not place.startswith("miss")}
    return places | {f"miss {n}" for n in reading.misses}


def pairs(truth: dict, seen: tuple[ScannedSheet, ...]) -> Iterator[tuple[dict, ScannedSheet | None]]:
    """Each sheet of a photo with what was seen of it: by its number, or else by where it lies."""
    left = list(seen)
    for sheet in truth["sheets"]:
        middle = np.mean(sheet["corners"], 0)
        reach = 0.25 * np.hypot(*np.ptp(sheet["corners"], axis=0))

        def fits(one: ScannedSheet, sheet: dict = sheet, middle=middle, reach=reach) -> bool:
            near = bool(one.corners) and np.hypot(*(np.mean(one.corners, 0) - middle)) < reach
            return near and (one.code is None or str(one.code.serial) == sheet["sheet"])

        match = next((one for one in left if fits(one)), None)
        if match is not None:
            left.remove(match)
        yield sheet, match
    for one in left:
        yield {}, one


def tally(truths: list[dict], seen: dict, wrong: Path | None, folder: Path) -> dict:
    """The figures."""
    count: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    lost = []
    for truth in truths:
        if truth["image"] not in seen:
            continue
        found, _ = seen[truth["image"]]
        for sheet, match in pairs(truth, found):
            where = f"{truth['image']} {sheet.get('sheet')}"
            if not sheet:
                if match is not None and match.pad is not None:
                    count["sheets that are none"] += 1
                    lost.append(f"{truth['image']} extra {match.pad.name}")
                continue
            count["sheets"] += 1
            reading = interpret(match) if match is not None else None
            if reading is None or reading.observed is None:
                count["sheets not read"] += 1
                lost.append(
                    where + " " + (",".join(p.code for p in match.problems) if match else "not found")
                )
                continue
            if reading.game != sheet["game"]:
                count["sheets of a wrong pad"] += 1
                lost.append(f"{where} {reading.game} for {sheet['game']}")
                continue
            count["number read"] += reading.serial == sheet["sheet"]
            sure, doubtful = crossed(reading), {doubt.cell: doubt for doubt in reading.unsure}
            true, hidden = set(sheet["crossed"]), set(sheet["hidden"])
            faults = 0
            for place in sheet["places"]:
                if place in hidden:
                    count["hidden places"] += 1
                    count["hidden read wrong"] += place not in doubtful and (place in sure) != (place in true)
                    continue
                count["places"] += 1
                if place in doubtful:
                    count["unsure"] += 1
                    way = (
                        "erased" if place in sheet["erased"] else "struck" if place in sheet["struck"] else ""
                    )
                    ways["unsure: " + (way or sheet["kinds"].get(place, "empty"))] += 1
                    faults += 1
                elif (place in sure) == (place in true):
                    count["right"] += 1
                else:
                    count["wrong while sure"] += 1
                    faults += 1
                    way = (
                        "erased" if place in sheet["erased"] else "struck" if place in sheet["struck"] else ""
                    )
                    ways["wrong: " + (way or sheet["kinds"].get(place, "empty"))] += 1
                    lost.append(f"{where} {place} {way or sheet['kinds'].get(place, 'empty')} {sheet['ink']}")
                    if wrong is not None and match is not None:
                        _keep(wrong, folder, truth, place, match)
            count["whole sheets right"] += not faults
            if not faults:
                count["legality as it is"] += reading.legal == sheet["legal"]
                count["complete"] += reading.status == "complete"
    times = sorted(seconds for _, seconds in seen.values())
    large = sorted(
        seen[t["image"]][1] / len(t["sheets"])
        for t in truths
        if t["image"] in seen and t["size"][0] * t["size"][1] > 11e6
    )
    places = max(1, count["places"])
    return {
        **count,
        "right share": round(count["right"] / places, 5),
        "unsure share": round(count["unsure"] / places, 5),
        "wrong share": round(count["wrong while sure"] / places, 6),
        "ways": dict(ways.most_common()),
        "median ms a photo": round(1000 * times[len(times) // 2]) if times else None,
        "median ms a sheet at 12 megapixels": round(1000 * large[len(large) // 2]) if large else None,
        "lost": lost,
    }


def _keep(wrong: Path, folder: Path, truth: dict, place: str, match: ScannedSheet) -> None:
    wrong.mkdir(parents=True, exist_ok=True)
    image = load(folder / truth["image"])
    x, y, w, h = match.cell(place).box
    crop = image[max(0, y - h) : y + 2 * h, max(0, x - w) : x + 2 * w]
    cv2.imwrite(
        str(wrong / f"{truth['image'][:-4]}-{place.replace(' ', '-')}.png"), cv2.resize(crop, (240, 240))
    )


def main() -> None:
    """Measure the trial."""
    parse = argparse.ArgumentParser(description=__doc__)
    parse.add_argument("folder", type=Path)
    parse.add_argument("--limit", type=int, default=10**6)
    parse.add_argument("--wrong", type=Path)
    parse.add_argument("--again", action="store_true")
    given = parse.parse_args()
    cv2.setNumThreads(1)
    kept = given.folder / "seen.pickle"
    if given.again:
        seen = pickle.loads(kept.read_bytes())
    else:
        seen = look(given.folder, given.limit)
        kept.write_bytes(pickle.dumps(seen))
    truths = [
        json.loads(line) for line in (given.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    print(json.dumps(tally(truths, seen, given.wrong, given.folder), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
