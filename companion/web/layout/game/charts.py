"""Computes a line chart, such as points over the turns, in coordinates for SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 480.0, 250.0
"""Size of the chart, in units of its SVG view box."""
LEFT, RIGHT, TOP, BOTTOM = 32.0, 160.0, 12.0, 34.0
"""Margins around the lines, in units of the view box. The players' names are in the right margin."""
APART = 19.0
"""Minimum vertical distance between two names in the right margin, in units of the view box."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line or an emphasised turn, with its label."""

    at: float  # x of a vertical line, y of a horizontal line
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line in the chart."""

    player: str
    points: tuple[int, ...]
    path: str  # the SVG path
    end: tuple[float, float]
    name_y: float  # y of the name next to the end


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart: its axes, lines and emphasised turns, in units of the view box."""

    width, height = WIDTH, HEIGHT
    left, right, bottom = LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM
    across: tuple[Tick, ...]  # turns
    up: tuple[Tick, ...]  # points
    lines: tuple[Line, ...]
    marked: tuple[Tick, ...]  # turns to emphasise


def points_plot(
    points: Mapping[str, Sequence[int]], numbers: Sequence[int], marked: Sequence[int] = ()
) -> Plot | None:
    """Return the chart of `points`, or None if there are no turns or no players.

    `points`: each player's points before the first turn and after each turn. `numbers`: the turns' numbers.
    `marked`: the numbers of turns to emphasise.
    """
    count = len(numbers)
    if not count or not points:
        return None
    highest = max(map(max, points.values()))
    lowest = min(0, *map(min, points.values()))
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50) if highest - lowest <= 6 * step), 100)
    top, low = -(-max(highest, 1) // step) * step, lowest // step * step

    def x(turn: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / count, 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / (top - low), 1)

    ends = _apart({player: y(line[-1]) for player, line in points.items()})
    lines = []
    for player, line in points.items():
        dots = tuple((x(turn), y(value)) for turn, value in enumerate(line))
        path = "M" + "L".join(f"{a} {b}" for a, b in dots)
        lines.append(Line(player, tuple(line), path, dots[-1], ends[player]))
    every = -(-count // 12)
    return Plot(
        tuple(Tick(x(i), str(numbers[i - 1])) for i in range(every, count + 1, every)),
        tuple(Tick(y(value), str(value).replace("-", "\u2212")) for value in range(low, top + 1, step)),
        tuple(lines),
        tuple(Tick(x(numbers.index(turn) + 1), str(turn)) for turn in marked if turn in numbers),
    )


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Return a y for each name, close to its `wanted` y but at least APART from the other names."""
    order = sorted(wanted, key=lambda player: wanted[player])
    placed: list[float] = []
    for player in order:
        placed.append(max(wanted[player], placed[-1] + APART if placed else 0.0))
    limit = HEIGHT - BOTTOM
    for i in reversed(range(len(placed))):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - APART
    return {player: round(height, 1) for player, height in zip(order, placed, strict=True)}
