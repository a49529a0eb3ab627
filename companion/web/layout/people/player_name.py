"""Names of players at one table: none may be taken for another one."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.table.events import MAX_NAME_LENGTH
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.person_name import clean_name

_SHAPES = (("Cl", "d"), ("cl", "d"), ("vv", "w"))
"""Letters that touch and look like one, and are missing in Unicode's table."""
_PRESENTATION = re.compile("[\ufe00-\ufe0f]")


def is_name(name: str) -> bool:
    """Return True if a clean name is not too long."""
    return len(name) <= MAX_NAME_LENGTH


def named(typed: str) -> str:
    """Return the name that was typed, cleaned. Raise RequestRefused if it is empty or too long."""
    name = clean_name(typed)
    if not name or not is_name(name):
        text = message("A name has 1 to {most} letters.")
        raise RequestRefused("name", text, status=422, most=MAX_NAME_LENGTH)
    return name


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of the other names that people cannot tell from this one, or None. All are clean.

    Names are alike if their skeletons are (UTS 39), as they are written or after case folding. Letters that
    only differ in an accent are not.
    """
    mine = _skeletons(name)
    return next((other for other in others if mine & _skeletons(other)), None)


def _skeletons(name: str) -> frozenset[str]:
    """Return the skeletons by which a name is compared."""
    written = shaped = unicodedata.normalize("NFKC", _PRESENTATION.sub("", name))
    for letters, shape in _SHAPES:
        shaped = shaped.replace(letters, shape)
    return frozenset(f"{case} {_skeleton(text)}" for case, text in (("=", shaped), ("~", written.casefold())))


def _skeleton(text: str) -> str:
    prototypes = "".join(map(_prototype, unicodedata.normalize("NFD", text)))
    return unicodedata.normalize("NFD", prototypes)


@lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    """Return the plain letters that a character resembles by Unicode's table of confusables, or itself.

    A reader of another script tells its letters apart. The library lists for each character its prototype,
    and for a prototype all of its characters.
    """
    from confusable_homoglyphs import confusables  # reads a megabyte: only when a player joins

    found = confusables.is_confusable(character) or [{"homoglyphs": ()}]
    alike = [str(other["c"]) for other in found[0]["homoglyphs"]]
    return alike[0] if len(alike) == 1 and alike[0].isascii() else character
