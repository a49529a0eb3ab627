"""Checks the names of players: no two names at one table may look alike."""

import re
import unicodedata
from collections.abc import Iterable

from companion.table.events import MAX_NAME_LENGTH
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.person_name import clean_name

_SHAPES = (("Cl", "d"), ("cl", "d"), ("vv", "w"))
"""Pairs of letters that look like one letter; Unicode's table of confusables lacks these pairs."""
_PRESENTATION = re.compile("[\ufe00-\ufe0f]")


def checked_name(typed: str) -> str:
    """Return the typed name, cleaned. Raise RequestRefused if it is empty or too long."""
    name = clean_name(typed)
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        text = message("A name has 1 to {most} letters.")
        raise RequestRefused("name", text, status=422, most=MAX_NAME_LENGTH)
    return name


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of `others` that looks like `name`, or None. All names must be cleaned."""
    mine = _skeletons(name)
    return next((other for other in others if mine & _skeletons(other)), None)


def _skeletons(name: str) -> set[str]:
    """Return a name's skeletons (UTS 39), as written and case-folded. Names that look alike share one."""
    written = shaped = unicodedata.normalize("NFKC", _PRESENTATION.sub("", name))
    for letters, shape in _SHAPES:
        shaped = shaped.replace(letters, shape)
    return {f"= {_skeleton(shaped)}", f"~ {_skeleton(written.casefold())}"}


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", "".join(map(_prototype, unicodedata.normalize("NFD", text))))


def _prototype(character: str) -> str:
    """Return the ASCII text that looks like `character` according to Unicode, or else `character` itself.

    Letters that look like no ASCII text stay different: readers of their script can tell them apart.
    """
    # the library lists a character's prototype, or for a prototype all characters that look like it
    from confusable_homoglyphs import confusables  # reads a megabyte, so only when a player joins

    confusable = confusables.is_confusable(character) or [{"homoglyphs": ()}]
    alike = [str(other["c"]) for other in confusable[0]["homoglyphs"]]
    return alike[0] if len(alike) == 1 and alike[0].isascii() else character
