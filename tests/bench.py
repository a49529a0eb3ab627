"""`make bench`: speed and accuracy in one table, each figure with the command that gives it again.

make bench                                  rendered dice only
make bench ARGS="--photos FOLDER"           real photos as well: a folder with a labels.jsonl
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).parents[1]
Row = tuple[str, str, str]
"""What, the figure, the command."""


def seconds(work: Callable[[], object], times: int = 9) -> str:
    """The median and the slowest of some runs, after one that is not counted."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return f"{1000 * statistics.median(taken):.0f} ms (slowest of {times}: {1000 * max(taken):.0f})"


def verb(*words: str) -> Callable[[], object]:
    """A run of `qwixx` as a process of its own."""

    def work() -> None:
        subprocess.run([sys.executable, "-m", "companion", *words], cwd=ROOT, check=True, capture_output=True)

    return work


def eyes() -> Iterator[Row]:
    """Reading, from pixels in memory to a Reading."""
    from vision import read
    from vision.frames import load

    small = load(ROOT / "fixtures" / "rolls" / "wood.jpg")
    large = cv2.resize(small, (4000, 3000), interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    yield f"read a {small.shape[1]}x{small.shape[0]} frame", seconds(lambda: read(small)), "vision.read"
    yield "read a 12-megapixel photo", seconds(lambda: read(large), 5), "vision.read"


def pads() -> Iterator[Row]:
    """Printing, as a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("print", "classic", "--count", "100", "--out", str(Path(folder) / "pads.pdf"))
        yield "print 100 sheets", seconds(verb(*words), 3), "qwixx print classic --count 100"


def sheets() -> Iterator[Row]:
    """Scanning a marked sheet, from pixels in memory to evidence for every place."""
    from sheets.pad import load_pad
    from tests.vision.test_scan import seen_from, sheet
    from vision.scan import scan

    photo = seen_from(sheet(load_pad("classic"), ("a2", "b7", "c5")), turn=8, tilt=20, width=3600).photo
    wide, tall = 4000 - photo.shape[1], 3000 - photo.shape[0]
    large = cv2.copyMakeBorder(
        photo, tall // 2, tall - tall // 2, wide // 2, wide - wide // 2, cv2.BORDER_REPLICATE
    )
    large = np.asarray(large, np.uint8)
    yield "scan a sheet in a 12-megapixel photo", seconds(lambda: scan(large), 5), "vision.scan.scan"


def rules() -> Iterator[Row]:
    """The referee: start-up, and games a second."""
    from tests.companion.bench_rules import games_a_second, listings_a_second
    from tests.companion.moment import VARIANTS, game_of

    yield "start up and print a rule", seconds(verb("rule", "lock-needs-five")), "qwixx rule lock-needs-five"
    for name, pad in VARIANTS:
        game = game_of(name, pad=pad)
        games, decisions = games_a_second(game, 200)
        figure = f"{games:.0f} games, {decisions:.0f} decisions, {listings_a_second(game):.0f} lists of moves"
        what = (
            f"{name}{f' on {pad}' if game.kind.cards else ''}: random games of two, a second of one process"
        )
        yield what, figure, "python -m tests.companion.bench_rules"


def advisor() -> Iterator[Row]:
    """Advice for five players at once, imports and the reading of networks left out."""
    from tests.companion.bench_advise import milliseconds
    from tests.companion.moment import VARIANTS

    command = "python -m tests.companion.bench_advise"
    for name, pad in VARIANTS:
        middle, most = milliseconds(name, pad)
        what = f"{name}{f' on {pad}' if name == 'cards' else ''}: advice for five players at once"
        yield what, f"{middle:.0f} ms (slowest of 60: {most:.0f})", command


def table() -> Iterator[Row]:
    """The table page: from a tap to forty other devices."""
    from tests.web.bench_live import figure

    yield "forty devices see a mark", figure(), "python tests/web/bench_live.py"


def memory() -> Iterator[Row]:
    """The largest this process has been; said only where the system keeps count."""
    try:
        import resource
    except ImportError:  # Windows
        return
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield "memory of this process at its largest", f"{peak:.0f} MiB", "make bench"


def accuracy(photos: Path | None, rolls: int) -> None:
    """The tables of the eyes: dice of photos that training never saw, and rendered rolls."""
    words = ["--rolls", str(rolls)] if rolls else []
    if photos:
        words += ["--photos", str(photos)]
    if words:
        command = ["-m", "vision.training.measure", *words]
        print(f"\n`python {' '.join(command)}`\n", flush=True)
        subprocess.run([sys.executable, *command], cwd=ROOT, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--photos", type=Path, help="a folder of labelled photos")
    parser.add_argument("--rolls", type=int, default=100, help="how many rendered rolls to read")
    given = parser.parse_args()
    cores = os.cpu_count()
    print(
        f"{platform.machine()}, {cores} cores, Python {platform.python_version()}, OpenCV {cv2.__version__}\n"
    )
    print("| what | figure | command |\n|---|---|---|")
    for part in (eyes, pads, sheets, rules, advisor, table, memory):
        for what, figure, command in part():
            print(f"| {what} | {figure} | `{command}` |", flush=True)
    accuracy(given.photos, given.rolls)


if __name__ == "__main__":
    main()
