"""Events of a game at the table: small values with a JSON form, which is validated when it is read."""

from typing import Annotated, Literal

import msgspec

from companion.rules import Decision, parse_decision
from companion.rules.house import MAX_ROUNDS, Level
from companion.rules.variants import NO_LONGER_PLAYED, REMOVED_GAMES
from sheets.errors import BadInput, reason
from sheets.language import message

Source = Literal["camera", "photo", "tapped", "thrown"]
"""How a roll was entered; "thrown": the page threw virtual dice."""

MAX_SEATS = 10
"""Largest number of players at a table."""
MAX_NAME_LENGTH = 24
"""Largest number of characters of a player's name."""

MAX_CLOCK_SECONDS = 600
"""Largest value of the turn clock, in seconds."""
TeamScore = Literal["sum", "mean"]
"""How the points of a team are computed from the points of its players."""

RowLetter = Literal["a", "b", "c", "d"]
DieColour = Literal["red", "yellow", "green", "blue"]
Action = Literal["white", "colour", "number", "play"]
"""The action in which a decision was made."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]


class EventError(BadInput):
    """The bytes are not a valid event."""


class TableError(BadInput):
    """An event is not possible now. `code`: the name of the reason, the same in every version."""

    def __init__(self, code: str, text: str, **values: str | int) -> None:
        super().__init__(text, **values)
        self.code = code


def no_such_player(player: str) -> TableError:
    """Return the error for a name that no player has."""
    text = message("Nobody called {player} plays here.")
    return TableError("player", text, player=player[:MAX_NAME_LENGTH])


class SeenDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die as it was read from a photo."""

    colour: str
    value: Annotated[int, msgspec.Meta(ge=1, le=8)]
    confidence: Probability
    box: tuple[int, int, int, int]  # x, y, width, height in pixels of the stored photo
    doubtful: bool = False  # True if people have to be asked


class Photo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored photo, and the dice that were read from it."""

    name: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    size: tuple[int, int]
    dice: tuple[SeenDie, ...] = ()
    turn: Literal[0, 90, 180, 270] = 0  # degrees by which the image was turned clockwise for the reading


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class GameBegun(_Event, frozen=True, tag="game-begun"):
    """A game begins with these players, in clockwise order; the first one starts."""

    game: str
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    demo: bool = False
    """True for a demo, which the computer plays for imaginary players."""
    pad: str = ""
    """The pad on which the card game is played; "" for the usual pad, and in other games."""
    lucky: dict[str, tuple[int, int]] = {}
    """Each player's two lucky numbers in Longo."""
    rulings: dict[str, str] = {}
    """The option chosen for each ruling. Defaults are left out, except those in `rulings.WRITTEN_DOWN`."""
    jokers: bool = False
    """True if the card game has jokers."""
    hidden: bool = False
    """True if choices are hidden from other players until all have chosen."""
    paper: bool = False
    """True if players mark sheets of paper instead of tapping."""
    begins: Literal["chosen", "lot", "six", "birthday"] = "chosen"
    """How the first player was chosen."""
    no_miss: tuple[Name, ...] = ()
    """House rule: players who take no penalties."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MAX_ROUNDS)] = 0
    """House rule: the game ends after this many rounds; 0 for no limit."""
    teams: tuple[tuple[Name, ...], ...] = ()
    """The players of each team; () if nobody plays in teams."""
    team_score: TeamScore = "sum"
    clock: Annotated[int, msgspec.Meta(ge=0, le=MAX_CLOCK_SECONDS)] = 0
    """Seconds within which a turn should end; they are shown, but not enforced. 0 for no clock."""
    sheets: dict[str, str] = {}
    """Each player's sheet, if chosen: its letter in Connected A or B, its pad in Double A or B."""
    characters: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """Left over from a removed game. Must be absent or empty: `from_json` refuses games with characters."""
    layout: dict[str, object] = {}
    """A custom pad in the form stored in a record (`sheets.pad.pad_data`); {} for a built-in pad."""
    computers: dict[str, Level] = {}
    """The players controlled by the computer, with their levels."""
    pretend: bool = False
    """True if the page throws virtual dice."""
    trial: bool = False
    """True if a visitor tries out the game without entering a name."""


class PlayerAdded(_Event, frozen=True, tag="player-added"):
    """A player joins between two turns, with an empty sheet and in the last seat."""

    player: Name
    lucky: tuple[int, int] | None = None  # the two lucky numbers in Longo
    sheet: str = ""  # the sheet's letter in Connected A or B, its pad in Double A or B, or "" for any


class PlayerLeft(_Event, frozen=True, tag="player-gone"):
    """A player leaves between two turns; the others play on."""

    player: Name


