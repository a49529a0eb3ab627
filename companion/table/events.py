"""Events of a table: one small value each, with a JSON form that is checked on the way in."""

from typing import Annotated, Literal

import msgspec

from companion.rules import Decision, parse_decision
from companion.rules.house import MAX_ROUNDS, Level
from companion.rules.variants import GONE_GAMES, NO_LONGER_PLAYED
from sheets.errors import BadInput, reason
from sheets.language import message

Source = Literal["camera", "photo", "tapped", "thrown"]
"""The origin of a roll; "thrown": the page threw pretend dice."""

MAX_SEATS = 10
"""Largest number of players at a table; the books speak of five."""
MAX_NAME_LENGTH = 24
"""Largest number of letters of a player's name."""

MAX_CLOCK_SECONDS = 600
"""Longest turn clock, in seconds."""
TeamScore = Literal["sum", "mean"]
"""How the points of a team follow from those of its players."""

RowLetter = Literal["a", "b", "c", "d"]
DieColour = Literal["red", "yellow", "green", "blue"]
Action = Literal["white", "colour", "number", "play"]
"""The phase in which a decision was made."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]


class EventError(BadInput):
    """Bytes that are no event of a table; the message says where."""


class TableError(BadInput):
    """An event that does not fit the table as it is. `code`: its kind; `text`: a sentence with {names}."""

    def __init__(self, code: str, text: str, **values: str | int) -> None:
        super().__init__(text, **values)
        self.code = code


def no_such_player(player: str) -> TableError:
    """Return the error for an unknown player's name."""
    return TableError(
        "player", message("Nobody called {player} plays here."), player=player[:MAX_NAME_LENGTH]
    )


class SeenDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One die in a photo: what it was taken for, how surely, and where.

    `box`: x, y, width, height in pixels of the kept photo. `doubtful`: a person is to be asked.
    """

    colour: str
    value: Annotated[int, msgspec.Meta(ge=1, le=8)]
    confidence: Probability
    box: tuple[int, int, int, int]
    doubtful: bool = False


class Photo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A photo that is kept as evidence: its name in the store's folder, its size, the dice seen in it.

    `turn`: angle in degrees, clockwise, by which it was turned to read them."""

    name: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    size: tuple[int, int]
    dice: tuple[SeenDie, ...] = ()
    turn: Literal[0, 90, 180, 270] = 0


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class GameBegun(_Event, frozen=True, tag="game-begun"):
    """Players sat down, in clockwise order; the first one begins. `demo`: made-up players, playing alone.

    `pad`: what the card game is played on ("" for the game's usual pad). `lucky`: on Longo everyone's two
    numbers. `rulings`: what differs from the defaults, and WRITTEN_DOWN (`rulebook.rulings`). `jokers`: in
    the card game. `hidden`: while everyone decides at once, nobody sees another's choice before all have
    chosen. `paper`: nobody taps marks; they are on paper. `begins`: how the first player was found.
    `no_miss`, `rounds`: house rules (0: none). `teams`: players who play together, by the `team_score` of
    their points. `clock`: seconds that a turn should take at most, told and not enforced; 0 for none.
    `sheets`: in a connected game the letter of each player's sheet; in Double the pad of players who do not
    play on the game's own. `layout`: a pad of the table's own, whole, as a record writes it
    (`sheets.pad.pad_data`); {} for a pad that comes with the program.
    `computers`: the players that the program plays, each with its level. `pretend`: the page throws pretend
    dice. `trial`: somebody tries a first game out, without having said a name.
    `characters`: {} in games of earlier versions; no other ones are read.
    """

    game: str
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]
    demo: bool = False
    pad: str = ""
    lucky: dict[str, tuple[int, int]] = {}
    rulings: dict[str, str] = {}
    jokers: bool = False
    hidden: bool = False
    paper: bool = False
    begins: Literal["chosen", "lot", "six", "birthday"] = "chosen"
    no_miss: tuple[Name, ...] = ()
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MAX_ROUNDS)] = 0
    teams: tuple[tuple[Name, ...], ...] = ()
    team_score: TeamScore = "sum"
    clock: Annotated[int, msgspec.Meta(ge=0, le=MAX_CLOCK_SECONDS)] = 0
    sheets: dict[str, str] = {}
    characters: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    layout: dict[str, object] = {}
    computers: dict[str, Level] = {}
    pretend: bool = False
    trial: bool = False


class PlayerAdded(_Event, frozen=True, tag="player-added"):
    """Somebody joins between two turns, with an empty sheet, and sits last. `lucky`: on Longo. `sheet`: its
    letter in a connected game, its pad in Double; "" for one that fits."""

    player: Name
    lucky: tuple[int, int] | None = None
    sheet: str = ""


