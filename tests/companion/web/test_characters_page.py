"""Characters on the page: chosen with the game, asked before anybody marks, and played in a real browser."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.rules import Roll
from companion.table.events import Decided, Event, GameBegun, RollTaken
from tests.companion.web.conftest import Actor, Phone
from tests.waiting import until_seen

ROLL = "w2 w5 r3 y5 g3 b6"


def asked(table: Actor, character: str) -> Actor:
    """Ann, who has the character, has thrown."""
    return table.begin("Ann", "Ben", character=[character, ""]).roll(ROLL)  # type: ignore[arg-type]


def phones(table: Actor, phone: Callable[..., Phone]) -> tuple[Phone, Phone]:
    return phone().scan(table).sit(player="Ann"), phone().scan(table).sit(player="Ben")


def test_characters_are_chosen_with_the_game_and_go_on_to_the_next(table: Actor) -> None:
    page = table.client.get("/new").text
    assert "the re-roller (Double Dutch)" in page and "the miss saver (Miss Take)" in page
    table.begin("Ann", "Ben", character=["", "tina-turner"])  # type: ignore[arg-type]
    assert table.table.begun.characters == {"Ben": "tina-turner"}
    assert "the turner: In your own turn: turn one die" in table.page()
    table.ok("/again")
    assert table.table.begun.characters == {"Ben": "tina-turner"}
    assert table.post("/begin", player=["Ann"], first="1", character=["toni"]).status_code == 422
    for game, taken in (("on-board", {"Ann": "tina-turner"}), ("duel", {}), ("cards", {})):
        table.begin("Ann", "Ben", game=game, character=["tina-turner", ""])  # type: ignore[arg-type]
        assert table.table.begun.characters == taken
    offered = re.search(r'id="characters" data-games="([^"]*)"', table.client.get("/new").text)
    assert offered and "on-board" in offered[1].split() and not {"duel", "cards"} & set(offered[1].split())


def test_only_the_active_player_and_the_table_are_asked(table: Actor, phone: Callable[..., Phone]) -> None:
    asked(table, "double-dutch")
    ann, ben = phones(table, phone)
    pages = table.page(), ann.get("/").text, ben.get("/").text
    assert ['id="dice-question"' in page for page in pages] == [True, True, False]
    assert "Ann may change the dice" in pages[2] and "The others wait with their marks" in pages[2]
    assert ben.refused("/dice", answer="keep") == "not-yours"
    assert ben.refused("/mark", player="Ben", mark="a7") == "action-order"
    assert ann.post("/dice", answer="keep").status_code == 200
    assert table.table.position.phase == "white" and 'id="dice-question"' not in ann.get("/").text
    assert ann.refused("/dice", answer="keep") == "dice"


def test_kept_dice_are_filled_in_for_the_second_throw(table: Actor, phone: Callable[..., Phone]) -> None:
    asked(table, "double-dutch").ok("/dice", answer="again", die=["w2", "blue"])
    page = table.page()
    assert "Ann, throw the chosen dice again (2)" in page and "The others are certain" in page
    assert re.search(r'name="red" value="3"[^>]*checked', page)
    table.ok("/roll", typed="12")
    assert table.table.position.roll == Roll.parse("w2 w1 r3 y5 g3 b2")
    assert table.table.first_roll == Roll.parse(ROLL)
    assert "Ann throws again: white, blue." in table.page()


def test_the_turner_has_a_button_for_each_die_that_may_be_turned(table: Actor) -> None:
    page = asked(table, "tina-turner").page()
    assert "red: 3 becomes 4" in page and "green: 3 becomes 4" in page and "blue: 6" not in page
    table.ok("/dice", answer="red")
    assert table.table.position.roll == Roll.parse("w2 w5 r4 y5 g3 b6")


def test_the_history_shows_both_throws_and_the_cross_in_place_of_a_miss(table: Actor) -> None:
    asked(table, "tina-turner").ok("/dice", answer="red")
    for player in ("Ben", "Ann", "Ann"):
        table.join(player).marks("-")
    number = table.server.session.game
    assert "First throw: white 2 and 5, red 3" in table.client.get(f"/games/{number}/turns/1").text
    asked(table, "miss-take")
    for player in ("Ben", "Ann", "Ann"):
        table.join(player).marks("-")
    assert "in place of the miss" in table.page() and "Take a miss" in table.page()
    table.join("Ann").marks("c8")
    number = table.server.session.game
    challenge = table.client.get(f"/games/{number}/turns/1/instead/0").text
    assert "any cell could be crossed in place of the miss" in challenge
    assert "takes a miss" not in table.client.get(f"/games/{number}/turns/1").text


def test_characters_are_in_the_lesson_and_each_has_a_page(table: Actor) -> None:
    table.begin("Ann")
    assert "With characters, if you like" in table.client.get("/rules/classic").text
    for rule in ("character-own-turn", "mike-between", "cross-third", "miss-any"):
        assert table.client.get(f"/rules/{rule}").status_code == 200


# -- in a browser --------------------------------------------------------------------------------------


class Evening:
    """The table's screen, as large as a phone; the others decide as told."""

    def __init__(self, app: Any, page: Any) -> None:
        self.session = app.extensions["server"].session
        self.page = page

    def begin(self, character: str, *events: Event) -> None:
        begun = GameBegun("classic", ("Ann", "Ben"), characters={"Ann": character})
        for event in (begun, *events, RollTaken(ROLL, "tapped")):
            self.session.dispatch(event)
        if self.page is not None:  # the game before may have the same heading
            self.page.locator(f'#say[data-turn^="{self.session.game}-"]').wait_for(state="attached")

    def decide(self, *decisions: str) -> None:
        for each in decisions:
            self.session.dispatch(Decided(*each.split()))

    def heading(self, text: str) -> None:
        self.page.get_by_role("heading", name=text).wait_for()

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def cell(self, name: str) -> None:
        self.page.locator("#sheet-0").get_by_role("button", name=re.compile(f"^{name}[^0-9]")).click()

    @property
    def sheet(self) -> str:
        return str(self.session.table.position.sheet("Ann"))


