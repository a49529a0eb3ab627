"""Trains all networks for dice from scratch: `python -m training.dice.pipeline FOLDER [--photos DIR]`.

A finished stage is skipped, and an interrupted one resumes: scenes are rendered, the detector learns, its
false detections are collected as hard negatives; the reader learns from crops (`crop`), from rectified faces
(`value`), then both together (`joint`); the networks are exported. Without photos, no real picture is used
before the measurement. Every seed is fixed; FOLDER/times.json holds the duration of each stage.
"""

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

import torch
from tqdm import tqdm

from training.dice.arrangements import SceneKind
from training.dice.export import export
from training.dice.model_card import write_sums
from training.dice.parallel import run_jobs
from training.dice.scenes import HELD_OUT, render_shard

SCENES_PER_SHARD = 50
"""Scenes that one job renders."""


@dataclass(frozen=True)
class Scenes:
    """Scenes of one kind, whose seeds follow one another."""

    sides: int  # of the dice
    first: int  # the first seed
    count: int
    kind: SceneKind = "anyhow"


SCENES = (
    Scenes(8, 50_000, 2000), Scenes(8, 2_100_000, 300, "row"), Scenes(8, 2_110_000, 400, "heap"),
    Scenes(8, 2_120_000, 200, "large"), Scenes(8, 2_130_000, 200, "alike"),
    Scenes(8, 2_140_000, 500, "cards"), Scenes(8, 2_150_000, 300, "covered"),
    Scenes(8, 2_160_000, 700, "leaning"), Scenes(8, 2_200_000, 3000), Scenes(8, 2_210_000, 1000, "cards"),
    Scenes(8, 2_230_000, 600, "heap"),
    Scenes(6, 0, 4000), Scenes(6, 2_000_000, 500, "row"), Scenes(6, 2_010_000, 700, "heap"),
    Scenes(6, 2_020_000, 200, "large"), Scenes(6, 2_030_000, 300, "alike"),
    Scenes(6, 2_040_000, 300, "covered"), Scenes(6, 2_050_000, 1000, "leaning"),
    Scenes(6, 2_220_000, 800, "heap"),
    Scenes(6, 2_240_000, 700, "pale"), Scenes(6, 2_250_000, 900, "behind"),
    Scenes(8, 2_260_000, 700, "behind"),
    Scenes(6, HELD_OUT, 300), Scenes(8, HELD_OUT, 200),
)  # fmt: skip
"""All scenes that are rendered: first those to learn from, then the held-out ones."""
DRAWN_FACES = 40_000
"""Number of faces of dice that are drawn for each training of a reader."""

CROWDED_TABLES = 120
"""Number of drawn tables that provide crops of things that resemble dice."""

Lane = list[tuple[str, Callable[[], None]]]
"""Stages that run one after the other, each as a name and a function."""
Rounds = list[list[Lane]]
"""Rounds that run one after the other. The lanes of a round run in parallel, since one training can use only
about one and a half cores."""


@dataclass(frozen=True, slots=True)
class Run:
    """The files and settings of one training run."""

    folder: Path
    photos: Path | None
    models: Path
    workers: int
    dask: str | None
    share: float
    """share of all scenes, faces, tables and steps that is made: 1, or less for a quick trial"""

    @property
    def scenes(self) -> Path:
        return self.folder / "scenes"

    @property
    def hard_negatives(self) -> Path:
        return self.folder / "hard_negatives.jsonl"

    def weights(self, name: str) -> Path:
        """Return the path of a stage's checkpoint."""
        return self.folder / f"{name}.pt"

    def scaled(self, count: int) -> int:
        """Return `count` times `share`, rounded, but at least 1."""
        return max(1, round(count * self.share))


@dataclass(frozen=True, slots=True)
class Stage:
    """One call of `training.dice.train`, with its options."""

    what: str  # the first argument
    steps: int
    rate: float  # the learning rate
    batch: int = 64
    seed: int = 1
    sides: int = 6
    start: str | None = None  # the stage whose weights it begins with
    photos: bool = False  # learns from photos, too
    hard_negatives: bool = False  # learns from hard negatives, too
    line: int = 0  # of the terminal, for the progress bar
    hardness: float = 1.0  # relative frequency of difficult conditions in photos of scenes

    def learn(self, run: Run, name: str) -> None:
        """Train in a separate process, which frees its memory afterwards."""
        options: dict[str, object] = {
            "scenes": run.scenes,
            "out": run.weights(name),
            "steps": run.scaled(self.steps),
            "rate": self.rate,
            "batch": self.batch,
            "seed": self.seed,
            "sides": self.sides,
            "faces": run.scaled(DRAWN_FACES),
            "tables": run.scaled(CROWDED_TABLES),
            "workers": run.workers,
            "hardness": self.hardness,
            "line": self.line,
        }
        if self.start is not None:
            options["start"] = run.weights(self.start)
        if self.photos and run.photos is not None:
            options["photos"] = run.photos
        if self.hard_negatives:
            options["hard-negatives"] = run.hard_negatives
        _call("training.dice.train", self.what, "--half", **options)


