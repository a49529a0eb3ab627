"""Choose what may be called sure: `python -m vision.evaluation.thresholds KEPT`, where KEPT was written by
`python -m vision.evaluation.bench --rolls ROLLS --keep KEPT`.

It chooses on every other roll the thresholds that keep most rolls with at most one wrong in a thousand, and
says what they give on the rolls between.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from vision.dice import thresholds
from vision.evaluation.figures import DOUBT_CODES, are_tops_visible, is_wrong, percentage
from vision.evaluation.readings import ImageResult, load_results

STEPS = tuple(
    float(x) for x in np.round(np.concatenate([np.arange(0.5, 0.9, 0.05), np.arange(0.9, 0.996, 0.005)]), 3)
)
MAX_RISK = 1 / 1000


def is_complete(result: ImageResult, flat: float, hidden: float) -> bool:
    """Whether the roll would be called complete with these thresholds of flat and of partly hidden dice."""
    if result.status == "wrong-set" or not set(result.codes) <= DOUBT_CODES:
        return False
    answers = [die.answer for die in result.dice if die.answer and die.answer.counts] + list(result.extra)
    return all(a.confidence >= (max(hidden, flat) if a.state == "hidden" else flat) for a in answers)


def kept(rolls: Sequence[ImageResult], flat: float, hidden: float) -> tuple[int, int]:
    """How many of the rolls are complete, and how many of these wrong."""
    complete = [result for result in rolls if is_complete(result, flat, hidden)]
    return len(complete), sum(map(is_wrong, complete))


def choose(rolls: Sequence[ImageResult]) -> tuple[float, float]:
    """The thresholds of flat and of partly hidden dice that keep most rolls with a risk of at most MAX_RISK,
    the higher of equals."""
    best, most = (STEPS[-1], STEPS[-1]), -1
    for flat in STEPS:
        for hidden in STEPS:
            if hidden < flat:
                continue
            count, bad = kept(rolls, flat, hidden)
            if bad <= MAX_RISK * count and count >= most:
                best, most = (flat, hidden), count
    return best


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
def command(file: Path) -> None:
    """Choose thresholds on half of the rolls, and say what they give on the other half."""
    rolls = [result for result in load_results(file) if not result.any_dice]
    for sides in (6, 8):
        some = [result for result in rolls if result.group.endswith(str(sides))]
        if len(some) < 2:
            continue
        now = thresholds.SURE_CONFIDENCE if sides == 6 else thresholds.SURE_CONFIDENCE_EIGHT
        used = (now, thresholds.SURE_CONFIDENCE_HIDDEN)
        for name, (flat, hidden) in (("chosen", choose(some[::2])), ("in use", used)):
            for part, half in (("where chosen", some[::2]), ("held out", some[1::2])):
                count, bad = kept(half, flat, hidden)
                whole = [result for result in half if are_tops_visible(result)]
                complete = sum(is_complete(result, flat, hidden) for result in whole)
                click.echo(
                    f"{sides} sides, {name} ({flat:.3f}, hidden {hidden:.3f}), {part}: "
                    f"of rolls with all tops visible {percentage(complete, len(whole))} complete; "
                    f"of all complete {percentage(bad, count)} wrong"
                )


if __name__ == "__main__":
    command()
