"""The language of a request: from the device's cookie, or else from the preferences of its browser."""

from flask import request

from sheets.language import LANGUAGES, Translate, translator


def request_language() -> str:
    """Return the code of the request's language, a key of LANGUAGES. Default: "en"."""
    chosen = request.cookies.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def request_translator() -> Translate:
    """Return the function that translates into the language of the request."""
    return translator(request_language())
