"""The small picture and the colour that stay with a name, the same on every evening and on every device.

People choose them; until then both come from the name. At one table no two people have the same.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

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
"""The pictures as paths of lines in a square of 24."""
HUES = 10
"""Number of colours, one for each seat; `people.css` says which."""
CLOSE = frozenset(
    map(frozenset, ("01", "06", "07", "17", "25", "34", "38", "39", "46", "58", "59", "78"))
)  # fmt: skip
"""The pairs of colours (a digit each) that are less than 50 apart in CIELAB, like red and pink."""
_WRAP = 2**32


@dataclass(frozen=True, slots=True)
class PersonSign:
    """The number of a colour, and the path of a picture."""

    hue: int
    path: str


def sign_number(name: str) -> int:
    """Return a number for a name, however it is written.

    >>> sign_number("Ann") == sign_number("ANN")
    True
    """
    number = 7
    for letter in name.lower():
        number = (number * 31 + ord(letter)) % _WRAP
    return number


def own_picture(name: str) -> int:
    """Return the number of the picture that a name has by itself."""
    return sign_number(name) % len(PICTURES)


def own_hue(name: str) -> int:
    """Return the number of the colour that a name has by itself."""
    return sign_number(name) // len(PICTURES) % HUES


def table_signs(
    people: Iterable[str], chosen: Mapping[str, tuple[int, int]], held: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Return the picture and the colour of each of `people`, by name in small letters, as numbers.

    No two are alike while there are enough, and no two colours close while there is a choice; the order of
    `people` does not matter. `chosen`: pictures and colours by name in small letters, the latest choice last;
    it goes before earlier ones. `held`: what people have had at this table, which goes before names.
    """
    names = sorted({name.lower() for name in people})
    wishes = [(name, chosen[name]) for name in reversed(list(chosen)) if name in names]
    wishes += [(name, held[name]) for name in names if name in held]
    pictures = _spread(names, [(name, sign[0]) for name, sign in wishes], own_picture, len(PICTURES))
    hues = _spread(names, [(name, sign[1]) for name, sign in wishes], own_hue, HUES, CLOSE)
    return {name: (pictures[name], hues[name]) for name in names}


def _spread(
    names: Iterable[str],
    wishes: Iterable[tuple[str, int]],
    own: Callable[[str], int],
    count: int,
    close: frozenset[frozenset[str]] = frozenset(),
) -> dict[str, int]:
    """Return a number below `count` for each name: the wish if nobody has it, else the nearest that is free.

    `close`: pairs of numbers that are avoided where nobody wished for them.
    """
    found: dict[str, int] = {}
    for name, number in wishes:
        if name not in found and number % count not in found.values():
            found[name] = number % count
    for name in names:
        if name not in found:
            in_turn = [(own(name) + step) % count for step in range(count)]
            free = [each for each in in_turn if each not in found.values()] or in_turn
            near = {each for each in free for had in found.values() if {str(each), str(had)} in close}
            apart = [each for each in free if each not in near]
            found[name] = (apart or free)[0]
    return found


@dataclass(frozen=True, slots=True)
class SignChoice:
    """The pictures (paths) and colours (numbers) to choose from."""

    pictures, hues = PICTURES, HUES
    own: PersonSign | None = None  # what the person has now; None before anybody is named
    taken_pictures: frozenset[str] = frozenset()
    taken_hues: frozenset[int] = frozenset()


class TableSigns:
    """Gives each person at a table a picture and a colour of their own, which stay while they are there. Any
    thread may call it."""

    def __init__(self, pictures: ChosenPictures) -> None:
        self._pictures, self._lock = pictures, threading.Lock()
        self._held: dict[str, tuple[int, int]] = {}

    def of(self, name: str, people: Sequence[str]) -> PersonSign:
        """Return the sign of `name`. `people`: everybody at the table."""
        with self._lock:
            self._held = table_signs(people, self._pictures.all(), self._held)
        return self.among((name,), people)[name]

    def among(self, names: Iterable[str], people: Sequence[str]) -> dict[str, PersonSign]:
        """Return the signs of `names`, if these join `people`, who keep theirs."""
        names = tuple(names)
        found = table_signs((*people, *names), self._pictures.all(), self._held)
        return {name: _sign(*found[name.lower()]) for name in names}

    def choice(self, name: str, people: Sequence[str]) -> SignChoice:
        """Return what `name` may choose: all that nobody else of `people` has."""
        others = [self.of(each, people) for each in people if each != name]
        return SignChoice(
            self.of(name, people),
            frozenset(sign.path for sign in others),
            frozenset(sign.hue for sign in others),
        )

    def rename(self, name: str, new: str, people: Sequence[str]) -> None:
        """Keep the picture and colour of `name` for the `new` name, unless that has some of its own.

        `people`: everybody at the table, before. Raises NotKept.
        """
        if self._pictures.of(new) is None:
            sign = self.of(name, people)
            self._pictures.choose(new, (PICTURES.index(sign.path), sign.hue))


def _sign(picture: int, hue: int) -> PersonSign:
    return PersonSign(hue, PICTURES[picture])
