"""Counts how many questions the rule search answers with its first result, or with one of the first three:
`python -m tests.companion.phrases`."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.search import search

HELD_OUT = tuple(
    Path(__file__).with_name(name)
    for name in ("held_out.txt", "held_out_2.txt", "held_out_3.txt", "held_out_4.txt")
)
DISPUTES = Path(__file__).parents[3] / "shared" / "disputes.md"
RULES_BY_START = {
    "May I wait": "simultaneous",
    "How many may": "players",
    "Who begins": "first-player",
    "Big Points": "rolled-again",
}
"""Rule ids for disputes that name no rule, by the words with which such a dispute begins."""
_SPANISH = re.compile(r"[¿¡ñáíó]|\b(dos|otro|cuántas|fallo|cuarto|al|saltar|empate|quién|filas|cierra)\b")
_GERMAN = re.compile(
    r"[äöüß]|\b(zwei|jemand|wie|wer|Reihenfolge|gleichzeitig|Gleichstand|Fehlwurf|Würfel|darf)\b"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A question in a person's words. Any one of `rules` (ids) answers it."""

    language: str
    rules: tuple[str, ...]
    text: str
    among_three: bool = False  # the answer may be any of the first three results


def held_out(file: Path) -> Iterator[Phrase]:
    """Yield the phrases in `file`, one of HELD_OUT."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, *rules, text = (part.strip() for part in line.split("|"))
            yield Phrase(language, tuple(rules), text)


def disputes() -> Iterator[Phrase]:
    """Yield the phrases in the table of disputes, a file outside the repository."""
    for line in DISPUTES.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 6 or cells[1] in ("question", "---"):
            continue
        rule = cells[3].rstrip("~ ").strip()
        if rule in ("(new)", "rulings"):
            rule = next(rule for start, rule in RULES_BY_START.items() if cells[1].startswith(start))
        for text in cells[4].split("; "):
            language = "es" if _SPANISH.search(text) else "de" if _GERMAN.search(text) else "en"
            yield Phrase(language, (rule,), text, among_three="~" in cells[3])


def rank_of(phrase: Phrase) -> int:
    """Return the rank (0 to 2) of the first search result that answers `phrase`, or 99 if none does."""
    entries = [entry.id for entry in search(phrase.text, phrase.language).entries[:3]]
    return min((entries.index(rule) for rule in phrase.rules if rule in entries), default=99)


def main() -> None:
    """Print how many phrases are answered by the first result or the first three; with -v, also failures."""
    lists = [(file.stem, held_out(file)) for file in HELD_OUT]
    for title, phrases in (*lists, ("disputes", disputes())):
        counts: dict[str, list[int]] = {}
        for phrase in phrases:
            rank = rank_of(phrase)
            good = rank == 0 or (phrase.among_three and rank < 3)
            count = counts.setdefault(phrase.language, [0, 0, 0])
            count[0] += 1
            count[1] += good
            count[2] += rank < 3
            if not good and "-v" in sys.argv:
                names = [entry.id for entry in search(phrase.text, phrase.language).entries[:3]]
                print(f"  {phrase.language} {phrase.text!r}: {names}, expected {phrase.rules}")
        for language, (every, first, three) in counts.items():
            print(f"{title} {language}: {first} of {every} first, {three} of the first three")


if __name__ == "__main__":
    main()
