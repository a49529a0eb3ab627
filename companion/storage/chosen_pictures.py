"""The pictures and colours that people chose for their names, saved in the folder of the games."""

import logging
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.storage.private_files import not_kept, write_file
from sheets.language import message

FILE = "pictures.json"
MAX_NAMES = 500

Choice = tuple[int, int]
"""The index of a picture (`PICTURES` in `person_sign.py`), and the number of a colour."""

_LOG = logging.getLogger(__name__)


class ChosenPictures:
    """The picture and colour that each person chose, by name (ignoring case). Thread-safe."""

    def __init__(self, folder: Path) -> None:
        """Read the choices from `folder`. A damaged file is logged and counts as empty."""
        self._folder, self._lock = folder, threading.Lock()
        self._chosen: dict[str, Choice] = {}
        try:
            self._chosen = msgspec.json.decode((folder / FILE).read_bytes(), type=dict[str, Choice])
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError) as problem:  # names fall back to their default pictures
            _LOG.warning("%s: %s", folder / FILE, problem)

    def all(self) -> Mapping[str, Choice]:
        """Return every choice, by lower-case name."""
        return self._chosen

    def of(self, name: str) -> Choice | None:
        return self._chosen.get(name.lower())

    def choose(self, name: str, choice: Choice) -> None:
        """Save `choice` for `name`; drop the oldest choices beyond MAX_NAMES. Raise NotKept if this fails."""
        with self._lock:
            chosen = {key: kept for key, kept in self._chosen.items() if key != name.lower()}
            chosen[name.lower()] = choice
            chosen = dict(list(chosen.items())[-MAX_NAMES:])
            try:
                write_file(self._folder / FILE, msgspec.json.encode(chosen))
            except OSError as problem:
                raise not_kept(message("The picture"), self._folder, problem) from problem
            self._chosen = chosen
