"""Hidden choices: in some games a choice is hidden until all players have chosen."""

from companion.rules.position import SHARED_PHASES
from companion.table.events import DecisionMade, DecisionRetracted, DecisionTakenBack
from companion.table.state import Table
from companion.table.timeline import Timeline


def are_choices_hidden(table: Table) -> bool:
    """Return True if the game hides choices, and some players still have to choose in this action."""
    return table.hidden and table.position.phase in SHARED_PHASES and bool(table.game.waiting(table.position))


def before_hidden_choices(timeline: Timeline) -> Timeline:
    """Return the timeline before the first choice that is hidden now, or `timeline` if none is."""
    if not are_choices_hidden(timeline.present):
        return timeline
    return next(
        earlier
        for earlier in timeline.history()
        if not isinstance(earlier.present.last_event, DecisionMade | DecisionRetracted | DecisionTakenBack)
    )
