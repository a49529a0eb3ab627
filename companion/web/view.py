"""What the table page shows, as plain values in one language: made from a Table, drawn by the templates."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules import Mark, Roll
from companion.table import Table
from companion.web.dice_view import (
    COLOUR_NAMES,
    DieView,
    Named,
    Pair,
    PhotoView,
    die_view,
    pairs,
    photo_view,
    problems,
    slot_view,
)
from companion.web.sheet_view import SheetView, cell_name, sheet_view
from companion.web.story import LogLine, story, what_undo_undoes
from sheets.language import Translate

LOG_LINES = 40


@dataclass(frozen=True, slots=True)
class Offers:
    """How a roll can come in besides a photo and tapping.

    `camera`: what it does now, in words; "" without one. `throw`: pretend dice can be thrown. `look`: the
    camera can be asked for the dice as they lie.
    """

    camera: str = ""
    throw: bool = False
    look: bool = False


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's points at the end."""

    player: str
    parts: tuple[int, ...]
    misses: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole page below its head."""

    game: str
    number: int
    moment: str
    phase: str
    demo: bool
    sides: int
    kicker: str
    step: str
    title: str
    what: str
    announce: str
    dice: tuple[DieView, ...]
    sum: int
    sum_text: str
    pairs: tuple[Pair, ...]
    slots: tuple[DieView, ...]
    seen: bool
    entry: str
    problems: tuple[str, ...]
    may_throw: bool
    may_look: bool
    camera: str
    photo: PhotoView | None
    others_text: str
    undo: str
    log: tuple[LogLine, ...]
    sheets: tuple[SheetView, ...]
    score_heads: tuple[Named, ...] = ()
    scores: tuple[ScoreLine, ...] = field(default=())


def moment_of(table: Table) -> str:
    """The open action, in one word: what was tapped on a page of another moment is not carried out."""
    return f"{table.position.turn}-{table.position.phase}"


def view(table: Table, number: int, _: Translate, offers: Offers) -> TableView:
    """The page of `table` after event `number`, in the language of `_`."""
    position = table.position
    roll = position.roll if isinstance(position.roll, Roll) else None
    phase = position.phase
    title, what = _headline(table, roll, _)
    dice = (
        tuple(die_view(table, key, roll, _) for key in table.slots_rolled) if roll and phase != "over" else ()
    )
    waiting = table.game.waiting(position)
    others = [player for player in waiting if player != table.active]
    return TableView(
        game=table.game.name,
        number=number,
        moment=moment_of(table),
        phase=phase,
        demo=table.demo,
        sides=table.game.pad.sides,
        kicker=_kicker(table, _),
        step={"white": _("Action 1 of 2"), "colour": _("Action 2 of 2")}.get(phase, ""),
        title=title,
        what=what,
        announce=_announcement(table, roll, title, what, _),
        dice=dice,
        sum=roll.sum if roll else 0,
        sum_text=f"{roll.white[0]} + {roll.white[1]}" if roll else "",
        pairs=pairs(table, roll) if roll and phase == "colour" else (),
        slots=tuple(slot_view(table, key, _) for key in table.slots) if phase == "roll" else (),
        seen=table.seen is not None,
        entry=f"{position.turn}-{table.seen.photo.name if table.seen else ''}",
        problems=problems(table, _),
        may_throw=offers.throw and not table.demo,
        may_look=offers.look,
        camera=_(offers.camera) if offers.camera and phase == "roll" and table.seen is None else "",
        photo=photo_view(table, _),
        others_text=_others_text(table, others, _),
        undo="" if table.demo else what_undo_undoes(table, _),
        log=story(table, LOG_LINES, _),
        sheets=tuple(sheet_view(table, index, _) for index in range(len(table.game.players))),
        score_heads=_heads(table, _),
        scores=_scores(table) if phase == "over" else (),
    )


def _kicker(table: Table, _: Translate) -> str:
    if table.position.phase == "roll":
        return _("Turn {turn}").format(turn=table.position.turn)
    return _("Turn {turn} · {player} throws").format(turn=table.position.turn, player=table.active)


def _headline(table: Table, roll: Roll | None, _: Translate) -> tuple[str, str]:
    position, active = table.position, table.active
    if position.phase == "over":
        assert position.end is not None
        winners = table.game.winners(position) or ()
        if len(table.game.players) == 1:
            title = _("{player}: {total} points").format(
                player=winners[0], total=table.game.scores(position)[winners[0]].total
            )
        elif len(winners) == 1:
            title = _("{player} wins").format(player=winners[0])
        else:
            title = _("{players} share the win").format(players=" & ".join(winners))
        if position.end.reason == "end-misses":
            return title, _("A fourth miss ended the game in turn {turn}.").format(turn=position.end.turn)
        return title, _("Two rows are locked, so the game ended in turn {turn}.").format(
            turn=position.end.turn
        )
    if position.phase == "roll":
        left = len(table.slots)
        if table.demo:
            return _("{player} throws").format(player=active), _("The pretend dice are in the air.")
        if table.seen is not None:
            return _("Please have a look"), ""
        title = _("{player}, throw the {count} dice").format(player=active, count=left)
        return title, _("Photograph them from above, or tap in what they show.")
    assert roll is not None
    dropped = ""
    if table.dropped:
        cells = ", ".join(
            f"{d.player}: {cell_name(table, Mark.parse(d.mark).cell, _)}" for d in table.dropped
        )
        dropped = " " + _("Taken back, as it no longer fits: {cells}.").format(cells=cells)
    if position.phase == "white":
        title = _("White dice make {sum}").format(sum=roll.sum)
        what = _("Everyone may cross one {sum}, in any row where it stands out.").format(sum=roll.sum)
        return title, what + dropped
    title = _("{player}: one white die and one coloured die").format(player=active)
    if table.position.busy:
        what = _("{player} may cross one of these, in its own colour, or stop here.").format(player=active)
    else:
        what = _("{player} may cross one of these, in its own colour. No cross all turn is a miss.").format(
            player=active
        )
    return title, what + dropped


def _announcement(table: Table, roll: Roll | None, title: str, what: str, _: Translate) -> str:
    if roll is not None and table.position.phase == "white":
        return _("White sum: {sum}. {what}").format(sum=roll.sum, what=what)
    return " ".join((f"{title}.", what, *problems(table, _))).strip()


def _others_text(table: Table, others: list[str], _: Translate) -> str:
    if table.demo or table.position.phase != "white" or len(others) < 2:
        return ""
    return _("Everyone else passes ({count})").format(count=len(others))


def _heads(table: Table, _: Translate) -> tuple[Named, ...]:
    return tuple(
        Named(row.colour or "white", _(COLOUR_NAMES[row.colour]) if row.colour else row.letter)
        for row in table.game.pad.rows
    )


def _scores(table: Table) -> tuple[ScoreLine, ...]:
    winners = table.game.winners(table.position) or ()
    lines = [
        ScoreLine(player, score.rows, score.misses, score.total, player in winners)
        for player, score in table.game.scores(table.position).items()
    ]
    return tuple(sorted(lines, key=lambda line: -line.total))
