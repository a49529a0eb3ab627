"""The help that a device wants: its level of hints, and whether steps are explained; kept in cookies."""

from flask import request

from sheets.language import message

HINTS = {
    "off": (message("No hints"), message("The sheet shows only what is crossed, as on paper.")),
    "cells": (message("Legal cells"), message("Cells that may be crossed now stand out.")),
    "suggestions": (message("Suggestions"), message("Also the best crosses now, each with its reason.")),
    "coach": (message("Coach"), message("After the turn: what would have been better, and why.")),
}
"""Each level of hints: its name, and its explanation."""


def hint_level() -> str:
    """The level of hints on the device that asks, a key of HINTS."""
    chosen = request.cookies.get("hints", "cells")
    return chosen if chosen in HINTS else "cells"


def explanation_choice() -> bool | None:
    """True if the device that asks explains each step; None if it has not chosen and follows its table."""
    return {"on": True, "off": False}.get(request.cookies.get("explain", ""))
