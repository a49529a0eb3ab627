"""The gallery of games: each with its title, a line on what is different, and how many people it is for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.variants import FORESEEN, FURTHER_VARIANTS, VARIANTS
from companion.table.events import MAX_SEATS
from companion.web.layout.game.names import GAME_NAMES
from sheets.language import Translate, message
from sheets.pad import Pad

CLASSIC_LINE = message("four plain rows from 2 to 12: begin here")
OWN_LINE = message("a pad of your own")


@dataclass(frozen=True, slots=True)
class GalleryGame:
    """One game to choose. `value`: what the form calls it. `low` to `high`: the numbers of players that its
    book foresees. `letters`: of a pad of the table's own, those of its sheets."""

    value: str
    title: str
    line: str
    low: int = 1
    high: int = MAX_SEATS
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GalleryGroup:
    """Games that stand together under a title."""

    title: str
    games: tuple[GalleryGame, ...]


def present_gallery(own: Mapping[str, Pad], translate: Translate) -> tuple[GalleryGroup, ...]:
    """Return the games in their groups; `own`: custom pads by their names in the form."""
    groups = [
        GalleryGroup(translate(message("Games to begin with")), _boxed(VARIANTS, translate)),
        GalleryGroup(translate(message("More games")), _boxed(FURTHER_VARIANTS, translate)),
    ]
    if own:
        line = translate(OWN_LINE)
        games = tuple(
            GalleryGame(value, pad.title, line, letters=tuple(pad.letters)) for value, pad in own.items()
        )
        groups.append(GalleryGroup(translate(message("Your own pads")), games))
    return tuple(groups)


def _boxed(variants: Iterable[str], translate: Translate) -> tuple[GalleryGame, ...]:
    found = []
    for name in variants:
        title, _, line = translate(GAME_NAMES[name]).partition(":")
        found.append(GalleryGame(name, title, line.strip() or translate(CLASSIC_LINE), *FORESEEN))
    return tuple(found)