def _re_roller(evening: Evening) -> None:
    evening.begin("double-dutch")
    evening.heading("Ann may change the dice")
    for die in ("white 5", "blue 6"):
        evening.page.locator("#dice-question").get_by_label(die).check()
    evening.tap("Throw the chosen dice again")
    evening.heading("Ann, throw the chosen dice again (2)")
    evening.page.get_by_text("Tap the dice in").click()
    for die, value in (("w2", 1), ("blue", 2)):
        evening.page.locator(f'.entry label:has(input[name="{die}"][value="{value}"])').click()
    evening.heading("White dice make 3")


def _turner(evening: Evening) -> None:
    evening.begin("tina-turner")
    evening.tap("red: 3 becomes 4")
    evening.heading("White dice make 7")
    assert evening.session.table.position.roll == Roll.parse("w2 w5 r4 y5 g3 b6")


def _gap_filler(evening: Evening) -> None:
    evening.begin("magic-mike", *_turn("w1 w2 r6 y1 g1 b1", "a3", "a8"))
    evening.decide("Ben -", "Ann -", "Ben -")
    evening.session.dispatch(RollTaken(ROLL, "tapped"))
    evening.heading("White dice make 7")
    evening.cell("red 7")
    evening.page.get_by_text("Still to choose:").wait_for()
    evening.heading("White dice make 7")
    until_seen(evening.page, lambda: evening.sheet.startswith("a3 a7 a8"))


def _turn(roll: str, white: str, colour: str) -> tuple[Event, ...]:
    return (
        RollTaken(roll, "tapped"),
        *(Decided("Ann", white), Decided("Ben", "-"), Decided("Ann", colour)),
    )


def _triple_crosser(evening: Evening) -> None:
    evening.begin("chris-cross")
    evening.decide("Ben -", "Ann a7")
    evening.heading("Ann: one white die and one coloured die")
    evening.cell("yellow 7")
    evening.page.get_by_role("button", name=re.compile("and green 8")).click()
    evening.heading("Ben, throw the 6 dice")
    assert evening.sheet == "a7 / b7 / c8 / -"


def _miss_saver(evening: Evening) -> None:
    evening.begin("miss-take")
    evening.decide("Ben -", "Ann -", "Ann -")
    evening.heading("Ann: any cell in place of the miss")
    evening.cell("green 8")
    evening.heading("Ben, throw the 6 dice")
    assert evening.sheet == "- / - / c8 / -"


@pytest.mark.browser
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "laptop"])
def test_a_turn_with_each_character(
    served: tuple[Any, str], visit_as: Callable[..., Any], size: tuple[int, int]
) -> None:
    app, address = served
    evening = Evening(app, None)
    evening.begin("double-dutch")
    evening.page = visit_as(address, *size)
    evening.page.locator("body[data-ready]").wait_for()
    for play in (_re_roller, _turner, _gap_filler, _triple_crosser, _miss_saver):
        play(evening)
