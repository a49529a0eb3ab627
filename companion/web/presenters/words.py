"""Numbers and sentences that several pages share."""

from __future__ import annotations

from companion.web.server.request_language import request_translator
from sheets.language import Translate, with_decimal_mark


def points(number: float | str) -> str:
    """Points as they stand on paper: with a minus sign, not a hyphen."""
    return str(number).replace("-", "\u2212")


def decimal_mark(text: str) -> str:
    """A number, as a template formats it, with the decimal mark of the device's language."""
    return with_decimal_mark(text, request_translator())


def unread_text(players: tuple[str, ...], _: Translate) -> str:
    """What to do about sheets not seen since the game ended; "" where all are known."""
    if not players:
        return ""
    return _("Photograph the sheets, and the points stand here. Not read yet: {players}.").format(
        players=", ".join(players)
    )
