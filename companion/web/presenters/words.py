"""The language of one request: the device's cookie, else what its browser asks for."""

from __future__ import annotations

import unicodedata

from flask import request

from sheets.language import LANGUAGES, Translate, translator, with_decimal_mark


def language() -> str:
    """A key of LANGUAGES for the device that asks."""
    chosen = request.cookies.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def translate() -> Translate:
    """The translating function for the device that asks."""
    return translator(language())


def points(number: float | str) -> str:
    """Points as they stand on paper: with a minus sign, not a hyphen."""
    return str(number).replace("-", "\u2212")


def decimal_mark(text: str) -> str:
    """A number, as a template formats it, with the decimal mark of the device's language."""
    return with_decimal_mark(text, translate())


def unread_text(players: tuple[str, ...], _: Translate) -> str:
    """What to do about sheets not seen since the game ended; "" where all are known."""
    if not players:
        return ""
    return _("Photograph the sheets, and the points stand here. Not read yet: {players}.").format(
        players=", ".join(players)
    )


def clean(name: str) -> str:
    """A name as it is kept: composed letters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(name.split()))
