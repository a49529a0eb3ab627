"""The table's page: everything below its head, as values for the templates."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules import Game, row_points
from companion.rules.variants import FORESEEN
from companion.table.actions import Sentences, action_of, guide, instruction, voice
from companion.table.now import Now, happening
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.camera.watcher import CameraState
from companion.web.layout.game.page_part import explained_signs, explanations_of, shown_on
from companion.web.pages.table.dice.roll_entry import missing_dice
from companion.web.pages.table.end.game_end import EndPanel, present_end
from companion.web.pages.table.hints.agreement import Agreement, present_agreement
from companion.web.pages.table.hints.hints import Hints, present_hints
from companion.web.pages.table.log.log import LogLine, StepControls, present_log, present_steps
from companion.web.pages.table.log.referee_values import RefereePanel, present_referee
from companion.web.pages.table.marks.card_play import CardPlay, present_card_play
from companion.web.pages.table.photo.photo import PhotoPanel, activity_text, table_photo
from companion.web.pages.table.sheets.sheet import PlayerSheet, computer_decisions, present_sheets
from companion.web.pages.table.turn.turn_outcome import present_outcome
from companion.web.pages.table.turn.turn_panel import TurnPanel, present_turn
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Term, phrase


@dataclass(frozen=True, slots=True)
class Padlock:
    """One padlock. `state`: "open", "said" (it can be opened again), "locked" (on the sheet of `owner`)."""

    row: str
    row_term: Term
    colour: str
    state: str
    owner: str


def present_padlocks(table: Table, viewer: Viewer) -> tuple[Padlock, ...]:
    """Return the padlocks, in the order of rows.

    There are none on other devices if marks are tapped, if rows close for their player only, and after the
    end.
    """
    common = table.game.constraints.close_for_all
    if not viewer.is_table or not table.paper or not common or table.position.phase == "over":
        return ()
    return tuple(_padlock(table, number) for number in range(len(table.game.pad.rows)))


def _padlock(table: Table, number: int) -> Padlock:
    row = table.game.pad.rows[number]
    owner = next((p for p in table.game.players if row.letter in table.position.sheet(p).locks), "")
    closed = row.letter in table.announced_rows or row.letter in table.position.closed
    state = "locked" if owner else "said" if closed else "open"
    return Padlock(row.letter, row.term, row.closing[-1].colour, state, owner)


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What so many crosses in a row score. `points`: for 1 cross, 2 crosses, and so on, the lock counted too.

    `signs`: the signs on cells that are explained. `adds`: what the mechanisms of each different sheet add.
    """

    points: tuple[int, ...]
    signs: tuple[str, ...] = ()
    adds: tuple[Phrase, ...] = ()


def present_points_table(game: Game) -> PointsTable:
    """Return the table of a game, up to the most crosses that a row can have (rules.md: score-table)."""
    pads = game.pads[:1] if game.pad.letters else tuple(dict.fromkeys(game.pads))
    shown = [(part, pad) for pad in pads for part in shown_on(pad)]
    return PointsTable(
        tuple(row_points(count) for count in range(1, game.pad.most_crosses + 1)),
        tuple(sign for pad in pads for sign in explained_signs(pad)),
        tuple(part.adds(pad) for part, pad in shown if part.adds),
    )


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A number of players outside the range `low` to `high` of the game's book."""

    low: int
    high: int
    players: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who left, with their points then."""

    player: str
    total: int


@dataclass(frozen=True, slots=True)
class Guide:
    """What a first game is told now, and the id of the rule that says more."""

    texts: Sentences
    rule: str


@dataclass(frozen=True, slots=True)
class Speech:
    """`sentences` are spoken once in a `turn`; in the next one all of them again."""

    turn: str
    sentences: Sentences


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table's page on one device.

    `game`: its number in the store. `event`: the number of its last event. `action_key`: the open action; a
    tap on a page of another action is refused. `turn`: None when the game is over, then `end` is there.
    `announcement`: all that a screen reader says at a change. `clock`: the turn clock runs.
    `camera`: what the camera does, a sentence of the catalogue, where its picture is shown; else "".
    `takes_sheet_photos`: sheets can be photographed here. `has_free_chairs`: some player has no phone yet.
    `learnt`: how many dice of the photo the last tap taught the table, and this device may undo that.
    """

    game: int
    event: int
    action_key: str
    viewer: Viewer
    demo: bool
    guide: Guide | None
    announcement: Sentences
    clock: bool
    turn: TurnPanel | None
    end: EndPanel | None
    speech: Speech
    padlocks: tuple[Padlock, ...]
    steps: StepControls
    photo: PhotoPanel | None
    camera: str
    takes_sheet_photos: bool
    log: tuple[LogLine, ...]
    unforeseen: PlayerCount | None
    departures: tuple[Departure, ...]
    record_ended: bool
    card_play: CardPlay | None
    hints: Hints
    sheets: tuple[PlayerSheet, ...]
    points_table: PointsTable
    agreed: Agreement
    has_free_chairs: bool
    learnt: int
    referee: RefereePanel | None


