"""Measures `qwixx scan` on rendered photos.

    python -m tests.simulated_photos.measure FOLDER [--limit N] [--wrong FOLDER] [--again]

prints one JSON object of counts and shares. A place that is covered or outside the photo may be unsure, but
not wrong. `--wrong` writes crops of wrongly read places. `--again` uses the scans saved by the last run.
"""

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
    """Scan up to `limit` photos. Return the scanned sheets and the seconds for each photo, by its name."""
    looks = {}
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()[:limit]:
        name = json.loads(line)["image"]
        image = load(folder / name)
        begin = time.process_time()
        looks[name] = (scan(image, (OWN,)), time.process_time() - begin)
    return looks


def crossed(reading: SheetReading) -> set[str]:
    """Return the names of the places that were read as surely crossed."""
    assert reading.observed is not None and reading.pad is not None
    places = {place for place in reading.observed.places if not place.startswith("miss")}
    return places | {f"miss {n}" for n in reading.misses}


def pairs(truth: dict, seen: tuple[ScannedSheet, ...]) -> Iterator[tuple[dict, ScannedSheet | None]]:
    """Yield each true sheet of a photo with the scanned sheet at its place, or None.

    Then yield ({}, sheet) for each scanned sheet that matches no true sheet.
    """
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


def way_of(sheet: dict, place: str) -> str:
    """Return the true mark at a cell, lock or box: "erased", "struck", "empty", or a kind such as "cross"."""
    struck = "struck" if place in sheet["struck"] else sheet["kinds"].get(place, "empty")
    return "erased" if place in sheet["erased"] else struck


class Tally:
    """Counts right, unsure and wrong readings, and notes each fault in `lost`."""

    def __init__(self, folder: Path, wrong: Path | None) -> None:
        """Start at zero. `folder` has the photos; `wrong` gets the crops of wrongly read places, if any."""
        self.folder, self.wrong = folder, wrong
        self.count: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.wear: Counter[tuple[str, str]] = Counter()
        self.lost: list[str] = []

    def lose(self, what: str, words: str) -> None:
        """Count a fault of the kind `what`, and note its description `words`."""
        self.count[what] += 1
        self.lost.append(words)

    def sheet(self, truth: dict, sheet: dict, match: ScannedSheet | None) -> None:
        """Count one sheet of a photo. If `sheet` is empty, count `match` as found where there is no sheet."""
        where = f"{truth['image']} {sheet.get('sheet')}"
        if not sheet:
            if match is not None and match.pad is not None:
                self.lose("sheets that are none", f"{truth['image']} extra {match.pad.name}")
            return
        self.count["sheets"] += 1
        reading = interpret(match) if match is not None else None
        if match is None or reading is None or reading.observed is None:
            why = ",".join(problem.code for problem in match.problems) if match else "not found"
            self.lose("sheets not read", f"{where} {why}")
        elif reading.game != sheet["game"]:
            self.lose("sheets of a wrong pad", f"{where} {reading.game} for {sheet['game']}")
        else:
            self.count["number read"] += reading.serial == sheet["sheet"]
            if self.places(truth, sheet, match, reading):
                self.count["whole sheets right"] += 1
                self.count["legality as it is"] += reading.legal == sheet["legal"]
                self.count["complete"] += reading.status == "complete"

    def places(self, truth: dict, sheet: dict, match: ScannedSheet, reading: SheetReading) -> bool:
        """Count the places of a sheet that was read; return True if all visible places are right and sure."""
        sure, doubtful = crossed(reading), {doubt.cell for doubt in reading.unsure}
        true, hidden, faults = set(sheet["crossed"]), set(sheet["hidden"]), 0
        for place in sheet["places"]:
            is_right = (place in sure) == (place in true)
            if place in hidden:
                self.count["hidden places"] += 1
                self.count["hidden read wrong"] += place not in doubtful and not is_right
                continue
            self.count["places"] += 1
            self.wear[sheet.get("wear") or "none", "places"] += 1
            if place not in doubtful and is_right:
                self.count["right"] += 1
                continue
            faults += 1
            way = way_of(sheet, place)
            self.wear[sheet.get("wear") or "none", "unsure" if place in doubtful else "wrong"] += 1
            if place in doubtful:
                self.count["unsure"] += 1
                self.ways[f"unsure: {way}"] += 1
                continue
            self.ways[f"wrong: {way}"] += 1
            self.lose("wrong while sure", f"{truth['image']} {sheet['sheet']} {place} {way} {sheet['ink']}")
            if self.wrong is not None:
                _keep(self.wrong, self.folder, truth, place, match)
        return not faults


def tally(truths: list[dict], seen: dict, wrong: Path | None, folder: Path) -> dict:
    """Return all counts and shares. `seen`: scanned sheets and seconds of each photo, by its name."""
    tally = Tally(folder, wrong)
    looked_at = [truth for truth in truths if truth["image"] in seen]
    for truth in looked_at:
        for sheet, match in pairs(truth, seen[truth["image"]][0]):
            tally.sheet(truth, sheet, match)
    times = sorted(seconds for _, seconds in seen.values())
    large = sorted(
        seen[truth["image"]][1] / len(truth["sheets"])
        for truth in looked_at
        if truth["size"][0] * truth["size"][1] > 11e6
    )
    count, places = tally.count, max(1, tally.count["places"])
    return {
        **count,
        "right share": round(count["right"] / places, 5),
        "unsure share": round(count["unsure"] / places, 5),
        "wrong share": round(count["wrong while sure"] / places, 6),
        "ways": dict(tally.ways.most_common()),
        "by wear": {
            way: {what: tally.wear[way, what] for what in ("places", "unsure", "wrong")}
            for way in sorted({way for way, _ in tally.wear})
        },
        "median ms a photo": round(1000 * times[len(times) // 2]) if times else None,
        "median ms a sheet at 12 megapixels": round(1000 * large[len(large) // 2]) if large else None,
        "lost": tally.lost,
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
    """Scan the photos in a folder, compare with the truth, and print counts and shares."""
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
