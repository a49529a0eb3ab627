"""Names of players at one table, none of which may look like another."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.table.events import MAX_NAME_LENGTH
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.person_name import clean_name

_SHAPES = (("Cl", "d"), ("cl", "d"), ("vv", "w"))
"""Pairs of letters that look like one letter; Unicode's table of confusables lacks these pairs."""
_PRESENTATION = re.compile("[\ufe00-\ufe0f]")


def named(typed: str) -> str:
    """Return the typed name, cleaned. Raise RequestRefused if it is empty or too long."""
    name = clean_name(typed)
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        text = message("A name has 1 to {most} letters.")
        raise RequestRefused("name", text, status=422, most=MAX_NAME_LENGTH)
    return name


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of `others` that people could confuse with `name`, or None; all names are cleaned."""
    mine = _skeletons(name)
    return next((other for other in others if mine & _skeletons(other)), None)


def _skeletons(name: str) -> set[str]:
    """Return two skeletons (UTS 39) of a name, as written and case-folded. Alike names share one."""
    written = shaped = unicodedata.normalize("NFKC", _PRESENTATION.sub("", name))
    for letters, shape in _SHAPES:
        shaped = shaped.replace(letters, shape)
    return {f"= {_skeleton(shaped)}", f"~ {_skeleton(written.casefold())}"}


def _skeleton(text: str) -> str:
    prototypes = "".join(map(_prototype, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFD", prototypes)


@lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    """Return the ASCII letters that a character resembles by Unicode's table of confusables, or itself.

    Readers of other scripts can tell their letters apart. The library lists for a character its prototype,
    and for a prototype all of its characters.
    """
    from confusable_homoglyphs import confusables  # reads a megabyte, so only when a player joins

    confusable = confusables.is_confusable(character) or [{"homoglyphs": ()}]
    alike = [str(other["c"]) for other in confusable[0]["homoglyphs"]]
    return alike[0] if len(alike) == 1 and alike[0].isascii() else character
