"""From nothing to networks, one command: `python -m vision.training.pipeline FOLDER [--photos DIR]`.

Stages, each skipped when it is done and taken up again where it was cut off: scenes are rendered, the
detector learns, what it wrongly takes for dice is mined, `look` learns to mark the top face, `count` learns
to count on straight faces, `whole` joins the two; then the networks are exported. Without photos nothing
real is seen before the measuring. Everything has a fixed seed; what each stage took is kept in
FOLDER/times.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import torch
from tqdm import tqdm

from vision.training import model_card
from vision.training.export import export
from vision.training.parallel import spread
from vision.training.scenes import HELD_OUT, strip

STRIP = 50
"""Scenes that one job renders."""
PIPPED, NUMBERED = 6000, 3000
"""Scenes of six-sided and of eight-sided dice to learn from."""
MEASURED = {6: 300, 8: 200}
"""Held-out scenes."""


Lane = list[tuple[str, Callable[[], None]]]
"""Stages that need each other, in their order: name and work."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where it all lies, and with what it is done."""

    folder: Path
    photos: Path | None
    models: Path
    workers: int
    dask: str | None
    share: float
    """of the scenes and steps: 1, or less to try the machinery"""

    @property
    def scenes(self) -> Path:
        return self.folder / "scenes"

    def some(self, count: int) -> int:
        return max(1, round(count * self.share))


def render(course: Course) -> None:
    """All scenes, held-out ones too."""
    course.scenes.mkdir(parents=True, exist_ok=True)
    jobs: list[Callable[[], int]] = []
    for sides, first, count in (
        (6, 0, PIPPED), (8, 50_000, NUMBERED), (6, HELD_OUT, MEASURED[6]), (8, HELD_OUT, MEASURED[8]),
    ):  # fmt: skip
        end = first + course.some(count)
        jobs += [
            partial(strip, course.scenes, start, min(STRIP, end - start), sides)
            for start in range(first, end, STRIP)
        ]
    for _ in tqdm(spread(jobs, workers=course.workers, dask=course.dask), "scenes", len(jobs), unit="strip"):
        pass


def learn(
    course: Course, what: str, name: str, *, steps: int, rate: float, batch: int = 64, seed: int = 1,
    sides: int = 6, start: str | None = None, real: bool = True, mined: bool = True, faces: int = 40_000,
    line: int = 0,
) -> None:  # fmt: skip
    """One call of `vision.training.train`, in a process of its own: what it held is free afterwards. `line`:
    of the terminal, below this one, that its bar takes."""
    words: list[object] = [
        sys.executable, "-m", "vision.training.train", what, "--half", "--scenes", course.scenes, "--out",
        course.folder / f"{name}.pt", "--steps", course.some(steps), "--rate", rate, "--batch", batch,
        "--seed", seed, "--sides", sides, "--faces", course.some(faces), "--workers", course.workers,
        "--line", line,
    ]  # fmt: skip
    if start is not None:
        words += ["--start", course.folder / f"{start}.pt"]
    if real and course.photos is not None:
        words += ["--photos", course.photos]
    if mined:
        words += ["--mined", course.folder / "mined.jsonl"]
    subprocess.run([str(word) for word in words], check=True)


def mine(course: Course) -> None:
    """What this course's own detector takes for dice and is none."""
    export(course.folder / "detector.pt", course.models / "detector.onnx")
    out = course.folder / "mined.jsonl"
    part = out.with_suffix(".part")
    words = [
        "vision.training.hard_negatives",
        "--scenes",
        str(course.scenes),
        "--out",
        str(part),
        "--every",
        "6",
    ]
    if course.photos is not None:
        words += ["--photos", str(course.photos)]
    subprocess.run([sys.executable, "-m", *words], check=True)
    part.replace(out)


def ship(course: Course) -> None:
    """Weights to ONNX, and their sums onto the card."""
    for weights, model in (("detector", "detector"), ("whole6", "reader6"), ("whole8", "reader8")):
        export(course.folder / f"{weights}.pt", course.models / f"{model}.onnx")
    if course.models.resolve() == Path("models").resolve():
        model_card.main()


def rounds(course: Course) -> list[list[Lane]]:
    """The stages by name: the lanes of a round are gone through side by side, for learning keeps little more
    than one core busy."""
    lesson, beside = partial(learn, course), partial(learn, course, line=1)
    counting: dict[str, Any] = {"steps": 5000, "rate": 2.5e-3, "batch": 96, "real": False}
    joining: dict[str, Any] = {"steps": 2500, "rate": 8e-4, "seed": 2}
    finding: Lane = [
        ("detector", partial(lesson, "detector", "detector", steps=4600, rate=2e-3, batch=16, mined=False)),
        ("mined", partial(mine, course)),
    ]
    reading: Lane = [
        ("look", partial(beside, "look", "look", steps=6000, rate=2.5e-3, real=False, mined=False)),
        ("count6", partial(beside, "count", "count6", start="look", mined=False, **counting)),
        ("count8", partial(beside, "count", "count8", start="count6", sides=8, mined=False, **counting)),
    ]
    whole6: Lane = [("whole6", partial(lesson, "whole", "whole6", start="count6", **joining))]
    whole8: Lane = [
        ("whole8", partial(beside, "whole", "whole8", start="count8", sides=8, real=False, **joining))
    ]
    return [
        [[("scenes", partial(render, course))]],
        [finding, reading],
        [whole6, whole8],
        [[("networks", partial(ship, course))]],
    ]


def attend(course: Course) -> None:
    """Every stage that is not done yet."""
    course.folder.mkdir(parents=True, exist_ok=True)
    book = course.folder / "times.json"
    times: dict[str, float] = json.loads(book.read_text(encoding="utf-8")) if book.exists() else {}
    writing = Lock()

    def go_through(lane: Lane) -> None:
        for name, work in lane:
            if name in times:
                print(f"{name}: done before, in {times[name] / 60:.1f} min")
                continue
            print(name, flush=True)
            begin = time.monotonic()
            work()
            with writing:
                times[name] = round(time.monotonic() - begin, 1)
                book.write_text(json.dumps(times, indent=1) + "\n", encoding="utf-8")

    for lanes in rounds(course):
        with ThreadPoolExecutor(min(len(lanes), course.workers)) as pool:
            list(pool.map(go_through, lanes))  # the list, for what went wrong is raised there
    print("all stages are done")


def main() -> None:
    """Parse the command and go through the stages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="what is rendered and learnt is kept here")
    parser.add_argument("--photos", type=Path, help="labelled photos to learn from beside the scenes")
    parser.add_argument("--models", type=Path, default=Path("models"), help="where the networks go")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument(
        "--dask", help="a Dask scheduler whose workers render; FOLDER must be shared with them"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of all scenes and steps, to try it out")
    given = parser.parse_args()
    torch.set_num_threads(1)
    attend(Course(given.folder, given.photos, given.models, given.workers, given.dask, given.share))


if __name__ == "__main__":
    main()
