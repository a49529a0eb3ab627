"""The picture and the colour that people chose for their names, in a file beside the games."""

import logging
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.storage.private_files import not_kept, write_file
from sheets.language import message

FILE = "pictures.json"
MAX_NAMES = 500
"""Names that are kept, at most: those that chose last."""

Choice = tuple[int, int]
"""The numbers of a picture and of a colour."""

_LOG = logging.getLogger(__name__)


class ChosenPictures:
    """People's choices, by name in any spelling. Any thread may call it."""

    def __init__(self, folder: Path) -> None:
        """Read the choices in `folder`, that of the games. A damaged file counts as none."""
        self._folder, self._lock = folder, threading.Lock()
        self._chosen: dict[str, Choice] = {}
        try:
            self._chosen = msgspec.json.decode((folder / FILE).read_bytes(), type=dict[str, Choice])
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError) as problem:  # names have the pictures that they had at first
            _LOG.warning("%s: %s", folder / FILE, problem)

    def all(self) -> Mapping[str, Choice]:
        """Return every choice, by name in small letters."""
        return self._chosen

    def of(self, name: str) -> Choice | None:
        """Return the choice of the person called `name`, or None."""
        return self._chosen.get(name.lower())

    def choose(self, name: str, choice: Choice) -> None:
        """Give `name` that picture and colour. Raise NotKept."""
        with self._lock:
            chosen = {key: kept for key, kept in self._chosen.items() if key != name.lower()}
            chosen[name.lower()] = choice
            chosen = dict(list(chosen.items())[-MAX_NAMES:])
            try:
                write_file(self._folder / FILE, msgspec.json.encode(chosen))
            except OSError as problem:
                raise not_kept(message("The picture"), self._folder, problem) from problem
            self._chosen = chosen
