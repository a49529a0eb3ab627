"""Variants: the properties of a game that follow from its name and not from its pad."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.speciality import specialities, specialities_of
from sheets.errors import BadInput
from sheets.language import message
from sheets.pad import Pad


class NotAGame(BadInput):
    """The agreed settings do not make a game."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The properties of a game besides its pad."""

    pads: tuple[str, ...]  # those it is played on, the usual one first
    lucky: bool = False
    joining: tuple[str, ...] = ()  # mechanisms in addition to those that pads print
    sheets: tuple[str, ...] = ()
    """The pads among which each player at one table may choose; () if all share one."""

    @property
    def cards(self) -> bool:
        """Return True if it is played with cards instead of dice."""
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
"""The seven games of the first rulebooks."""

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
"""Eight further official games, which the referee judges."""
ALL_VARIANTS = VARIANTS | FURTHER_VARIANTS
"""Every game that the rules know."""
FORESEEN = (2, 5)
"""How few and how many players the books speak of."""

GONE_GAMES = ("duel", "on-board")
"""Games that were left out again before a release. Stored data may name them, so no other game does."""
NO_LONGER_PLAYED = message("the Duel, On Board and Characters are not part of this program any more")

LUCKY_NUMBERS = range(2, 17)


def dice_game_on(pad: Pad) -> str:
    """Return the dice game for a custom pad: Longo if its sheets carry lucky numbers."""
    return "longo" if pad.lucky else "classic"


def takes_cards(pad: Pad) -> bool:
    """Return True if cards can be played on a pad: numbers go to 12, and only the four rows count."""
    return pad.sides == 6 and not pad.letters and specialities_of(pad).leaves_sheets


def sheets_of(variant: Variant, pad: Pad) -> tuple[str, ...]:
    """Return what `sheets` of a game may name: the letters of its pad, or the pads, one per player."""
    return pad.letters or variant.sheets


def variant_of(name: str) -> Variant:
    """Return the variant of that name. Raise NotAGame, which lists every name, if there is none."""
    if name not in ALL_VARIANTS:
        raise NotAGame(
            "There is no game {name!r}; the games are {games}.",
            name=name[:40],
            games=", ".join(ALL_VARIANTS),
        )
    return ALL_VARIANTS[name]


def check_lucky(lucky: Mapping[str, tuple[int, int]], players: Sequence[str]) -> None:
    """Raise NotAGame unless exactly the players have two different lucky numbers each."""
    if set(lucky) != set(players):
        raise NotAGame("In Longo every player, and nobody else, has two lucky numbers.")
    for player, pair in lucky.items():
        if len(pair) != 2 or pair[0] == pair[1] or not all(n in LUCKY_NUMBERS for n in pair):
            raise NotAGame(
                "Lucky numbers are two different numbers from 2 to 16; {player} has {pair}.",
                player=player[:40],
                pair=str(pair),
            )
