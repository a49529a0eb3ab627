"""Searches for the rules and rulings that answer a question in everyday words.

A *ruling* settles a point on which the rulebooks are silent or differ. A *meaning* stands for all words, in
any language, that mean the same (`companion.rulebook.words`).
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from companion.book import RULES
from companion.rulebook.askings import ASKINGS
from companion.rulebook.rule import DICE, Rule
from companion.rulebook.rulings import RULINGS, Ruling
from companion.rulebook.words import RELATED, meanings
from sheets.language import translator

Entry = Rule | Ruling
"""A possible answer to a question."""
ENTRIES: dict[str, Entry] = {**RULES, **RULINGS}
"""Every rule and ruling by its id."""

SHOWN = 3
"""Number of results if the best one answers the question."""
NEAREST = 5
"""Number of results if no entry answers the question."""
FITTING = 0.3
"""An entry counts as an answer if its score is at least this."""
ID_LIKENESS = 0.85
"""A question at least this similar (`difflib`) to an id is taken for a mistyped id."""
_GAME = "play-"
_TEXT_SHARE = 0.06
"""Weight of an entry's own text relative to its phrases in ASKINGS; small, because it only breaks ties."""
_POWER = 1.3
"""Exponent of the weights in the scalar product; above 1, rare meanings count more."""
_ANCHORS = "miss tie win begin wait joker card bonus lucky exchange skip back remove player points"
"""Meanings that are rarely incidental: a question that has one is probably about it."""
_ANCHOR = 1.3
"""Factor for the weights of _ANCHORS."""
_CLOSE = 6
"""Number of best entries that are ranked by their own text too."""
_UNKNOWN = 0.35
"""Weight of a word that isn't in ASKINGS, as a fraction of the largest possible weight."""
_OTHER_GAME = 0.4
"""Factor for the score of an entry that doesn't apply to the game named in the question."""
_NAMED_GAME = 1.15
"""Factor for the score of an entry that is special to the game named in the question."""
_SPECIAL = 0.85
"""Factor for the score of an entry that is special to some game, if the question names none."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The entries found for a question."""

    entries: tuple[Entry, ...]  # the best first
    fits: bool  # True if the first entry probably answers the question


def search(question: str, language: str = "en", games: Collection[str] = ()) -> SearchResult:
    """Return the entries that best answer a question, preferably those for `games`.

    `language`: the reader's language; the question may be in any of the program's languages.
    """
    asked = meanings(question, language)
    index = _index()
    factors = {name: _game_factor(name, asked, games) for name in index.ways}
    scores = {name: index.score(name, asked) * factor for name, factor in factors.items()}
    ranked = sorted(scores, key=lambda name: -scores[name])
    for name in ranked[:_CLOSE]:
        scores[name] += _TEXT_SHARE * index.text_share(name, asked, language) * factors[name]
    ranked[:_CLOSE] = sorted(ranked[:_CLOSE], key=lambda name: -scores[name])
    fits = bool(ranked) and scores[ranked[0]] >= FITTING
    meant = get_close_matches(question.strip().lower(), ENTRIES, 1, ID_LIKENESS)
    ranked = list(dict.fromkeys([*meant, *ranked]))
    fits = fits or bool(meant)
    chosen = ranked[: SHOWN if fits else NEAREST] if fits or any(scores.values()) else _MOST_ASKED
    return SearchResult(tuple(ENTRIES[name] for name in chosen), fits)


_MOST_ASKED = ("miss", "lock-needs-five", "end-two-rows", "left-to-right", "simultaneous")
"""The most frequently needed rules, returned for a question without any known word."""


def _game_factor(name: str, asked: Iterable[str], games: Collection[str]) -> float:
    known = ENTRIES[name]
    named = {word.removeprefix(_GAME) for word in asked if word.startswith(_GAME)}
    held = [game for game in known.games if any(game.startswith(each) for each in named)]
    special = len(known.games) < len(DICE) - 4
    if named:
        return _NAMED_GAME if held and special else 1.0 if held else _OTHER_GAME
    if games:
        return 1.0 if set(known.games) & set(games) else _OTHER_GAME + 0.3
    return _SPECIAL if special and "classic" not in known.games else 1.0


class _Index:
    """The meanings of each entry's phrases in ASKINGS. The rarer a meaning, the higher its weight."""

    def __init__(self) -> None:
        self.ways = {
            name: [frozenset(meanings(way, corrects=False)) for way in ASKINGS.get(name, ())]
            for name in ENTRIES
        }
        holders: dict[str, int] = {}
        for ways in self.ways.values():
            for meaning in frozenset().union(*ways):
                holders[meaning] = holders.get(meaning, 0) + 1
        self.weights = {meaning: math.log(1 + len(self.ways) / count) for meaning, count in holders.items()}
        for meaning in _ANCHORS.split():
            self.weights[meaning] *= _ANCHOR
        self.rarest = math.log(1 + len(self.ways))

    def weight(self, meaning: str) -> float:
        return self.weights.get(meaning, self.rarest * _UNKNOWN)

    def score(self, name: str, asked: list[str]) -> float:
        """Return the similarity of the question and an entry's most similar phrase, from 0 to about 1."""
        wanted = dict.fromkeys(asked)
        if not wanted:
            return 0.0
        total = math.sqrt(sum(self.weight(each) ** _POWER for each in wanted))
        return max((self._likeness(wanted, way, total) for way in self.ways[name]), default=0.0)

    def text_share(self, name: str, asked: list[str], language: str) -> float:
        """Return the weighted share of the question's meanings that occur in an entry's text, from 0 to 1."""
        every = sum(map(self.weight, asked))
        text = _text(name, language)
        return sum(self.weight(each) for each in asked if each in text) / every if every else 0.0

    def _likeness(self, wanted: Collection[str], way: frozenset[str], total: float) -> float:
        """Return the cosine similarity of a question (`wanted`, with norm `total`) and a phrase (`way`)."""
        common = sum(
            self.weight(meaning) ** _POWER if meaning in way else self._related(meaning, way, wanted)
            for meaning in wanted
        )
        size = math.sqrt(sum(self.weight(each) ** _POWER for each in way))
        return common / (total * size) if size else 0.0

    def _related(self, meaning: str, way: frozenset[str], wanted: Collection[str]) -> float:
        """Return what `meaning` of a question adds to its scalar product with a phrase that lacks `meaning`.

        It adds something only if the phrase (`way`) has a related meaning that the question (`wanted`) lacks.
        If there are several, the one that adds most counts.
        """
        return max(
            (
                share * (self.weight(meaning) * self.weight(other)) ** (_POWER / 2)
                for other, share in RELATED.get(meaning, ())
                if other in way and other not in wanted
            ),
            default=0.0,
        )


@cache
def _index() -> _Index:
    return _Index()


@cache
def _text(name: str, language: str) -> frozenset[str]:
    """Return the meanings of the words in an entry's text, after translation into `language`."""
    translate, known = translator(language), ENTRIES[name]
    body = [meaning for _, meaning in known.options] if isinstance(known, Ruling) else [known.statement]
    return frozenset(
        meaning
        for text in (known.title, *body)
        for meaning in meanings(translate(text), language, corrects=False)
    )
