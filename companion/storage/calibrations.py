"""Calibrations on disk: the known dice of a camera, by its name, in the folder of the games.

A file each, `calibrations/NAME-SIDES.json`; it holds colours and sizes, no picture.
"""

import contextlib
import hashlib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from companion.storage.private_files import write_file
from sheets.errors import BadInput, reason, remedy
from sheets.language import message, phrase
from sheets.ordinary_file import read_ordinary
from vision.dice.calibrated_dice import CalibratedDice
from vision.reading import COLOURS

FOLDER = "calibrations"
SCHEMA = "qwixx-calibration/1"
MAX_NAME_LENGTH = 200
"""Letters of a name at most."""
MAX_FILE_BYTES = 20_000
"""Bytes of a file at most; one of ours has two thousand."""
NO_CALIBRATION = "none"
"""The name that means: none of them."""


class NoCalibration(BadInput):
    """There is no such calibration, or its file is none; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The known dice of a table. `name`: of the camera, or one that a person gave; `made`: when, in UTC."""

    name: str
    made: datetime
    known: CalibratedDice


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: str
    name: str
    made: datetime
    known: CalibratedDice


def calibration_name(source: str) -> str:
    """The name under which the dice seen by `source` are kept: a camera's own name or address; of a file or a
    folder where it lies."""
    try:
        path = Path(source).expanduser()
        if source and path.exists():
            return str(path.resolve())
    except (OSError, ValueError, RuntimeError):
        pass
    return source


def current_second() -> datetime:
    """This second, UTC."""
    return datetime.now(UTC).replace(microsecond=0)


class Calibrations:
    """The calibrations in the folder of the games."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: that of the games; None for this system's own place."""
        self._folder = (folder or Path(user_data_path("qwixx-at-the-table", appauthor=False))) / FOLDER

    def save(self, calibration: Calibration) -> Path:
        """Write it to disk, in place of an older one of that name. Raises NoCalibration if that fails."""
        if (
            not calibration.name.strip()
            or len(calibration.name) > MAX_NAME_LENGTH
            or calibration.name == NO_CALIBRATION
        ):
            raise NoCalibration(
                "A calibration's name has 1 to {longest} letters and is not {none!r}; name it with --name.",
                longest=MAX_NAME_LENGTH,
                none=NO_CALIBRATION,
            )
        path = self._path(calibration.name, calibration.known.sides)
        text = msgspec.json.encode(_File(SCHEMA, calibration.name, calibration.made, calibration.known))
        try:
            write_file(path, msgspec.json.format(text, indent=1) + b"\n")
        except OSError as problem:
            raise NoCalibration(
                "The dice cannot be kept in {folder} ({why}); {remedy}, or name another folder with --data.",
                folder=path.parent,
                why=reason(problem),
                remedy=remedy(problem),
            ) from None
        return path

    def all(self) -> tuple[Calibration, ...]:
        """All calibrations, by name; other files are left out."""
        found = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(NoCalibration):
                found.append(self._read(path))
        return tuple(sorted(found, key=lambda each: (each.name.casefold(), each.name, each.known.sides)))

    def find(self, names: Iterable[str], sides: int = 6) -> Calibration | None:
        """The one of the first of these names for which there is one.

        Raises NoCalibration if its file is damaged.
        """
        for name in names:
            path = self._path(name, sides)
            if path.is_file():
                return self._read(path)
        return None

    def by_name(self, name: str, sides: int = 6) -> Calibration:
        """The one that a person means by `name`: all of it or a part. Raises NoCalibration."""
        exact = self.find([name, calibration_name(name)], sides)
        if exact is not None:
            return exact
        every = [each for each in self.all() if each.known.sides == sides]
        fitting = [each for each in every if name.casefold() in each.name.casefold()] if name else []
        if len(fitting) == 1:
            return fitting[0]
        here = ", ".join(each.name for each in (fitting or every))
        if fitting:
            raise NoCalibration(
                "{name!r} fits several calibrations: {here}; name one of them.", name=name, here=here
            )
        text = message("No dice are calibrated under the name {name!r}; {remedy}")
        if sides == 8:
            text = message("No eight-sided dice are calibrated under the name {name!r}; {remedy}")
        remedy = phrase("there are: {names}.", names=here) if here else phrase("`qwixx calibrate` does it.")
        raise NoCalibration(text, name=name, remedy=remedy)

    def delete(self, name: str) -> int:
        """Delete what is kept under `name`, for any number of sides; how many files that were."""
        gone = 0
        for sides in (6, 8):
            path = self._path(name, sides)
            if path.is_file():
                try:
                    path.unlink()
                except OSError as problem:
                    raise NoCalibration(
                        "{path} cannot be deleted ({why}); delete the file.", path=path, why=reason(problem)
                    ) from None
                gone += 1
        return gone

    def _path(self, name: str, sides: int) -> Path:
        """Names are of all signs and lengths; a file's is readable and cannot leave its folder."""
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[-40:].strip("-")
        mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:10]
        return self._folder / f"{plain}-{mark}-{sides}.json"

    @staticmethod
    def _read(path: Path) -> Calibration:
        try:
            data = read_ordinary(path, MAX_FILE_BYTES)
            if len(data) > MAX_FILE_BYTES:
                raise ValueError(message("it is too large"))
            kept = msgspec.json.decode(data, type=_File)
            _check(kept)
        except (OSError, ValueError, RecursionError, msgspec.MsgspecError) as problem:
            raise NoCalibration(
                "{path} does not hold calibrated dice ({why}); delete it and run `qwixx calibrate` again.",
                path=path,
                why=reason(problem),
            ) from None
        return Calibration(kept.name, kept.made, kept.known)


def _check(kept: _File) -> None:
    """Raise ValueError for what the types alone let through."""
    known = kept.known
    numbers = [*known.edges, *known.ground, *(v for die in known.dice for v in (*die.tone, *die.said))]
    if kept.schema != SCHEMA:
        raise ValueError(f"expected {SCHEMA}, found {kept.schema[:40]!r}")
    if known.sides not in (6, 8) or not 1 <= len(known.dice) <= 6 or min(known.size) < 1:
        raise ValueError(message("it is not a set of dice"))
    if (
        not all(math.isfinite(v) and abs(v) < 1e5 for v in numbers)
        or not 0 < known.edges[0] <= known.edges[1]
    ):
        raise ValueError(message("its numbers are out of range"))
    if any(die.colour not in COLOURS or len(die.said) != 6 or min(die.said) < 0 for die in known.dice):
        raise ValueError(message("a colour is not one of the five"))
