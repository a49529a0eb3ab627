"""The preview of an amendment: the changes that it would make."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules import Mark, Refusal
from companion.table.amendment import LostDecision
from companion.table.events import Amended
from companion.table.notation import parse_decision, parse_roll
from companion.table.state import Table
from companion.web.layout.game.names import decision_name
from companion.web.pages.table.dice.dice import RolledDie, rolled_dice
from sheets.language import Phrase


@dataclass(frozen=True, slots=True)
class LostLine:
    """A later decision that would no longer stand. `refusal`: why; None if its action is not played then."""

    turn: int
    player: str
    decision: Phrase
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class PointsChange:
    """One player's points and misses, as they are and as they would be."""

    player: str
    points: tuple[int, int]
    misses: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """`what`: the corrected event. `dice`: its dice, if it is a roll. `over`: whether the game is over, as it
    is and as it would be."""

    event: Amended
    sides: int
    what: Phrase
    dice: tuple[RolledDie, ...]
    lost: tuple[LostLine, ...]
    changes: tuple[PointsChange, ...]
    over: tuple[bool, bool]


def present_amendment(
    event: Amended, table: Table, amended: Table, lost: Sequence[LostDecision]
) -> AmendmentPreview:
    """The preview of `event` on `table`: the table `amended`, without the decisions `lost`."""
    game = table.game
    is_roll = event.action == "roll"
    if is_roll or ":" in event.mark:
        what = Phrase("{mark}", {"mark": event.mark})
    else:
        what = decision_name(game, event.player, Mark.parse(event.mark))
    return AmendmentPreview(
        event,
        game.pad.sides,
        what,
        rolled_dice(parse_roll(game, event.mark)) if is_roll else (),
        tuple(
            LostLine(
                each.turn,
                each.decided.player,
                decision_name(game, each.decided.player, parse_decision(each.decided.mark)),
                each.refusal,
            )
            for each in lost
        ),
        _changes(table, amended),
        (table.position.end is not None, amended.position.end is not None),
    )


def _changes(table: Table, amended: Table) -> tuple[PointsChange, ...]:
    old, new = table.game.scores(table.position), amended.game.scores(amended.position)
    return tuple(
        PointsChange(
            player,
            (old[player].total if player in old else 0, new[player].total),
            (
                table.position.sheet(player).misses if player in old else 0,
                amended.position.sheet(player).misses,
            ),
        )
        for player in amended.game.players
    )
