"""Trains the network for score sheets from scratch: sheets, training, calibration, export.

`python -m training.sheets` works in `build/sheets`. An interrupted run resumes with the missing
sheets. Seeds are fixed.
"""

import argparse
from pathlib import Path

import cv2

from training.sheets.examples import write
from training.sheets.train import STEPS, train

SHEETS = 1500
SEED = 41


def main() -> None:
    """Parse the command, render the sheets that are missing, and train the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/sheets"))
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=Path("models/marks.onnx"))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    write(given.folder, given.sheets, given.seed)
    train(given.folder, given.out, given.folder / "marks.pt", given.steps)


if __name__ == "__main__":
    main()
