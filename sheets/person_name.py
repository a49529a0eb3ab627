"""Cleans the names that players type."""

import re
import unicodedata

_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u27ff\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
    "\ufe0f?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
)
_IGNORABLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Invisible characters: Unicode's Default_Ignorable_Code_Point, and the blank Braille pattern."""
_SEEN = re.compile(f"({_EMOJI}(?:\u200d{_EMOJI})*)|{_IGNORABLE}")


def clean_name(typed: str) -> str:
    """Return `typed` as a name to store: composed letters (NFC), single spaces, no invisible characters.

    Joiners within an emoji stay. Return "" for a name that has only dashes, because "-" is written for "no
    mark".

    >>> clean_name(" Zoe\u0308\u3164 \u2800"), len(clean_name("\U0001f468\u200d\U0001f467"))
    ('Zoë', 3)
    """
    spaced = "".join(
        each for each in " ".join(typed.split()) if each.isprintable() or re.match(_IGNORABLE, each)
    )
    seen = _SEEN.sub(lambda match: match[1] or "", spaced)
    name = " ".join(unicodedata.normalize("NFC", seen).split())
    return "" if all(unicodedata.category(each) in ("Pd", "Zs") for each in name) else name
