"""Photos named on the command line, read one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import UNUSABLE
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from vision.frames.image import Image


class Photos:
    """Iterates over the photos in the files `names`, as (name, image), with a progress bar.

    Each page of a PDF or TIFF is a photo, named by the file and the page's number. A file that isn't an image
    is reported on standard error and skipped.
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
        """Print lines on standard output."""
        self._progress.say(*lines)

    def mark_incomplete(self) -> None:
        """Record that a photo was not read completely: raise `status` to 1 unless it is higher."""
        self.status = max(self.status, 1)
