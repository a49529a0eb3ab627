"""Lucky 15: a track whose fields are crossed when three dice show fifteen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rulebook.rulings import RULING_OPTIONS, Rulings
from companion.rules.extras import Extras
from companion.rules.mark import Mark
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad

FIFTEEN = 15
"""What two white dice and a coloured one show for the track (rules.md: lucky15-fifteen)."""


class Track(Mechanism):
    """rules.md: lucky15-fifteen, lucky15-instead, lucky15-track, lucky15-score; ruling lucky15-top."""

    key = "track"
    form = "track"

    def prints(self, _pad: Pad, _mark: Mark) -> bool:
        """The track."""
        return True

    def marks(self, _view: View) -> Iterator[Mark]:
        """The track."""
        yield Mark(str(FIFTEEN))

    def refusal(self, view: View, _mark: Mark) -> Refusal | None:
        """For the active player in action 1, with a free field."""
        if view.action != "white" or not view.is_active:
            text = message("Only the active player crosses the track, instead of both actions.")
            return Refusal("lucky15-fifteen", text)
        if not any(die is not None and view.roll.sum + die == FIFTEEN for die in view.dice):
            text = message(
                "The white dice make {sum}, and no coloured die in the game makes fifteen with them."
            )
            return Refusal("lucky15-fifteen", text, {"sum": view.roll.sum})
        if view.extras.track >= len(view.sheet.pad.special.track):
            return Refusal("lucky15-track", message("Every field of the track is crossed already."))
        return None

    def made(self, view: View, _mark: Mark) -> Sheet:
        """With the next field crossed."""
        return replace(view.sheet, extras=replace(view.extras, track=view.extras.track + 1))

    def denied(self, view: View) -> Refusal | None:
        """After a fifteen in action 1 there is no action 2."""
        if view.first is None or view.first.form != self.form:
            return None
        text = message("A fifteen on the track replaces both actions of the turn.")
        return Refusal("lucky15-instead", text)

    def points(self, sheet: Sheet, rulings: Rulings) -> int:
        """What the last crossed field is worth; of the whole track what the table agreed on."""
        crossed, worth = self._crossed(sheet), sheet.pad.special.track
        if crossed == 0:
            return 0
        agreed = rulings.lucky15_top
        if crossed == len(worth) and agreed != RULING_OPTIONS["lucky15-top"][0]:
            return int(agreed)
        return worth[crossed - 1]

    def tally(self, sheet: Sheet) -> tuple[int, ...] | None:
        """How many fields are crossed."""
        return (self._crossed(sheet),)

    def spares_miss(self, before: Extras, after: Extras, _rulings: Rulings) -> bool:
        """A fifteen does."""
        return before.track != after.track

    def _crossed(self, sheet: Sheet) -> int:
        return 0 if sheet.extras is None else sheet.extras.track
