"""A rule as a value (id, texts, sources), and the rulebooks from which rules come."""

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
"""The title of each game whose rulebook we know only from summaries, transcripts or reviews."""
UNSEEN_BOOKS = ("lucky-15", "connect-15")
"""Games of FURTHER_BOOKS that we know only from reviews and programs, not from the publisher."""

DICE = ("classic", "longo", "mixx-a", "mixx-b", "bonus-a", "bonus-b", *FURTHER_BOOKS)
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
"""The language of each rulebook, or "" if we have not read it."""

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
"""The title of each rulebook that rules cite, by its short name."""


@dataclass(frozen=True, slots=True)
class Source:
    """The place of a rule in a rulebook."""

    book: str  # a key of BOOKS
    section: str = ""  # a heading of the book, or "" for a book that we have not read

    def __str__(self) -> str:
        return self.for_reader(BOOK_LANGUAGES[self.book] or "en")

    def for_reader(self, language: str) -> str:
        """Return the title of the book, and the heading if the book is in the reader's language. For a book
        that we have not read, return the title with a remark that says so."""
        title = BOOKS[self.book]
        if self.book in FURTHER_BOOKS:
            text = message("{book}, according to summaries and transcripts")
            if self.book in UNSEEN_BOOKS:
                text = message("{book}, according to reviews and programs; its rulebook was not seen")
            return phrase(text, book=Term(title)).in_language(translator(language))
        return f"{title}, “{self.section}”" if BOOK_LANGUAGES[self.book] == language else title


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, with English texts to be translated."""

    id: str
    games: tuple[str, ...]  # the games in which it applies
    statement: str
    sources: tuple[Source, ...]
    example: str
    title: str

    def sources_for(self, language: str) -> tuple[str, ...]:
        """Return the sources of the rule as texts in this language, without repetitions."""
        return tuple(dict.fromkeys(source.for_reader(language) for source in self.sources))


def quoted(name: str, title: str, games: tuple[str, ...], statement: str, sources: str, example: str) -> Rule:
    """Return a rule from rulebooks that we have read. `sources`: like "mixx: A heading; longo: Another"."""
    parts = (source.split(": ") for source in sources.split("; "))
    return Rule(
        name, games, statement, tuple(Source(book, section) for book, section in parts), example, title
    )


def retold(name: str, title: str, games: tuple[str, ...], statement: str, example: str) -> Rule:
    """Return a rule known only from secondary sources. `name`: its id; `games`: keys of FURTHER_BOOKS."""
    return Rule(name, games, statement, tuple(Source(each) for each in games), example, title)
