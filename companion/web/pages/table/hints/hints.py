"""Hints for those who want them: the best crosses now, and after the turn the better moves."""

from dataclasses import dataclass

from companion.advisor import ROUGH, Coaching, Option, advise, coach
from companion.rules import PASS, Decision, Mark, Play
from companion.rules.position import SHARED_PHASES
from companion.table.events import Decided, RollTaken
from companion.table.now import mark_name, passing
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Translatable, phrase
from sheets.place_names import cell_phrase

MAX_SUGGESTIONS = 3
"""Suggestions for one player; for several players there is one each."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, with its chance to win in per cent (None for one alone), the points expected, and why.

    `cells`: the names of the cells that it crosses, without those that follow from them.
    """

    move: Phrase
    cells: tuple[str, ...]
    win_percent: int | None
    points: int
    why: Translatable


@dataclass(frozen=True, slots=True)
class PlayerAdvice:
    """Suggestions for one player, the best first. `note`: that they are rough, if they are."""

    player: str
    suggestions: tuple[Suggestion, ...]
    note: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """One decision of the last turn looked back on. `fine`: nothing was better; otherwise `best` was, by this
    many points, or by `win_percent` of a win against other players."""

    player: str
    fine: bool
    chosen: Phrase
    best: Phrase
    win_percent: int | None
    points: float
    why: Translatable


@dataclass(frozen=True, slots=True)
class Hints:
    """All hints on a device; false if there are none. `silence`: the reason why it gets no suggestions, if it
    asks."""

    advice: tuple[PlayerAdvice, ...]
    reviews: tuple[Review, ...]
    silence: Phrase | None = None

    def __bool__(self) -> bool:
        return bool(self.advice or self.reviews or self.silence)

    def best_cells(self, player: str) -> tuple[str, ...]:
        """Return the cells that the best suggestion for `player` crosses; empty without one."""
        return next((each.suggestions[0].cells for each in self.advice if each.player == player), ())


def present_hints(timeline: Timeline, viewer: Viewer) -> Hints:
    """Return the hints of `viewer`: suggestions before a choice, or the coach's words after it."""
    table = timeline.present
    if table.demo or viewer.hints not in ("suggestions", "coach"):
        return Hints((), ())
    silence = _silence(table, viewer)
    if silence is not None:
        return Hints((), (), silence)
    if viewer.hints == "coach":
        return Hints((), _reviews(timeline, viewer))
    return Hints(_advice(table, viewer), ())


def _silence(table: Table, viewer: Viewer) -> Phrase | None:
    """Return why a device that asks for hints gets none in this game, or None."""
    if table.paper:
        return phrase("No hints in this game: the table does not know the crosses on paper.")
    if viewer.role == "guest":
        return phrase("No hints on this device: it only watches.")
    if viewer.role != "player" and are_choices_hidden(table):
        return phrase("No hints on this screen while choices are hidden: everybody could read them.")
    return None


def _advice(table: Table, viewer: Viewer) -> tuple[PlayerAdvice, ...]:
    """Return suggestions for this device's player; on the table's screen for all who have yet to choose."""
    if table.position.phase not in (*SHARED_PHASES, "colour"):
        return ()
    waiting = table.game.waiting(table.position)
    wanted = [
        player
        for player in waiting
        if player not in table.computers and (viewer.role != "player" or player == viewer.player)
    ]
    if not wanted:
        return ()
    most = MAX_SUGGESTIONS if len(wanted) == 1 else 1
    return tuple(
        PlayerAdvice(
            found.player,
            tuple(_suggestion(table, found.player, option) for option in found.options[:most]),
            Phrase(ROUGH) if found.is_rough else None,
        )
        for found in advise(table.game, table.position, wanted)
        if found.options
    )


def _suggestion(table: Table, player: str, option: Option) -> Suggestion:
    win = None if option.win is None else _percent(option.win)
    marks = option.move.marks if isinstance(option.move, Play) else (option.move,)
    cells = tuple(part.cell for mark in marks if isinstance(mark, Mark) and mark.cell for part in mark.parts)
    return Suggestion(_move_name(table, player, option.move), cells, win, round(option.margin), option.why)


def _percent(win: float) -> int:
    """Return a chance in per cent: 0 and 100 only if it is certain."""
    return int(win) * 100 if win in (0, 1) else min(max(round(100 * win), 1), 99)


def _move_name(table: Table, player: str, move: Decision) -> Phrase:
    """Name a decision as an instruction."""
    pad = table.game.pad_of(player)
    if isinstance(move, Play):
        cells = tuple(cell_phrase(pad, mark.cell) for mark in move.marks)
        return Phrase("{cells}", {"cells": cells}) if cells else phrase("no cross")
    if move == PASS:
        return Phrase(passing(table.game, table.position, player).advice)
    return mark_name(pad, move)


def _reviews(timeline: Timeline, viewer: Viewer) -> tuple[Review, ...]:
    """Return reviews of the last turn's decisions, for this device's player or on the table's screen."""
    table = timeline.present
    if table.position.phase not in ("roll", "over"):
        return ()
    found = []
    for moment in timeline.history():
        decided = moment.present.last_event
        if isinstance(decided, RollTaken):
            break
        if not isinstance(decided, Decided) or moment.past is None or decided.player in table.computers:
            continue
        if viewer.role != "player" or decided.player == viewer.player:
            review = _review(moment.past.present, decided)
            if review is not None:
                found.append(review)
    return tuple(reversed(found))


def _review(before: Table, decided: Decided) -> Review | None:
    """Review a decision on the table `before`; None if it was made a second time, or nothing can be said."""
    decision = decided.decision
    if before.decision(decided.player) is not None or isinstance(decision, Play):
        return None
    try:
        found = coach(before.game, before.position, decided.player, decision)
    except ValueError:
        return None
    return None if found is None else _present_review(before, found)


def _present_review(before: Table, found: Coaching) -> Review:
    return Review(
        player=found.player,
        fine=found.fine,
        chosen=_move_name(before, found.player, found.chosen.move),
        best=_move_name(before, found.player, found.best.move),
        win_percent=None if found.win is None else round(100 * found.win),
        points=found.points,
        why=found.why,
    )
