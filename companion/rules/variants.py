"""The games by name, with the properties that don't follow from their pads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.speciality import specialities, specialities_of
from sheets.errors import BadInput
from sheets.language import message
from sheets.pad import Pad


class NotAGame(BadInput):
    """There is no such game or player, or the settings of a game don't fit together."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The properties of a game apart from its pad."""

    pads: tuple[str, ...]  # the built-in pads for this game, the usual one first
    lucky: bool = False  # True if every player has two lucky numbers
    joining: tuple[str, ...] = ()  # mechanisms besides those of the pad
    sheets: tuple[str, ...] = ()  # the pads among which each player may choose, or ()

    @property
    def cards(self) -> bool:
        """Return True for the card game."""
        return any(specialities()[key].plays for key in self.joining)


VARIANTS = {
    "classic": Variant(("classic",)),
    "longo": Variant(("longo",), lucky=True),
    "mixx-a": Variant(("mixx-a",)),
    "mixx-b": Variant(("mixx-b",)),
    "bonus-a": Variant(("bonus-a",)),
    "bonus-b": Variant(("bonus-b",)),
    "cards": Variant(("classic", "mixx-a", "mixx-b"), joining=("cards",)),
}
"""The seven games of the first rulebooks, by name."""

FURTHER_VARIANTS = {
    "big-points": Variant(("big-points",)),
    "double-a": Variant(("double-a",), sheets=("double-a", "double-b")),
    "double-b": Variant(("double-b",), sheets=("double-a", "double-b")),
    "connected-a": Variant(("connected-a",)),
    "connected-b": Variant(("connected-b",)),
    "x-change": Variant(("x-change",)),
    "lucky-15": Variant(("lucky-15",)),
    "connect-15": Variant(("connect-15",)),
}
"""Eight further official games, by name."""
ALL_VARIANTS = VARIANTS | FURTHER_VARIANTS
"""All fifteen games, by name."""
RULEBOOK_PLAYER_COUNTS = (2, 5)
"""The smallest and the largest number of players according to the rulebooks."""

REMOVED_GAMES = ("duel", "on-board")
"""Names of games that were removed from the program; old files may still contain them."""
NO_LONGER_PLAYED = message("the Duel, On Board and Characters are not part of this program any more")

LUCKY_NUMBERS = range(2, 17)


def dice_game_on(pad: Pad) -> str:
    """Return the dice game for a custom pad: "longo" if it has lucky numbers, otherwise "classic"."""
    return "longo" if pad.lucky else "classic"


def takes_cards(pad: Pad) -> bool:
    """Return True if the card game can be played on a pad."""
    return pad.sides == 6 and not pad.letters and specialities_of(pad).keeps_usual_sheets


def sheets_of(variant: Variant, pad: Pad) -> tuple[str, ...]:
    """Return the sheets that a player may choose, as letters or names of pads; () if all sheets are alike."""
    return pad.letters or variant.sheets


def variant_of(name: str) -> Variant:
    """Return the game called `name`. Raise NotAGame if there is none."""
    if name not in ALL_VARIANTS:
        text = message("There is no game {name!r}; the games are {games}.")
        raise NotAGame(text, name=name[:40], games=", ".join(ALL_VARIANTS))
    return ALL_VARIANTS[name]


def check_lucky(lucky: Mapping[str, tuple[int, int]], players: Sequence[str]) -> None:
    """Raise NotAGame unless each player, and nobody else, has two different numbers from LUCKY_NUMBERS."""
    if set(lucky) != set(players):
        raise NotAGame("In Longo every player, and nobody else, has two lucky numbers.")
    for player, pair in lucky.items():
        if len(pair) != 2 or pair[0] == pair[1] or not all(n in LUCKY_NUMBERS for n in pair):
            raise NotAGame(
                "Lucky numbers are two different numbers from 2 to 16; {player} has {pair}.",
                player=player[:40],
                pair=str(pair),
            )
