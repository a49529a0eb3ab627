"""The present turn: whose it is, what to do, the dice, and who has yet to choose."""

from dataclasses import dataclass, replace

from companion.rules import Mark, Roll
from companion.rules.position import SHARED_PHASES
from companion.table.events import TakenBack
from companion.table.state import Table
from companion.web.camera.camera_state import CameraState
from companion.web.layout.game.names import ACTION_NAMES, mark_name
from companion.web.pages.table.dice.dice import (
    ColourSums,
    DieCorrection,
    RolledDie,
    present_corrections,
    present_sums,
    rolled_dice,
)
from companion.web.pages.table.dice.roll_entry import (
    Reroll,
    RollEntry,
    is_roll_due,
    owed_roll_problem,
    photo_problems,
    present_reroll,
    present_roll_entry,
    second_view_problem,
)
from companion.web.pages.table.marks.card_play import plays_cards
from companion.web.pages.table.turn.turn_outcome import present_forced_crosses, present_outcome
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """Players who have yet to choose, if several must. `viewer`: whoever looks is one of them. `all_others`:
    everybody else; a phone keeps a line for them, since the sheet below must not move while they choose."""

    viewer: bool
    others: tuple[str, ...]
    all_others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakenBackChoice:
    """A player who has just taken a decision back, and the action in which they choose again.

    `mine`: on their own phone."""

    player: str
    action: Phrase
    mine: bool


@dataclass(frozen=True, slots=True)
class TurnPanel:
    """The panel that says what to do now.

    `action`: "roll", "white", "colour", "number" or "play". `white_sum`: 0 before the dice. `number`: that
    for everyone, in the card game. `large_sum`: the white sum to be read from afar, or 0. `has_marked`: the
    active player has made a mark in this turn. `plays_cards`: their cards are tapped on this device.
    `reads_photo`: a photo has come and people complete it; `problems` say what it lacks, or that no roll has
    come.
    `dice_to_roll`: how many; 0 in the card game. `mine`: it is the turn of the player whose phone this
    is. `outcome`: what this turn, or the last one before the dice, has brought; on the table's screen
    with what chains brought. `taken_back`: the decision that has just been taken back, if there is one.
    `lost_marks`: those that the last correction took back. `may_correct`: dice can be corrected.
    `in_page`: the page throws pretend dice. `for_computer`: it is the turn of the computer.
    `asks_number`: the number for everyone is tapped here.
    `passes_for`: how many others the button passes for; 0 without the button.
    """

    turn: int
    active: str
    action: str
    sides: int
    on_paper: bool
    demo: bool
    white_sum: int
    number: int | None
    large_sum: int
    has_marked: bool
    plays_cards: bool
    in_page: bool
    for_computer: bool
    reads_photo: bool
    problems: tuple[Phrase, ...]
    dice_to_roll: int
    mine: bool
    outcome: tuple[Phrase, ...]
    taken_back: TakenBackChoice | None
    lost_marks: tuple[Phrase, ...]
    dice: tuple[RolledDie, ...]
    sums: tuple[ColourSums, ...]
    may_correct: bool
    corrections: tuple[DieCorrection, ...]
    asks_number: bool
    entry: RollEntry | None
    reroll: Reroll | None
    waiting: WaitingFor | None
    passes_for: int