def action_key(table: Table) -> str:
    """Return the open action in one word."""
    return f"{table.position.turn}-{table.position.phase}"


def present_table(
    timeline: Timeline, game: int, event: int, camera: CameraState, viewer: Viewer
) -> TablePage:
    """Return the page of a game after the event of that number, as `viewer` may see it."""
    table = timeline.present
    now = happening(table)
    end = present_end(timeline, now, viewer)
    is_watched = bool(camera.activity) and now.takes_dice and table.pending_roll is None
    is_paper_turn = table.paper and not now.is_between_turns
    photo = table_photo(table, may_correct=viewer.may_play and not table.demo)
    told, outcome = _guide(table, now, viewer), present_outcome(table, with_chains=viewer.is_table)
    turn = None
    if end is None:
        turn = present_turn(table, now, viewer, camera, outcome, guided=told is not None)
    sheets = present_sheets(timeline, viewer)
    hints = present_hints(timeline, viewer)
    referee = present_referee(timeline, viewer)
    return TablePage(
        game=game,
        event=event,
        action_key=action_key(table),
        viewer=viewer,
        demo=table.demo,
        turn=turn,
        guide=told,
        announcement=_announcement(now, turn, end, sheets, viewer),
        clock=not now.is_between_turns,
        end=end,
        speech=_speech(table, now, viewer, outcome),
        padlocks=present_padlocks(table, viewer),
        steps=present_steps(timeline, viewer),
        photo=None if is_paper_turn and is_watched else photo,
        camera=activity_text(camera.activity) if is_watched and (photo is None or is_paper_turn) else "",
        takes_sheet_photos=_takes_sheet_photos(table, viewer),
        log=present_log(timeline),
        unforeseen=_unforeseen_players(table),
        record_ended=table.final_record is not None,
        departures=tuple(Departure(player, total) for player, total in table.departed),
        card_play=present_card_play(table, viewer),
        hints=hints,
        sheets=tuple(
            replace(
                sheet,
                suggested=hints.best_cells(sheet.player),
                asked=referee.lit(sheet.player) if referee else (),
                computer=table.computers.get(sheet.player, ""),
                decided=computer_decisions(timeline, sheet.player) if sheet.player in table.computers else (),
            )
            for sheet in sheets
        ),
        points_table=present_points_table(table.game),
        agreed=present_agreement(table),
        has_free_chairs=not table.demo and not set(table.people) <= set(viewer.guests),
        referee=referee,
        learnt=_learnt(photo, camera) if viewer.may_play and not table.demo else 0,
    )


def _guide(table: Table, now: Now, viewer: Viewer) -> Guide | None:
    """Return what a first game is told now; None on a device that wants nothing, and in a demo."""
    texts = guide(now, viewer.person) if viewer.explains and not now.demo else ()
    if texts and now.is_shared:
        game, position = table.game, table.position
        found = (
            text for player in game.players for text in explanations_of(game, player, position.sheet(player))
        )
        texts += tuple({str(text): text for text in found}.values())
    return Guide(texts, action_of(now).rule) if texts else None


def _announcement(
    now: Now, turn: TurnPanel | None, end: EndPanel | None, sheets: Iterable[PlayerSheet], viewer: Viewer
) -> Sentences:
    """Return what has changed for a screen reader, which finds the guide by itself."""
    if end is not None:
        return (Phrase("{title}.", {"title": end.title}), *end.instruction)
    assert turn is not None
    what = (Phrase("{title}.", {"title": turn.title}), *instruction(now, viewer.person))
    offers = (
        Phrase(
            "{offer}." if sheet.mine else "{player}: {offer}.", {"player": sheet.player, "offer": sheet.offer}
        )
        for sheet in sheets
        if sheet.offer and (sheet.mine or viewer.is_table)
    )
    return (*turn.outcome, *what, *offers, *turn.problems)


def _speech(table: Table, now: Now, viewer: Viewer, outcome: Sentences) -> Speech:
    """Return what the turn has brought, and what is said aloud now; of a photo what it leaves open."""
    photo = table.pending_roll.photo.name if table.pending_roll else ""
    roll = table.current_roll.roll if table.current_roll is not None else ""
    said = voice(now, viewer.person)
    if now.awaits == "photo":
        said = tuple(die.question for die in missing_dice(table)) or (phrase("Please have a look."),)
    return Speech(f"{table.turn_start.turn}-{roll}-{photo}", (*outcome, *said))


def _learnt(photo: PhotoPanel | None, camera: CameraState) -> int:
    """Return the number of dice of this photo from which the table learnt with the last tap."""
    lesson = camera.lesson
    return lesson.dice if photo is not None and lesson is not None and lesson.photo == photo.name else 0


def _takes_sheet_photos(table: Table, viewer: Viewer) -> bool:
    """Return True if this device may photograph paper sheets of this table."""
    on_paper = table.paper or not table.pretends
    return viewer.may_play and not table.demo and on_paper


def _unforeseen_players(table: Table) -> PlayerCount | None:
    (fewest, most), count = FORESEEN, len(table.game.players)
    if table.demo or fewest <= count <= most:
        return None
    return PlayerCount(fewest, most, count)
