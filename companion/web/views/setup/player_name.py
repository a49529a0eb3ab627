"""Names of players as people type them."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.table.events import MAX_NAME_LENGTH


def clean_name(typed: str) -> str:
    """A name as it is kept: composed letters, single spaces, and nothing that cannot be seen. Phones join the
    people of one emoji by such characters; without them they stand side by side."""
    seen = "".join(each for each in " ".join(typed.split()) if each.isprintable())
    return " ".join(unicodedata.normalize("NFC", seen).split())


def is_name(name: str) -> bool:
    """Tell whether a clean name is not too long."""
    return len(name) <= MAX_NAME_LENGTH


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that people cannot tell from this one; None if there is none.

    Names are alike if they are the same after NFKC and case folding (full-width letters), or if each letter
    of one is confusable with the letter at its place in the other, by Unicode's table of confusable
    characters (UTS 39). Letters that only differ in an accent are not.
    """
    composed = unicodedata.normalize("NFKC", name)
    for other in others:
        theirs = unicodedata.normalize("NFKC", other)
        if _alike(composed, theirs) or _alike(composed.casefold(), theirs.casefold()):
            return other
    return None


def _alike(one: str, other: str) -> bool:
    return len(one) == len(other) and all(map(_confusable, one, other))


def _confusable(one: str, other: str) -> bool:
    """Tell whether two characters are listed as confusable, or both as confusable with one Latin letter."""
    if one == other:
        return True
    ones, others = _seen_as(one), _seen_as(other)
    return other in ones or one in others or any(each.isascii() for each in ones & others)


@lru_cache(maxsize=4096)
def _seen_as(character: str) -> frozenset[str]:
    """The character, and those for which it can be taken."""
    from confusable_homoglyphs import confusables  # reads a megabyte: only when somebody joins

    found = confusables.is_confusable(character, greedy=True) or []
    return frozenset([character, *(each["c"] for entry in found for each in entry["homoglyphs"])])
