"""The language of one request: that of the device's cookie, otherwise the one that its browser prefers."""

from flask import request

from sheets.language import LANGUAGES, Translate, translator


def request_language() -> str:
    """Return the key of LANGUAGES for the device that asks."""
    chosen = request.cookies.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def request_translator() -> Translate:
    """Return the function that translates into the language of the device that asks."""
    return translator(request_language())
