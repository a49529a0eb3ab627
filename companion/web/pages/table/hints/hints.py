"""Optional hints: suggestions for the open action, and the coach's reviews after a turn."""

from dataclasses import dataclass, replace

from companion.advisor import Advice, Coaching, Option, advise, coach
from companion.rules import PASS, Decision, Mark, Play
from companion.table.events import DecisionMade, RollTaken
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
    """Return why the device gets no suggestions or reviews although they are turned on, or else None."""
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
    """Return suggestions for the device's player; on the table's screen, for all who still have to choose.

    One person gets up to three options; several people get only the best option each.
    """
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
    """Return a chance (0 to 1) as a whole percentage, which is 0 or 100 only if the chance is 0 or 1."""
    return int(chance) * 100 if chance in (0, 1) else min(max(round(100 * chance), 1), 99)


def crossed_cells(option: Option) -> tuple[str, ...]:
    """Return the names of the cells that a suggested mark crosses, without its bonus crosses."""
    move = option.move
    return tuple(part.cell for part in move.parts if part.cell) if isinstance(move, Mark) else ()


def move_name(table: Table, player: str, move: Decision) -> Phrase:
    """Return a mark or a pass of `player` in words, such as "red 5" or "take the penalty"."""
    assert isinstance(move, Mark)
    if move == PASS:
        return Phrase(passing(table.game, table.position, player).advice)
    return mark_name(table.game.pad_of(player), move)


def reviews(timeline: Timeline, now: Now, viewer: Viewer) -> tuple[Review, ...]:
    """Return the coach's reviews of decisions in the last turn, oldest first.

    Return () during a turn, or if the coach is not chosen as the level of hints.
    """
    table = timeline.present
    is_silent = now.demo or silence(table, viewer) is not None
    if viewer.hints != "coach" or is_silent or not now.is_between_turns:
        return ()
    reviewed = []
    for moment in timeline.history():
        decided = moment.present.last_event
        if isinstance(decided, RollTaken):
            break
        if not isinstance(decided, DecisionMade) or moment.past is None or decided.player in table.computers:
            continue
        if viewer.role != "player" or decided.player == viewer.player:
            reviewed.append(_review(moment.past.present, decided))
    return tuple(review for review in reversed(reviewed) if review is not None)


def _review(before: Table, decided: DecisionMade) -> Review | None:
    """Return a review of a decision made in the state `before`, or None if the advisor can't judge it."""
    decision = decided.decision
    if before.decision(decided.player) is not None or isinstance(decision, Play):
        return None
    coaching = coach(before.game, before.position, decided.player, decision)
    if coaching is None:
        return None
    options = (coaching.chosen, coaching.best)
    chosen, best = (move_name(before, coaching.player, option.move) for option in options)
    return Review(coaching, chosen, best)
