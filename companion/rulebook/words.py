"""Turns the words of a question into meanings, which are the first words of the lines of MEANINGS.

Words are understood despite grammatical endings, in German compounds, and with typing errors.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from companion.rulebook.vocabulary import MEANINGS, NEAR, STOP

LANGUAGES = ("en", "de", "es")
_ENDINGS = {
    "en": "ingly ations ation ings ing ies ied ers ed er es s y e",
    "de": "ungen ung test ten tet end ern en er em es et st e n s t",
    "es": "aciones acion iendo ando amos emos imos adas ados idas idos "
    "ada ado ida ido arse ar er ir an en as os es a o e s",
}
"""Endings that `stem` removes, separated by spaces."""
_SHORTEST_STEM = 3
"""Smallest number of letters that `stem` leaves of a word."""
_HALF = 5
"""A German compound with one unknown part is understood if its known part has at least this many letters."""
_LONGEST = 40
"""Number of words after which the rest of a question is ignored."""


def fold(text: str) -> str:
    """Return `text` in lower case without accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def tokens(text: str) -> list[str]:
    """Return the words of `text`, folded and without punctuation. Apostrophes don't separate words.

    >>> tokens("Another player's turn?")
    ['another', 'players', 'turn']
    """
    return re.findall(r"[a-z0-9]+", re.sub("['\u2019]", "", fold(text)))


@cache
def stem(word: str, language: str) -> str:
    """Return a word without its grammatical ending. `word`: in the form that `fold` returns.

    >>> stem("penalties", "en"), stem("reihen", "de"), stem("casillas", "es")
    ('penalt', 'reih', 'casil')
    """
    endings = _ENDING_SETS[language]
    for length in range(min(_LONGEST_ENDING, len(word) - _SHORTEST_STEM), 0, -1):
        if word[-length:] in endings:
            word = word[:-length]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]  # cross, crosses; skip, skipped
    return word[:-1] + "z" if language == "es" and word[-1] == "c" else word  # cruz, cruces


_ENDING_SETS = {language: frozenset(endings.split()) for language, endings in _ENDINGS.items()}
_LONGEST_ENDING = max(len(ending) for endings in _ENDING_SETS.values() for ending in endings)


class Lexicon:
    """The words and expressions (of several words) of one language, with their meanings."""

    def __init__(self, language: str, column: int, lines: Iterable[list[str]]) -> None:
        # `column`: the column of the language in `lines` and its index in STOP
        self.language = language
        self.stop = frozenset(map(fold, STOP[column].split()))
        self.whole: dict[str, set[str]] = {}
        """Meanings of each word, which is in the form that `fold` returns."""
        self.stems: dict[str, set[str]] = {}
        """Meanings by the stem of a word."""
        self.expressions: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        """Expressions, each as (stems, meaning), by their first stem; the longest first."""
        for meaning, *columns in lines:
            for words in fold(columns[column]).replace("'", "").split(","):
                self._add(words.split(), meaning)
        for expressed in self.expressions.values():
            expressed.sort(key=lambda each: -len(each[0]))

    def _add(self, words: list[str], meaning: str) -> None:
        stems = tuple(stem(word, self.language) for word in words)
        if len(words) > 1:
            self.expressions.setdefault(stems[0], []).append((stems, meaning))
        elif words:
            self.whole.setdefault(words[0], set()).add(meaning)
            self.stems.setdefault(stems[0], set()).add(meaning)

    def exact(self, word: str) -> set[str]:
        """Return the meanings of a word or, if this form is unknown, of all words with the same stem."""
        return self.whole.get(word) or self.stems.get(stem(word, self.language)) or set()

    def compound(self, word: str, *, half: bool = False) -> set[str]:
        """Return the meanings of both parts of a German compound, or an empty set if a part is unknown.

        With `half`, one known part of at least _HALF letters is enough.
        """
        if self.language != "de":
            return set()
        part: set[str] = set()
        for cut in range(3, len(word) - 2):
            start, end = word[:cut], word[cut:]
            forms = (start, start.removesuffix("s"), start.removesuffix("n"))
            first = next(filter(None, map(self.exact, forms)), set[str]())
            last = self.exact(end)
            if first and last:
                return first | last
            if half and ((first and len(start) >= _HALF) or (last and len(end) >= _HALF)):
                part = first or last
        return part

    def similar(self, word: str) -> set[str]:
        """Return the meanings of the known word that is most similar to a misspelt one, or an empty set."""
        if len(word) < 4 or word.isdigit():
            return set()
        most = 1 if len(word) < 8 else 2
        best, closest = most + 1, set[str]()
        for candidate in self.whole:
            is_like = len(word) > 4 or candidate[0] == word[0]
            if is_like and abs(len(candidate) - len(word)) <= most and len(candidate) > 3:
                away = distance(word, candidate, best - 1 if closest else most)
                if away < best:
                    best, closest = away, self.whole[candidate]
        wanted = stem(word, self.language)
        if not closest and len(wanted) > 4:
            for candidate, meanings in self.stems.items():
                if len(candidate) > 4 and distance(wanted, candidate, 1) <= 1:
                    return meanings
        return closest


