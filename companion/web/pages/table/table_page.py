"""The values that the templates of the table's page show on one device."""

from dataclasses import dataclass
from functools import cached_property

from companion.advisor import ROUGH
from companion.rules import Decision, row_points
from companion.rules.variants import RULEBOOK_PLAYER_COUNTS
from companion.table import actions
from companion.table.actions import Sentences
from companion.table.now import current_situation
from companion.table.state import Table
from companion.table.teams import ranked_teams
from companion.table.timeline import Timeline
from companion.table.turn_outcome import turn_outcome
from companion.web.camera.dice_reader import reads_dice_of
from companion.web.camera.watcher import CameraState
from companion.web.layout.game.names import points
from companion.web.layout.game.page_part import explained_signs, explanations_of, shown_on
from companion.web.pages.table.dice.dice import (
    ONE_DIGIT,
    dice_to_enter,
    present_reroll,
    roll_problems,
    rolled_dice,
    row_question,
    rows_in_question,
)
from companion.web.pages.table.end.game_end import course, end_instruction, end_title, present_scores
from companion.web.pages.table.hints.hints import (
    crossed_cells,
    move_name,
    percent,
    reviews,
    silence,
    suggestions,
)
from companion.web.pages.table.log.log import describe_step, present_log, undo_name
from companion.web.pages.table.log.referee import QUESTIONS, askable_cells, referee_answer
from companion.web.pages.table.marks.card_play import present_card_play
from companion.web.pages.table.photo.photo import activity_text, table_photo
from companion.web.pages.table.sheets.sheet import computer_decisions, present_sheets
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Translatable, phrase
from sheets.pad import Row


def action_key(table: Table) -> str:
    """Return a key for the turn and its open action; a tap on a page with an old key is refused."""
    return f"{table.position.turn}-{table.position.phase}"


@dataclass(frozen=True, slots=True)
class Padlock:
    """The padlock button of one row, with which players of a game on paper close or reopen the row."""

    row: Row
    state: str
    """"open", "said" (players reported it as closed, and may reopen it) or "locked" (by `owner`)."""
    owner: str  # the player whose sheet has the row's lock, or "" if none is known to have it


