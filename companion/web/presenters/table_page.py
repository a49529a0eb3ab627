"""What the table page shows, as plain values in one language: made from a Table, drawn by the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.analysis.replay import points_over_turns, replay_game
from companion.rules import Mark, Roll
from companion.rules.position import SHARED_PHASES
from companion.table.events import Decided, Retracted
from companion.table.secrecy import are_choices_hidden, before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.camera.camera_state import CameraState
from companion.web.presenters.camera_activity import activity_text
from companion.web.presenters.card_play import PlayView, play_view, plays_here
from companion.web.presenters.charts import Plot, points_plot
from companion.web.presenters.dice import (
    COLOUR_NAMES,
    DieView,
    Named,
    Pair,
    PhotoView,
    die_view,
    pairs,
    photo_view,
    points_words,
    problems,
    slot_view,
)
from companion.web.presenters.hints import AdviceView, CoachView, advice_for, coaching_for
from companion.web.presenters.log import LogLine, story, what_redo_redoes, what_undo_undoes
from companion.web.presenters.rolling import RollingView, TurnedView, rolling_view, turned_view
from companion.web.presenters.sheet import SheetView, cell_name, sheet_view
from companion.web.presenters.turn import BONUS_WORDS
from companion.web.presenters.viewer import Viewer
from companion.web.presenters.words import unread_text
from sheets.language import Translate

LOG_LINES = 40


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One player's points at the end."""

    player: str
    parts: tuple[int, ...]
    misses: int
    total: int
    won: bool
    bonus: int = 0


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
    rolling: RollingView
    redo: str = ""
    redo_all: int = 0
    next_roll: str = ""
    cards: bool = False
    may_roll: bool = False
    may_undo: bool = False
    numbers: tuple[int, ...] = ()
    number_now: int | None = None
    play: PlayView | None = None
    waiting: tuple[str, ...] = ()
    waiting_text: str = ""
    outside: str = ""
    advice: tuple[AdviceView, ...] = ()
    coaching: tuple[CoachView, ...] = ()
    parted: tuple[tuple[str, int], ...] = ()
    bonus_head: bool = False
    bonus_names: Mapping[str, str] = field(default_factory=dict)
    score_heads: tuple[Named, ...] = ()
    scores: tuple[ScoreLine, ...] = field(default=())
    plot: Plot | None = None
    sheets_missing: bool = False
    turned: TurnedView | None = None


def moment_of(table: Table) -> str:
    """The open action, in one word: what was tapped on a page of another moment is not carried out."""
    return f"{table.position.turn}-{table.position.phase}"