def distance(one: str, other: str, most: int) -> int:
    """Return the edit distance (with swaps of neighbouring letters) of two words, or `most` + 1 if larger.

    >>> distance("penatly", "penalty", 2), distance("loc", "lock", 1), distance("row", "lock", 1)
    (1, 1, 2)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, last = last, row
    return min(last[-1], most + 1)


_LINES = [[part.strip() for part in line.split("|")] for line in MEANINGS.strip().splitlines()]
LEXICONS = {language: Lexicon(language, i, _LINES) for i, language in enumerate(LANGUAGES)}
RELATED: dict[str, list[tuple[str, float]]] = {}
"""For each meaning, the related meanings with their weights (see NEAR)."""
for _line in NEAR.strip().splitlines():
    _one, _other, _share = _line.split()
    RELATED.setdefault(_one, []).append((_other, float(_share)))
    RELATED.setdefault(_other, []).append((_one, float(_share)))


def language_of(words: list[str], likely: str) -> str:
    """Return the language in which most words are known. A word of which only the stem is known counts half.

    `likely` wins a tie.
    """

    def known(language: str) -> float:
        lexicon = LEXICONS[language]
        exact = lexicon.stop | lexicon.whole.keys()
        return sum(2.0 if word in exact else bool(lexicon.exact(word)) for word in words) + (
            0.5 * (language == likely)
        )

    return max(LANGUAGES, key=known)


def meanings(text: str, likely: str = "en", *, corrects: bool = True) -> list[str]:
    """Return the meanings of the words in `text`. For an unknown word, return "~" and the word's stem.

    With `corrects`, guess the language (`likely` if in doubt) and correct typing errors. Otherwise `text`
    must be in the language `likely` and have no typing errors.

    >>> meanings("How many crosses to lock a row?")
    ['howmany', 'cross', 'lock', 'row']
    >>> meanings("Wie viele Kreutze für das Schloss"), meanings("cuántas cruces para cerrar")
    (['howmany', 'cross', 'lock'], ['howmany', 'cross', 'close'])
    """
    words, language = tokens(text), likely
    if corrects:
        words = words[:_LONGEST]
        language = language_of(words, likely)
    return list(_read(words, language, corrects))


def _read(words: list[str], language: str, corrects: bool) -> Iterator[str]:
    lexicon = LEXICONS[language]
    stems = [stem(word, language) for word in words]
    place = 0
    while place < len(words):
        for expression, meaning in lexicon.expressions.get(stems[place], ()):
            if tuple(stems[place : place + len(expression)]) == expression:
                yield meaning
                place += len(expression)
                break
        else:
            yield from _word(words[place], language, corrects)
            place += 1


@cache
def _word(word: str, language: str, corrects: bool) -> tuple[str, ...]:
    """Return the meanings of one word, "~" and its stem if it is unknown, or () if the search ignores it."""
    lexicon = LEXICONS[language]
    if word in lexicon.stop and word not in lexicon.whole:
        return ()
    understood: set[str] | None = lexicon.exact(word) or lexicon.compound(word)
    if corrects and not understood:
        understood = _foreign(word, lexicon)
    if understood is None:
        return ()
    return tuple(sorted(understood)) or ("~" + stem(word, language),)


def _foreign(word: str, lexicon: Lexicon) -> set[str] | None:
    """Return the meanings of a misspelt word or a word of another language, or an empty set if it is unknown.

    Return None if it is a stop word of another language, to be ignored.
    """
    others = [other for other in LEXICONS.values() if other is not lexicon]
    for other in others:
        if understood := other.whole.get(word):
            return understood
    if any(word in other.stop for other in others):
        return None
    if understood := lexicon.similar(word) or lexicon.compound(word, half=True):
        return understood
    for other in others:
        if understood := other.exact(word) or (other.similar(word) if len(word) > _HALF else set()):
            return understood
    return set()
