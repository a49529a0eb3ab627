"""Writes the program's own files, readable by this user only. A file is replaced atomically."""

import contextlib
import os
import re
from pathlib import Path

from sheets.errors import BadInput, reason, remedy
from sheets.language import Term, message

FOLDER_MODE, FILE_MODE = 0o700, 0o600
OWN_FOLDERS = frozenset({"backups", "calibrations", "damaged", "https", "pads", "photos", "records"})
OWN_FILES = re.compile(r"table\.(sqlite|lock)|(last-step|pictures|notices)\.json|prints\.jsonl|camera-")
"""Beginnings of the names of the program's own files in a folder of games."""


class NotKept(BadInput):
    """Something can't be saved, and nothing was changed."""


NOT_KEPT = message("{what} cannot be saved in {folder} ({why}), so nothing was changed; {remedy}.")


def not_kept(what: str, folder: Path, problem: Exception) -> NotKept:
    """Return the error whose message says that `what` (in English) can't be saved in `folder`."""
    return NotKept(
        NOT_KEPT,
        what=Term(what),
        folder=folder,
        why=reason(problem),
        remedy=remedy(problem),
    )


def make_folder(folder: Path) -> None:
    """Make `folder` and its missing parents, accessible to this user only, or raise OSError."""
    if folder.parent != folder and not folder.parent.exists():
        make_folder(folder.parent)
    folder.mkdir(FOLDER_MODE, exist_ok=True)


def make_private(folder: Path) -> None:
    """Restrict the program's own files in `folder` to this user, or raise OSError."""
    for path in folder.iterdir():
        is_folder = path.is_dir()
        is_own = path.name in OWN_FOLDERS if is_folder else OWN_FILES.match(path.name)
        if is_own and not path.is_symlink():
            with contextlib.suppress(PermissionError):  # it belongs to another user
                path.chmod(FOLDER_MODE if is_folder else FILE_MODE)


def claim_file(path: Path) -> None:
    """Create `path` as an empty private file if it is missing, so that no library creates it less private."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))


def write_file(path: Path, data: bytes) -> None:
    """Write `data` to the file `path`, atomically replacing an older file, or raise OSError."""
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
    """Append `line` to the file `path`, which is created if missing, or raise OSError."""
    make_folder(path.parent)
    claim_file(path)
    with path.open("ab") as file:
        file.write(line + b"\n")
