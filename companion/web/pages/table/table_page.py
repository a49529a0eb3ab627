"""The table's page: everything below its head, as values for the templates."""

from dataclasses import dataclass, replace

from companion.rules.variants import FORESEEN
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.camera.camera_state import CameraState
from companion.web.layout.game.lesson_parts import Explanation
from companion.web.pages.table.dice.roll_entry import is_roll_due
from companion.web.pages.table.end.game_end import EndPanel, present_end
from companion.web.pages.table.hints.agreement import Agreement, present_agreement
from companion.web.pages.table.hints.first_game import present_explanation
from companion.web.pages.table.hints.hints import Hints, present_hints
from companion.web.pages.table.log.log import LogLine, StepControls, present_log, present_steps
from companion.web.pages.table.log.referee_values import RefereePanel, present_referee
from companion.web.pages.table.marks.card_play import CardPlay, present_card_play
from companion.web.pages.table.marks.computer_turn import computer_decisions
from companion.web.pages.table.marks.padlocks import Padlock, present_padlocks
from companion.web.pages.table.marks.points_table import PointsTable, present_points_table
from companion.web.pages.table.photo.photo import PhotoPanel, activity_text, table_photo
from companion.web.pages.table.sheets.sheet import PlayerSheet, present_sheets
from companion.web.pages.table.speech.speech import Speech, present_speech
from companion.web.pages.table.turn.turn_panel import TurnPanel, present_turn, reserved_turns
from companion.web.pages.table.viewer import Viewer


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
class TablePage:
    """The table's page on one device.

    `game`: its number in the store. `event`: the number of its last event. `action_key`: the open action; a
    tap on a page of another action is refused. `turn`: None when the game is over, then `end` is there.
    `camera`: what the camera does, a sentence of the catalogue, where its picture is shown; else "".
    `takes_sheet_photos`: sheets can be photographed here. `reserved`: the panels for whose texts a phone
    keeps a line, so that its sheet stays where it is. `has_free_chairs`: some player has no phone yet.
    `learnt`: how many dice of the photo the last tap taught the table, and this device may undo that.
    """

    game: int
    event: int
    action_key: str
    viewer: Viewer
    demo: bool
    explanation: Explanation | None
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
    reserved: tuple[TurnPanel, ...]
    agreed: Agreement
    has_free_chairs: bool
    learnt: int
    referee: RefereePanel | None


def action_key(table: Table) -> str:
    """The open action in one word."""
    return f"{table.position.turn}-{table.position.phase}"


def present_table(
    timeline: Timeline, game: int, event: int, camera: CameraState, viewer: Viewer
) -> TablePage:
    """The page of a game after the event of that number, as `viewer` may see it."""
    table = timeline.present
    end = present_end(timeline, viewer)
    is_watched = bool(camera.activity) and is_roll_due(table) and table.pending_roll is None
    is_paper_turn = table.paper and table.position.phase not in ("roll", "over")
    photo = table_photo(table, may_correct=viewer.may_play and not table.demo)
    turn = present_turn(table, viewer, camera) if end is None else None
    hints = present_hints(timeline, viewer)
    referee = present_referee(timeline, viewer)
    return TablePage(
        game=game,
        event=event,
        action_key=action_key(table),
        viewer=viewer,
        demo=table.demo,
        turn=turn,
        explanation=present_explanation(table, viewer),
        end=end,
        speech=present_speech(table, viewer),
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
            for sheet in present_sheets(timeline, viewer)
        ),
        points_table=present_points_table(table.game),
        reserved=reserved_turns(turn, table) if turn is not None and viewer.own_player else (),
        agreed=present_agreement(table),
        has_free_chairs=not table.demo and not set(table.people) <= set(viewer.guests),
        referee=referee,
        learnt=_learnt(photo, camera) if viewer.may_play and not table.demo else 0,
    )


def _learnt(photo: PhotoPanel | None, camera: CameraState) -> int:
    """The number of dice of this photo from which the table learnt with the last tap."""
    lesson = camera.lesson
    return lesson.dice if photo is not None and lesson is not None and lesson.photo == photo.name else 0


def _takes_sheet_photos(table: Table, viewer: Viewer) -> bool:
    """Tell whether sheets of paper that this device may photograph lie on the table."""
    on_paper = table.paper or not table.pretends
    return viewer.may_play and not table.demo and on_paper


def _unforeseen_players(table: Table) -> PlayerCount | None:
    (fewest, most), count = FORESEEN, len(table.game.players)
    if table.demo or fewest <= count <= most:
        return None
    return PlayerCount(fewest, most, count)
