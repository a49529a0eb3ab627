"""Makes text from outside the program safe to show."""

import re
from functools import cache

_OBEYED = (
    "\x00-\x1f\x7f-\x9f"  # control characters of ASCII and of Latin-1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # controls of the writing direction
    "\u206a-\u206f\ufff9-\ufffb"  # deprecated format characters, and interlinear annotations
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff"  # surrogates: bytes of a file name that are not UTF-8
)
"""Characters that may move the cursor, change colours or reverse the reading order (UAX #9)."""


def visible(text: str, kept: str = "") -> str:
    r"""Return `text` with U+FFFD in place of each control character that isn't in `kept`.

    The length stays the same. Zero-width joiners stay, because names and emoji need them.

    >>> visible("Ann\x1b[31m\u202eneB")
    'Ann\ufffd[31m\ufffdneB'
    """
    if text.isprintable():  # a fast check: control characters aren't printable
        return text
    return _obeyed(kept).sub("\N{REPLACEMENT CHARACTER}", text)


@cache
def _obeyed(kept: str) -> re.Pattern[str]:
    return re.compile(f"[{_OBEYED}](?<![{re.escape(kept)}])" if kept else f"[{_OBEYED}]")
