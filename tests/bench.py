"""`make bench`: speed, accuracy and memory in one table.

make bench                                  everything that needs only this checkout; takes some minutes
make bench ARGS="--only dice,page"          some parts
make bench ARGS="--photos FOLDER"           real photos as well: a folder with a labels.jsonl
make bench ARGS="--series FOLDER"           other rolls to measure the gain from a confirmed photo
make bench ARGS="--write"                   also write the table to docs/accuracy-and-speed.md
"""

import argparse
import contextlib
import io
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from tests.measured_page import commit, write_section
from tests.running import RunningTable, open_table

ROOT = Path(__file__).parents[1]
Row = tuple[str, str]
"""Name of the measurement, and the figure."""


def seconds(work: Callable[[], object], times: int = 9) -> str:
    """Run `work` once to warm up, then measure `times` runs. Return `spread` of their durations."""
    work()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - start))
    return spread(taken)


def spread(taken: list[float]) -> str:
    """Return the median, minimum and maximum of `taken`, in ms, as text for the table."""
    return f"{statistics.median(taken):.0f} ms ({min(taken):.0f} to {max(taken):.0f}, {len(taken)} runs)"


def verb(*words: str) -> Callable[[], object]:
    """Return a function that runs `qwixx WORDS` as a separate process."""

    def work() -> None:
        subprocess.run([sys.executable, "-m", "companion", *words], cwd=ROOT, check=True, capture_output=True)

    return work


