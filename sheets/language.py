"""One catalogue for page, PDF, command line and rule texts: English in the code, es and de beside it."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}

Translate = Callable[[str], str]


@cache
def translator(language: str) -> Translate:
    """The function that turns an English sentence of ours into `language` (a key of LANGUAGES).

    A sentence without a translation, and any sentence for an unknown language, stays English.

    >>> translator("en")("Roll")
    'Roll'
    """
    folder = Path(__file__).with_name("locale")
    return gettext.translation("qwixx", folder, [language], fallback=True).gettext


def message(text: str) -> str:
    """Name `text` for the catalogue where it is written; it is translated later, where it is shown."""
    return text
