"""The small picture and the colour that stay with a name, the same on every evening and on every device.

People choose them; until then both come from the name. At one table no two people have the same colour.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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
"""Number of colours, one for each seat; `first_minute.css` says which."""
_WRAP = 2**32


@dataclass(frozen=True, slots=True)
class PersonSign:
    """The number of a colour, and the path of a picture."""

    hue: int
    path: str


def sign_number(name: str) -> int:
    """A number for a name, however it is written; `new.js` counts the same.

    >>> sign_number("Ann") == sign_number("ANN")
    True
    """
    number = 7
    for letter in name.lower():
        number = (number * 31 + ord(letter)) % _WRAP
    return number


def person_sign(name: str, choice: tuple[int, int] | None = None) -> PersonSign:
    """The picture and colour of the person called `name`. `choice`: the numbers of both, if they chose."""
    if choice is not None:
        return PersonSign(choice[1] % HUES, PICTURES[choice[0] % len(PICTURES)])
    number = sign_number(name)
    return PersonSign(number // len(PICTURES) % HUES, PICTURES[number % len(PICTURES)])


def table_hues(
    people: Iterable[str], chosen: Mapping[str, tuple[int, int]], held: Mapping[str, int]
) -> dict[str, int]:
    """Return the colour of each of `people`, by name in small letters: no two alike while there are enough.

    `chosen`: pictures and colours by name in small letters, the latest choice last; it goes before earlier
    ones. `held`: the colours that people have had at this table. Both go before the colours of names;
    `new.js` chooses the same.
    """
    waiting = list(dict.fromkeys(name.lower() for name in people))
    found: dict[str, int] = {}
    wishes = [(name, chosen[name][1] % HUES) for name in reversed(list(chosen)) if name in waiting]
    wishes += [(name, held[name]) for name in waiting if name in held]
    for name, hue in wishes:
        if name not in found and hue not in found.values():
            found[name] = hue
    for name in waiting:
        if name not in found:
            own = person_sign(name).hue
            in_turn = [(own + step) % HUES for step in range(HUES)]
            found[name] = next((hue for hue in in_turn if hue not in found.values()), own)
    return found


class TableSigns:
    """Gives each person at a table a colour of their own, which stays while they are there. Any thread may
    call it."""

    def __init__(self, pictures: ChosenPictures) -> None:
        self._pictures, self._lock = pictures, threading.Lock()
        self._hues: dict[str, int] = {}

    def of(self, name: str, people: Sequence[str]) -> PersonSign:
        """Return the sign of `name`. `people`: everybody at the table."""
        own = person_sign(name, self._pictures.of(name))
        with self._lock:
            self._hues = table_hues(people, self._pictures.all(), self._hues)
            return replace(own, hue=self._hues.get(name.lower(), own.hue))

    def holder(self, hue: int, people: Sequence[str]) -> str | None:
        """Return who of `people` has that colour, or None."""
        return next((each for each in people if self.of(each, people).hue == hue), None)

    def rename(self, name: str, new: str, people: Sequence[str]) -> None:
        """Keep the picture and colour of `name` for the `new` name, unless that has some of its own.

        `people`: everybody at the table, before. Raises NotKept.
        """
        if self._pictures.of(new) is None:
            sign = self.of(name, people)
            self._pictures.choose(new, (PICTURES.index(sign.path), sign.hue))
