"""Figures from what was seen: exact intervals; by size, elevation and light; risk over coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, lgamma, log, log1p

from vision.evaluation.readings import Labelled, Seen

VISIBLE = 0.8
"""Share of a top face that must show; `complete` is promised where all tops show so much."""
DOUBTS = frozenset({"value-doubtful", "colour-doubtful", "die-doubtful", "hidden"})
"""Codes of problems that a lower threshold would take away; all others stay."""


def interval(wrong: int, of: int, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of a share (C. Clopper and E. Pearson, 1934), by bisection."""
    if of == 0:
        return 0.0, 1.0
    tail = (1 - level) / 2

    def at_most(k: int, p: float) -> float:
        if p <= 0 or k >= of:
            return 1.0
        if p >= 1:
            return 0.0
        total = 0.0
        for i in range(k + 1):
            way = lgamma(of + 1) - lgamma(i + 1) - lgamma(of - i + 1)
            total += exp(way + i * log(p) + (of - i) * log1p(-p))
        return min(1.0, total)

    def solve(holds: Callable[[float], bool]) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return (low + high) / 2

    lower = 0.0 if wrong == 0 else solve(lambda p: 1 - at_most(wrong - 1, p) < tail)
    upper = 1.0 if wrong == of else solve(lambda p: at_most(wrong, p) > tail)
    return lower, upper


def share(part: int, of: int) -> str:
    """A share in per cent with its interval."""
    low, high = interval(part, of)
    return f"{100 * part / max(1, of):.1f} % ({part} of {of}; {100 * low:.1f}-{100 * high:.1f})"


def scored(die: Labelled) -> bool:
    """Whether a labelled die counts: it shows enough of its top, and is not a speck."""
    return die.top >= VISIBLE and max(die.box[2:]) >= 14


def value_right(die: Labelled) -> bool:
    """Whether the die was found with its value; one that was missed is wrong."""
    return die.answer is not None and (die.answer.value, die.answer.sides) == (die.value, die.sides)


def colour_right(die: Labelled) -> bool:
    """Whether the die was found with its colour, where that is known."""
    return die.answer is not None and die.colour in (None, die.answer.colour)


def right(die: Labelled) -> bool:
    """Both."""
    return value_right(die) and colour_right(die)


def ours(seen: Seen) -> list[Labelled]:
    """The labelled dice that the reading answers for: all with `any`, else those of the game's set."""
    sides = 8 if seen.group.endswith("8") else 6
    return [d for d in seen.dice if seen.any or (d.sides == sides and d.colour != "other")]


def clear(seen: Seen) -> bool:
    """Whether every die of the game shows enough of its top face."""
    return all(d.top >= VISIBLE for d in ours(seen))


def wrong(seen: Seen) -> bool:
    """Whether the reading holds a wrong die: one that is misread or missed, or something that is none in a
    die's place."""
    return any(not right(d) for d in ours(seen)) or (not seen.any and bool(seen.extra))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. `names` heads the columns."""

    name: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return "| " + " | ".join((self.name, *self.cells)) + " |"


HEAD = (
    "| set | dice | found | values | colours | both | images right | complete | of these wrong | false |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def row(name: str, pictures: Sequence[Seen]) -> Row:
    """The figures of some pictures."""
    dice = [d for seen in pictures for d in ours(seen) if scored(d)]
    coloured = [d for d in dice if d.colour is not None]
    n = max(1, len(dice))
    complete = [seen for seen in pictures if seen.status == "complete"]
    bad = sum(wrong(seen) for seen in complete)
    low, high = interval(bad, len(complete))
    return Row(name, (
        str(len(dice)), f"{sum(d.answer is not None for d in dice) / n:.3f}",
        f"{sum(map(value_right, dice)) / n:.3f}",
        f"{sum(map(colour_right, coloured)) / len(coloured):.3f}" if coloured else "",
        f"{sum(map(right, dice)) / n:.3f}",
        f"{sum(not wrong(seen) for seen in pictures)} of {len(pictures)}", str(len(complete)),
        f"{bad} ({100 * low:.2f}-{100 * high:.2f} %)" if complete else "",
        str(sum(len(seen.extra) for seen in pictures)),
    ))  # fmt: skip


def parts(pictures: Sequence[Seen]) -> list[Row]:
    """Dice by size, elevation and light: found, value, colour, both."""

    def one(name: str, dice: Iterable[Labelled]) -> Row:
        some = [d for d in dice if scored(d)]
        n = max(1, len(some))
        known = [d for d in some if d.colour is not None]
        return Row(name, (
            str(len(some)), f"{sum(d.answer is not None for d in some) / n:.3f}",
            f"{sum(map(value_right, some)) / n:.3f}",
            f"{sum(map(colour_right, known)) / max(1, len(known)):.3f}" if known else "",
            f"{sum(map(right, some)) / n:.3f}",
        ))  # fmt: skip

    found = []
    edges = (0, 30, 45, 70, 100, 10_000)
    for low, high in pairwise(edges):
        words = (
            f"below {high} pixels"
            if low == 0
            else f"{low} to {high} pixels"
            if high < 10_000
            else f"from {low} pixels"
        )
        dice = [d for seen in pictures for d in ours(seen) if low <= max(d.box[2:]) < high]
        if dice:
            found.append(one(words, dice))
    for low, high in ((0, 55), (55, 65), (65, 75), (75, 91)):
        dice = [d for s in pictures if s.elevation is not None and low <= s.elevation < high for d in ours(s)]
        if dice:
            found.append(
                one(f"camera below {high}°" if low == 0 else f"camera at {low}° to {min(90, high)}°", dice)
            )
    lights = sorted({s.light for s in pictures if s.light is not None})
    found += [
        one(f"light: {light}", [d for s in pictures if s.light == light for d in ours(s)]) for light in lights
    ]
    return found


def curve(pictures: Sequence[Seen]) -> list[tuple[float, float, float]]:
    """Risk over coverage, picture by picture, the surest first: (share kept, share of these wrong, least
    confidence). A picture is as sure as its least sure die; one that something else is said of comes last."""
    sure = []
    for seen in pictures:
        said = [d.answer.confidence for d in ours(seen) if d.answer]
        open_to_doubt = set(seen.codes) <= DOUBTS and seen.status != "wrong-set"
        if seen.dice:
            sure.append((min(said, default=0.0) if open_to_doubt else 0.0, wrong(seen)))
    sure.sort(reverse=True)
    points, bad = [], 0
    for i, (confidence, fault) in enumerate(sure, 1):
        bad += fault
        points.append((i / len(sure), bad / i, confidence))
    return points


def at_least(points: Sequence[tuple[float, float, float]], confidence: float) -> tuple[float, float]:
    """Coverage and risk where only pictures of at least this confidence are kept."""
    kept = [p for p in points if p[2] >= confidence]
    return (kept[-1][0], kept[-1][1]) if kept else (0.0, 0.0)


def needed(risk: float, level: float = 0.95) -> int:
    """How many complete rolls without a fault show, with this confidence, that less than `risk` are wrong."""
    return round(log(1 - level) / log1p(-risk) + 0.5)
