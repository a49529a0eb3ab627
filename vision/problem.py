"""The reasons why a picture cannot be read completely, for programs and for people."""

from dataclasses import dataclass

from sheets.language import Phrase, Translate


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a picture cannot be read completely: a stable code for programs, a sentence for people."""

    code: str
    sentence: Phrase

    def in_language(self, translate: Translate) -> str:
        return self.sentence.in_language(translate)

    def __str__(self) -> str:
        return self.in_language(str)

    def to_json(self, translate: Translate = str) -> dict[str, object]:
        """Return the object that `qwixx read --json` and `qwixx scan --json` print for this problem."""
        return {"code": self.code, "text": self.in_language(translate)}
