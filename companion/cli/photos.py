"""Photos named on the command line, read one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.progress import NamedFiles

if TYPE_CHECKING:
    from vision.frames.image import Image


class Photos(NamedFiles):
    """Yields the name and image of each photo; each page of a PDF or TIFF counts as a photo."""

    def __init__(self, names: Sequence[str], label: str) -> None:
        super().__init__(names, label, len(names))

    def __iter__(self) -> Iterator[tuple[str, Image]]:
        from vision.frames.documents import load_pages
        from vision.frames.image import ImageError

        with self._progress as progress:
            for name in self._names:
                try:
                    pages = load_pages(Path(name))
                except ImageError as problem:
                    self._refuse(problem)
                else:
                    for number, image in enumerate(pages, start=1):
                        yield name if len(pages) == 1 else f"{name} ({number})", image
                progress.step()
