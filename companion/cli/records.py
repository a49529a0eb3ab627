"""Records (recorded games) named on the command line, read one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.cli.output import waiting_notice
from companion.cli.progress import NamedFiles, Progress
from companion.records.reading import read_record
from companion.records.record import Record
from companion.records.validation import MAX_RECORD_BYTES, NotARecord
from sheets.errors import BadInput, reason
from sheets.language import Term, message
from sheets.ordinary_file import open_ordinary


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, a pipe or standard input ("-") during the context. Raise BadInput if this fails."""
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        if Path(name).is_file():
            with open_ordinary(Path(name)) as file:
                yield file
            return
        with waiting_notice(name):
            file = open_ordinary(Path(name), piped=True)
            file.peek(1)
        with file:
            yield file
    except OSError as problem:
        raise BadInput("{name}: the file cannot be read ({why}).", name=name, why=reason(problem)) from None
    except ValueError:  # a name with a null byte
        raise BadInput("{name!r}: this is not a file name.", name=name) from None


def read_bytes(name: str) -> bytes:
    """Return at most MAX_RECORD_BYTES + 1 bytes of a file, or raise BadInput."""
    with opened(name) as file:
        return file.read(MAX_RECORD_BYTES + 1)


def file_label(name: str) -> str:
    """Return the name of a file as written in sentences: "standard input" for "-"."""
    return Term(message("standard input")) if name == "-" else name


def split_records(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield (name for messages, bytes) of each record in a file; a .jsonl file has a record per line.

    The file may be larger than memory. Raise BadInput if it can't be read.
    """
    if not name.endswith(".jsonl"):
        yield file_label(name), read_bytes(name)
        return
    with opened(name) as file:
        number = 0
        while line := file.readline(MAX_RECORD_BYTES + 1):
            number += 1
            rest = line
            while rest and not rest.endswith(b"\n"):  # skip the rest of a line that is too long for a record
                rest = file.readline(MAX_RECORD_BYTES)
            if line.strip():
                yield f"{name}:{number}", line.rstrip(b"\n")


def _count_records(name: str) -> int:
    """Return an upper bound on the number of records in a file, or 0 if unknown."""
    if not name.endswith(".jsonl"):
        return 1
    try:
        with open_ordinary(Path(name)) as file:
            return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")) + 1
    except (OSError, ValueError):
        return 0


class Records(NamedFiles):
    """Yields the valid records in the named files, and reports the others."""

    def __iter__(self) -> Iterator[Record]:
        for name in self._names:
            with Progress(self._label, _count_records(name)) as self._progress:
                try:
                    for place, piece in split_records(name):
                        try:
                            record = read_record(piece)
                        except NotARecord as problem:
                            self._refuse(BadInput("{place}: {problem}", place=place, problem=problem))
                        else:
                            yield record
                        self._progress.step()
                except BadInput as problem:
                    self._refuse(problem)