def frame(width: int, height: int) -> np.ndarray:
    """Return a picture of six dice on wood, scaled to `width` by `height` pixels."""
    from vision.frames.image import load

    small = load(ROOT / "fixtures" / "rolls" / "wood.jpg")
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def large_sheet() -> np.ndarray:
    """Return a marked sheet in a photo of 4000 x 3000 pixels."""
    from sheets.pad import load_pad
    from tests.vision.scan.test_pipeline import seen_from, sheet

    photo = seen_from(sheet(load_pad("classic"), ("a2", "b7", "c5")), turn=8, tilt=20, width=3600).photo
    wide, tall = 4000 - photo.shape[1], 3000 - photo.shape[0]
    edges = (tall // 2, tall - tall // 2, wide // 2, wide - wide // 2)
    return np.asarray(cv2.copyMakeBorder(photo, *edges, cv2.BORDER_REPLICATE), np.uint8)


def dice(_: argparse.Namespace) -> Iterator[Row]:
    """Time reading dice, from pixels in memory to a Reading."""
    from training.evaluation.bench import speed_on_hard_rolls
    from vision import read

    for width, height, runs in ((640, 480, 15), (1280, 720, 15), (4000, 3000, 7)):
        image = frame(width, height)
        told = seconds(lambda image=image: read(image), runs)  # type: ignore[misc]
        rate = 1000 / float(told.partition(" ")[0])
        yield f"six dice in {width} x {height}, frame to reading", f"{told}; {rate:.0f} a second"
    yield "hard rolls beside a plain scene, two threads", speed_on_hard_rolls()


def rolls(_: argparse.Namespace) -> Iterator[Row]:
    """Measure accuracy on twelve rolls from a renderer that isn't used in training."""
    from training.dice import figures, readings

    folder = ROOT / "fixtures" / "evaluation"
    rolls_read = list(readings.read_labelled(folder, readings.load_labels(folder), False, lambda *_: None))
    for group in dict.fromkeys(one.group for one in rolls_read):
        cells = figures.result_row(group, [one for one in rolls_read if one.group == group]).cells
        said = (
            f"{cells[0]} dice: found {cells[1]}, values {cells[2]}, colours {cells[3]}; complete {cells[6]}"
        )
        yield f"second renderer, {group}", f"{said}, of these wrong {cells[7] or 0}"


def photos(wanted: argparse.Namespace) -> Iterator[Row]:
    """Measure accuracy on photos of real dice that training never saw, if a folder is given."""
    if wanted.photos is None:
        return
    from training.dice import figures, readings
    from training.dice.readings import photos as photos_by_set

    for name, rows in photos_by_set(wanted.photos):
        rolls_read = list(readings.read_labelled(wanted.photos, rows, True, lambda *_: None))
        cells = figures.result_row(name, rolls_read).cells
        hue = f", colours {cells[3]}" if cells[3] else ""
        said = f"{cells[0]} dice: found {cells[1]}, values {cells[2]}{hue}"
        yield f"photos, {name}", said


def lessons(wanted: argparse.Namespace) -> Iterator[Row]:
    """Measure how much accuracy improves after people have confirmed one photo of their dice."""
    from training.evaluation.confirmed_photo import measure

    measured = measure(wanted.series)
    for group in ("usual hues", "other hues"):
        before, after = (measured.tallies[group, way] for way in ("without", "with"))
        said = (
            f"{before.rolls} rolls: colours {before.colours / max(1, before.dice):.3f} to "
            f"{after.colours / max(1, after.dice):.3f}, complete {before.complete} to {after.complete}, "
            f"of these wrong {before.wrong} to {after.wrong}"
        )
        yield f"one confirmed photo, {group}", said


def sheets(wanted: argparse.Namespace) -> Iterator[Row]:
    """Time printing and scanning."""
    from vision.scan.pipeline import scan

    with tempfile.TemporaryDirectory() as folder:
        words = ("print", "classic", "--count", "100", "--out", str(Path(folder) / "pads.pdf"))
        yield "print 100 sheets, as a process", seconds(verb(*words), 3)
        large = large_sheet()
        yield "a marked sheet in 4000 x 3000, photo to evidence", seconds(lambda: scan(large), 5)
        render = [sys.executable, "-m", "tests.simulated_photos.render", "--out", folder, "--seed", "11"]
        subprocess.run([*render, "--count", str(wanted.sheets)], cwd=ROOT, check=True, capture_output=True)
        measure = [sys.executable, "-m", "tests.simulated_photos.measure", folder]
        done = subprocess.run(measure, cwd=ROOT, check=True, capture_output=True, text=True)
        counts = json.loads(done.stdout)
        said = (
            f"{counts['sheets'] - counts.get('sheets not read', 0)} of {counts['sheets']} sheets read; of "
            f"{counts['places']} places {counts.get('wrong while sure', 0)} wrong while sure, "
            f"{100 * counts['unsure share']:.1f} % unsure"
        )
        yield f"{wanted.sheets} photos of sheets in other handwriting", said


def rules(_: argparse.Namespace) -> Iterator[Row]:
    """Time the referee and the engine, in games per second."""
    from tests.companion.moment import FURTHER_GAMES, GAMES_AND_PADS, game_of
    from tests.companion.rules.bench_rules import games_a_second
    from training.advice.compiled import IS_COMPILED
    from training.advice.tournament import speed

    rates = []
    for name, pad in (*GAMES_AND_PADS, *FURTHER_GAMES):
        games, _ = games_a_second(game_of(name, pad=pad), 100)
        rates.append(f"{called(name, pad)} {games:.0f}")
    yield "random games of two players, per second", ", ".join(rates)
    processor, _ = speed(10_000 if IS_COMPILED else 20)
    without = "" if IS_COMPILED else " without numba"
    yield f"games of greedy play, classic, a second of processor time{without}", f"{processor:,.0f}"


def called(name: str, pad: str) -> str:
    """Return a game's name, with the pad for the card game, which has several pads."""
    return f"{name} on {pad}" if name == "cards" else name


def advice(_: argparse.Namespace) -> Iterator[Row]:
    """Time advice for five players at once, without imports and loading networks."""
    from tests.companion.advisor.bench_advise import milliseconds
    from tests.companion.moment import GAMES_AND_PADS

    times = [f"{called(name, pad)} {milliseconds(name, pad)[0]:.0f}" for name, pad in GAMES_AND_PADS]
    yield "for five players at once, median of 60, ms", ", ".join(times)


@contextlib.contextmanager
def table(*words: str) -> Iterator[RunningTable]:
    """Open a table on a temporary folder."""
    with tempfile.TemporaryDirectory() as folder, open_table(Path(folder), *words) as running:
        yield running
        running.end()


def fetch(address: str) -> bytes:
    """Return the HTML page at `address`."""
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept": "text/html"})) as answer:
        return bytes(answer.read())


def page(_: argparse.Namespace) -> Iterator[Row]:
    """Time how fast a tap reaches forty devices, a page is sent, and pages load in a browser."""
    from tests.companion.web.bench_live import figure
    from tests.companion.web.bench_paint import figures

    yield "forty devices see a mark", figure()
    with table("--camera", "none") as running:
        yield "one page, asked for by itself", seconds(lambda: fetch(running.address + "new"), 15)
    for name, weight in figures().items():
        yield f"{name} in a browser without a cache", weight


def start(_: argparse.Namespace) -> Iterator[Row]:
    """Time commands as separate processes, from the start to the first answer."""
    yield "`qwixx rule`", seconds(verb("rule", "lock-needs-five"))
    yield "`qwixx --help`", seconds(verb("--help"), 5)
    game = str(ROOT / "fixtures" / "records" / "classic-whole.json")
    yield "`qwixx replay`, a whole game", seconds(verb("replay", game), 5)
    picture = str(ROOT / "fixtures" / "rolls" / "wood.jpg")
    yield "`qwixx read`, one photo", seconds(verb("read", picture), 5)

    def opened(*words: str) -> None:
        with table(*words) as running:
            assert b"<html" in fetch(running.address)
            ready.append(1000 * (time.perf_counter() - begin))

    for name, words in (("without a camera", ("--camera", "none")), ("with the demo", ())):
        ready: list[float] = []
        for _ in range(6):
            begin = time.perf_counter()
            opened(*words)
        yield f"`qwixx table` {name}, to its first page", spread(ready[1:])


def peak(process: subprocess.Popen[str]) -> str:
    """Return the peak memory of a running process."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    most = re.search(r"VmHWM:\s+(\d+)", status)
    assert most is not None
    return f"{int(most[1]) / 1024:.0f} MiB"


def memory(_: argparse.Namespace) -> Iterator[Row]:
    """Measure the peak memory of some processes, on systems that have /proc/self/status."""
    if not Path("/proc/self/status").exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in (("read", frame(4000, 3000)), ("scan", large_sheet())):
            path = str(Path(folder) / f"{name}.jpg")
            cv2.imwrite(path, picture)
            code = (
                "import re, sys, pathlib, contextlib; from companion.cli import qwixx\n"
                "with contextlib.suppress(SystemExit):\n"
                f"    qwixx(['{name}', sys.argv[1]], standalone_mode=False)\n"
                "print(re.search(r'VmHWM:\\s+(\\d+)', pathlib.Path('/proc/self/status').read_text())[1])"
            )
            run = subprocess.run([sys.executable, "-c", code, path], cwd=ROOT, capture_output=True, text=True)
            most = int(run.stdout.split()[-1]) / 1024
            yield f"memory of `qwixx {name}`, a photo of 12 megapixels", f"{most:.0f} MiB at most"
    with table() as running, urllib.request.urlopen(f"{running.address}live"):  # the demo plays for somebody
        for _ in range(150):
            fetch(running.address)
            time.sleep(0.2)
        yield "memory of `qwixx table`, 30 seconds of the demo, 150 pages", f"{peak(running.process)} at most"


PARTS = {
    part.__name__: part
    for part in (start, dice, rolls, photos, lessons, sheets, rules, advice, page, memory)
}  # fmt: skip
"""The possible measurements, in the order of the table."""


def machine() -> str:
    """Describe the machine of the measurement in one line."""
    chip = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        match = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        chip = match[1].strip() if match else chip
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    system = f"{platform.system()} {platform.machine()}"
    versions = f"Python {platform.python_version()}, OpenCV {cv2.__version__}, NumPy {np.__version__}"
    return f"{chip}, {os.cpu_count()} cores, {system}, {versions}{load}"


SECTION = """
    make bench ARGS="{command}"

on {date} at commit {commit}. Times are the median of some runs by the clock, with the fastest and the
slowest.
"""


def main() -> None:
    """Measure, and print each line of the table as soon as it is known."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help=f"parts, with commas between them: {','.join(PARTS)}")
    parser.add_argument("--photos", type=Path, help="a folder of labelled photos")
    parser.add_argument(
        "--series",
        type=Path,
        default=ROOT / "fixtures" / "series",
        help="rolls of `python -m training.evaluation.series`",
    )
    parser.add_argument("--sheets", type=int, default=24, help="how many photos of sheets to render and read")
    parser.add_argument("--write", action="store_true", help="write the figures into the documentation, too")
    given = parser.parse_args()
    chosen = (given.only or ",".join(PARTS)).split(",")
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    if given.photos and not (given.photos / "labels.jsonl").is_file():
        parser.error(f"{given.photos} has no labels.jsonl; name a folder of labelled photos")
    if not (given.series / "labels.jsonl").is_file():
        parser.error(
            f"{given.series} has no labels.jsonl; render one with python -m training.evaluation.series"
        )
    lines = [machine(), "", "| part | what | figure |", "|---|---|---|"]
    print("\n".join(lines))
    for name in chosen:
        for what, figure in PARTS[name](given):
            lines.append(f"| {name} | {what} | {figure} |")
            print(lines[-1], flush=True)
    if given.write:
        command, date = " ".join(sys.argv[1:]), time.strftime("%Y-%m-%d")
        write_section("bench", [SECTION.format(command=command, date=date, commit=commit()), *lines])


if __name__ == "__main__":
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, "utf-8", line_buffering=True)
    main()
