"""Writes the program's own files atomically, and readable for its user alone."""

import contextlib
import os
import re
from pathlib import Path

from sheets.errors import BadInput, reason, remedy
from sheets.language import Term, message

FOLDER_MODE, FILE_MODE = 0o700, 0o600
"""Modes of folders and files that are made here."""
OWN_FOLDERS = frozenset({"backups", "calibrations", "damaged", "https", "pads", "photos", "records"})
OWN_FILES = re.compile(r"table\.(sqlite|lock)|(last-step|pictures|notices)\.json|prints\.jsonl|camera-")
"""The program's own in a folder of games, by name."""


class NotKept(BadInput):
    """Something cannot be kept on disk; nothing was changed. The message says why and what to do."""


NOT_KEPT = message("{what} cannot be saved in {folder} ({why}), so nothing was changed; {remedy}.")


def not_kept(what: str, folder: Path, problem: Exception) -> NotKept:
    """Return the error that `folder` cannot hold `what`, a sentence's subject in English."""
    return NotKept(
        NOT_KEPT,
        what=Term(what),
        folder=folder,
        why=reason(problem),
        remedy=remedy(problem),
    )


def make_folder(folder: Path) -> None:
    """Make `folder`, and those above it that are missing, if it is not there. Raises OSError."""
    if not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(FOLDER_MODE, exist_ok=True)


def make_private(folder: Path) -> None:
    """Let nobody but this user read the program's own files and folders in `folder`, which earlier versions
    left open. `folder` itself may be shared, and keeps its mode. Raises OSError."""
    for path in folder.iterdir():
        is_folder = path.is_dir()
        is_own = path.name in OWN_FOLDERS if is_folder else OWN_FILES.match(path.name)
        if is_own and not path.is_symlink():
            with contextlib.suppress(PermissionError):  # another user's: it stays as it is
                path.chmod(FOLDER_MODE if is_folder else FILE_MODE)


def claim_file(path: Path) -> None:
    """Make an empty file where there is none, for a library that would give it a mode of its own.

    Raises OSError.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def write_file(path: Path, data: bytes) -> None:
    """Write `data` to the file `path`, atomically, in place of an older one.

    Raises OSError.
    """
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        claim_file(part)
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def append_line(path: Path, line: bytes) -> None:
    """Write one more line at the end of a file. Raises OSError."""
    make_folder(path.parent)
    claim_file(path)
    with path.open("ab") as file:
        file.write(line + b"\n")
