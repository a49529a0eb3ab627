"""A person's *sign*: a small picture and a colour, chosen by the person or else derived from the name.

People at one table have different pictures and colours if there are enough.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from companion.storage.chosen_pictures import ChosenPictures

PICTURES = (
    "M5 4l4 4h6l4-4v9a7 7 0 0 1-14 0ZM9.5 12v1M14.5 12v1",  # a cat
    "M3 12c4-6 10-6 14-1l4-4v10l-4-4c-4 5-10 5-14-1ZM8 11v1",  # a fish
    "M5 19C4 9 10 4 20 4c0 10-5 16-15 15ZM5 19l8-8",  # a leaf
    "M12 3l2.7 6 6.3.6-4.8 4.2 1.5 6.4L12 16.8 6.3 20.2l1.5-6.4L3 9.6l6.3-.6Z",  # a star
    "M15 3a9 9 0 1 0 6 12A8 8 0 0 1 15 3Z",  # a moon
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
    "M3 15h18l-3 5H6ZM12 3v12M12 4l6 8h-6Z",  # a boat
    "M12 8c3-3 8-1 8 4s-4 9-6 9h-4c-2 0-6-4-6-9s5-7 8-4ZM12 8c0-3 1-4 3-5",  # an apple
    "M12 3l6 8h-3l4 6H5l4-6H6ZM12 17v4",  # a fir
    "M12 2l6 8-6 8-6-8ZM12 2v16M6 10h12M12 18c3 1-3 3 0 4",  # a kite
    "M4 11l8-7 8 7v9H4ZM10 20v-6h4v6",  # a house
    "M12 3a6 6 0 0 1 6 6v5l2 3H4l2-3V9a6 6 0 0 1 6-6ZM10 20h4",  # a bell
)
"""The pictures as SVG paths in a view box of 24 by 24, drawn as lines."""
HUES = 10
"""Number of colours, one per seat; `people.css` defines them."""
CLOSE = frozenset(map(frozenset, ("01", "06", "07", "17", "25", "34", "38", "39", "46", "58", "59", "78")))
"""Pairs of similar colours (each a digit): less than 50 apart in CIELAB, such as red and pink."""


@dataclass(frozen=True, slots=True)
class PersonSign:
    """The colour and the picture of one person."""

    hue: int  # the number of the colour
    path: str  # the SVG path of the picture


def _number_of(name: str) -> int:
    return reduce(lambda number, letter: (number * 31 + ord(letter)) % 2**32, name, 7)


def table_signs(
    people: Iterable[str], chosen: Mapping[str, tuple[int, int]], held: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Return each person's sign by lower-case name: the numbers of the picture and of the colour.

    If possible, nobody shares a picture or a colour, and a colour derived from a name is not similar to
    any other. A later choice has priority over an earlier one, a choice over a sign in `held`, and both over
    a sign derived from a name.

    `chosen`: people's choices by lower-case name, latest last. `held`: the signs so far at this table.
    """
    names = sorted({name.lower() for name in people})
    wishes = [(name, chosen[name]) for name in reversed(list(chosen)) if name in names]
    wishes += [(name, held[name]) for name in names if name in held]
    own_pictures = {name: _number_of(name) for name in names}
    own_hues = {name: number // len(PICTURES) for name, number in own_pictures.items()}
    pictures = _spread(own_pictures, [(name, sign[0]) for name, sign in wishes], len(PICTURES))
    hues = _spread(own_hues, [(name, sign[1]) for name, sign in wishes], HUES, CLOSE)
    return {name: (pictures[name], hues[name]) for name in names}


def _spread(
    own: Mapping[str, int],
    wishes: Iterable[tuple[str, int]],
    count: int,
    close: frozenset[frozenset[str]] = frozenset(),
) -> dict[str, int]:
    """Return a number below `count` for each name in `own`, all different if there are enough.

    A name gets the first of its wishes that is free. Without one, it gets the first free number from its own
    number upwards (modulo `count`), if possible one that forms no pair in `close` with a number in use.
    """
    numbers: dict[str, int] = {}
    for name, number in wishes:
        if name not in numbers and number % count not in numbers.values():
            numbers[name] = number % count
    for name in own:
        if name not in numbers:
            in_turn = [(own[name] + step) % count for step in range(count)]
            free = [each for each in in_turn if each not in numbers.values()] or in_turn
            near = {each for each in free for had in numbers.values() if {str(each), str(had)} in close}
            numbers[name] = next((each for each in free if each not in near), free[0])
    return numbers


@dataclass(frozen=True, slots=True)
class SignChoice:
    """The pictures and colours, and which of them a person can't choose because others have them."""

    pictures, hues = PICTURES, HUES
    own: PersonSign | None = None  # the person's present sign; None if no person is named yet
    taken_pictures: frozenset[str] = frozenset()  # paths
    taken_hues: frozenset[int] = frozenset()


class TableSigns:
    """The signs of the people at one table. Thread-safe.

    A sign changes only if a person chooses one, or if a person who has chosen one before joins.
    """

    def __init__(self, pictures: ChosenPictures) -> None:
        self._pictures, self._lock = pictures, threading.Lock()
        self._held: dict[str, tuple[int, int]] = {}

    def of(self, name: str, people: Sequence[str]) -> PersonSign:
        """Return the sign of `name`, given the names of all `people` at the table."""
        with self._lock:
            self._held = table_signs(people, self._pictures.all(), self._held)
        return self.among((name,), people)[name]

    def among(self, names: Iterable[str], people: Sequence[str]) -> dict[str, PersonSign]:
        """Return the signs that `names` would have if they joined `people`; nobody's sign changes."""
        names = tuple(names)
        signs = table_signs((*people, *names), self._pictures.all(), self._held)
        numbers = {name: signs[name.lower()] for name in names}
        return {name: PersonSign(hue, PICTURES[picture]) for name, (picture, hue) in numbers.items()}

    def choice(self, name: str, people: Sequence[str]) -> SignChoice:
        """Return the sign of `name`, and the pictures and colours that the other `people` have."""
        others = [self.of(each, people) for each in people if each != name]
        return SignChoice(
            self.of(name, people),
            frozenset(sign.path for sign in others),
            frozenset(sign.hue for sign in others),
        )

    def rename(self, name: str, new: str, people: Sequence[str]) -> None:
        """Store the sign of `name` as the choice of `new`, unless `new` has chosen one."""
        if self._pictures.of(new) is None:
            sign = self.of(name, people)
            self._pictures.choose(new, (PICTURES.index(sign.path), sign.hue))