def padlocks(table: Table) -> tuple[Padlock, ...]:
    """Return a padlock for each row, in order, or () if a lock closes its row for one player only."""
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
    """The game as one device shows it. Each attribute is a value for the page's templates."""

    actions = actions
    questions = QUESTIONS
    percent = staticmethod(percent)
    rough = ROUGH

    def __init__(
        self, timeline: Timeline, game: int, event: int, camera: CameraState, viewer: Viewer
    ) -> None:
        """`game`: the stored game's number, or 0 for a trial game. `event`: the number of the last event."""
        self.timeline, self.game, self.event = timeline, game, event
        self.camera, self.viewer, self.person = camera, viewer, viewer.person
        self.table = table = timeline.present
        self.now = now = current_situation(table)
        self.action_key = action_key(table)
        self.is_over = table.position.end is not None
        self.may_enter = viewer.may_play and not now.demo  # True if the device may enter rolls
        self.title = end_title(table, now, self.person) if self.is_over else actions.title(now, self.person)
        self.outcome = turn_outcome(table, with_chains=viewer.is_table)

        self.dice = rolled_dice(table.position.roll)
        self.dice_to_enter = dice_to_enter(table)
        self.problems = roll_problems(table, now, camera)
        self.asks_number = self.may_enter and now.awaits == "number"
        """True if the device may now enter the card game's number for everyone."""
        throws = not now.computer and (viewer.is_table or viewer.owns(now.active) or now.paper)
        self.asks_roll = self.may_enter and now.takes_dice and (throws or not now.in_page)
        """True if the device may now enter a roll, or throw the virtual dice."""
        self.is_read = reads_dice_of(table.game)
        """True if the program can read the dice of this game from photos."""
        self.separates = now.sides > ONE_DIGIT
        """True if typed dice values need separators, because a value may have two digits."""
        asked_rows = rows_in_question(table) if viewer.is_table else ()
        self.rows_in_question = tuple((row, row_question(row)) for row in asked_rows)
        """The rows whose die is missing from the pending photo, each with a question: is the row closed?
        Always () on devices other than the table's screen."""
        self.reroll = present_reroll(camera.reroll_question, table) if self.may_enter else None

        watches = bool(camera.activity) and now.takes_dice and table.pending_roll is None
        shows_camera = watches and now.paper and not now.is_between_turns
        self.photo = None if shows_camera else table_photo(table, now, may_correct=self.may_enter)
        self.camera_caption = activity_text(camera.activity) if watches and self.photo is None else ""
        """The English caption of the camera's picture, or "" if the page does not show the picture."""
        self.takes_sheet_photos = self.may_enter and (now.paper or not now.in_page)
        self.asks_for_sheets = self.is_over and bool(table.unread_players) and not now.demo

        self.clock = 0 if now.demo or now.is_between_turns else table.begun.clock
        """The seconds that players have for the open action, or 0 for no limit."""
        self.teams = tuple(
            (team, points(f"{float(team.points):.1f}".removesuffix(".0"))) for team in ranked_teams(table)
        )
        self.padlocks = padlocks(table) if viewer.is_table and now.paper and not self.is_over else ()
        self.has_free_chairs = not now.demo and not set(table.people) <= set(viewer.players_with_device)
        """True if a human player has no phone at the table yet; always False in a demo."""
        may_undo, future = viewer.is_table and not now.demo, timeline.future
        self.undo = undo_name(timeline) if may_undo else None
        self.redo = describe_step(future) if may_undo and future is not None else None
        self.log = present_log(timeline)
        self.scores = present_scores(
            table.game, table.position, table.winners, table.unread_players, table.computers
        )
        self.course = course(timeline) if self.is_over else None
        """The chart of points over the turns after the game, or None before that or if points are unknown."""

        self.silence = silence(table, viewer)
        self.advice = suggestions(table, now, viewer)
        self.reviews = reviews(timeline, now, viewer)
        self.has_referee = not (now.demo or now.paper)
        asks = self.has_referee and viewer.may_play
        self.referee_players = tuple(p for p in table.game.players if asks and viewer.marks_for(p))
        """The players about whose cells the device may ask the referee."""
        self.referee_cells = askable_cells(table.game)
        self.answer = referee_answer(timeline, viewer.asked) if self.has_referee and viewer.asked else None

        self.sheets = present_sheets(timeline, viewer)
        self.card_play = present_card_play(table, viewer)
        self.crosses_worth = tuple(row_points(count + 1) for count in range(table.game.pad.most_crosses))
        """The points of a row with 1, 2, 3 … crosses."""
        pads = table.game.pads[:1] if table.game.pad.letters else tuple(dict.fromkeys(table.game.pads))
        self.signs = tuple(sign for pad in pads for sign in explained_signs(pad))
        """The signs on cells whose meanings the page's table of points explains."""
        self.special_points = tuple(part.adds(pad) for pad in pads for part in shown_on(pad) if part.adds)

    @cached_property
    def guide(self) -> Sentences:
        """Return explanations for beginners in the first turns, or () later, in a demo, or if turned off."""
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
    def instruction(self) -> Sentences:
        """Return sentences that say how to do what `title` asks for, or why the game is over."""
        if self.is_over:
            return end_instruction(self.table, self.now, self.person)
        return actions.instruction(self.now, self.person, guided=bool(self.guide))

    @property
    def announcement(self) -> Sentences:
        """Return the sentences that a screen reader speaks after a change."""
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
        """Return the sentences that the device's loudspeaker says about the new state of the game."""
        said = actions.voice(self.now, self.person)
        if self.now.awaits == "photo":
            asked = tuple(row_question(row) for row in rows_in_question(self.table))
            said = asked or (phrase("Please have a look."),)
        return (*self.outcome, *said)

    @property
    def speech_key(self) -> str:
        """Return a key that changes with the turn, roll or photo; a page says a sentence once per key."""
        table = self.table
        photo = table.pending_roll.photo.name if table.pending_roll else ""
        roll = table.current_roll.roll if table.current_roll is not None else ""
        return f"{table.turn_start.turn}-{roll}-{photo}"

    @property
    def passes_for(self) -> int:
        """Return for how many players the button on the table's screen passes, or 0 to hide the button.

        It passes for all who still have to decide, except the active player. It is hidden if they are fewer
        than two, or if any player other than the active one has a phone.
        """
        now, viewer = self.now, self.viewer
        seated = (set(self.table.game.players) - {now.active}) & set(viewer.players_with_device)
        if now.demo or now.paper or not now.is_shared or not viewer.is_table or seated:
            return 0
        others = [player for player in now.asked if player != now.active]
        return len(others) if len(others) > 1 else 0

    @property
    def learnt(self) -> int:
        """Return how many dice of the shown photo the dice reader has just learnt, or 0.

        If it has learnt any, the page offers to make it forget them.
        """
        photo, lesson = self.photo, self.camera.lesson
        if not self.may_enter or photo is None or lesson is None or lesson.photo != photo.photo.name:
            return 0
        return lesson.dice

    @property
    def house_rules(self) -> Sentences:
        """Return a sentence for each house rule of the game."""
        house, texts = self.table.game.house, []
        if house.no_miss:
            texts.append(phrase("House rule: no penalties for {players}.", players=", ".join(house.no_miss)))
        if house.rounds is not None:
            texts.append(phrase("House rule: the game ends after round {rounds}.", rounds=house.rounds))
        return tuple(texts)

    @property
    def unforeseen(self) -> Phrase | None:
        """Return a note if the rulebook isn't for this number of players. Return None in a demo."""
        (fewest, most), count = RULEBOOK_PLAYER_COUNTS, len(self.table.game.players)
        if self.now.demo or fewest <= count <= most:
            return None
        return phrase(
            "The rulebook of this game is for {low} to {high} players; you are {count}.",
            low=fewest,
            high=most,
            count=count,
        )

    def move_name(self, player: str, move: Decision) -> Phrase:
        """Return a suggested move of `player` in words, such as "red 5" or "take the penalty"."""
        return move_name(self.table, player, move)

    def suggested(self, player: str) -> tuple[str, ...]:
        """Return the cells that the best suggestion for `player` crosses, or () without a suggestion."""
        return next((crossed_cells(each.best) for each in self.advice if each.player == player), ())

    def asked(self, player: str) -> tuple[str, ...]:
        """Return the cells on the sheet of `player` that the referee's answer highlights."""
        return tuple(cell for name, cell in self.answer.lit if name == player) if self.answer else ()

    def decided(self, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
        """Return (name, reason) of each decision in this turn if `player` is a computer, otherwise ()."""
        return computer_decisions(self.timeline, player) if player in self.table.computers else ()