class PlayerRenamed(_Event, frozen=True, tag="player-renamed"):
    """A player gets a new name. It replaces the old name in all earlier events."""

    player: Name
    name: Name


class SeatsChanged(_Event, frozen=True, tag="seats-changed"):
    """The players change seats; `players` is the new order, clockwise. The active player stays the same."""

    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]


class DemoTakenOver(_Event, frozen=True, tag="taken-over"):
    """People take over the demo's game."""


class GameTakenUp(_Event, frozen=True, tag="taken-up"):
    """People return to this unfinished game after playing a different one."""


class RollSeen(_Event, frozen=True, tag="roll-seen"):
    """Dice were read from a photo, but not all of them with certainty; people have to complete the roll."""

    photo: Photo
    source: Source


class RollTaken(_Event, frozen=True, tag="roll-taken"):
    """A turn's roll, such as "w4 w1 r3 y2 g6 b5"; in the card game, the number that everyone may cross."""

    roll: str
    source: Source
    photo: Photo | None = None
    without: tuple[DieColour, ...] = ()  # dice of the game that are missing


class RollCorrected(_Event, frozen=True, tag="roll-corrected"):
    """The roll of the current turn is corrected. Decisions that are illegal with the new roll are lost."""

    roll: str
    photo: Photo | None = None


class DecisionMade(_Event, frozen=True, tag="decided"):
    """A player marks a cell ("a5"), passes ("-") or plays cards ("green 11, green 9: c11 c9")."""

    player: Name
    mark: str

    @property
    def decision(self) -> Decision:
        """Return `mark` parsed as a mark, pass or play. Raise NotAMark if it is invalid."""
        return parse_decision(self.mark)


class DecisionRetracted(_Event, frozen=True, tag="retracted"):
    """A player takes back their decision in the current action."""

    player: Name


class DecisionTakenBack(_Event, frozen=True, tag="taken-back"):
    """A player takes back their last decision of this turn, even if the action has ended since."""

    player: Name


class RowClosed(_Event, frozen=True, tag="row-closed"):
    """Players announce that a row is closed, because one of them locked it on paper."""

    row: RowLetter


class RowReopened(_Event, frozen=True, tag="row-reopened"):
    """People announce that a row, announced as closed before, is open after all."""

    row: RowLetter


class SheetTakenOver(_Event, frozen=True, tag="sheet-taken-over"):
    """A player's sheet on paper replaces the sheet that the program has."""

    player: Name
    sheet: Annotated[str, msgspec.Meta(max_length=600)]  # as `Sheet.parse` reads it
    photo: Photo | None = None


class TurnAmended(_Event, frozen=True, tag="amended"):
    """A decision or roll of an earlier turn or action is corrected, and later events are judged again."""

    turn: Annotated[int, msgspec.Meta(ge=1)]
    action: Action | Literal["roll"]
    mark: str  # the decision, or the roll
    player: str = ""  # "" for a roll

    @property
    def is_roll(self) -> bool:
        return self.action == "roll"

    @property
    def decision(self) -> Decision:
        """Return `mark` parsed as a mark, pass or play. Raise NotAMark if it is invalid or a roll."""
        return parse_decision(self.mark)


class EventsUndone(_Event, frozen=True, tag="undone"):
    """The last `steps` events are undone."""

    steps: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1


class EventsRedone(_Event, frozen=True, tag="redone"):
    """The last `steps` undone events are restored."""

    steps: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1


Change = (
    PlayerAdded
    | PlayerLeft
    | SeatsChanged
    | DemoTakenOver
    | GameTakenUp
    | RollSeen
    | RollTaken
    | RollCorrected
    | DecisionMade
    | DecisionRetracted
    | DecisionTakenBack
    | RowClosed
    | RowReopened
    | SheetTakenOver
)
"""An event that leads to a new state of the game and leaves all earlier states as they are."""
Event = GameBegun | Change | PlayerRenamed | TurnAmended | EventsUndone | EventsRedone

_DECODER = msgspec.json.Decoder(Event)


def to_json(event: Event) -> str:
    """Return the JSON text of an event.

    >>> to_json(DecisionMade("Ann", "a5"))
    '{"kind":"decided","player":"Ann","mark":"a5"}'
    """
    return msgspec.json.encode(event).decode()


def from_json(text: str | bytes) -> Event:
    """Parse an event from JSON. Raise EventError if it is invalid or begins a game that was removed."""
    try:
        event: Event = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise EventError("This is not an event of a table: {why}", why=reason(problem)) from problem
    if isinstance(event, GameBegun) and (event.characters or event.game in REMOVED_GAMES):
        raise EventError(NO_LONGER_PLAYED)
    return event
