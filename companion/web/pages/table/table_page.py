"""The table's page on one device, as the templates read it."""

from dataclasses import dataclass
from functools import cached_property

from companion.advisor import ROUGH, Advice
from companion.rules import Decision, row_points
from companion.rules.variants import FORESEEN
from companion.table import actions
from companion.table.actions import Sentences
from companion.table.now import happening
from companion.table.state import Table
from companion.table.teams import TeamStanding, ranked_teams
from companion.table.timeline import Timeline
from companion.table.turn_outcome import turn_outcome
from companion.web.camera.dice_reader import reads_dice_of
from companion.web.camera.watcher import CameraState
from companion.web.layout.game.charts import Plot
from companion.web.layout.game.names import points
from companion.web.layout.game.page_part import explained_signs, explanations_of, shown_on
from companion.web.pages.table.dice.dice import (
    ONE_DIGIT,
    Reroll,
    RolledDie,
    dice_to_enter,
    present_reroll,
    roll_problems,
    rolled_dice,
    row_question,
    rows_in_question,
)
from companion.web.pages.table.end.game_end import (
    ScoreTable,
    course,
    end_instruction,
    end_title,
    present_scores,
)
from companion.web.pages.table.hints.hints import (
    Review,
    crossed_cells,
    move_name,
    percent,
    reviews,
    silence,
    suggestions,
)
from companion.web.pages.table.log.log import LogLine, describe_step, present_log, undo_name
from companion.web.pages.table.log.referee import (
    QUESTIONS,
    RefereeAnswer,
    askable_cells,
    referee_answer,
)
from companion.web.pages.table.marks.card_play import CardPlay, present_card_play
from companion.web.pages.table.photo.photo import PhotoPanel, activity_text, table_photo
from companion.web.pages.table.sheets.sheet import PlayerSheet, computer_decisions, present_sheets
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Term, Translatable, phrase
from sheets.pad import Pad, Row


def action_key(table: Table) -> str:
    """Return a key of the open action; taps on a page with another key are refused."""
    return f"{table.position.turn}-{table.position.phase}"


@dataclass(frozen=True, slots=True)
class Padlock:
    """The padlock of one row in a game on paper, which shows if the row is closed."""

    row: Row
    state: str
    """"open", "said" (reported as closed, so it can be reopened), or "locked" (on the sheet of `owner`)."""
    owner: str
    """The player who locked the row, or ""."""


def padlocks(table: Table) -> tuple[Padlock, ...]:
    """Return the padlocks in the order of the rows, or () if rows close only for their player."""
    game, position = table.game, table.position
    if not game.constraints.close_for_all:
        return ()
    shown = []
    for row in game.pad.rows:
        owner = next((p for p in game.players if row.letter in position.sheet(p).locks), "")
        closed = row.letter in (*table.announced_rows, *position.closed)
        shown.append(Padlock(row, "locked" if owner else "said" if closed else "open", owner))
    return tuple(shown)


