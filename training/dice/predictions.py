"""Predictions of the networks for labelled pictures. They are computed once, stored as lines of JSON, and
used by many fits."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from training.dice.readings import ImageLabels
from vision.dice.candidate import Candidate
from vision.dice.classifier import DiePrediction, classify
from vision.dice.detector import DieSearch
from vision.dice.normals import Normal
from vision.dice.pipeline import MAX_CANDIDATES
from vision.frames.image import load, size_of
from vision.geometry import F32


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled picture and the networks' predictions from one look at it, that is, one detector pass."""

    row: ImageLabels
    sides: int | None  # of the expected dice, None for any
    size: tuple[int, int]  # width and height
    predictions: tuple[DiePrediction, ...]  # of each candidate

    def line(self) -> str:
        """Return the example as one line of JSON."""
        said = [_as_json(each) for each in self.predictions]
        return json.dumps({"row": self.row, "sides": self.sides, "size": self.size, "said": said})


def look(folder: Path, row: ImageLabels, any_dice: bool) -> list[Example]:
    """Return the predictions of each look, that is, detector pass, at a labelled picture.

    With `any_dice`, all looks count as one.
    """
    image = load(folder / row["image"])
    sides = None if any_dice else 8 if row["set"].endswith("8") else 6
    said: list[DiePrediction] = []
    found = []
    for seen in DieSearch(image).looks(any_dice):
        said = classify(image, seen[:MAX_CANDIDATES], sides=sides, before=said)
        found.append(Example(row, sides, size_of(image), tuple(said)))
    return found


def look_at_all(
    folder: Path, rows: Iterable[ImageLabels], any_dice: bool, keep: Path, report: Callable[[str], object]
) -> list[Example]:
    """Return the predictions for labelled pictures, one example per look (detector pass).

    Predictions in the file `keep` are read from it; new ones are added to it.
    """
    kept: dict[str, list[Example]] = {}
    for example in load_examples(keep) if keep.exists() else ():
        kept.setdefault(example.row["image"], []).append(example)
    found = []
    with keep.open("a", encoding="utf-8") as file:
        for number, row in enumerate(rows, 1):
            examples = kept.get(row["image"])
            if examples is None:
                examples = look(folder, row, any_dice)
                file.write("".join(example.line() + "\n" for example in examples))
            found += [replace(example, row=row) for example in examples]  # labels may have been corrected
            if number % 100 == 0:
                report(f"{number} pictures seen")
    return found


def load_examples(path: Path) -> Iterator[Example]:
    """Yield the examples in a file."""
    for line in path.read_text("utf-8").splitlines():
        kept = json.loads(line)
        said = tuple(_prediction(each) for each in kept["said"])
        yield Example(kept["row"], kept["sides"], tuple(kept["size"]), said)


def _as_json(k: DiePrediction) -> dict[str, Any]:
    return {
        "box": [round(v, 2) for v in k.candidate.box],
        "score": round(k.candidate.score, 5),
        "values": _rounded(k.values),
        "other": None if k.other_values is None else _rounded(k.other_values),
        "kinds": _rounded(k.kinds),
        "colours": _rounded(k.colours),
        "states": _rounded(k.states),
        "offset": _rounded(k.face_offset),
        "spread": _rounded(k.face_spread),
        "skew": round(k.face_skew, 4),
        "tone": _rounded(k.tone),
        "normal": None if k.normal is None else _rounded(k.normal),
    }


def _rounded(values: F32 | Sequence[float]) -> list[float]:
    return [round(float(v), 4) for v in values]


def _prediction(row: dict[str, Any]) -> DiePrediction:
    def logs(name: str) -> F32:
        return np.array(row[name], np.float32)

    return DiePrediction(
        Candidate(tuple(row["box"]), row["score"]),
        logs("values"),
        None if row["other"] is None else logs("other"),
        logs("kinds"),
        logs("colours"),
        logs("states"),
        tuple(row["offset"]),
        tuple(row["spread"]),
        row["skew"],
        tuple(row["tone"]),
        None if row["normal"] is None else Normal(*row["normal"]),
    )