def view(
    timeline: Timeline,
    number: int,
    _: Translate,
    camera: CameraState,
    eye: Viewer = Viewer(),  # noqa: B008, frozen
) -> TableView:
    """The page of a game after event `number`, in the language of `_`, as `eye` may see it."""
    table, position = timeline.present, timeline.present.position
    roll = position.roll if isinstance(position.roll, Roll) else None
    phase = position.phase
    title, what = _headline(table, roll, eye, _)
    dice = (
        tuple(die_view(table, key, roll, _) for key in table.dice_rolled) if roll and phase != "over" else ()
    )
    waiting = table.game.waiting(position)
    others = [player for player in waiting if player != table.active]
    dice_due = phase == "roll" or (table.paper and phase != "over")
    return TableView(
        game=table.game.name,
        number=number,
        moment=moment_of(table),
        phase=phase,
        demo=table.demo,
        sides=table.game.pad.sides,
        kicker=_kicker(table, _),
        step={
            "white": _("Action 1 of 2"),
            "colour": _("Action 2 of 2"),
            "number": _("The number for everyone"),
            "play": _("The cards"),
        }.get(phase if not table.paper else "", ""),
        title=title,
        what=what,
        announce=_announcement(table, roll, title, what, _),
        dice=dice,
        sum=roll.sum if roll else 0,
        sum_text=f"{roll.white[0]} + {roll.white[1]}" if roll else "",
        pairs=pairs(table, roll) if roll and (phase == "colour" or dice_due) else (),
        slots=tuple(slot_view(table, key, _) for key in table.dice_to_roll) if dice_due else (),
        seen=table.pending_roll is not None,
        entry=f"{position.turn}-{table.pending_roll.photo.name if table.pending_roll else ''}",
        problems=problems(table, _),
        may_throw=camera.can_throw and not table.demo,
        may_look=camera.can_look,
        camera=activity_text(camera.activity, _)
        if camera.activity and dice_due and table.pending_roll is None
        else "",
        photo=photo_view(table, _, may_correct=eye.role in ("table", "player")),
        others_text=_others_text(table, others, _) if eye.role == "table" else "",
        undo="" if table.demo or eye.role != "table" else _undoes(timeline, _),
        redo="" if table.demo or eye.role != "table" else what_redo_redoes(timeline, _),
        redo_all=timeline.redo_steps if eye.role == "table" and timeline.redo_steps > 1 else 0,
        rolling=rolling_view(table, eye.role, _),
        next_roll=_next_roll(table, _) if dice_due and phase != "roll" else "",
        log=story(before_hidden_choices(timeline), LOG_LINES, _, since=timeline),
        sheets=_sheets(table, _, eye),
        cards=table.game.variant.cards,
        may_roll=eye.role in ("table", "player") and not table.demo,
        may_undo=eye.role == "table",
        numbers=tuple(range(2, 13)) if table.game.variant.cards else (),
        number_now=position.roll if isinstance(position.roll, int) and phase == "number" else None,
        play=play_view(table, eye, _),
        waiting=waiting,
        waiting_text=_waiting_text(waiting, table, eye, _),
        outside=_outside(table, _),
        advice=advice_for(table, eye, _),
        coaching=coaching_for(timeline, eye, _),
        parted=table.departed,
        bonus_head=bool(table.game.pad.pairs),
        bonus_names={kind: _(BONUS_WORDS[kind]) for kind, _cells in table.game.pad.pairs},
        score_heads=_heads(table, _),
        scores=_scores(table) if phase == "over" else (),
        turned=turned_view(camera.reroll_question, table, _),
        plot=_plot(timeline) if phase == "over" and not table.unread_players else None,
        sheets_missing=phase == "over" and bool(table.unread_players) and not table.demo,
    )


def _sheets(table: Table, _: Translate, eye: Viewer) -> tuple[SheetView, ...]:
    """Everyone's sheets; on a player's own device theirs comes first."""
    sheets = [sheet_view(table, index, _, eye) for index in range(len(table.game.players))]
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


def _undoes(timeline: Timeline, _: Translate) -> str:
    table = timeline.present
    if are_choices_hidden(table) and isinstance(table.last_event, Decided | Retracted):
        return _("last step")
    return what_undo_undoes(timeline, _)


def _waiting_text(waiting: tuple[str, ...], table: Table, eye: Viewer, _: Translate) -> str:
    """Who has not decided yet, where several must."""
    if table.demo or table.paper or table.position.phase not in SHARED_PHASES or not waiting:
        return ""
    others = [player for player in waiting if not (eye.role == "player" and player == eye.player)]
    if len(others) < len(waiting):
        return _("You, and {players}").format(players=", ".join(others)) if others else _("Only you")
    return ", ".join(others)


def _outside(table: Table, _: Translate) -> str:
    """That the book does not foresee so many players, or so few."""
    foreseen, count = table.game.variant.foreseen, len(table.game.players)
    if table.demo or foreseen is None or foreseen[0] <= count <= foreseen[1]:
        return ""
    return _("The book of this game speaks of {low} to {high} players; you play with {count}.").format(
        low=foreseen[0], high=foreseen[1], count=count
    )


def _kicker(table: Table, _: Translate) -> str:
    if table.position.phase == "roll":
        return _("Turn {turn}").format(turn=table.position.turn)
    if table.game.variant.cards:
        return _("Turn {turn} · {player} plays").format(turn=table.position.turn, player=table.active)
    return _("Turn {turn} · {player} throws").format(turn=table.position.turn, player=table.active)


