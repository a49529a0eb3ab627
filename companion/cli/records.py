"""Records named on the command line, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import UNUSABLE
from companion.cli.progress import Progress
from companion.records.record import MAX_RECORD_BYTES, NotARecord, Record, read_record
from sheets.errors import BadInput, reason
from sheets.language import Term, message

if TYPE_CHECKING:
    from rich.text import Text


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-"; BadInput if it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_RECORD_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read() if name.endswith(".jsonl") else file.read(MAX_RECORD_BYTES + 1)
    except OSError as problem:
        raise BadInput("{name}: the file cannot be read ({why}).", name=name, why=reason(problem)) from None
    except ValueError:  # a name with a null byte
        raise BadInput("{name!r}: this is no file name.", name=name) from None


def file_label(name: str) -> str:
    """A file's name as it stands in a sentence."""
    return Term(message("standard input")) if name == "-" else name


def split_records(name: str) -> list[tuple[str, bytes]]:
    """The records in a file, unread, each with its place for a sentence: one, or one a line of a .jsonl file.

    Raises:
        BadInput: the file cannot be read.
    """
    data = read_bytes(name)
    if not name.endswith(".jsonl"):
        return [(file_label(name), data)]
    lines = enumerate(data.split(b"\n"), 1)
    return [(f"{name}:{number}", line) for number, line in lines if line.strip()]


class Records:
    """The records in the files called `names`, in that order, as an iterator, with progress.

    What is not a record is an error with file and place, and is left out. `status` is the exit status: 0,
    1 after `mark_illegal`, 2 after an error.
    """

    def __init__(self, names: Sequence[str], label: str) -> None:
        self.status = 0
        self._names, self._label = names, label
        self._progress = Progress(label, 0)

    def __iter__(self) -> Iterator[Record]:
        for name in self._names:
            try:
                found = split_records(name)
            except BadInput as problem:
                self._refuse(problem)
                continue
            with Progress(self._label, len(found)) as self._progress:
                for place, piece in found:
                    try:
                        record = read_record(piece)
                    except NotARecord as problem:
                        self._refuse(BadInput("{place}: {problem}", place=place, problem=problem))
                    else:
                        yield record
                    self._progress.step()

    def _refuse(self, problem: BadInput) -> None:
        self._progress.print_error(problem)
        self.status = UNUSABLE

    def say(self, *lines: str | Text) -> None:
        """Lines on standard output."""
        self._progress.say(*lines)

    def mark_illegal(self) -> None:
        """A mark in a record is illegal: status 1."""
        self.status = max(self.status, 1)
