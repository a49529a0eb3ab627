"""One catalogue for page, PDF, command line and rule texts: English in the code, es and de beside it."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}
LOCALE_FOLDER = Path(__file__).with_name("locale")
"""Where the catalogues lie, as gettext looks for them."""

Translate = Callable[[str], str]


@cache
def translator(language: str) -> Translate:
    """The function that turns an English sentence of ours into `language` (a key of LANGUAGES).

    A sentence without a translation, and any sentence for an unknown language, stays English.

    >>> translator("en")("Roll")
    'Roll'
    """
    return gettext.translation("qwixx", LOCALE_FOLDER, [language], fallback=True).gettext


def message(text: str) -> str:
    """Name `text` for the catalogue where it is written; it is translated later, where it is shown."""
    return text


# -- sentences with values in them ---------------------------------------------------------------------


@runtime_checkable
class Translatable(Protocol):
    """What can be said in any language: a phrase, an error, a refusal."""

    def in_language(self, translate: Translate, /) -> str:
        """The words in the language that `translate` speaks."""


class Term(str):
    """A word inside a sentence that is translated too ("red", "the red row")."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """Part of a sentence: English text with {names}, and what they stand for, as `fill_in` takes them."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def in_language(self, translate: Translate) -> str:
        """The words in the language that `translate` speaks."""
        return fill_in(self.text, self.values, translate)

    def __str__(self) -> str:
        return self.in_language(str)


def phrase(text: str, /, **values: object) -> Phrase:
    """Name `text`, which is part of a sentence, for the catalogue, with what its {names} stand for."""
    return Phrase(text, values)


def either(names: Sequence[str]) -> Phrase:
    """Names of ours, one of which is meant.

    >>> str(either(["en", "es", "de"]))
    'en, es or de'
    """
    *first, last = names
    if not first:
        return Phrase("{name}", {"name": last})
    return phrase("{names} or {last}", names=", ".join(first), last=last)


def fill_in(text: str, values: Mapping[str, object], translate: Translate) -> str:
    """The sentence `text` as `translate` says it, each {name} in it replaced by its value.

    A value that is Translatable says itself, a Term is translated, a tuple holds such and words of the
    catalogue, joined by commas, and a float has the decimal mark of the language. Anything else stands as it
    is. Without values, braces are braces.

    >>> fill_in("{free:.1f} GB for {what}", {"free": 57.68, "what": Term("games")}, str)
    '57.7 GB for games'
    """
    said = translate(text) if text else ""
    if not values:
        return said
    return said.format(**{name: _told(value, translate) for name, value in values.items()})


def with_decimal_mark(text: str, translate: Translate) -> str:
    """The number `text`, as Python writes it, with the decimal mark of the language.

    >>> with_decimal_mark("57.7", lambda text: "0,5")
    '57,7'
    """
    return text.replace(".", translate(_HALF)[1])


def with_thousands_mark(number: int, translate: Translate) -> str:
    """A whole number with the mark that the language sets between thousands.

    >>> with_thousands_mark(2000, str)
    '2,000'
    """
    return f"{number:,}".replace(",", translate(_THOUSAND)[1])


_HALF = message("0.5")
"""A half as a decimal; what stands between its digits is the decimal mark."""
_THOUSAND = message("1,000")
"""A thousand; what stands behind its first digit is set between thousands."""


class _Decimal(float):
    """A number that is written with the decimal mark of a language."""

    translate: Translate

    def __format__(self, form: str) -> str:
        return with_decimal_mark(float(self).__format__(form), self.translate)


def _told(value: object, translate: Translate) -> object:
    match value:
        case Term():
            return translate(value)
        case float():
            number = _Decimal(value)
            number.translate = translate
            return number
        case tuple():
            words = (Term(word) if isinstance(word, str) else word for word in value)
            return ", ".join(str(_told(word, translate)) for word in words)
        case str() | int():
            return value
        case Translatable():
            return value.in_language(translate)
    return value
