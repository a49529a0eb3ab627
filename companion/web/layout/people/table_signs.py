"""The pictures and colours of the people at one table."""

import threading
from collections.abc import Sequence
from dataclasses import replace

from companion.storage.chosen_pictures import ChosenPictures
from companion.web.layout.people.person_sign import PICTURES, PersonSign, person_sign, table_hues


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