def _headline(table: Table, roll: Roll | None, eye: Viewer, _: Translate) -> tuple[str, str]:
    position, active = table.position, table.active
    if position.phase == "over":
        assert position.end is not None
        won, missing = table.winners, table.unread_players
        if missing:
            title = _("The game is over")
        elif len(table.game.players) == 1:
            title = f"{won[0]}: {points_words(table.game.scores(position)[won[0]].total, _)}"
        elif len(won) == 1:
            title = _("{player} wins").format(player=won[0])
        else:
            title = _("{players} share the win").format(players=" & ".join(won))
        if position.end.reason == "end-misses":
            what = _("A fourth miss ended the game in turn {turn}.")
        else:
            what = _("Two rows are locked, so the game ended in turn {turn}.")
        what = what.format(turn=position.end.turn)
        return title, " ".join((what, unread_text(missing, _))).strip()
    if table.game.variant.cards:
        return _card_headline(table, eye, _)
    if position.phase == "roll":
        left = len(table.dice_to_roll)
        if table.demo:
            return _("{player} throws").format(player=active), _("The pretend dice are in the air.")
        if table.pending_roll is not None:
            return _("Please have a look"), ""
        title = _("{player}, throw the {count} dice").format(player=active, count=left)
        return title, _("Photograph them from above, or tap in what they show.")
    assert roll is not None
    dropped = _dropped(table, _)
    if table.paper:
        what = _("Everyone may cross the white sum; {player} may besides cross one of these.").format(
            player=active
        )
        return _("White dice make {sum}").format(sum=roll.sum), what + dropped
    if position.phase == "white":
        title = _("White dice make {sum}").format(sum=roll.sum)
        what = _("Everyone may cross one {sum}, in any row where it stands out.").format(sum=roll.sum)
        return title, what + dropped
    title = _("{player}: one white die and one coloured die").format(player=active)
    if table.position.active_marked:
        what = _("{player} may cross one of these, in its own colour, or stop here.").format(player=active)
    else:
        what = _("{player} may cross one of these, in its own colour. No cross all turn is a miss.").format(
            player=active
        )
    return title, what + dropped


def _next_roll(table: Table, _: Translate) -> str:
    """Where marks are on paper: who throws next, and with how many dice."""
    players = table.game.players
    following = players[(players.index(table.active) + 1) % len(players)]
    return _("Next: {player} throws {count} dice").format(player=following, count=len(table.dice_to_roll))


def _dropped(table: Table, _: Translate) -> str:
    """What the last correction took back."""
    if not table.lost_decisions:
        return ""
    cells = ", ".join(
        f"{d.player}: {cell_name(table, Mark.parse(d.mark).cell, _)}" for d in table.lost_decisions
    )
    return " " + _("Taken back, as it no longer fits: {cells}.").format(cells=cells)


def _card_headline(table: Table, eye: Viewer, _: Translate) -> tuple[str, str]:
    """The headline in the card game, and what is to be done."""
    position, active = table.position, table.active
    if position.phase == "roll":
        title = _("{player}, draw up to five cards").format(player=active)
        return title, _("Then tap the number that lies on top of the pile now: it is for everyone.")
    if position.phase == "number":
        title = _("The number for everyone is {number}").format(number=position.roll)
        what = _("Everyone may cross one {number}, in any row where it stands out.").format(
            number=position.roll
        )
        return title, what + _dropped(table, _)
    title = _("{player} plays one to three cards of one colour").format(player=active)
    if not plays_here(table, eye):
        return title, _("{player} is playing cards; the hand stays private.").format(player=active)
    if position.active_marked:
        return title, _("Tap each card that is played; its cell is crossed if that is legal.")
    return title, _("Tap each card that is played. No cross all turn is a miss.")


def _announcement(table: Table, roll: Roll | None, title: str, what: str, _: Translate) -> str:
    if roll is not None and table.position.phase == "white":
        return _("White sum: {sum}. {what}").format(sum=roll.sum, what=what)
    return " ".join((f"{title}.", what, *problems(table, _))).strip()


def _others_text(table: Table, others: list[str], _: Translate) -> str:
    if table.demo or table.paper or table.position.phase != "white" or len(others) < 2:
        return ""
    return _("Everyone else passes ({count})").format(count=len(others))


def _heads(table: Table, _: Translate) -> tuple[Named, ...]:
    return tuple(
        Named(row.colour or "white", _(COLOUR_NAMES[row.colour]) if row.colour else row.letter)
        for row in table.game.pad.rows
    )


def _plot(timeline: Timeline) -> Plot | None:
    turns = replay_game(timeline)
    return points_plot(points_over_turns(turns), [turn.number for turn in turns])


def _scores(table: Table) -> tuple[ScoreLine, ...]:
    """What every player scored whose sheet is known."""
    won, missing = table.winners, table.unread_players
    lines = [
        ScoreLine(player, score.rows, score.misses, score.total, player in won, score.bonus)
        for player, score in table.game.scores(table.position).items()
        if player not in missing
    ]
    return tuple(sorted(lines, key=lambda line: -line.total))
