"""Writes files, or raises an error that says why a file can't be written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import waiting_notice
from sheets.errors import BadInput, reason, remedy
from sheets.language import Term, message

if TYPE_CHECKING:
    from vision.frames.image import Image

PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
"""Suffixes that determine a picture's format; with any other suffix a picture is a JPEG."""


class Unwritable(BadInput):
    """A file can't be written."""


FILE_KINDS = (message("file"), message("PDF"), message("picture"))
"""Words that messages use for a file."""


def write_file(target: Path, content: bytes, kind: str = "file") -> None:
    """Write `content` to `target`, or raise Unwritable. `kind`: the word for the file, one of FILE_KINDS."""
    try:
        if target.is_dir():
            raise Unwritable(
                "{file} is a folder; name the {kind} to write, in it or elsewhere.",
                file=target,
                kind=Term(kind),
            )
        if not target.parent.is_dir():
            raise Unwritable(
                "There is no folder {folder} to write {file} into; make it first.",
                folder=target.parent,
                file=target.name,
            )
        if target.is_fifo():  # opening and writing a pipe waits for its reader
            with waiting_notice(str(target)):
                target.write_bytes(content)
        else:
            target.write_bytes(content)
    except OSError as problem:
        raise _refused(target, problem) from None


def write_picture(target: Path, image: Image) -> None:
    """Write `image` (HxWx3 BGR uint8) in the format of the suffix of `target`, or raise Unwritable."""
    import cv2

    suffix = target.suffix.lower()
    done, data = cv2.imencode(suffix if suffix in PICTURE_SUFFIXES else ".jpg", image)
    assert done
    write_file(target, data.tobytes(), "picture")


def make_folder(folder: Path) -> Path:
    """Make the folder if it doesn't exist, and return its path. Raise Unwritable if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _refused(folder, problem) from None
    return folder


def _refused(target: Path, problem: OSError) -> Unwritable:
    return Unwritable(
        "{file} cannot be written ({why}); {remedy}, or choose another place or name.",
        file=target,
        why=reason(problem),
        remedy=remedy(problem),
    )
