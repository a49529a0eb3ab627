"""Choose what may be called sure: `python -m vision.evaluation.thresholds KEPT`, where KEPT was written by
`python -m vision.evaluation.bench --rolls ROLLS --keep KEPT`.

On every other roll those thresholds are chosen that keep most rolls with at most one wrong in a thousand;
what they give is said of the rolls between, which had no say.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from vision.dice import thresholds
from vision.evaluation.figures import DOUBTS, clear, share, wrong
from vision.evaluation.readings import Answer, Seen, load

STEPS = tuple(
    float(x) for x in np.round(np.concatenate([np.arange(0.5, 0.9, 0.05), np.arange(0.9, 0.996, 0.005)]), 3)
)
RISK = 1 / 1000


def answers(seen: Seen) -> list[Answer]:
    """The dice of a reading that count."""
    return [d.answer for d in seen.dice if d.answer and d.answer.counts] + list(seen.extra)


def complete(seen: Seen, flat: float, hidden: float, eight: float) -> bool:
    """Whether the roll would be called complete with these thresholds."""
    if seen.status == "wrong-set" or not set(seen.codes) <= DOUBTS:
        return False
    least = eight if seen.group.endswith("8") else flat
    return all(a.confidence >= (max(hidden, least) if a.state == "hidden" else least) for a in answers(seen))


def kept(rolls: Sequence[Seen], flat: float, hidden: float, eight: float) -> tuple[int, int]:
    """How many of the rolls are complete, and how many of these wrong."""
    whole = [seen for seen in rolls if complete(seen, flat, hidden, eight)]
    return len(whole), sum(map(wrong, whole))


def choose(rolls: Sequence[Seen]) -> tuple[float, float]:
    """The thresholds of flat and of partly hidden dice, the same for both kinds given: those that keep most
    rolls of all with a risk of at most one in a thousand, the higher of equals."""
    best, most = (STEPS[-1], STEPS[-1]), -1
    for flat in STEPS:
        for hidden in STEPS:
            if hidden < flat:
                continue
            count, bad = kept(rolls, flat, hidden, flat)
            if bad <= RISK * count and count >= most:
                best, most = (flat, hidden), count
    return best


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
def command(file: Path) -> None:
    """Choose thresholds on half of the rolls, and say what they give on the other half."""
    rolls = [seen for seen in load(file) if not seen.any]
    for sides in (6, 8):
        some = [seen for seen in rolls if seen.group.endswith(str(sides))]
        if len(some) < 2:
            continue
        flat, hidden = choose(some[::2])
        now = thresholds.SURE_CONFIDENCE if sides == 6 else thresholds.SURE_CONFIDENCE_EIGHT
        for name, at in (("chosen", (flat, hidden)), ("in use", (now, thresholds.SURE_CONFIDENCE_HIDDEN))):
            for part, half in (("where chosen", some[::2]), ("held out", some[1::2])):
                count, bad = kept(half, *at, at[0])
                whole = [seen for seen in half if clear(seen)]
                clear_ones = sum(complete(seen, *at, at[0]) for seen in whole)
                click.echo(
                    f"{sides} sides, {name} ({at[0]:.3f}, hidden {at[1]:.3f}), {part}: "
                    f"of rolls with all tops visible {share(clear_ones, len(whole))} complete; "
                    f"of all complete {share(bad, count)} wrong"
                )


if __name__ == "__main__":
    command()