STAGES = {
    "detector": Stage("detector", 24_000, 2e-3, batch=16, photos=True),
    "crop": Stage("crop", 6000, 2.5e-3, line=1),
    "value6": Stage("value", 5000, 2.5e-3, batch=96, start="crop", line=1),
    "value8": Stage("value", 5000, 2.5e-3, batch=96, start="value6", sides=8, line=1),
    "joint6": Stage(
        "joint", 24_000, 8e-4, seed=2, start="value6", photos=True, hard_negatives=True, hardness=0.5
    ),
    "joint8": Stage(
        "joint", 36_000, 8e-4, seed=2, start="value8", sides=8, hard_negatives=True, hardness=0.5, line=1
    ),
    "normals": Stage("normals", 40_000, 1e-3, start="joint6"),
}


def _call(module: str, *words: str, **options: object) -> None:
    command = [sys.executable, "-m", module, *words]
    command += [word for name, value in options.items() for word in (f"--{name}", str(value))]
    subprocess.run(command, check=True)


def render_scenes(run: Run, scenes: tuple[Scenes, ...]) -> None:
    """Render the first `run.share` of each group of scenes, in parallel."""
    run.scenes.mkdir(parents=True, exist_ok=True)
    jobs: list[Callable[[], int]] = []
    for some in scenes:
        end = some.first + run.scaled(some.count)
        for start in range(some.first, end, SCENES_PER_SHARD):
            count = min(SCENES_PER_SHARD, end - start)
            jobs.append(partial(render_shard, run.scenes, start, count, some.sides, some.kind))
    done = run_jobs(jobs, workers=run.workers, dask=run.dask)
    for _ in tqdm(done, "scenes", len(jobs), unit="shard"):
        pass


def export_detector(run: Run) -> None:
    """Export the detector of this run, for the collection of hard negatives."""
    export(run.weights("detector"), run.models / "detector.onnx", run.scenes)


def collect_hard_negatives(run: Run) -> None:
    """Collect the detector's false detections."""
    part = run.hard_negatives.with_suffix(".part")
    options: dict[str, object] = {"scenes": run.scenes, "out": part}
    if run.photos is not None:
        options["photos"] = run.photos
    _call("training.dice.hard_negatives", **options)
    part.replace(run.hard_negatives)


NETWORKS = (("detector", "detector"), ("joint6", "reader6"), ("joint8", "reader8"), ("normals", "normals"))
"""The last stage of each network, and the network's name."""


def export_networks(run: Run) -> None:
    """Export all networks of this run to ONNX, and update their checksums in MODELS.toml if it exists."""
    for weights, model in NETWORKS:
        export(run.weights(weights), run.models / f"{model}.onnx", run.scenes)
    if (run.models / "MODELS.toml").exists():
        write_sums(run.models)


def rounds(run: Run) -> Rounds:
    """Return the rounds that train all networks from scratch."""

    def learn(*names: str) -> Lane:
        return [(name, partial(STAGES[name].learn, run, name)) for name in names]

    return [
        [[("scenes", partial(render_scenes, run, SCENES))]],
        [
            [
                *learn("detector"),
                ("own detector", partial(export_detector, run)),
                ("hard_negatives", partial(collect_hard_negatives, run)),
            ],
            learn("crop", "value6", "value8"),
        ],
        [learn("joint6", "normals"), learn("joint8")],
        [[("networks", partial(export_networks, run))]],
    ]


def run_stages(run: Run, plan: Rounds) -> None:
    """Run every stage of the plan that is not done yet, and store how long it took."""
    run.folder.mkdir(parents=True, exist_ok=True)
    book = run.folder / "times.json"
    times: dict[str, float] = json.loads(book.read_text(encoding="utf-8")) if book.exists() else {}
    writing = Lock()

    def run_lane(lane: Lane) -> None:
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

    for lanes in plan:
        with ThreadPoolExecutor(min(len(lanes), run.workers)) as pool:
            list(pool.map(run_lane, lanes))  # a list, so that an error in a lane is raised here
    print("all stages are done")


def main() -> None:
    """Parse the command and run the stages."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="what is rendered and learnt is kept here")
    parser.add_argument("--photos", type=Path, help="labelled photos to learn from beside the scenes")
    parser.add_argument("--models", type=Path, help="where the networks go; by default models/")
    parser.add_argument("--workers", type=int, default=2, help="processes at a time")
    parser.add_argument(
        "--dask", help="a Dask scheduler whose workers render; FOLDER must be shared with them"
    )
    parser.add_argument(
        "--share",
        type=float,
        default=1.0,
        help="of all scenes and steps, to try it out: networks then go to FOLDER/models by default",
    )
    torch.set_num_threads(1)
    given = parser.parse_args()
    if given.models is None:
        given.models = Path("models") if given.share == 1 else given.folder / "models"
    given.models.mkdir(parents=True, exist_ok=True)
    run = Run(**vars(given))
    run_stages(run, rounds(run))


if __name__ == "__main__":
    main()
