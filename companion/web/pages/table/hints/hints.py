"""Optional hints: the best crosses now, and after the turn the better moves."""

from dataclasses import dataclass, replace

from companion.advisor import Advice, Coaching, Option, advise, coach
from companion.rules import PASS, Decision, Mark, Play
from companion.table.events import Decided, RollTaken
from companion.table.now import Now, mark_name, passing
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Review:
    """The coach's review of one decision of the last turn."""

    coaching: Coaching
    chosen: Phrase  # the name of the player's move
    best: Phrase  # the name of the best move


def silence(table: Table, viewer: Viewer) -> Phrase | None:
    """Return why the device gets none of the hints that it asks for, or None."""
    if table.demo or viewer.hints not in ("suggestions", "coach"):
        return None
    if table.paper:
        return phrase("No hints in this game: the table does not know the crosses on paper.")
    if viewer.role == "guest":
        return phrase("No hints on this device: it only watches.")
    if viewer.role != "player" and are_choices_hidden(table):
        return phrase("No hints on this screen while choices are hidden: everybody could read them.")
    return None


def suggestions(table: Table, now: Now, viewer: Viewer) -> tuple[Advice, ...]:
    """Return suggestions for the device's player, or on the table's screen for all who have yet to choose."""
    if viewer.hints != "suggestions" or now.demo or silence(table, viewer) is not None:
        return ()
    wanted = [
        player
        for player in now.asked
        if player not in table.computers and (viewer.role != "player" or player == viewer.player)
    ]
    most = 3 if len(wanted) == 1 else 1
    advice = advise(table.game, table.position, wanted)
    return tuple(replace(each, options=each.options[:most]) for each in advice if each.options)


def percent(chance: float) -> int:
    """Return a chance (0 to 1) in per cent; 0 and 100 are only for certain results."""
    return int(chance) * 100 if chance in (0, 1) else min(max(round(100 * chance), 1), 99)


def crossed_cells(option: Option) -> tuple[str, ...]:
    """Return the names of the cells that a suggested mark crosses, without its bonuses."""
    move = option.move
    return tuple(part.cell for part in move.parts if part.cell) if isinstance(move, Mark) else ()


def move_name(table: Table, player: str, move: Decision) -> Phrase:
    """Name a mark or a pass as an instruction."""
    assert isinstance(move, Mark)
    if move == PASS:
        return Phrase(passing(table.game, table.position, player).advice)
    return mark_name(table.game.pad_of(player), move)


def reviews(timeline: Timeline, now: Now, viewer: Viewer) -> tuple[Review, ...]:
    """Return the coach's reviews of the last turn, oldest first; () during a turn and without the coach."""
    table = timeline.present
    is_silent = now.demo or silence(table, viewer) is not None
    if viewer.hints != "coach" or is_silent or not now.is_between_turns:
        return ()
    reviewed = []
    for moment in timeline.history():
        decided = moment.present.last_event
        if isinstance(decided, RollTaken):
            break
        if not isinstance(decided, Decided) or moment.past is None or decided.player in table.computers:
            continue
        if viewer.role != "player" or decided.player == viewer.player:
            reviewed.append(_review(moment.past.present, decided))
    return tuple(review for review in reversed(reviewed) if review is not None)


def _review(before: Table, decided: Decided) -> Review | None:
    """Review a decision made on the table `before`; return None if the advisor can't judge it."""
    decision = decided.decision
    if before.decision(decided.player) is not None or isinstance(decision, Play):
        return None
    coaching = coach(before.game, before.position, decided.player, decision)
    if coaching is None:
        return None
    options = (coaching.chosen, coaching.best)
    chosen, best = (move_name(before, coaching.player, option.move) for option in options)
    return Review(coaching, chosen, best)
