"""Sentences in the reader's language: one catalogue for page, PDF, command line and rule texts.

Sentences in the code are English. `message` and `phrase` mark one for the catalogues in `locale/`, where
`locale/compile.py` collects it. `translator` returns the function that translates, which code calls `_`. A
sentence with values in it is translated first and then filled in (`fill_in`).
"""

import gettext
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}
LOCALE_FOLDER = Path(__file__).with_name("locale")
"""The folder of the catalogues, laid out as gettext wants it."""

Translate = Callable[[str], str]
"""From an English sentence to the same one in a reader's language."""


@cache
def translator(language: str) -> Translate:
    """Return the function that translates into `language` (a key of LANGUAGES).

    A sentence without a translation, and any sentence for an unknown language, stays English.

    >>> translator("en")("Roll")
    'Roll'
    """
    return gettext.translation("qwixx", LOCALE_FOLDER, [language], fallback=True).gettext


def message(text: str) -> str:
    """Mark `text` for the catalogue and return it unchanged. It is translated when it is shown."""
    return text


@runtime_checkable
class Translatable(Protocol):
    """Anything that has words in every language: a phrase, an error, a refusal."""

    def in_language(self, translate: Translate, /) -> str:
        """Return the words in the language of `translate`."""


class Term(str):
    """A word of the catalogue inside a sentence ("red", "the red row")."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """Part of a sentence: English text with {names}, and the values to fill in for them (see `fill_in`)."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def in_language(self, translate: Translate) -> str:
        return fill_in(self.text, self.values, translate)

    def __str__(self) -> str:
        return self.in_language(str)


def phrase(text: str, /, **values: object) -> Phrase:
    """Return a Phrase of `text`, marked for the catalogue, with the values for its {names}."""
    return Phrase(text, values)


def either(names: Sequence[str]) -> Phrase:
    """Return the names, untranslated, as a choice.

    >>> str(either(["en", "es", "de"]))
    'en, es or de'
    """
    *first, last = names
    if not first:
        return Phrase("{name}", {"name": last})
    return phrase("{names} or {last}", names=", ".join(first), last=last)


def fill_in(text: str, values: Mapping[str, object], translate: Translate) -> str:
    """Return the sentence `text`, translated, with each {name} in it replaced by its value.

    A Translatable or a Term is translated. A tuple is a list of such values and of words of the catalogue,
    joined by commas. A float gets the decimal mark of the language. Any other value is used unchanged.
    Without values, braces are not special.

    >>> fill_in("{free:.1f} GB for {what}", {"free": 57.68, "what": Term("games")}, str)
    '57.7 GB for games'
    """
    sentence = translate(text) if text else ""
    if not values:
        return sentence
    return sentence.format(**{name: _in_language(value, translate) for name, value in values.items()})


def with_decimal_mark(text: str, translate: Translate) -> str:
    """Replace the point of a number, as Python writes it, by the decimal mark of the language.

    >>> with_decimal_mark("57.7", lambda text: "0,5")
    '57,7'
    """
    return text.replace(".", translate(_HALF)[1])


def with_thousands_mark(number: int, translate: Translate) -> str:
    """Write a whole number with the language's mark between thousands.

    >>> with_thousands_mark(2000, str)
    '2,000'
    """
    return f"{number:,}".replace(",", translate(_THOUSAND)[1])


_HALF = message("0.5")
"""A translatable number; its second character is the decimal mark."""
_THOUSAND = message("1,000")
"""A translatable number; its second character is the mark between thousands."""


class _Decimal(float):
    """A number that is formatted with the decimal mark of a language."""

    translate: Translate

    def __format__(self, form: str) -> str:
        return with_decimal_mark(float(self).__format__(form), self.translate)


def _in_language(value: object, translate: Translate) -> object:
    match value:
        case Term():
            return translate(value)
        case float():
            number = _Decimal(value)
            number.translate = translate
            return number
        case tuple():
            words = (Term(word) if isinstance(word, str) else word for word in value)
            return ", ".join(str(_in_language(word, translate)) for word in words)
        case str() | int():
            return value
        case Translatable():
            return value.in_language(translate)
    return value


def counted(one: str, many: str, count: int, **values: object) -> Phrase:
    """Return one sentence for one of something, another one for any other number."""
    return Phrase(one if count == 1 else many, {"count": count, **values})
