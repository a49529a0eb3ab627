"""The present turn: whose it is, what to do, the dice, and who has yet to choose."""

from dataclasses import dataclass

from companion.rules.position import Phase
from companion.table.actions import (
    Sentences,
    action_of,
    instruction,
    longest_to_choose,
    place_in_game,
    room_for_texts,
    still_to_choose,
    title,
)
from companion.table.now import ColourSums, Now
from companion.table.state import Table
from companion.web.camera.watcher import CameraState
from companion.web.pages.table.dice.dice import DieCorrection, RolledDie, present_corrections, rolled_dice
from companion.web.pages.table.dice.roll_entry import (
    Reroll,
    RollEntry,
    owed_roll_problem,
    photo_problems,
    present_reroll,
    present_roll_entry,
    second_view_problem,
)
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase


@dataclass(frozen=True, slots=True)
class TurnPanel:
    """The panel that says what to do now."""

    place: Phrase
    """The turn, and who plays it."""
    step: str
    """The place of the open action in the turn, of the catalogue; "" for none."""
    title: Phrase
    instruction: Sentences
    reserved: tuple[tuple[Phrase, Sentences], ...]
    """Titles and instructions for which a phone keeps a line."""
    outcome: Sentences
    """The results of this turn, or before the dice of the last one."""
    problems: Sentences
    """The gaps of a photo, or the roll that does not come."""
    own: bool
    """It is the turn of the player whose phone this is."""
    calls: bool
    """They throw now, so the phone calls them."""
    sides: int
    """The number of sides of each die."""
    number: int
    """The number for everyone, to be read from afar; 0 for none."""
    white_sum: int
    """The sum of the white dice while everyone may cross it; 0 for none."""
    dice: tuple[RolledDie, ...]
    turn: int
    """The turn in which they were thrown."""
    sums: tuple[ColourSums, ...]
    corrections: tuple[DieCorrection, ...]
    asks_number: bool
    """The number for everyone is tapped here."""
    entry: RollEntry | None
    reroll: Reroll | None
    waiting: Phrase | None
    """The players who have yet to choose."""
    longest_waiting: Phrase
    """The longest such text of this turn."""
    passes_for: int
    """The number of others for whom the button passes; 0 without the button."""


def present_turn(
    table: Table,
    now: Now,
    viewer: Viewer,
    camera: CameraState,
    outcome: Sentences = (),
    *,
    guided: bool = False,
) -> TurnPanel:
    """Return the open turn of an unfinished game, as `viewer` may see it. `guided`: a guide explains it."""
    person, own = viewer.person, viewer.owns(now.active) and not now.demo
    dice = rolled_dice(table.position.roll)
    may_roll = viewer.may_play and not now.demo
    actions: tuple[Phase, ...] = ("roll", *(table.game.phases[:1] if now.paper else table.game.phases))
    return TurnPanel(
        place=place_in_game(now),
        step="" if now.paper else action_of(now).step,
        title=title(now, person),
        instruction=instruction(now, person, guided=guided),
        reserved=room_for_texts(now, person, actions) if viewer.own_player else (),
        outcome=outcome,
        problems=(
            *second_view_problem(table, camera),
            *(photo_problems(table) or owed_roll_problem(table, now, camera)),
        ),
        own=own,
        calls=own and now.is_between_turns,
        sides=now.sides,
        number=now.total if now.cards and now.is_shared else 0,
        white_sum=now.total if not now.cards and now.is_shared else 0,
        dice=dice,
        turn=now.turn,
        sums=now.sums,
        corrections=present_corrections(dice) if may_roll else (),
        asks_number=may_roll and now.awaits == "number",
        entry=present_roll_entry(
            table, now, camera, may_lock=viewer.is_table, may_throw=_may_throw(now, viewer)
        )
        if may_roll
        else None,
        reroll=present_reroll(camera.reroll_question, table) if may_roll else None,
        waiting=still_to_choose(now, person),
        longest_waiting=longest_to_choose(now, person),
        passes_for=_passes_for(now, viewer),
    )


def _may_throw(now: Now, viewer: Viewer) -> bool:
    """Return True if this device may throw pretend dice now; the computer throws those of the page itself."""
    if now.in_page and now.computer:
        return False
    return viewer.is_table or viewer.owns(now.active) or now.paper


def _passes_for(now: Now, viewer: Viewer) -> int:
    """Return the number of players for whom the table's screen can pass at once.

    It is 0 if fewer than two others have yet to choose, or if one of the others holds a phone.
    """
    players = {part.player for part in now.parts} - {now.active}
    if now.demo or now.paper or not now.is_shared or not viewer.is_table or players & set(viewer.guests):
        return 0
    others = [player for player in now.asked if player != now.active]
    return len(others) if len(others) > 1 else 0
