"""People's answers about the doubtful places of a sheet that was read from a photo."""

from collections.abc import Collection

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.reading import SheetReading


def with_marked_places(reading: SheetReading, places: Collection[str]) -> ObservedSheet:
    """Return the crosses on the sheet if also these doubtful `places` are marked. The reading must have a
    pad."""
    assert reading.observed is not None and reading.pad is not None
    return ObservedSheet.from_places(reading.pad, [*reading.observed.places, *places])
