"""Photos named on the command line, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import UNUSABLE
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from vision.frames.image import Image


class Photos:
    """The photos called `names`, in that order, as an iterator of (name, image), with progress.

    Each page of a PDF or TIFF is a photo, called by its number.

    A file that is not an image is an error on standard error and is left out. `status` is the exit status: 0,
    1 after `mark_incomplete`, 2 after an error.
    """

    def __init__(self, names: Sequence[str], label: str) -> None:
        self.status = 0
        self._names = names
        self._progress = Progress(label, len(names))

    def __iter__(self) -> Iterator[tuple[str, Image]]:
        from vision.frames.documents import load_pages
        from vision.frames.image import ImageError

        with self._progress as progress:
            for name in self._names:
                try:
                    pages = load_pages(Path(name))
                except ImageError as problem:
                    progress.print_error(problem)
                    self.status = UNUSABLE
                else:
                    for number, image in enumerate(pages, start=1):
                        yield name if len(pages) == 1 else f"{name} ({number})", image
                progress.step()

    def say(self, *lines: str) -> None:
        """Print the lines to standard output."""
        self._progress.say(*lines)

    def mark_incomplete(self) -> None:
        """Note that a photo was not read complete: status 1."""
        self.status = max(self.status, 1)