class PlayerLeft(_Event, frozen=True, tag="player-gone"):
    """Somebody leaves between two turns; the others play on."""

    player: Name


class PlayerRenamed(_Event, frozen=True, tag="player-renamed"):
    """A player is called `name`, and always was."""

    player: Name
    name: Name


class SeatsChanged(_Event, frozen=True, tag="seats-changed"):
    """The same players sit in another order, clockwise; whose turn it is stays."""

    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MAX_SEATS)]


class DemoTakenOver(_Event, frozen=True, tag="taken-over"):
    """People continue the demo's game."""


class GameTakenUp(_Event, frozen=True, tag="taken-up"):
    """People continue this game after they had begun another one."""


class RollSeen(_Event, frozen=True, tag="roll-seen"):
    """A photo showed dice, but not surely the whole roll: people must complete it."""

    photo: Photo
    source: Source


class RollTaken(_Event, frozen=True, tag="roll-taken"):
    """The dice of this turn, in `Roll`'s text form (`w4 w1 r3 y2 g6 b5`), and the photo they were in.

    In the card game: the number for everyone (`4`). `without`: dice of the game that are missing.
    """

    roll: str
    source: Source
    photo: Photo | None = None
    without: tuple[DieColour, ...] = ()


class RollCorrected(_Event, frozen=True, tag="roll-corrected"):
    """The dice are really these, in the photo too. Decisions that no longer fit are taken back."""

    roll: str
    photo: Photo | None = None


class Decided(_Event, frozen=True, tag="decided"):
    """A player marks (`a5`, as records write it), passes (`-`) or, in the card game, plays
    (`green 11, green 9: c11 c9`)."""

    player: Name
    mark: str

    @property
    def decision(self) -> Decision:
        """Return the mark, the pass or the play. Raise `companion.rules.NotAMark` for an invalid text."""
        return parse_decision(self.mark)


class Retracted(_Event, frozen=True, tag="retracted"):
    """A player takes the decision of this action back."""

    player: Name


class TakenBack(_Event, frozen=True, tag="taken-back"):
    """A player takes their last decision of this turn back; its action may be over."""

    player: Name


class RowClosed(_Event, frozen=True, tag="row-closed"):
    """Somebody announces that a row has been locked, by a player whose marks stand on paper."""

    row: RowLetter


class RowReopened(_Event, frozen=True, tag="row-reopened"):
    """A row that was announced as closed is open."""

    row: RowLetter


class SheetTakenOver(_Event, frozen=True, tag="sheet-taken-over"):
    """A player's sheet is as their paper shows it, in `Sheet`'s text form. `photo`: the photo of it."""

    player: Name
    sheet: Annotated[str, msgspec.Meta(max_length=600)]
    photo: Photo | None = None


class Amended(_Event, frozen=True, tag="amended"):
    """An error found later: in `turn`, `player` really decided `mark`; what followed is judged again.

    `action` "roll": the dice of that turn really were `mark` ("w4 w1 r3 y2 g6 b5"), and there is no `player`.
    """

    turn: Annotated[int, msgspec.Meta(ge=1)]
    action: Action | Literal["roll"]
    mark: str
    player: str = ""

    @property
    def is_roll(self) -> bool:
        """Return True if the dice are amended."""
        return self.action == "roll"

    @property
    def decision(self) -> Decision:
        """Return the mark, the pass or the play, if the dice are not amended."""
        return parse_decision(self.mark)


class Undone(_Event, frozen=True, tag="undone"):
    """The last `steps` events that still stand are undone. The beginning of the game stays."""

    steps: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1


class Redone(_Event, frozen=True, tag="redone"):
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
    | Decided
    | Retracted
    | TakenBack
    | RowClosed
    | RowReopened
    | SheetTakenOver
)
"""An event that leads from one moment of a game to the next."""
Event = GameBegun | Change | PlayerRenamed | Amended | Undone | Redone

_DECODER = msgspec.json.Decoder(Event)


def to_json(event: Event) -> str:
    """Return the JSON text of an event, one line.

    >>> to_json(Decided("Ann", "a5"))
    '{"kind":"decided","player":"Ann","mark":"a5"}'
    """
    return msgspec.json.encode(event).decode()


def from_json(text: str | bytes) -> Event:
    """Parse the event in `text`, checked. Raise EventError with the place of the fault.

    >>> from_json('{"kind":"undone","steps":2}')
    Undone(steps=2)
    """
    try:
        event: Event = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise EventError("This is not an event of a table: {why}", why=reason(problem)) from problem
    if isinstance(event, GameBegun) and (event.characters or event.game in GONE_GAMES):
        raise EventError(NO_LONGER_PLAYED)
    return event
