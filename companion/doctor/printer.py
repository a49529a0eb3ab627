"""Checks whether the printer prints at 100 %, by the length of the check bar on a page."""

from collections.abc import Iterator

from companion.doctor.finding import Finding
from sheets.draw import CHECK_BAR_MM
from sheets.errors import BadInput
from sheets.language import message

TOLERANCE_MM = 0.5
"""A measured length may differ from CHECK_BAR_MM by this much."""
MIN_BAR_MM, MAX_BAR_MM = 10.0, 150.0
"""Shortest and longest possible length of the bar; anything else is a typing error."""


class NotALength(BadInput):
    """The length given for the check bar is impossible."""


def check_printer(measured: float | None) -> Iterator[Finding]:
    """Yield a finding on whether the printer prints at 100 %.

    `measured`: the length of the check bar in mm, or None if unknown. Raise NotALength if it can't be right.
    """
    if measured is None:
        text = message("It is not known whether the printer keeps the size.")
        todo = message(
            "Print a page (`qwixx print classic`), lay a ruler on the bar at its top, which should be "
            "{bar:g} mm long, and pass on what you measure, as in `qwixx doctor --check-bar 48.5`."
        )
        yield Finding("printer", "note", text, {"bar": CHECK_BAR_MM}, todo)
        return
    if not MIN_BAR_MM <= measured <= MAX_BAR_MM:
        raise NotALength(
            "--check-bar: expected the measured length of the bar of {bar:g} mm, in millimetres "
            "({least:g} to {most:g}), but found {measured:g}; measure it again.",
            bar=CHECK_BAR_MM,
            least=MIN_BAR_MM,
            most=MAX_BAR_MM,
            measured=measured,
        )
    percent, scale = 100 * measured / CHECK_BAR_MM, 100 * CHECK_BAR_MM / measured
    values = {"measured": measured, "percent": percent, "scale": scale}
    if abs(measured - CHECK_BAR_MM) <= TOLERANCE_MM:
        text = message("The printer keeps the size: the bar measures {measured:g} mm.")
        yield Finding("printer", "well", text, values)
        return
    text = message("The printer prints at {percent:.1f} %: the bar measures {measured:g} mm.")
    todo = message(
        "In the print dialogue choose “actual size” or 100 %, not “fit to page”; if that is already chosen, "
        "set the scale to {scale:.1f} %. Sheets that are already printed can still be read from photos."
    )
    yield Finding("printer", "fault", text, values, todo)
