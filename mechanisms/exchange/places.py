"""X-Change on paper: a strip of fields with two numbers."""

from __future__ import annotations

from sheets.placed import Placed


class Exchange(Placed):
    """Wide fields below the rows."""

    key = "exchange"
    strip_mm = 9.4
    widest = 2.0


MECHANISM = Exchange()
