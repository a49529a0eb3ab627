"""Statistics of readings: exact confidence intervals, and tables by size, elevation and light."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p

from training.dice.readings import ImageResult, LabelledDie

MIN_VISIBLE_TOP = 0.8
"""A die is scored only if at least this share of its top face is visible."""
MIN_PIXELS = 14
"""A die is scored only if the longer side of its box has at least this many pixels."""
MIN_PROBABILITY = 1e-3
"""Lower limit of the right value's probability in the cross entropy: one die must not outweigh a hundred."""
TABLE_HEAD = (
    "| set | dice | found | values | colours | both | images right | complete | of these wrong | false |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)
CONDITIONS_HEAD = "| dice | labelled | found | values | colours | both |\n|---|---|---|---|---|---|"
SIZES = (
    ("below 30 pixels", 0, 30),
    ("30 to 45 pixels", 30, 45),
    ("45 to 70 pixels", 45, 70),
    ("70 to 100 pixels", 70, 100),
    ("from 100 pixels", 100, 10_000),
)
ELEVATIONS = (
    ("camera below 55°", 0, 55),
    ("camera at 55° to 65°", 55, 65),
    ("camera at 65° to 75°", 65, 75),
    ("camera at 75° to 90°", 75, 91),
)


def interval(part: int, of: int, level: float = 0.95) -> tuple[float, float]:
    """Return the exact confidence interval of the share `part / of` (C. Clopper and E. Pearson, 1934)."""
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
            ways = lgamma(of + 1) - lgamma(i + 1) - lgamma(of - i + 1)
            total += exp(ways + i * log(p) + (of - i) * log1p(-p))
        return min(1.0, total)

    def solve(holds: Callable[[float], bool]) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return (low + high) / 2

    lower = 0.0 if part == 0 else solve(lambda p: 1 - at_most(part - 1, p) < tail)
    upper = 1.0 if part == of else solve(lambda p: at_most(part, p) > tail)
    return lower, upper


def percentage(part: int, of: int) -> str:
    """Format the share `part / of` in per cent, with its confidence interval."""
    low, high = interval(part, of)
    return f"{100 * part / max(1, of):.1f} % ({part} of {of}; {100 * low:.1f}-{100 * high:.1f})"


def is_scored(die: LabelledDie) -> bool:
    """Return True if the die is scored: it is not tiny, and enough of its top face is visible."""
    return die.top >= MIN_VISIBLE_TOP and max(die.box[2:]) >= MIN_PIXELS


def is_value_right(die: LabelledDie) -> bool:
    """Return True if the die was found and read with its value and number of sides."""
    return die.answer is not None and (die.answer.value, die.answer.sides) == (die.value, die.sides)


def is_colour_right(die: LabelledDie) -> bool:
    """Return True if the die was found and read with its colour, or its colour is unknown."""
    return die.answer is not None and die.colour in (None, die.answer.colour)


def is_right(die: LabelledDie) -> bool:
    """Return True if the die was read with its value and its colour."""
    return is_value_right(die) and is_colour_right(die)


def expected_dice(result: ImageResult) -> list[LabelledDie]:
    """Return the labelled dice that should be read: all if `result.any_dice`, else those of the game."""
    sides = 8 if result.group.endswith("8") else 6
    return [d for d in result.dice if result.any_dice or (d.sides == sides and d.colour != "other")]


def are_tops_visible(result: ImageResult) -> bool:
    """Return True if enough of the top face of every expected die is visible."""
    return all(d.top >= MIN_VISIBLE_TOP for d in expected_dice(result))


def is_wrong(result: ImageResult) -> bool:
    """Return True if a die was misread, missed or invented.

    With `any_dice`, a photo that has labels may also show dice without a label, so these are no error.
    """
    misread = any(not is_right(d) for d in expected_dice(result))
    return misread or (bool(result.extra) and not (result.any_dice and result.dice))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a Markdown table."""

    name: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return "| " + " | ".join((self.name, *self.cells)) + " |"


def _dice_cells(dice: Sequence[LabelledDie]) -> tuple[str, ...]:
    """Return as text the number of scored dice, and four shares: found, right value, right colour, both."""
    scored = [d for d in dice if is_scored(d)]
    n = max(1, len(scored))
    coloured = [d for d in scored if d.colour is not None]
    return (
        str(len(scored)),
        f"{sum(d.answer is not None for d in scored) / n:.3f}",
        f"{sum(map(is_value_right, scored)) / n:.3f}",
        f"{sum(map(is_colour_right, coloured)) / len(coloured):.3f}" if coloured else "",
        f"{sum(map(is_right, scored)) / n:.3f}",
    )


def result_row(name: str, results: Sequence[ImageResult]) -> Row:
    """Return a row under TABLE_HEAD that sums up `results`. `name`: its first cell."""
    complete = [result for result in results if result.status == "complete"]
    bad = sum(map(is_wrong, complete))
    low, high = interval(bad, len(complete))
    image_cells = (
        f"{sum(not is_wrong(result) for result in results)} of {len(results)}",
        str(len(complete)),
        f"{bad} ({100 * low:.2f}-{100 * high:.2f} %)" if complete else "",
        str(sum(len(result.extra) for result in results)),
    )
    return Row(name, _dice_cells([d for result in results for d in expected_dice(result)]) + image_cells)


def rows_by_condition(results: Sequence[ImageResult]) -> Iterator[Row]:
    """Yield a row under CONDITIONS_HEAD for each size, camera elevation and light that occurs."""
    pairs = [(die, result) for result in results for die in expected_dice(result)]
    groups = [
        (name, [die for die, _ in pairs if low <= max(die.box[2:]) < high]) for name, low, high in SIZES
    ]
    groups += [
        (name, [die for die, one in pairs if one.elevation is not None and low <= one.elevation < high])
        for name, low, high in ELEVATIONS
    ]
    for light in sorted({result.light for result in results if result.light is not None}):
        groups.append((f"light: {light}", [die for die, result in pairs if result.light == light]))
    yield from (Row(name, _dice_cells(dice)) for name, dice in groups if dice)


def value_cross_entropy(results: Sequence[ImageResult]) -> float:
    """Return the mean cross entropy, in nats, of the values of scored dice that were found; 0 without any."""
    found = [die for result in results for die in expected_dice(result) if is_scored(die) and die.answer]
    said = [die.answer.values[die.value - 1] for die in found if die.answer and die.answer.sides == die.sides]
    return sum(-log(max(p, MIN_PROBABILITY)) for p in said) / max(1, len(said))


def right_before_wrong(results: Sequence[ImageResult]) -> int:
    """Return how many rolls, in descending order of probability, are right before the first wrong one."""
    by_probability = sorted(results, key=lambda result: -result.probability)
    return next((i for i, result in enumerate(by_probability) if is_wrong(result)), len(results))
