"""Which parts of a picture are worth a second look, and how large each is shown.

Dice that lie together and look alike in size share a cut: what they span, with room around them, scaled so
that their median is as wide as the network sees best. Dice of two sizes, or far apart, get cuts of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.geometry import Box, longer_side, overlap

DIE_PIXELS = 64.0
"""Width of the median die of a cut, as the network sees it."""
MAX_DIE_PIXELS = 44.0
"""Dice that the first look saw this wide need no second one: it shows nothing more, and takes their
surroundings away."""
MAX_SCALE = 4.0
"""By how much a cut is enlarged at most."""
MARGIN_SIDES = 1.5
"""Room around the dice of a cut, in sides of their median."""
NEIGHBOUR_SIDES = 0.3
"""Room around another box that a cut would slice, in its sides."""
EDGE_SIDES = 0.1
"""What lies nearer to the edge of a cut than this, in its sides, may be sliced."""
MAX_SIDE_RATIO = 2.0
"""The largest die of a cut is at most so many times as wide as the smallest."""
CUT_COST_PIXELS = 96 * 96
"""What one more cut costs beside its own pixels."""
MAX_BOXES = 24
"""Boxes that cuts are made for, the likeliest first."""
MAX_PIXELS = 2 * 640 * 480
"""Pixels of all cuts together at most, as the network sees them."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a picture: `left`, `top`, `right`, `bottom` in its pixels; `scale`: pixels that the network
    sees for one of them; `size`: width and height of the picture."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float
    size: tuple[int, int]

    @property
    def pixels(self) -> float:
        """How many pixels the network sees."""
        return (self.right - self.left) * (self.bottom - self.top) * self.scale**2

    def holds(self, box: Box) -> bool:
        """Whether the box lies in it whole, clear of edges that are not the picture's own."""
        x, y, w, h = box
        clear = EDGE_SIDES * longer_side(box)
        return (
            (self.left == 0 or x - clear > self.left)
            and (self.top == 0 or y - clear > self.top)
            and (self.right == self.size[0] or x + w + clear < self.right)
            and (self.bottom == self.size[1] or y + h + clear < self.bottom)
        )


@dataclass(frozen=True, slots=True)
class _Group:
    boxes: tuple[Box, ...]
    sides: tuple[float, ...]
    reach: tuple[float, float, float, float]

    @staticmethod
    def of(box: Box) -> _Group:
        x, y, w, h = box
        return _Group((box,), (longer_side(box),), (x, y, x + w, y + h))

    def joined(self, other: _Group) -> _Group:
        a, b = self.reach, other.reach
        reach = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        return _Group(self.boxes + other.boxes, self.sides + other.sides, reach)

    @property
    def cost(self) -> float:
        """Pixels that the network would see of it."""
        side = median(self.sides)
        x0, y0, x1, y1 = self.reach
        room = 2 * MARGIN_SIDES * side
        return (x1 - x0 + room) * (y1 - y0 + room) * (DIE_PIXELS / side) ** 2


def cuts(boxes: Sequence[Box], size: tuple[int, int], scale: float, found: int) -> list[Cut]:
    """The cuts for these boxes, the likeliest first, in a picture of this width and height.

    `scale`: pixels that the finest look so far saw for one of the picture; `found`: how many boxes, the first
    ones, hold dice well enough to call for a second look.
    """
    boxes = boxes[:MAX_BOXES]
    made: list[Cut] = []
    for group in _groups(boxes):
        calls = any(box in group.boxes for box in boxes[:found])
        if calls and median(group.sides) * scale < MAX_DIE_PIXELS:
            cut = _cut(group, boxes, size)
            if sum(one.pixels for one in made) + cut.pixels <= MAX_PIXELS:
                made.append(cut)
    return made


def _groups(boxes: Sequence[Box]) -> list[_Group]:
    """The boxes in groups: two are joined if the network has less to see of both together, the greatest gain
    first."""
    groups = [_Group.of(box) for box in boxes]
    gains = {(a, b): _gain(groups[a], groups[b]) for b in range(len(groups)) for a in range(b)}
    left = set(range(len(groups)))
    while gains:
        (a, b), gain = max(gains.items(), key=lambda pair: pair[1])
        if gain <= 0:
            break
        groups[a] = groups[a].joined(groups[b])
        left.remove(b)
        gains = {pair: value for pair, value in gains.items() if b not in pair}
        for other in left - {a}:
            pair = (min(a, other), max(a, other))
            gains[pair] = _gain(groups[a], groups[other])
    return [groups[i] for i in sorted(left)]


def _gain(a: _Group, b: _Group) -> float:
    """Pixels that the network need not see if both share a cut; below 0 if they should not."""
    both = a.joined(b)
    if max(both.sides) > MAX_SIDE_RATIO * min(both.sides):
        return -1.0
    return a.cost + b.cost + CUT_COST_PIXELS - both.cost


def _cut(group: _Group, boxes: Sequence[Box], size: tuple[int, int]) -> Cut:
    """The cut of a group, wider where it would slice another box."""
    side = median(group.sides)
    room = MARGIN_SIDES * side
    x0, y0, x1, y1 = group.reach
    x0, y0, x1, y1 = x0 - room, y0 - room, x1 + room, y1 + room
    for box in boxes:
        if overlap(box, (x0, y0, x1 - x0, y1 - y0)).of_smaller > 0:
            x, y, w, h = box
            clear = NEIGHBOUR_SIDES * max(w, h)
            x0, y0 = min(x0, x - clear), min(y0, y - clear)
            x1, y1 = max(x1, x + w + clear), max(y1, y + h + clear)
    return Cut(
        max(0, int(x0)),
        max(0, int(y0)),
        min(size[0], int(x1) + 1),
        min(size[1], int(y1) + 1),
        min(MAX_SCALE, DIE_PIXELS / side),
        size,
    )
