"""A rule as a value: its id, its text, and its sources in the rulebooks."""

from dataclasses import dataclass

from sheets.language import Term, message, phrase, translator

FURTHER_BOOKS = {
    "big-points": "Qwixx Big Points (NSV)",
    "double-a": "Qwixx Double A (NSV)",
    "double-b": "Qwixx Double B (NSV)",
    "connected-a": "Qwixx Connected A (NSV)",
    "connected-b": "Qwixx Connected B (NSV)",
    "x-change": "Qwixx X-Change (NSV)",
    "lucky-15": "Qwixx Lucky 15 (NSV)",
    "connect-15": "Qwixx Connect 15 (NSV)",
}
"""Pads whose leaflets we have not read: their rules are known from what others wrote about them."""
UNSEEN_BOOKS = ("lucky-15", "connect-15")
"""Those of them without a summary by the publisher, known only from reviews and programs."""

FURTHER = tuple(FURTHER_BOOKS)
"""The games that are played on these pads."""
DICE = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", *FURTHER)
"""The games with dice."""
ALL = (*DICE, "cards")
"""Every game."""

BOOK_LANGUAGES = {
    "classic-es": "es",
    "classic-us": "en",
    "longo": "es",
    "mixx": "es",
    "bonus": "es",
    "cards-es": "es",
    "cards-us": "en",
    "leaflets-en": "en",
    **dict.fromkeys(FURTHER_BOOKS, ""),
}
"""The language of each rulebook, and so of its headings."""

BOOKS = {
    "classic-es": "Qwixx (NSV)",
    "classic-us": "Qwixx (Gamewright, 2014)",
    "longo": "Qwixx Longo (NSV)",
    "mixx": "Qwixx Mixx (NSV)",
    "bonus": "Qwixx Bonus (NSV)",
    "cards-es": "Qwixx: the card game (NSV)",
    "cards-us": "Qwixx: the card game (Gamewright, 2020)",
    "leaflets-en": "Qwixx Longo, Mixx and Bonus (NSV, English leaflets)",
    **FURTHER_BOOKS,
}
"""The rulebooks that rules are taken from, by short name."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a rule: a rulebook (a key of BOOKS) and a heading in it.

    For a book that we have not read, the source describes our knowledge instead of a heading.
    """

    book: str
    section: str = ""

    def __str__(self) -> str:
        return self.for_reader(BOOK_LANGUAGES[self.book] or "en")

    def for_reader(self, language: str) -> str:
        """Return the book, and its heading if the book is in the reader's language."""
        title = BOOKS[self.book]
        if self.book in FURTHER_BOOKS:
            text = message("{book}, according to summaries and transcripts")
            if self.book in UNSEEN_BOOKS:
                text = message("{book}, according to reviews and programs; its rulebook was not seen")
            return phrase(text, book=Term(title)).in_language(translator(language))
        return f"{title}, “{self.section}”" if BOOK_LANGUAGES[self.book] == language else title


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its texts are English, for the catalogue."""

    id: str
    games: tuple[str, ...]  # those it holds in
    statement: str
    sources: tuple[Source, ...]
    example: str
    title: str

    def sources_for(self, language: str) -> tuple[str, ...]:
        """Return the sources of the rule for a reader of that language, each book or heading once."""
        return tuple(dict.fromkeys(source.for_reader(language) for source in self.sources))


def quoted(name: str, title: str, games: tuple[str, ...], statement: str, sources: str, example: str) -> Rule:
    """Return a rule from rulebooks.

    `sources`: "book: section; book: section".
    """
    parts = (source.split(": ") for source in sources.split("; "))
    return Rule(
        name, games, statement, tuple(Source(book, section) for book, section in parts), example, title
    )


def retold(name: str, title: str, games: tuple[str, ...], statement: str, example: str) -> Rule:
    """Return a rule known from what others wrote; we have not read the leaflets of its games."""
    return Rule(name, games, statement, tuple(Source(each) for each in games), example, title)
