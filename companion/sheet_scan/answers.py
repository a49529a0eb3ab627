"""People's answers about the doubtful places of a sheet that was read from a photo."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import SheetReading


def with_marked_places(reading: SheetReading, places: Collection[str]) -> ObservedSheet:
    """What stands on the sheet if these doubtful places are marked; the reading has a pad."""
    assert reading.observed is not None and reading.pad is not None
    more, observed = ObservedSheet.from_places(reading.pad, list(places)), reading.observed
    a, b, c, d = (old | new for old, new in zip(observed.rows, more.rows, strict=True))
    return replace(
        observed,
        rows=(a, b, c, d),
        locks=observed.locks | more.locks,
        misses=observed.misses + more.misses,
        bar=observed.bar | more.bar,
    )
