"""Connect 15 on paper: fields count for the lock, because some tables count them (ruling connect-lock)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.sheet_scan.mechanism import Ties
from sheets.pad import Pad


class Connections(Ties):
    """Fields stand alone."""

    key = "connections"

    def counts_in_row(self, pad: Pad, row: int) -> Iterator[tuple[str, int]]:
        """The fields."""
        yield from ((field.name, 1) for field in pad.part(self.key) if field.row == row)


MECHANISM = Connections()