def present_turn(table: Table, viewer: Viewer, camera: CameraState) -> TurnPanel:
    """The open turn of a game that is not over, as `viewer` may see it."""
    position = table.position
    roll = position.roll if isinstance(position.roll, Roll) else None
    dice = rolled_dice(roll)
    may_roll = viewer.may_play and not table.demo
    return TurnPanel(
        turn=position.turn,
        active=table.active,
        action=position.phase,
        sides=table.game.pad.sides,
        on_paper=table.paper,
        demo=table.demo,
        white_sum=roll.sum if roll else 0,
        number=position.roll if isinstance(position.roll, int) and position.phase == "number" else None,
        large_sum=roll.sum if roll and position.phase == "white" and viewer.is_table else 0,
        has_marked=position.active_marked,
        plays_cards=plays_cards(table, viewer),
        in_page=table.pretends,
        for_computer=table.active in table.computers,
        reads_photo=table.pending_roll is not None,
        problems=(
            *second_view_problem(table, camera),
            *(photo_problems(table) or owed_roll_problem(table, camera)),
        ),
        dice_to_roll=len(table.dice_to_roll),
        mine=viewer.owns(table.active) and not table.demo,
        outcome=(*(present_forced_crosses(table) if viewer.is_table else ()), *present_outcome(table)),
        taken_back=_taken_back(table, viewer),
        lost_marks=_lost_marks(table),
        dice=dice,
        sums=present_sums(table, roll) if roll and (position.phase == "colour" or is_roll_due(table)) else (),
        may_correct=may_roll,
        corrections=present_corrections(dice) if may_roll else (),
        asks_number=may_roll and not table.dice_to_roll and position.phase == "roll",
        entry=present_roll_entry(
            table,
            camera,
            may_lock=viewer.is_table,
            may_throw=_may_throw(table, viewer),
        )
        if may_roll
        else None,
        reroll=present_reroll(camera.reroll_question, table) if may_roll else None,
        waiting=_waiting_for(table, viewer),
        passes_for=_passes_for(table, viewer),
    )


def _may_throw(table: Table, viewer: Viewer) -> bool:
    """Tell whether this device may throw pretend dice now; the computer throws those of the page itself."""
    if table.pretends and table.active in table.computers:
        return False
    return viewer.is_table or viewer.owns(table.active) or table.paper


def reserved_turns(turn: TurnPanel, table: Table) -> tuple[TurnPanel, ...]:
    """`turn` as it would be in each action of a turn, with the longest name and number, to reserve room for
    the longest texts."""
    actions = ["roll", *table.game.phases]
    return tuple(
        replace(
            turn,
            action=action,
            active=max(table.game.players, key=len),
            white_sum=2 * turn.sides,
            number=12,
            reads_photo=False,
            has_marked=False,
            lost_marks=(),
            taken_back=None,
        )
        for action in actions
    )


def _taken_back(table: Table, viewer: Viewer) -> TakenBackChoice | None:
    if not isinstance(table.last_event, TakenBack):
        return None
    player = table.last_event.player
    action = ACTION_NAMES.get(table.position.phase, ACTION_NAMES["white"])
    return TakenBackChoice(player, Phrase(action), viewer.owns(player))


def _lost_marks(table: Table) -> tuple[Phrase, ...]:
    """The marks that the last correction took back, each with its player."""
    marks = ((lost.player, Mark.parse(lost.mark)) for lost in table.lost_decisions)
    return tuple(
        Phrase("{player}: {cell}", {"player": player, "cell": mark_name(table.game.pad_of(player), mark)})
        for player, mark in marks
    )


def _waiting_for(table: Table, viewer: Viewer) -> WaitingFor | None:
    waiting = table.game.waiting(table.position)
    if table.demo or table.paper or table.position.phase not in SHARED_PHASES or not waiting:
        return None
    others = tuple(player for player in waiting if not viewer.owns(player))
    all_others = tuple(player for player in table.game.players if not viewer.owns(player))
    return WaitingFor(len(others) < len(waiting), others, all_others)


def _passes_for(table: Table, viewer: Viewer) -> int:
    """The number of players for whom the table's screen can pass at once; 0 if fewer than two others have yet
    to choose, or if one of these holds a phone."""
    if table.demo or table.paper or table.position.phase != "white" or not viewer.is_table:
        return 0
    others = [player for player in table.game.waiting(table.position) if player != table.active]
    return len(others) if len(others) > 1 and not set(others) & set(viewer.guests) else 0
