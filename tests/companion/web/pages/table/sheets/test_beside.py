"""Special cells of a sheet on the page: their states, what a tap sends, and their words."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.analysis.replay import replay_game
from companion.rules import FURTHER_VARIANTS
from companion.table.events import DecisionMade, DecisionTakenBack, RollTaken, RowClosed
from companion.table.secrecy import are_choices_hidden
from companion.table.timeline import Timeline, apply
from companion.table.turn_outcome import turn_outcome
from companion.web.camera.watcher import CameraState
from companion.web.layout.game.places import Place
from companion.web.pages.look_back.history import sheets_after, turn_notes
from companion.web.pages.table.log.log import present_log
from companion.web.pages.table.sheets.sheet import PlayerSheet
from companion.web.pages.table.table_page import TablePage
from tests.companion.table.random_events import random_roll, random_sheets
from tests.companion.web.pages.tables import ANN, BEN, TABLE, cell, play, sheet_of

FIVE = "w2 w3 r1 y1 g6 b6"


def place(sheet: PlayerSheet, name: str) -> Place:
    rounds = [each for row in sheet.beside.bands.values() for each in row.cells]
    fields = [each for row in sheet.beside.between.values() for each in row]
    return next(each for each in (*rounds, *fields) if each.name == name)


def test_a_marked_cell_whose_number_comes_again_asks_for_its_second_cross() -> None:
    events = (FIVE, "Ann a5", "Ben -", "Ann -", FIVE)
    again = sheet_of("Ann", TABLE, *events, game="double-a")
    place = cell(again, "a5")
    assert (place.state, place.mark, place.signs.second) == ("again", "a5+", "legal")
    assert str(again.offer) == "May be crossed again: red 5"
    assert cell(again, "a12").signs.second == "", "the last cell has none"
    crossed = sheet_of("Ann", TABLE, *events, "Ann a5+", game="double-a")
    place = cell(crossed, "a5")
    assert (place.state, place.mark, place.signs.second) == ("chosen", "a5", "chosen")
    assert str(crossed.status) == "crosses red 5 a second time" and crossed.score.total == 3


def test_a_second_cross_that_is_not_legal_is_still_what_a_tap_asks_for() -> None:
    sheet = sheet_of("Ann", TABLE, FIVE, "Ann a5", "Ben -", "Ann -", "w1 w1 r1 y1 g1 b1", game="double-a")
    assert (cell(sheet, "a5").state, cell(sheet, "a5").mark) == ("marked", "a5+")
    assert cell(sheet, "a2").signs.second == "gone" and cell(sheet, "a7").signs.second == "open"


def test_a_double_cell_carries_both_crosses_at_once() -> None:
    sheet = sheet_of("Ann", TABLE, "w1 w2 r1 y1 g1 b1", "Ann a3", game="double-b")
    signs = cell(sheet, "a3").signs
    assert "double" in signs.classes and signs.second == "marked" and sheet.score.total == 3
    assert cell(sheet, "a5").signs.second == "open" and not cell(sheet, "a4").signs.classes


def test_the_letter_tells_sheets_apart() -> None:
    sheets = {"Ben": "double-b"}
    assert sheet_of("Ann", TABLE, game="double-a", sheets=sheets).beside.letter == "A"
    assert sheet_of("Ben", TABLE, game="double-a", sheets=sheets).beside.letter == "B"
    assert sheet_of("Ben", TABLE, game="connected-a", sheets={"Ann": "A", "Ben": "D"}).beside.letter == "D"
    assert sheet_of("Ben", TABLE, game="x-change").beside.letter == ""


def test_only_pads_with_special_cells_have_a_note() -> None:
    games = ("classic", "bonus-b", "big-points", "double-a", "double-b", "x-change", "lucky-15", "connect-15")
    assert [game for game in games if sheet_of("Ann", TABLE, game=game).note is None] == ["classic"]


def test_the_frame_is_a_fifth_row_from_left_to_right() -> None:
    sheets = {"Ann": "A", "Ben": "B"}
    sheet = sheet_of("Ann", TABLE, "w3 w4 r1 y1 g1 b1", "Ann a7", game="connected-a", sheets=sheets)
    steps = sheet.beside.part("steps")
    assert steps is not None and steps.points == 1 and sheet.score.total == 2
    names = [f"{each.colour} {each.number}" for each in steps.cells]
    assert names[:6] == ["yellow 2", "green 11", "blue 10", "green 9", "yellow 6", "red 7"]
    assert [each.number for each in steps.cells if each.crossed] == [7]
    assert "stair" in cell(sheet, "a7").signs.classes and not cell(sheet, "a8").signs.classes


CHAINS = {"game": "connected-b", "sheets": {"Ann": "A", "Ben": "B"}}
SIX = "w3 w3 r1 y1 g1 b1"


def test_a_forced_cross_is_the_second_step_and_is_said_in_words() -> None:
    sheet = sheet_of("Ann", TABLE, SIX, "Ann a6", **CHAINS)
    crossed = [(each.state, each.chain_step) for each in (cell(sheet, "a6"), cell(sheet, "b6"))]
    assert crossed == [("chosen", 1), ("chosen", 2)]
    assert cell(sheet, "b6").mark == "a6", "it is taken back with the cross that brought it"
    assert str(sheet.note) == "red 6 brings yellow 6"
    signs = cell(sheet, "a6").signs
    assert (signs.line, cell(sheet, "b6").signs.line) == ("down", "up")
    assert str(signs.words[0]) == "brings yellow 6"


def test_result_of_a_chain_is_shown_until_the_next_dice() -> None:
    over = (SIX, "Ann a6", "Ben c6", "Ann -")
    sheet = sheet_of("Ann", TABLE, *over, **CHAINS)
    assert str(sheet.note) == "red 6 brings yellow 6" and cell(sheet, "b6").chain_step == 2
    said = turn_outcome(play(*over, **CHAINS).present, with_chains=True)  # type: ignore[arg-type]
    assert list(map(str, said)) == ["Ann: red 6 brings yellow 6.", "Ben: green 6 brings blue 6."]
    after = sheet_of("Ann", TABLE, *over, SIX, **CHAINS)
    assert after.note_look == "" and cell(after, "b6").chain_step == 0


def test_hidden_choices_do_not_tell_what_they_brought() -> None:
    events = (SIX, "Ann a6")
    assert sheet_of("Ann", BEN, *events, hidden=True, **CHAINS).note_look == ""
    hidden = play(*events, hidden=True, **CHAINS).present  # type: ignore[arg-type]
    assert turn_outcome(hidden, with_chains=True) == ()
    shown = play(*events, "Ben -", hidden=True, **CHAINS).present  # type: ignore[arg-type]
    assert len(turn_outcome(shown, with_chains=True)) == 1


def test_sheet_is_shown_when_a_decision_is_open_again_in_a_row_that_was_closed_since() -> None:
    sheets = {"Ann": "A", "Ben": "B", "Cleo": "C"}
    three = {"game": "connected-b", "players": tuple(sheets), "sheets": sheets}
    over = (SIX, "Ann -", "Ben c6", "Cleo -", RowClosed("c"), "Ann -")
    sheet = sheet_of("Ben", TABLE, *over, DecisionTakenBack("Cleo"), **three)
    assert cell(sheet, "c6").state == "chosen"


def test_round_cells_stand_between_the_rows() -> None:
    sheet = sheet_of("Ann", TABLE, FIVE, "Ann a5", "Ben -", "Ann -", FIVE, game="big-points")
    assert list(sheet.beside.bands) == ["a", "c"]
    row = sheet.beside.bands["a"]
    assert (row.above, row.below, len(row.cells)) == ("red", "yellow", 11)
    assert place(sheet, "ab5").state == "legal" and place(sheet, "cd5").state == "open"
    crossed = sheet_of("Ann", TABLE, FIVE, "Ann a5", "Ben -", "Ann -", FIVE, "Ann ab5", game="big-points")
    assert place(crossed, "ab5").state == "chosen" and place(crossed, "ab4").state == "gone"
    assert str(crossed.status) == "crosses red/yellow 5" and crossed.score.total == 4


def test_the_strip_shows_what_the_white_sum_may_be_exchanged_for() -> None:
    eight = "w2 w6 r1 y1 g1 b1"
    sheet = sheet_of("Ann", TABLE, eight, game="x-change")
    assert [field.state for field in sheet.beside.part("exchange")].count("now") == 2
    assert str(sheet.note) == "8 may be exchanged for 5, 6" and sheet.note_look == "now"
    place = cell(sheet, "a5")
    assert (place.by, place.mark, cell(sheet, "a8").by) == ("swap", "a5x", "")
    used = sheet_of("Ann", TABLE, eight, "Ann a6x", game="x-change")
    assert [field.state for field in used.beside.part("exchange")] == ["gone"] * 5 + ["chosen"] + ["open"] * 3
    assert cell(used, "a6").state == "chosen" and cell(used, "a6").mark == "a6"


def test_the_track_is_offered_to_the_active_player_alone() -> None:
    eleven = "w5 w6 r4 y1 g1 b1"
    tap = sheet_of("Ann", TABLE, eleven, game="lucky-15").beside.part("track").tap
    assert (tap.state, tap.mark, tap.text) == ("legal", "15", "5")
    other = sheet_of("Ben", TABLE, eleven, game="lucky-15")
    assert other.beside.part("track").tap.state == "open" and other.offer is None
    crossed = sheet_of("Ann", TABLE, eleven, "Ann 15", game="lucky-15")
    assert crossed.beside.part("track").tap.state == "chosen" and crossed.score.total == 5
    assert str(crossed.status) == "crosses fifteen on the track"
    agreed = sheet_of("Ann", TABLE, game="lucky-15", rulings={"lucky15-top": "36"}).beside.part("track")
    assert [points for points, _state in agreed.fields] == [5, 11, 18, 36]


def test_a_field_and_a_number_are_offered_together_in_place() -> None:
    sheet = sheet_of("Ann", TABLE, "w1 w5 r2 y2 g2 b2", game="connect-15")
    assert str(sheet.offer) == "1 and 5: one field may be crossed as well (red, yellow, green, blue)"
    choices = {choice.id: choice for choice in sheet.choices}
    number, field = choices["pick-0a6"], choices["pick-0a3-4"]
    assert number.kind == field.kind == "together"
    assert [str(option.names[0]) for option in number.options][:2] == ["only red 6", "and red 3-4"]
    assert [(option.mark, option.colour) for option in field.options] == [
        ("a3-4", ""),
        ("a3-4 a6", "red"),
        ("a3-4 b6", "yellow"),
        ("a3-4 c6", "green"),
        ("a3-4 d6", "blue"),
    ]
    crossed = sheet_of("Ann", TABLE, "w1 w5 r2 y2 g2 b2", "Ann a3-4 a6", game="connect-15")
    assert (place(crossed, "a3-4").state, place(crossed, "a3-4").mark) == ("chosen", "a6")
    assert crossed.score.total == 3 and str(crossed.status) == "crosses red 3-4, then red 6"


def test_a_special_cross_of_an_action_that_is_over_is_taken_back_by_its_place() -> None:
    over = (FIVE, "Ann a5", "Ben -", "Ann -", FIVE, "Ann ab5", "Ben -")
    sheet = sheet_of("Ann", ANN, *over, game="big-points")
    assert (place(sheet, "ab5").state, place(sheet, "ab5").mark) == ("chosen", "ab5")
    assert str(sheet.take_back) == "red/yellow 5"


def places_of(sheet: PlayerSheet) -> list[tuple[str, str, str]]:
    """Return (state, mark, choice) for each part of a sheet that can be tapped."""
    cells = [(cell.state, cell.mark, cell.choice) for row in sheet.rows for cell in row.cells]
    rounds = [each for row in sheet.beside.bands.values() for each in row.cells]
    fields = [each for row in sheet.beside.between.values() for each in row]
    shown = sheet.beside.part("track")
    track = [shown.tap] if shown and shown.tap else []
    return cells + [(each.state, each.mark, each.choice) for each in (*rounds, *fields, *track)]


def moments_of(game: str, chance: random.Random) -> Iterator[Timeline]:
    """Yield the timeline after each of at most 30 random events of a two-player game."""
    sheets = random_sheets(chance, game, ("Ann", "Ben"))
    timeline = play(game=game, sheets=sheets, hidden=chance.random() < 0.2)
    for _ in range(30):
        table = timeline.present
        if table.position.phase == "over":
            break
        if table.position.phase == "roll":
            timeline = apply(timeline, RollTaken(random_roll(table, chance), "tapped"))
        else:
            player = table.game.waiting(table.position)[0]
            moves = [str(mark) for mark in table.game.moves(table.position, player)]
            timeline = apply(timeline, DecisionMade(player, chance.choice(moves[-4:])))
        yield timeline


@pytest.mark.parametrize("game", FURTHER_VARIANTS)
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_legal_can_be_tapped_and_nothing_else_stands_out(game: str, seed: int) -> None:
    for moment in moments_of(game, random.Random(seed)):
        table = moment.present
        page = TablePage(moment, 1, 1, CameraState(), TABLE)
        present_log(moment)
        for turn in replay_game(moment)[-1:]:
            sheets_after(turn)
            turn_notes(turn)
        tapped = table.position.phase in ("white", "colour") and not table.paper
        for sheet in page.sheets:
            legal = set(map(str, table.game.moves(table.position, sheet.player))) - {"-"} if tapped else set()
            hidden = are_choices_hidden(table) or sheet.player not in table.game.waiting(table.position)
            offered = {option.mark for choice in sheet.choices for option in choice.options}
            stands_out = set()
            for state, mark, choice in places_of(sheet):
                if state in ("legal", "again"):
                    stands_out.add(mark)
                    assert choice or mark in legal
            if not hidden and not table.demo:
                assert stands_out | offered == legal, sheet.player
            if not are_choices_hidden(table):
                assert sheet.score.total == table.game.score(table.position.sheet(sheet.player)).total
