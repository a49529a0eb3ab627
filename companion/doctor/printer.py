"""The printer: whether it prints at 100 %, by the bar of 50 mm on each page and a ruler."""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.finding import Finding
from sheets.draw import CHECK_BAR_MM
from sheets.errors import BadInput
from sheets.language import message

EXACT = 0.5
"""Millimetres by which a ruler and an eye may be off."""
LEAST, MOST = 10.0, 150.0
"""Lengths in mm that the bar can have on paper; anything else is a slip of the pen."""


class NotALength(BadInput):
    """What was measured cannot be the bar."""


def check_printer(measured: float | None) -> Iterator[Finding]:
    """What `measured`, the length of the check bar on paper in mm, says of the printer; None: not yet known.

    Raises:
        NotALength: it cannot be the bar's length.
    """
    if measured is None:
        text = message("Whether the printer keeps the size is not known.")
        todo = message(
            "Print a page (`qwixx print classic`), lay a ruler on the bar at its top, which is {bar:g} mm "
            "long, and tell what you measure, as in `qwixx doctor --check-bar 48.5`."
        )
        yield Finding("printer", "note", text, {"bar": CHECK_BAR_MM}, todo)
        return
    if not LEAST <= measured <= MOST:
        raise NotALength(
            "--check-bar: expected what a ruler says of the bar of {bar:g} mm, in millimetres ({least:g} to "
            "{most:g}), but found {measured:g}; measure it again.",
            bar=CHECK_BAR_MM,
            least=LEAST,
            most=MOST,
            measured=measured,
        )
    values = {
        "measured": measured,
        "percent": 100 * measured / CHECK_BAR_MM,
        "scale": 100 * CHECK_BAR_MM / measured,
    }
    if abs(measured - CHECK_BAR_MM) <= EXACT:
        text = message("The printer keeps the size: the bar measures {measured:g} mm.")
        yield Finding("printer", "well", text, values)
        return
    text = message("The printer prints at {percent:.1f} %: the bar measures {measured:g} mm.")
    todo = message(
        "In the print dialogue choose “actual size” or 100 %, not “fit to page”; where that is chosen "
        "already, set the scale to {scale:.1f} %. Sheets that are printed are read from photos all the same."
    )
    yield Finding("printer", "fault", text, values, todo)
