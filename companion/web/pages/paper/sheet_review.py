"""The review of sheets in a photo: their differences from the table."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.rules.observed_sheet import ObservedSheet
from companion.sheet_scan.answers import with_marked_places
from companion.sheet_scan.reading import Doubt, SheetReading
from companion.table.paper import SheetDifference, difference
from companion.table.state import Table
from companion.web.layout.game.page_part import sign_name
from companion.web.pages.table.sheets.sheet_snapshot import Highlights, SheetSnapshot, present_snapshot
from sheets.language import Phrase, Translatable, phrase
from sheets.pad import Pad
from sheets.place_names import place_phrase

LEFT_OUT = "-"
"""The form's value for leaving a sheet out."""
MARGIN_SHARE = 0.03
"""Margin around a sheet in the crop of the photo, as a share of the sheet's width."""


@dataclass(frozen=True)
class FoundSheet:
    """One sheet in the photo, with its chosen or likely owner."""

    table: Table
    index: int
    reading: SheetReading
    player: str  # the owner, or "" if none is chosen or known
    sent: Mapping[str, str]  # the choices so far, by field of the form
    by_order: bool = False  # True if only the order of the sheets suggests the owner

    @property
    def left_out(self) -> bool:
        return self.sent.get(f"player-{self.index}") == LEFT_OUT

    @property
    def usable(self) -> bool:
        """Return True if the sheet can be taken over: it was read, and its pad is in play."""
        return self.reading.observed is not None and not self._is_of_another_pad()

    @property
    def is_of_another_player(self) -> bool:
        """Return True if the player plays on a sheet with another letter or pad."""
        position = self.table.position
        return bool(self.player) and not self.reading.is_printed_as(position.sheet(self.player).pad)

    @property
    def problems(self) -> Iterator[tuple[Translatable, str]]:
        """Yield each problem with the id of the rule that the sheet breaks, or ""."""
        yield from ((problem, "") for problem in self.reading.problems)
        if self.reading.pad is not None and self._is_of_another_pad():
            yield phrase("This sheet belongs to a different pad from the one in play."), ""
        yield from ((each.refusal, each.rule) for each in self.reading.contradictions)
        if self.usable and self.is_of_another_player:
            yield phrase("This is not the sheet that {player} plays on.", player=self.player), ""

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Return the doubtful places for the user to decide, or () for an unusable sheet."""
        return self.reading.unsure if self.usable else ()

    def field(self, doubt: Doubt) -> str:
        """Return the name of the form's field for a doubtful place."""
        return f"{self.index}-{doubt.cell.replace(' ', '-')}"

    def answer(self, doubt: Doubt) -> str:
        """Return the user's answer about a doubtful place: "yes" (crossed), "no", or "" without one."""
        return self.sent.get(self.field(doubt), "")

    @property
    def decided(self) -> bool:
        """Return True if the user has decided every doubtful place."""
        return all(self.answer(doubt) in ("yes", "no") for doubt in self.reading.unsure)

    @cached_property
    def observed(self) -> ObservedSheet:
        """Return the crosses of a usable sheet, with the user's answers so far."""
        crossed = [doubt.cell for doubt in self.reading.unsure if self.answer(doubt) == "yes"]
        return with_marked_places(self.reading, crossed)

    @cached_property
    def change(self) -> SheetDifference | None:
        """Return the changes to the owner's sheet at the table, or None if the sheet can't be the owner's."""
        if not self.usable or not self.player or self.is_of_another_player:
            return None
        return difference(self.table.game, self.table.position.sheet(self.player), self.observed.sheet)

    @property
    def same(self) -> bool:
        """Return True if the sheet equals the sheet at the table, without doubtful places."""
        change = self.change
        return change is not None and not change and not self.doubts

    @property
    def snapshot(self) -> SheetSnapshot:
        """Return a usable sheet with its changes and undecided doubtful places highlighted."""
        change = self.change
        highlights = Highlights(
            added=change.added if change else (),
            lost=change.removed if change else (),
            doubtful=[doubt.cell for doubt in self.doubts if not self.answer(doubt)],
        )
        game, closed = self.table.game, self.table.position.closed
        return present_snapshot(game, self.player, self.observed.sheet, closed=closed, highlights=highlights)

    def _is_of_another_pad(self) -> bool:
        return not any(self.reading.is_printed_as(pad) for pad in self.table.game.pads)


def visible_box(
    reading: SheetReading, size: tuple[int, int], factor: float
) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of a sheet in the stored photo, or None without corners.

    `size`: width and height of the stored photo. `factor`: its scale relative to the photo that was read.
    """
    if not reading.corners:
        return None
    xs, ys = ([factor * corner[axis] for corner in reading.corners] for axis in (0, 1))
    margin = MARGIN_SHARE * (max(xs) - min(xs))
    left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
    right, bottom = min(float(size[0]), max(xs) + margin), min(float(size[1]), max(ys) + margin)
    return left, top, max(1.0, right - left), max(1.0, bottom - top)


def place_names(places: Collection[str], pad: Pad) -> list[Phrase]:
    """Return the names of places on a sheet, such as "red 7", "lock of the red row", "penalty 2"."""
    return [Phrase(name) if (name := sign_name(place)) else place_phrase(pad, place) for place in places]
