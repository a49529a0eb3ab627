"""Game records: whole games, written as JSON objects of the format `qwixx-record/1`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules import Game, Mark, Play, Roll
from sheets.pad import COLOURS, Pad, load_pad, pad_data
from sheets.pad_table import PadError

FORMAT = "qwixx-record/1"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it was played. Its decisions may be illegal."""

    roll: Roll | int
    first: Mapping[str, Mark]  # each player's mark in action 1, or with the number for everyone
    second: Mark | Play | None = None  # the active player's mark in action 2, or the play of cards
    open: bool = False  # True if it is still being played


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played."""

    game: Game
    turns: tuple[Turn, ...] = ()
    claims: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For each player, the "misses" (penalties) and the "total" that the sheet of paper shows, if known."""

    @property
    def open(self) -> bool:
        """Return True if the last turn is still being played."""
        return bool(self.turns) and self.turns[-1].open


def write_record(record: Record) -> dict[str, object]:
    """Return a record as a JSON object."""
    game = record.game
    top: dict[str, object] = {"format": FORMAT, "game": game.name}
    builtin = _builtin(game.pad)
    if len(game.variant.pads) > 1 and builtin:
        top["pad"] = game.pad.name
    if not builtin or game.pad.name not in game.variant.pads:
        top["layout"] = pad_data(game.pad)
    if game.jokers:
        top["jokers"] = True
    top["players"] = list(game.players)
    if game.sheets is not None:
        top["sheets"] = dict(game.sheets)
    if game.lucky is not None:
        top["lucky"] = {player: list(pair) for player, pair in game.lucky.items()}
    if game.rulings.differing:
        top["rulings"] = game.rulings.differing
    if game.house.agreed:
        top["house"] = game.house.agreed
    top["turns"] = [_write_turn(turn) for turn in record.turns]
    if record.claims:
        top["claims"] = {player: dict(claim) for player, claim in record.claims.items()}
    return top


def _builtin(pad: Pad) -> bool:
    try:
        return load_pad(pad.name) == pad
    except PadError:
        return False


def _write_turn(turn: Turn) -> dict[str, object]:
    out: dict[str, object] = {}
    first = {player: str(mark) for player, mark in turn.first.items()}
    if isinstance(turn.roll, int):
        out["number"] = turn.roll
        out["number_marks"] = first
        if isinstance(turn.second, Play):
            out |= turn.second.to_json()
    else:
        coloured = zip(COLOURS, turn.roll.coloured, strict=True)
        dice: dict[str, object] = {"white": list(turn.roll.white)}
        out["dice"] = dice | {colour: value for colour, value in coloured if value is not None}
        out["white"] = first
        if turn.second is not None:
            out["colour"] = str(turn.second)
    if turn.open:
        out["open"] = True
    return out
