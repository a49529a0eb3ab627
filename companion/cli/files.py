"""Files that verbs write: each is written whole, or one sentence says why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sheets.errors import BadInput

if TYPE_CHECKING:
    from vision.frames import Image

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
"""Endings that say in which format a picture is to be written; any other gets JPEG."""


class Unwritable(BadInput):
    """A file cannot be written; the message says why and what to do."""


def write_file(target: Path, content: bytes, kind: str = "file") -> None:
    """Write `content` to `target`. `kind` is what a sentence calls it, as in "name the PDF to write".

    Raises:
        Unwritable: it is a folder, lies in none, or the system refuses.
    """
    try:
        if target.is_dir():
            raise Unwritable(f"{target} is a folder; name the {kind} to write, in it or elsewhere.")
        if not target.parent.is_dir():
            raise Unwritable(
                f"There is no folder {target.parent} to write {target.name} into; make it first."
            )
        target.write_bytes(content)
    except OSError as problem:
        raise _refused(target, problem) from None


def write_picture(target: Path, image: Image) -> None:
    """Write `image` (HxWx3 BGR uint8) in the format that the ending of `target` names. Raises Unwritable."""
    import cv2

    suffix = target.suffix.lower()
    done, data = cv2.imencode(suffix if suffix in PICTURES else ".jpg", image)
    assert done
    write_file(target, data.tobytes(), "picture")


def make_folder(folder: Path) -> Path:
    """The folder, made if it was not there. Raises Unwritable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _refused(folder, problem) from None
    return folder


def _refused(target: Path, problem: OSError) -> Unwritable:
    reason = problem.strerror or "the system refused"
    return Unwritable(f"{target} cannot be written ({reason}); choose another place or name.")
