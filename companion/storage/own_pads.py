"""Custom pads (score sheets that people designed), kept as files in the folder of the games."""

import logging
from pathlib import Path

from companion.storage.private_files import not_kept, write_file
from sheets.errors import reason, remedy
from sheets.language import message
from sheets.pad import Pad, pad_of_file, read_pad
from sheets.pad_table import PadError

FOLDER = "pads"
MAX_PADS = 40

_LOG = logging.getLogger(__name__)


class OwnPads:
    """The custom pads in the folder of the games, one file each: `pads/pad-NAME.toml`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def keep(self, data: bytes, name: str) -> Pad:
        """Save a pad file with the content `data`, replacing a pad of the same name, and return the pad.

        `name`: the uploaded file's name, for error messages. Raise PadError or NotKept.
        """
        pad = pad_of_file(data, name)
        if len([other for other in self.all() if other.name != pad.name]) >= MAX_PADS:
            raise PadError(
                "{path}: a table keeps at most {most} pads of its own; forget one of them on the page "
                "for a new game.",
                path=name,
                most=MAX_PADS,
            )
        try:
            write_file(self._path(pad.name), data)
        except OSError as problem:
            raise not_kept(message("The pad"), self._folder, problem) from problem
        return pad

    def all(self) -> tuple[Pad, ...]:
        """Return all custom pads, sorted by title. Damaged files are logged and skipped."""
        pads = []
        for path in self._folder.glob("pad-*.toml"):
            try:
                pads.append(read_pad(path))
            except PadError as problem:  # a damaged file must not stop the game
                _LOG.warning("%s", problem)
        return tuple(sorted(pads, key=lambda pad: (pad.title.casefold(), pad.name)))

    def find(self, name: str) -> Pad | None:
        return next((pad for pad in self.all() if pad.name == name), None)

    def forget(self, name: str) -> bool:
        """Delete the pad `name`. Return False if there is none. Raise PadError if it can't be deleted."""
        pad = self.find(name)
        if pad is None:
            return False
        try:
            self._path(pad.name).unlink(missing_ok=True)
        except OSError as problem:
            raise PadError(
                "The pad {title} cannot be forgotten ({why}); {remedy}.",
                title=pad.title,
                why=reason(problem),
                remedy=remedy(problem),
            ) from None
        return True

    def _path(self, name: str) -> Path:
        """Return the path of a pad's file. A pad's name has only letters, digits and hyphens."""
        return self._folder / f"pad-{name}.toml"
