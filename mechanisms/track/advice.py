"""Lucky 15 in the advice: the worth of the track, and of a fifteen that is not taken."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.advisor.move_names import counted
from companion.rules import Game, Mark, Sheet
from companion.rules.mechanism import mechanisms_of
from mechanisms.track.table import FIFTEEN
from sheets.language import Phrase, message, phrase

TRACK_CHANCE = 0.12
"""Chance that the active player crosses the track in a turn. Chosen."""


class Track(Advised):
    """A field of the track takes the place of both actions."""

    key = "track"

    def more_points(self, outlook: Outlook) -> float:
        """Fields are crossed one by one, in a player's own turns."""
        values = [0, *outlook.sheet.pad.part(self.key)]
        crossed = outlook.sheet.of(self.key)
        reached = crossed + TRACK_CHANCE * outlook.turns / len(outlook.game.players)
        whole = min(int(reached), len(values) - 1)
        following = values[min(whole + 1, len(values) - 1)]
        end = values[whole] + min(reached - whole, 1.0) * (following - values[whole])
        return float(end - values[crossed])

    def fact(self, move: MadeMove) -> Fact | None:
        """The worth of a fifteen; for any other move that marks nothing, the fifteen that it gives up."""
        before = _points(move.game, move.before)
        if move.after.of(self.key) != move.before.of(self.key):
            added = _points(move.game, move.after) - before
            said = phrase("takes the place of both actions")
            if added > 0:
                said = counted(
                    message("adds one point instead of both actions"),
                    message("adds {count} points instead of both actions"),
                    added,
                )
            return Fact((said,), size=max(added, 0), marks=True, tells_points=True)
        fifteen = Mark(str(FIFTEEN))
        if move.spots or fifteen not in move.moves:
            return None
        missed = _points(move.game, move.moves.result(fifteen)) - before
        said = counted(
            message("lets a fifteen for one point go"),
            message("lets a fifteen for {count} points go"),
            missed,
        )
        return Fact((said,)) if missed > 0 else None

    def contrast(self, does: Fact | None, would: Fact | None, best: bool, other: Phrase) -> Phrase | None:
        """The alternative is a fifteen."""
        if would is None or not would.size:
            return None
        return counted(
            message("{other} would add one point instead of both actions"),
            message("{other} would add {count} points instead of both actions"),
            would.size,
            other=other,
        )


def _points(game: Game, sheet: Sheet) -> int:
    """The points of the track."""
    return sum(
        each.points(sheet, (), game.rulings) for each in mechanisms_of(sheet.pad) if each.key == "track"
    )


MECHANISM = Track()