class TablePage:
    """The table's page on one device.

    Templates read `table`, `now` and `viewer` directly; the properties combine them.
    """

    actions = actions
    """The module with the sentences about the open action."""
    questions = QUESTIONS
    """The questions to the referee that aren't about a cell."""
    percent = staticmethod(percent)
    rough = ROUGH
    """The sentence that says that advice is only rough."""

    def __init__(
        self, timeline: Timeline, game: int, event: int, camera: CameraState, viewer: Viewer
    ) -> None:
        """`game`: the number of the game in the store, 0 for a trial game. `event`: the number of the game's
        last event."""
        self.timeline, self.game, self.event = timeline, game, event
        self.camera, self.viewer, self.person = camera, viewer, viewer.person
        self.table = timeline.present
        self.now = happening(self.table)
        self.action_key = action_key(self.table)
        self.may_enter = viewer.may_play and not self.now.demo
        """True if the device takes part in the game, so that it may enter rolls."""

    # -- the open action -----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""
        return self.table.position.end is not None

    @property
    def title(self) -> Phrase:
        """Return the title: what the players have to do now, or who has won."""
        if self.is_over:
            return end_title(self.table, self.now, self.person)
        return actions.title(self.now, self.person)

    @property
    def instruction(self) -> Sentences:
        """Return how to do what the title says, or why the game is over."""
        if self.is_over:
            return end_instruction(self.table, self.now, self.person)
        return actions.instruction(self.now, self.person, guided=bool(self.guide))

    @cached_property
    def outcome(self) -> Sentences:
        """Return the results of this turn, or of the last one until the dice are thrown."""
        return turn_outcome(self.table, with_chains=self.viewer.is_table)

    @cached_property
    def problems(self) -> Sentences:
        """Return the problems with the roll that is due, one sentence each."""
        return roll_problems(self.table, self.now, self.camera)

    @cached_property
    def guide(self) -> Sentences:
        """Return the explanations for a first game, or () in a demo and on a device without explanations."""
        if not self.viewer.explains or self.now.demo:
            return ()
        texts = actions.guide(self.now, self.person)
        if texts and self.now.is_shared:
            game, position = self.table.game, self.table.position
            explanations = (
                text
                for player in game.players
                for text in explanations_of(game, player, position.sheet(player))
            )
            texts += tuple({str(text): text for text in explanations}.values())
        return texts

    @property
    def announcement(self) -> Sentences:
        """Return the sentences that a screen reader speaks after a change, without the guide."""
        title = Phrase("{title}.", {"title": self.title})
        if self.is_over:
            return (title, *self.instruction)
        offers = (
            Phrase(
                "{offer}." if sheet.mine else "{player}: {offer}.",
                {"player": sheet.player, "offer": sheet.offer},
            )
            for sheet in self.sheets
            if sheet.offer and (sheet.mine or self.viewer.is_table)
        )
        how = actions.instruction(self.now, self.person)
        return (*self.outcome, title, *how, *offers, *self.problems)

    @property
    def speech(self) -> Sentences:
        """Return the sentences to speak: the turn's results, and what to do or what a photo leaves open."""
        said = actions.voice(self.now, self.person)
        if self.now.awaits == "photo":
            asked = tuple(row_question(row) for row in rows_in_question(self.table))
            said = asked or (phrase("Please have a look."),)
        return (*self.outcome, *said)

    @property
    def speech_key(self) -> str:
        """Return a key of the roll; while it stays the same, no sentence is spoken twice."""
        table = self.table
        photo = table.pending_roll.photo.name if table.pending_roll else ""
        roll = table.current_roll.roll if table.current_roll is not None else ""
        return f"{table.turn_start.turn}-{roll}-{photo}"

    # -- the dice ------------------------------------------------------------------------------------------

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        """Return the dice of the present roll, or () without one."""
        return rolled_dice(self.table.position.roll)

    @property
    def asks_number(self) -> bool:
        """Return True if this device may enter the number for everyone in the card game."""
        return self.may_enter and self.now.awaits == "number"

    @property
    def asks_roll(self) -> bool:
        """Return True if this device may enter the roll that is due, or throw pretend dice."""
        if not self.may_enter or not self.now.takes_dice:
            return False
        return not self.now.in_page or self._may_throw

    @property
    def _may_throw(self) -> bool:
        """Return True if this device may throw pretend dice; False in a computer player's turn."""
        by_owner = self.viewer.owns(self.now.active) or self.now.paper
        return not self.now.computer and (self.viewer.is_table or by_owner)

    @property
    def is_read(self) -> bool:
        """Return True if the program can read this game's dice from pictures."""
        return reads_dice_of(self.table.game)

    @property
    def separates(self) -> bool:
        """Return True if typed values must be separated, because they may have two digits."""
        return self.now.sides > ONE_DIGIT

    @property
    def dice_to_enter(self) -> tuple[RolledDie, ...]:
        """Return the dice of the roll that is due, with the values that a pending photo shows clearly."""
        return dice_to_enter(self.table)

    @property
    def rows_in_question(self) -> tuple[tuple[Row, Phrase], ...]:
        """Return the rows that may be closed, each with the question, as a photo doesn't show their dice.

        () on all devices but the table's screen.
        """
        rows = rows_in_question(self.table) if self.viewer.is_table else ()
        return tuple((row, row_question(row)) for row in rows)

    @property
    def reroll(self) -> Reroll | None:
        """Return the dice that may have been rolled again; None also on a device that can't confirm it."""
        return present_reroll(self.camera.reroll_question, self.table) if self.may_enter else None

    @property
    def passes_for(self) -> int:
        """Return the number of players for whom the table's screen can pass at once.

        It is 0 if fewer than two others have yet to choose, or if one of the others holds a phone.
        """
        now, viewer = self.now, self.viewer
        seated = (set(self.table.game.players) - {now.active}) & set(viewer.guests)
        if now.demo or now.paper or not now.is_shared or not viewer.is_table or seated:
            return 0
        others = [player for player in now.asked if player != now.active]
        return len(others) if len(others) > 1 else 0

    # -- photos --------------------------------------------------------------------------------------------

    @property
    def photo(self) -> PhotoPanel | None:
        """Return the photo to show, or None without one or if the camera's picture takes its place."""
        return None if self._is_watched_on_paper else self._photo

    @property
    def camera_caption(self) -> str:
        """Return the English caption of the camera's picture, or "" if that isn't shown."""
        if not self._is_watched or (self._photo is not None and not self._is_watched_on_paper):
            return ""
        return activity_text(self.camera.activity)

    @cached_property
    def _photo(self) -> PhotoPanel | None:
        return table_photo(self.table, self.now, may_correct=self.may_enter)

    @property
    def _is_watched(self) -> bool:
        return bool(self.camera.activity) and self.now.takes_dice and self.table.pending_roll is None

    @property
    def _is_watched_on_paper(self) -> bool:
        return self._is_watched and self.now.paper and not self.now.is_between_turns

    @property
    def learnt(self) -> int:
        """Return how many dice of this photo were learnt from the last tap, or 0 if it can't be undone."""
        photo, lesson = self._photo, self.camera.lesson
        if not self.may_enter or photo is None or lesson is None or lesson.photo != photo.photo.name:
            return 0
        return lesson.dice

    @property
    def takes_sheet_photos(self) -> bool:
        """Return True if this device may send photos of paper sheets."""
        return self.may_enter and (self.now.paper or not self.now.in_page)

    @property
    def asks_for_sheets(self) -> bool:
        """Return True if the game is over and paper sheets still have to be photographed."""
        return self.is_over and bool(self.table.unread_players) and not self.now.demo

    # -- the table -----------------------------------------------------------------------------------------

    @property
    def clock(self) -> int:
        """Return the seconds for the open action, or 0 without a clock, in a demo and between turns."""
        return 0 if self.now.demo or self.now.is_between_turns else self.table.begun.clock

    @property
    def teams(self) -> tuple[tuple[TeamStanding, str], ...]:
        """Return the teams with their points in words, most points first."""
        teams = ranked_teams(self.table)
        return tuple((team, points(f"{float(team.points):.1f}".removesuffix(".0"))) for team in teams)

    @property
    def house_rules(self) -> Sentences:
        """Return the house rules, one sentence each, which says that it isn't a rule of the book."""
        house, texts = self.table.game.house, []
        if house.no_miss:
            texts.append(phrase("House rule: no penalties for {players}.", players=", ".join(house.no_miss)))
        if house.rounds is not None:
            texts.append(phrase("House rule: the game ends after round {rounds}.", rounds=house.rounds))
        return tuple(texts)

    @property
    def padlocks(self) -> tuple[Padlock, ...]:
        """Return the padlocks of a game on paper, or () after its end and on all devices but the table's."""
        return padlocks(self.table) if self.viewer.is_table and self.now.paper and not self.is_over else ()

    @property
    def unforeseen(self) -> Phrase | None:
        """Return the note that the rulebook isn't for this number of players, or None."""
        (fewest, most), count = FORESEEN, len(self.table.game.players)
        if self.now.demo or fewest <= count <= most:
            return None
        return phrase(
            "The rulebook of this game is for {low} to {high} players; you are {count}.",
            low=fewest,
            high=most,
            count=count,
        )

    @property
    def has_free_chairs(self) -> bool:
        """Return True if a player has no phone at the table yet."""
        return not self.now.demo and not set(self.table.people) <= set(self.viewer.guests)

    @property
    def may_step_back(self) -> bool:
        """Return True if this device may undo and redo steps."""
        return self.viewer.is_table and not self.now.demo

    @property
    def undo(self) -> Phrase | None:
        """Name the steps that one undo would take back, or return None if this device can't undo any."""
        return undo_name(self.timeline) if self.may_step_back else None

    @property
    def redo(self) -> Phrase | None:
        """Name the step that can be redone, or return None if this device can't redo any."""
        future = self.timeline.future
        return describe_step(future) if self.may_step_back and future is not None else None

    @property
    def log(self) -> tuple[tuple[int, LogLine], ...]:
        """Return the log, newest first, as pairs: the number of events since, and the line."""
        return present_log(self.timeline)

    @property
    def scores(self) -> ScoreTable:
        """Return the scores of a game that is over."""
        table = self.table
        return present_scores(
            table.game, table.position, table.winners, table.unread_players, table.computers
        )

    @cached_property
    def course(self) -> Plot | None:
        """Return the chart of points over the turns, or None during a game or with unread paper sheets."""
        return course(self.timeline) if self.is_over else None

    @cached_property
    def card_play(self) -> CardPlay | None:
        """Return the cards to tap, or None on a device that doesn't play them."""
        return present_card_play(self.table, self.viewer)

    @property
    def silence(self) -> Phrase | None:
        """Return why this device gets no hints though it asks for them, or None."""
        return silence(self.table, self.viewer)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """Return the suggestions to show on this device."""
        return suggestions(self.table, self.now, self.viewer)

    @cached_property
    def reviews(self) -> tuple[Review, ...]:
        """Return the coach's reviews of the last turn to show on this device."""
        return reviews(self.timeline, self.now, self.viewer)

    def move_name(self, player: str, move: Decision) -> Phrase:
        """Name a suggested move as an instruction."""
        return move_name(self.table, player, move)

    @property
    def has_referee(self) -> bool:
        """Return True if the referee can be asked: not in a demo or a game on paper."""
        return not (self.now.demo or self.now.paper)

    @property
    def referee_players(self) -> tuple[str, ...]:
        """Return the players about whose cells this device may ask, or () if it only watches."""
        if not self.has_referee or not self.viewer.may_play:
            return ()
        return tuple(each for each in self.table.game.players if self.viewer.marks_for(each))

    @property
    def referee_cells(self) -> tuple[tuple[Term, tuple[tuple[str, Phrase], ...]], ...]:
        """Return each row's name with the cells that can be asked about, as pairs of id and name in words."""
        return askable_cells(self.table.game)

    @cached_property
    def answer(self) -> RefereeAnswer | None:
        """Return the referee's answer, which all devices show, or None without a question."""
        asked = self.viewer.asked if self.has_referee else None
        return referee_answer(self.timeline, asked) if asked else None

    # -- the sheets ----------------------------------------------------------------------------------------

    @cached_property
    def sheets(self) -> tuple[PlayerSheet, ...]:
        """Return all players' sheets; on a player's own device theirs comes first."""
        return present_sheets(self.timeline, self.viewer)

    def suggested(self, player: str) -> tuple[str, ...]:
        """Return the cells that the best suggestion for a player crosses, or () without one."""
        return next((crossed_cells(each.best) for each in self.advice if each.player == player), ())

    def asked(self, player: str) -> tuple[str, ...]:
        """Return the cells of a player that the referee's answer highlights."""
        return tuple(cell for name, cell in self.answer.lit if name == player) if self.answer else ()

    def decided(self, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
        """Return a computer player's decisions in this turn with their reasons; () for people."""
        return computer_decisions(self.timeline, player) if player in self.table.computers else ()

    @property
    def crosses_worth(self) -> tuple[int, ...]:
        """Return the points of a row with 1, 2, 3 … crosses, the lock included (rules.md: score-table)."""
        return tuple(row_points(count) for count in range(1, self.table.game.pad.most_crosses + 1))

    @cached_property
    def _pads(self) -> tuple[Pad, ...]:
        """Return the different pads of the game; lettered sheets count as one."""
        game = self.table.game
        return game.pads[:1] if game.pad.letters else tuple(dict.fromkeys(game.pads))

    @property
    def signs(self) -> tuple[str, ...]:
        """Return the signs on cells that the table of points must explain."""
        return tuple(sign for pad in self._pads for sign in explained_signs(pad))

    @property
    def special_points(self) -> Sentences:
        """Return sentences about the points or effects that mechanisms add, for each different pad."""
        parts = ((part, pad) for pad in self._pads for part in shown_on(pad))
        return tuple(part.adds(pad) for part, pad in parts if part.adds)
