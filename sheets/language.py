"""Translates sentences: one catalogue per language for web page, PDF, command line and rule texts.

Sentences in the code are English. `message` and `phrase` mark a sentence for the catalogues in `locale/`,
which `locale/compile.py` makes. A sentence with values is translated first and then filled in.
"""

import gettext
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol, runtime_checkable

LANGUAGES = {"en": "English", "es": "Español", "de": "Deutsch"}
LOCALE_FOLDER = Path(__file__).with_name("locale")

Translate = Callable[[str], str]
"""A function that translates an English sentence into the reader's language."""


@cache
def translator(language: str) -> Translate:
    """Return a function that translates English into `language` and returns unknown sentences unchanged.

    >>> translator("xx")("Roll")
    'Roll'
    """
    return gettext.translation("qwixx", LOCALE_FOLDER, [language], fallback=True).gettext


def message(text: str) -> str:
    """Return `text` unchanged. The call only marks `text` for the translation catalogue."""
    return text


@runtime_checkable
class Translatable(Protocol):
    """An object whose text can be translated, such as a phrase, an error or a refusal."""

    def in_language(self, translate: Translate, /) -> str:
        """Return the text, translated by `translate`."""


class Term(str):
    """A word or name that is translated before it is put into a sentence, such as "red" or "the red row"."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or a part of one: English text with {names}, and their values, which `fill_in` fills in."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def in_language(self, translate: Translate) -> str:
        return fill_in(self.text, self.values, translate)

    def __str__(self) -> str:
        return self.in_language(str)


def phrase(text: str, /, **values: object) -> Phrase:
    """Return a Phrase of `text`, which the call marks for the catalogue, and the values for its {names}."""
    return Phrase(text, values)


def either(names: Sequence[str]) -> Phrase:
    """Return a phrase that lists one or more names with commas and "or". The names stay untranslated.

    >>> str(either(["en", "es", "de"]))
    'en, es or de'
    """
    *first, last = names
    if not first:
        return Phrase("{name}", {"name": last})
    return phrase("{names} or {last}", names=", ".join(first), last=last)


def fill_in(text: str, values: Mapping[str, object], translate: Translate) -> str:
    """Return `text`, translated, with each {name} in it replaced by its value.

    Values that are Translatables or Terms are translated as well, and so are the items of tuples, which are
    joined by commas. Floats get the decimal mark of the language. If `values` is empty, braces in `text` have
    no meaning.

    >>> fill_in("{free:.1f} GB for {what}", {"free": 57.68, "what": Term("games")}, str)
    '57.7 GB for games'
    """
    sentence = translate(text) if text else ""
    if not values:
        return sentence
    return sentence.format(**{name: _in_language(value, translate) for name, value in values.items()})


def with_decimal_mark(text: str, translate: Translate) -> str:
    """Return `text`, a number as Python writes it, with the decimal mark of the language.

    >>> with_decimal_mark("57.7", lambda text: "0,5")
    '57,7'
    """
    return text.replace(".", translate(_HALF)[1])


def with_thousands_mark(number: int, translate: Translate) -> str:
    """Return `number` as text with the thousands separator of the language.

    >>> with_thousands_mark(2000, str)
    '2,000'
    """
    return f"{number:,}".replace(",", translate(_THOUSAND)[1])


_HALF = message("0.5")
"""A sample to translate: the second character of its translation is the decimal mark."""
_THOUSAND = message("1,000")
"""A sample to translate: the second character of its translation is the thousands separator."""


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
    """Return the phrase `one` if `count` is 1, else `many`. Both may use {count} and names in `values`."""
    return Phrase(one if count == 1 else many, {"count": count, **values})
