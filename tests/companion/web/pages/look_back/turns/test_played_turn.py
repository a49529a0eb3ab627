"""A turn of the past: its decisions and what came of it."""

from companion.analysis.replay import ReplayedTurn, replay_game
from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.web.pages.look_back.turns.played_turn import PlayedTurn, present_played_turn, present_step
from tests.companion.web.pages.tables import ROLL, pass_turn, photographed, play


def turns(*events: str | Event, **agreed: object) -> tuple[ReplayedTurn, ...]:
    return replay_game(play(*events, **agreed))  # type: ignore[arg-type]


def first(*events: str | Event, **agreed: object) -> PlayedTurn:
    return present_played_turn(turns(*events, **agreed)[0], "/games/1")


def test_every_decision_leads_to_its_challenge() -> None:
    turn = first(ROLL, "Ann a5", "Ben -", "Ann d9")
    assert [(d.player, str(d.text), d.colour, d.crossed, d.href) for d in turn.decisions] == [
        ("Ann", "red 5", "red", True, "/games/1/turns/1/white/0"),
        ("Ben", "passes", "", False, "/games/1/turns/1/white/1"),
        ("Ann", "blue 9", "blue", True, "/games/1/turns/1/colour/0"),
    ]
    assert not any(d.illegal for d in turn.decisions)


def test_turn_names_misses_locks_and_takeovers() -> None:
    turn = first(*pass_turn())
    assert (turn.missed, turn.locked, turn.taken_over, turn.ended) == (("Ann",), (), (), False)
    assert str(turn.decisions[-1].text) == "takes a penalty"
    turn = first(*pass_turn(), SheetTakenOver("Ben", "a5 / - / - / -"), RowClosed("c"))
    assert turn.taken_over == ("Ben",)
    assert [str(each) for each in turn.locked] == ["Green is closed: take the green die away."]
    assert first(*pass_turn(), RowClosed("a"), RowClosed("b")).ended


def test_dice_and_photo() -> None:
    turn = first(photographed(ROLL))
    assert [die.value for die in turn.dice] == [4, 1, 3, 2, 6, 5]
    assert (turn.photo, turn.number) == ("0123456789abcdef", None)
    cards = first("5", "Ann -", "Ben -", game="cards")
    assert (cards.dice, cards.number, cards.photo) == ((), 5, "")


def test_a_step_knows_the_turns_beside_it() -> None:
    played = turns(*pass_turn(), ROLL, "Ann -", "Ben -", "Ben -", ROLL)
    steps = [present_step(played, turn, "/games/1") for turn in played]
    assert [(step.before, step.following, step.last) for step in steps] == [
        (None, 2, 3),
        (1, 3, 3),
        (2, None, 3),
    ]


def test_new_crosses_of_a_step_stand_out() -> None:
    played = turns(ROLL, "Ann a5", "Ben -", "Ann -", ROLL, "Ann b5", "Ben -", "Ben -")
    ann = present_step(played, played[1], "")
    states = {cell.name: cell.state for row in ann.sheets[0].rows for cell in row.cells}
    assert (states["a5"], states["b5"]) == ("marked", "added")


def test_special_marks_have_the_colour_of_their_row_and_stand_out() -> None:
    turn = first("w1 w5 r2 y2 g2 b2", "Ann b5-6 b6", "Ben a3-4", game="connect-15")
    assert [(str(d.text), d.colour) for d in turn.decisions] == [
        ("yellow 5-6, then yellow 6", "yellow"),
        ("red 3-4", "red"),
    ]
    fifteen = first("w5 w6 r4 y1 g1 b1", "Ann 15", "Ben -", game="lucky-15")
    assert (str(fifteen.decisions[0].text), fifteen.decisions[0].colour) == ("fifteen on the track", "")
    chains = {"game": "connected-b", "sheets": {"Ann": "A", "Ben": "B"}}
    played = turns("w3 w3 r1 y1 g1 b1", "Ann a6", "Ben -", **chains)
    assert list(map(str, present_played_turn(played[0], "").locked)) == ["Ann: red 6 brings yellow 6."]
    (sheet, _ben) = present_step(played, played[0], "").sheets
    added = [cell.name for row in sheet.rows for cell in row.cells if cell.state == "added"]
    assert added == ["a6", "b6"]
