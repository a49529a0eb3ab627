"""The types of `qwixx-record/1` and `qwixx-verdict/1`, from which docs/write_schemas.py makes the schemas."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from companion.records.validation import MAX_CARDS, MAX_RECORD_PLAYERS, MAX_TURNS
from companion.rules import ALL_VARIANTS, RULING_OPTIONS
from companion.rules.house import MAX_ROUNDS
from companion.rules.variants import LUCKY_NUMBERS
from sheets.pad_format import PadData

Mark = Annotated[
    str,
    Meta(description='A mark as "a5", "c16*", "a5>c" or "-" (no mark), in the forms that the pad has.'),
]
Card = Annotated[str, Meta(description='A card as "red 5" or "joker 5 as red".')]
Die = Annotated[int, Meta(ge=1, le=20)]
LuckyNumber = Annotated[int, Meta(ge=LUCKY_NUMBERS[0], le=LUCKY_NUMBERS[-1])]
Claimed = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Names = Annotated[
    list[Annotated[str, Meta(min_length=1)]],
    Meta(
        description="Clockwise; the first is the first active player.",
        min_length=1,
        max_length=MAX_RECORD_PLAYERS,
        extra_json_schema={"uniqueItems": True},
    ),
]
GameName = Annotated[str, Meta(extra_json_schema={"enum": list(ALL_VARIANTS)})]
AgreedRulings = Annotated[
    dict[str, str],
    Meta(
        description="What differs from the defaults.",
        extra_json_schema={
            "properties": {name: {"enum": list(options)} for name, options in RULING_OPTIONS.items()},
            "additionalProperties": False,
        },
    ),
]


class DiceData(TypedDict):
    """The values of the dice. A coloured die may be absent."""

    white: tuple[Die, Die]
    red: NotRequired[Die]
    yellow: NotRequired[Die]
    green: NotRequired[Die]
    blue: NotRequired[Die]


class TurnData(TypedDict, total=False):
    """A turn. It has `dice`, `white` and `colour`, or in the card game `number`, `number_marks`, `play` and
    `marks`. Only the last turn may be `open`, which means that it is still being played."""

    dice: DiceData
    white: dict[str, Mark]
    colour: Mark
    number: Annotated[int, Meta(ge=2, le=12)]
    number_marks: dict[str, Mark]
    play: Annotated[list[Card], Meta(max_length=MAX_CARDS)]
    marks: Annotated[list[Mark], Meta(max_length=MAX_CARDS)]
    open: bool


HouseData = TypedDict(
    "HouseData",
    {"no-miss": NotRequired[list[str]], "rounds": NotRequired[Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]]},
)


class ClaimData(TypedDict, total=False):
    """Penalties and total points as a player's sheet of paper shows them."""

    misses: Claimed
    total: Claimed


Turn = Annotated[
    TurnData, Meta(extra_json_schema={"oneOf": [{"required": ["dice"]}, {"required": ["number"]}]})
]


class RecordData(TypedDict):
    """A game as it was played, complete enough to judge every decision again."""

    format: Literal["qwixx-record/1"]
    game: GameName
    pad: NotRequired[Annotated[str, Meta(description="The card game only: the pad on which it is played.")]]
    jokers: NotRequired[Annotated[bool, Meta(description="The card game only.")]]
    layout: NotRequired[Annotated[PadData, Meta(description="A pad of the table's own.")]]
    players: Names
    characters: NotRequired[
        Annotated[dict[str, str], Meta(description="Earlier versions wrote {}.", max_length=0)]
    ]
    sheets: NotRequired[
        Annotated[dict[str, str], Meta(description="Connected games: letters. Double: pads.")]
    ]
    lucky: NotRequired[
        Annotated[dict[str, tuple[LuckyNumber, LuckyNumber]], Meta(description="Longo, for every player.")]
    ]
    rulings: NotRequired[AgreedRulings]
    house: NotRequired[HouseData]
    turns: Annotated[list[Turn], Meta(max_length=MAX_TURNS)]
    claims: NotRequired[dict[str, ClaimData]]


class ViolationData(TypedDict):
    """An illegal mark or play. `turn` counts from 1; `mark` is as written, null for a play."""

    turn: int
    action: Literal["white", "colour", "number", "play"]
    player: str
    mark: str | None
    rule: Annotated[str, Meta(description="An id of docs/rules.md.")]
    why: str


class WarningData(TypedDict):
    """Something unusual but legal."""

    code: Literal["die-missing", "claim", "player-count"]
    text: str
    turn: NotRequired[int]
    player: NotRequired[str]


class EndData(TypedDict):
    """The turn in which the game ended, and the rule that ended it."""

    turn: int
    reason: Literal["end-two-rows", "end-misses", "house-rounds"]


class ScoreData(TypedDict):
    """Points as if the game ended now: of each row, of bonuses, of penalties (0 or less), and in total."""

    a: int
    b: int
    c: int
    d: int
    bonus: int
    misses: int
    total: int


class PlayerVerdictData(TypedDict):
    """A player's sheet in a verdict. The keys of `marks` and the content of `bonus` depend on the pad."""

    marks: dict[str, list[int]]
    locks: list[str]
    misses: int
    fields: NotRequired[dict[str, list[str]]]
    bonus: list[Any]
    scores: ScoreData


class VerdictData(TypedDict):
    """The judgement of a record, as `qwixx replay --json` prints it."""

    format: Literal["qwixx-verdict/1"]
    ok: Annotated[bool, Meta(description="True if every mark is legal.")]
    house: NotRequired[HouseData]
    illegal: list[ViolationData]
    ended: EndData | None
    closed: Annotated[list[str], Meta(description="Rows that are closed for all.")]
    players: dict[str, PlayerVerdictData]
    winners: Annotated[list[str] | None, Meta(description="null in an unfinished game.")]
    warnings: list[WarningData]
