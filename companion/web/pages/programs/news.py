"""What happened at a table between two moments: rolls, marks, locks, the end."""

from collections.abc import Iterator
from itertools import pairwise, takewhile

from companion.rules.mark import PASS
from companion.table.events import GameTakenUp
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.pages.programs.table_state import winners


def news(before: Timeline | None, now: Timeline) -> Iterator[tuple[Timeline, dict[str, object]]]:
    """Yield what happened since `before` (None: in another game), oldest first, each with its moment.

    A hidden choice is told when all have chosen. Steps that were undone, a new name and a game taken up are
    no news.
    """
    known = {id(each.present.last_event) for each in before.history()} if before else set()

    def is_new(moment: Timeline) -> bool:
        event = moment.present.last_event
        return id(event) not in known and not isinstance(event, GameTakenUp)

    new = [*takewhile(is_new, now.history())][::-1]
    if not new or (before and new[0].past is None):
        return
    for earlier, later in pairwise([new[0].past or new[0], *new]):
        for event in _between(earlier.present, later.present):
            yield later, event


def _between(before: Table, after: Table) -> Iterator[dict[str, object]]:
    """Yield what happened between two moments."""
    if after.current_roll is not None and after.current_roll is not before.current_roll:
        yield {"event": "roll", "player": after.active, "roll": after.current_roll.roll}
    had, has = (() if are_choices_hidden(table) else table.turn_decisions for table in (before, after))
    for _, decided in (choice for choice in has if choice not in had):
        if decided.mark != str(PASS):
            yield {"event": "mark", "player": decided.player, "mark": decided.mark}
    for row in after.position.closed:
        if row not in before.position.closed:
            yield {"event": "lock", "row": row}
    if after.position.end is not None and before.position.end is None:
        yield {"event": "end", "reason": after.position.end.reason, "winners": [*winners(after)]}
