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
    """The photos called `names`, in that order, as an iterator of (name, image).

    What is no image is complained of and passed over. `status` begins at 0 and is 2 after one; the verb
    raises it to 1 by `doubt` for what was read but not complete.
    """

    def __init__(self, names: Sequence[str], label: str) -> None:
        self.status = 0
        self._names = names
        self._progress = Progress(label, len(names))

    def __iter__(self) -> Iterator[tuple[str, Image]]:
        from vision.frames.image import ImageError, load

        with self._progress as progress:
            for name in self._names:
                try:
                    image = load(Path(name))
                except ImageError as problem:
                    progress.print_error(problem)
                    self.status = UNUSABLE
                else:
                    yield name, image
                progress.step()

    def say(self, text: str) -> None:
        """A line on standard output."""
        self._progress.say(text)

    def doubt(self) -> None:
        """Something in a photo was not read complete."""
        self.status = max(self.status, 1)
