"""Texts of others made safe to show: without characters that a terminal or a browser would obey."""

import re
from functools import cache

_OBEYED = (
    "\x00-\x1f\x7f-\x9f"  # control characters of ASCII and of Latin-1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the direction of writing
    "\u206a-\u206f\ufff9-\ufffb"  # their forerunners, and notes between the lines
    "\u2028\u2029"  # ends of lines and paragraphs
    "\ud800-\udfff"  # halves of characters: bytes of a file's name that are not UTF-8
)
"""Characters that move a cursor, change colours, or reverse the order of reading (UAX #9)."""


def visible(text: str, kept: str = "") -> str:
    r"""Replace each character of `text` that is obeyed and not shown by U+FFFD, except those in `kept`.

    The length stays the same. Joiners are kept, because names and emoji need them.

    >>> visible("Ann\x1b[31m\u202eneB")
    'Ann\ufffd[31m\ufffdneB'
    """
    if text.isprintable():  # no such character is, and this is faster to ask
        return text
    return _obeyed(kept).sub("\N{REPLACEMENT CHARACTER}", text)


@cache
def _obeyed(kept: str) -> re.Pattern[str]:
    """Return the pattern of the characters to replace, except those in `kept`."""
    return re.compile(f"[{_OBEYED}](?<![{re.escape(kept)}])" if kept else f"[{_OBEYED}]")
