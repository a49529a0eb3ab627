"""On Board in the advice: what the path adds, and how far the figure moves."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.advisor.move_names import counted
from mechanisms.path.rules import stands_on
from sheets.language import message

FIELDS_PER_TURN = 2.2
"""Fields that a figure moves in a turn of its own. Chosen."""


class PathAdvised(Advised):
    """The figure goes on, a little in each turn of its player."""

    key = "path"

    def more_points(self, outlook: Outlook) -> float:
        """The points of the field that it may reach, less those that it has."""
        path, here = outlook.sheet.pad.part(self.key), stands_on(outlook.sheet)
        reached = here + FIELDS_PER_TURN * outlook.turns / len(outlook.game.players)
        whole = min(int(reached), len(path.fields))
        part = min(reached - whole, 1.0)
        following = path.worth(min(whole + 1, len(path.fields)))
        return float(path.worth(whole) + part * (following - path.worth(whole)) - path.worth(here))

    def fact(self, move: MadeMove) -> Fact | None:
        """The number of fields that the figure moves."""
        fields = stands_on(move.after) - stands_on(move.before)
        if not fields:
            return None
        said = counted(
            message("moves the figure one field on"), message("moves the figure {count} fields on"), fields
        )
        return Fact((said,), marks=True)


MECHANISM = PathAdvised()
