"""The terms agreed before play, and the rules of each player's sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rulebook.rulings import Rulings
from companion.rules.board import Board, prepare
from companion.rules.constraints import OWN_LOCK, ROW_CLOSED, Constraints
from companion.rules.house import House
from companion.rules.mark import Mark
from companion.rules.moves import has_place
from companion.rules.position import CARD_PHASES, DICE_PHASES
from companion.rules.sheet import Sheet
from companion.rules.speciality import SheetRules, specialities
from companion.rules.variants import NotAGame, Variant, check_lucky, sheets_of, takes_cards, variant_of
from sheets.language import either, message
from sheets.pad import Pad, load_pad

OWN_KIND = "own:"
"""Start of `Agreement.kind` for a game on a custom pad; the title of the pad follows."""


@dataclass(frozen=True)
class Terms:
    """The terms agreed before play, unchecked."""

    name: str
    pad: Pad
    players: tuple[str, ...]
    lucky: Mapping[str, tuple[int, int]] | None = field(hash=False)  # each player's two numbers in Longo
    rulings: Rulings
    jokers: bool
    house: House  # house rules, in addition to the book
    sheets: Mapping[str, str] | None = field(hash=False)
    """Each player's sheet, if sheets differ: its letter in Connected A or B, its pad in Double A or B."""


class Agreement(Terms):
    """Checked terms, and the rules of each player's sheet. Raises NotAGame if terms don't fit together."""

    def __init__(
        self,
        name: str,
        pad: Pad | str,  # "" for the game's usual pad
        players: Sequence[str],
        lucky: Mapping[str, tuple[int, int]] | None = None,
        rulings: Rulings | None = None,
        jokers: bool = False,
        house: House | None = None,
        sheets: Mapping[str, str] | None = None,
    ) -> None:
        variant = variant_of(name)
        pad = _pad_of(name, variant, pad)
        if not players or len(set(players)) < len(players) or "" in players:
            raise NotAGame("A game needs at least one player, and all names must differ and not be empty.")
        if jokers and not variant.cards:
            raise NotAGame("Jokers belong to the card game, not to {name}.", name=name)
        if variant.cards and not takes_cards(pad):
            raise NotAGame(
                "The card game is played on a pad with numbers from 2 to 12 and without bonus cells."
            )
        if (lucky is not None) != variant.lucky:
            raise NotAGame("Longo needs lucky numbers for every player, and no other game has them.")
        if lucky is not None:
            check_lucky(lucky, players)
            lucky = {player: lucky[player] for player in players}
        house = house or House()
        house.check(tuple(players))
        pads = _pads_of(variant, pad, players, sheets or {})
        super().__init__(name, pad, tuple(players), lucky, rulings or Rulings(), jokers, house, sheets)
        self.variant = variant
        self.pads = pads
        """The pad of each player's sheet, in `players` order."""
        self.board = prepare(pad)
        self.deck = next((play for key in variant.joining if (play := specialities()[key].plays)), None)
        """The function that returns plays of cards (`Speciality.plays`), or None in a game with dice."""
        self.constraints = Constraints(self.board, OWN_LOCK if self.deck else ROW_CLOSED)
        self.sheet_rules = tuple(
            SheetRules.of(pad, self._constraints_on(pad), self.rulings, lucky[player] if lucky else None)
            for pad, player in zip(pads, self.players, strict=True)
        )
        """The rules of each player's sheet."""
        self.phases = CARD_PHASES if self.deck else DICE_PHASES
        """The phase in which everyone decides, then the phase in which the active player decides."""

    @property
    def has_own_pad(self) -> bool:
        """Return True if the game is played on a custom pad instead of one of its built-in pads."""
        return self.pad.name not in self.variant.pads or load_pad(self.pad.name) != self.pad

    @property
    def kind(self) -> str:
        """Return the name of the game, or "own:" and the title of a custom pad."""
        return f"{OWN_KIND}{self.pad.title}" if self.has_own_pad else self.name

    def rules_of(self, sheet: Sheet) -> SheetRules:
        return SheetRules.of(sheet.pad, self._constraints_on(sheet.pad), self.rulings)

    def board_of(self, sheet: Sheet) -> Board:
        return self._constraints_on(sheet.pad).board

    def pad_of(self, player: str) -> Pad:
        """Return the pad of a player's sheet, or the game's pad for anyone who doesn't play."""
        return self.pads[self.players.index(player)] if player in self.players else self.pad

    def _constraints_on(self, pad: Pad) -> Constraints:
        if pad.rows == self.pad.rows:
            return self.constraints
        return Constraints(prepare(pad), self.constraints.closed_rule)

    def has_cell(self, mark: Mark) -> bool:
        """Return True if `mark` is a pass or each of its crosses has its place on some player's pad."""
        return not mark.cell or all(any(has_place(pad, part) for pad in self.pads) for part in mark.parts)


def _pad_of(name: str, variant: Variant, pad: Pad | str) -> Pad:
    """Return `pad` or, if it is a name, the pad with this name. Raise NotAGame if the game doesn't use it."""
    if isinstance(pad, Pad):
        return pad
    if pad and pad not in variant.pads:
        text = message("The game {name} is played on {pads}, not on {pad}.")
        raise NotAGame(text, name=name, pads=either(variant.pads), pad=pad[:40])
    return load_pad(pad or variant.pads[0])


def _pads_of(
    variant: Variant, pad: Pad, players: Sequence[str], sheets: Mapping[str, str]
) -> tuple[Pad, ...]:
    """Return the pad of each player's sheet. Raise NotAGame if `sheets` doesn't fit the game."""
    for player in sheets:
        if player not in players:
            raise NotAGame("{player!r} does not play in this game.", player=player[:40])
    options = sheets_of(variant, pad)
    for player in players if pad.letters else sheets:
        if sheets.get(player) not in options:
            raise NotAGame(
                "{player} plays on one of the sheets {options}, not on {sheet}.",
                player=player[:40],
                options=either(options) if options else "-",
                sheet=sheets.get(player, "-")[:40],
            )
    if pad.letters:
        return tuple(pad.on_sheet(sheets[player]) for player in players)
    pads = tuple(load_pad(sheets[player]) if player in sheets else pad for player in players)
    for other in pads:
        if (other.rows, other.sides, other.lock_needs) != (pad.rows, pad.sides, pad.lock_needs):
            raise NotAGame(
                "At one table all sheets have the same rows; those of {one} and {other} differ.",
                one=pad.name,
                other=other.name,
            )
    return pads
