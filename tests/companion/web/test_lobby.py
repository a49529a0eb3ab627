"""In a real browser: the waiting room on every device, from the opened table to the first throw."""

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules import ALL_VARIANTS
from companion.storage.chosen_pictures import ChosenPictures
from companion.table.events import GameBegun
from tests.companion.web.conftest import Actor, Phone
from tests.companion.web.new_game import (
    begin_game,
    choose_game,
    chosen_game,
    fill_chairs,
    let_begin,
    open_more,
)
from tests.companion.web.screens import LAPTOP, PHONE, SIDEWAYS, SMALL_PHONE, TELEVISION, box, boxes, fits
from tests.waiting import until_seen

browser = pytest.mark.browser

ADDRESS = "http://192.0.2.7:8730"
"""Address under which the stand-in for the network announces the table."""


class Network:
    """A stand-in for the listeners on the local network. Phones in tests use the loopback address."""

    addresses: tuple[str, ...] = ()
    hosts: frozenset[str] = frozenset()

    @property
    def is_open(self) -> bool:
        return bool(self.addresses)

    def open(self) -> tuple[str, ...]:
        self.addresses = (ADDRESS,)
        return self.addresses

    def close(self) -> None:
        self.addresses = ()

    def authority(self, _host: str) -> bytes:
        return b""


@pytest.fixture
def lan(table: Actor) -> Actor:
    """Return a table with a stand-in for the network, so that phones can be let in."""
    table.server.listeners = Network()  # type: ignore[assignment]
    return table


def seated(page: Any) -> list[str]:
    """Return the names on the chairs, computers included."""
    names = page.locator('#chairs [name="player"]').evaluate_all("all => all.map(each => each.value)")
    return [name for name in names if name]


def scan(table: Actor, look: Any, name: str) -> Any:
    """Return a phone that has scanned the code, with a name typed; "Join" is still to be tapped."""
    page = look(PHONE, f"/join/{table.server.key}")
    page.get_by_label("Your name").fill(name)
    return page


def join(page: Any) -> Any:
    return page.get_by_role("button", name="Join", exact=True)


@browser
def test_four_people_two_with_phones_throw_after_ten_taps_at_most(lan: Actor, look: Any) -> None:
    laptop = look(LAPTOP, "/new")
    count = 0

    def tap(place: Any) -> None:
        nonlocal count
        place.click()
        count += 1

    tap(laptop.get_by_role("button", name="Let phones join"))
    laptop.locator(".invite svg").wait_for()
    assert ADDRESS in laptop.inner_text(".invite") and lan.server.code in laptop.inner_text(".invite")
    phones = {}
    for name in ("Lea", "Max"):
        page = phones[name] = scan(lan, look, name)
        tap(join(page))
        page.get_by_role("heading", name=f"You are in, {name}").wait_for()
        until_seen(laptop, lambda name=name: name in seated(laptop))
    tap(laptop.locator('.game:has(input[value="classic"])'))
    laptop.wait_for_function(
        "() => document.activeElement.matches('[name=player]') && !document.activeElement.value"
    )
    laptop.keyboard.type("Ana")
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("Ole")
    open_more(laptop)
    laptop.locator('[name="source"]').select_option("pretend")
    count += 3  # More, the list, and a line of it
    tap(laptop.get_by_role("button", name="Begin", exact=True))
    laptop.locator("body[data-ready]").wait_for()
    assert sorted(lan.table.game.players) == ["Ana", "Lea", "Max", "Ole"]
    thrower = phones.get(lan.table.active, laptop)
    thrower.locator("body[data-ready]").wait_for()
    tap(thrower.get_by_role("button", name="Throw the dice"))
    until_seen(laptop, lambda: lan.table.current_roll is not None)
    assert count <= 10


@browser
@pytest.mark.parametrize(
    ("size", "language"),
    [*((size, "de") for size in (LAPTOP, PHONE, SMALL_PHONE, SIDEWAYS, TELEVISION)), (SMALL_PHONE, "es")],
)
def test_begin_is_in_sight_and_empty_chairs_take_no_room(look: Any, size: Any, language: str) -> None:
    height = size["height"]
    page = look(size, "/new?game=connected-a", locale=language)
    begin = "#begin .in-sight .button"
    assert box(page, begin).bottom <= height and box(page, begin).top >= 0
    assert len(boxes(page, "#chairs > li")) == 1
    fill_chairs(page, *"ABCDEFGHIJ"[: 4 if height < 500 else 10])
    assert box(page, begin).bottom <= height
    chairs = boxes(page, "#chairs > li")
    assert len(chairs) == (5 if height < 500 else 10)
    assert not any(one.meets(other) for n, one in enumerate(chairs) for other in chairs[:n])
    names = boxes(page, '#chairs [name="player"]')
    assert min(each.width for each in names) >= 80 and fits(page)


@browser
def test_one_tap_gives_a_chair_to_the_computer(table: Actor, look: Any) -> None:
    page = look(path="/new")
    choose_game(page)
    fill_chairs(page, "Ann")
    page.get_by_role("button", name="Let the computer play in seat 2").click()
    assert seated(page) == ["Ann", "Computer"]
    page.get_by_label("Seat 2: who plays").select_option("good")
    page.get_by_role("button", name="Let the computer play in seat 3").click()
    page.get_by_role("button", name="Let the computer play in seat 3").click()
    assert seated(page) == ["Ann", "Computer"]
    begin_game(page)
    assert table.table.computers == {"Computer": "good"}


@browser
def test_the_keyboard_chooses_a_game_and_names(table: Actor, look: Any) -> None:
    page = look(path="/new")
    page.get_by_role("radio", name="Classic").focus()
    page.keyboard.press("ArrowRight")
    assert chosen_game(page) == "longo"
    assert page.evaluate("document.activeElement.name") == "game", "arrows only choose"
    page.locator('[name="player"]').first.focus()
    for name in ("Ann", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    begin_game(page)
    assert sorted(table.table.game.players) == ["Ann", "Ben"] and table.table.game.name == "longo"


@browser
def test_without_a_script_the_form_is_whole(table: Actor, address: str, open_device: Any) -> None:
    page = open_device(java_script_enabled=False)
    page.goto(f"{address}/new")
    page.locator('.game:has(input[value="big-points"])').click()
    fill_chairs(page, "Ann")
    page.get_by_label("Seat 2: who plays").select_option("gentle")
    page.get_by_role("button", name="Begin", exact=True).click()
    game = table.table.game
    assert game.name == "big-points" and game.players.count("Ann") == 1 and table.table.computers


@browser
def test_nothing_is_lost_by_a_reload_the_way_back_or_letting_phones_in(lan: Actor, look: Any) -> None:
    page = look(path="/new")
    choose_game(page, "longo")
    fill_chairs(page, "Ann", "Ben")
    page.get_by_role("button", name="Let the computer play in seat 3").click()
    page.locator('[name="lucky"]').first.fill("7")
    let_begin(page, 2)
    page.get_by_label("Hide choices until everyone has chosen").check()
    page.get_by_text("House rules, teams, turn clock").click()
    page.locator('[name="clock"]').fill("90")

    def stands() -> bool:
        """Return True if everything typed and chosen is still there."""
        page.locator("main[data-alive]").wait_for()
        fields = "name => document.querySelector(`[name=${name}]`).value"
        return (
            chosen_game(page) == "longo"
            and seated(page) == ["Ann", "Ben", "Computer"]
            and [page.evaluate(fields, name) for name in ("lucky", "way", "first", "clock")]
            == ["7", "chosen", "2", "90"]
            and page.locator('[name="hidden"]').is_checked()
        )

    page.reload()
    assert stands()
    page.get_by_role("button", name="Let phones join").click()
    page.locator(".invite svg").wait_for()
    assert stands()
    page.get_by_role("link", name="Learn the rules").click()
    page.wait_for_url("**/rules*")
    page.go_back()
    assert stands()


@browser
def test_nobody_gets_a_second_chair(table: Actor, phone: Any, address: str, look: Any) -> None:
    phone().scan(table).sit(player="Kim")
    page = look(path="/new")
    choose_game(page)
    assert seated(page) == ["Kim"]
    fill_chairs(page, "Kim", "Bo")
    let_begin(page)
    begin_game(page)
    table.client.post("/seats/rename", data={"player": "Kim", "name": "Kimberly"})
    phone().scan(table).sit(newcomer="1", name="Lea")
    page.goto(f"{address}/new")
    page.locator("main[data-alive]").wait_for()
    assert seated(page) == ["Kimberly", "Bo", "Lea"], "who joined by phone sits in the next game too"
    page.locator('#chairs [name="player"]').nth(1).evaluate(
        "each => { each.value = 'Bob'; each.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.reload()
    assert seated(page) == ["Kimberly", "Bob", "Lea"]


@browser
def test_the_computer_stays_the_computer_in_another_language(table: Actor, look: Any) -> None:
    table.begin("Ann", "Computer", **{"computer": ["", "gentle"]})
    page = look(path="/new")
    page.get_by_role("button", name="Español").click()
    page.locator('html[lang="es"]').wait_for(state="attached")
    assert seated(page) == ["Ann", "Ordenador"]
    levels = page.locator('[name="computer"]').evaluate_all("all => all.map(each => each.value)")
    assert levels[:3] == ["", "gentle", ""]


@browser
def test_people_pop_in_with_a_picture_and_a_colour_of_their_own(
    settings: dict[str, Any], look: Any, address: str
) -> None:
    page = look(path="/new")
    choose_game(page)
    fill_chairs(page, "Annegret", "Ben", "Çağla", "zoë", "Ada", "Blas", "Anna", "Clara", "Dan", "Eva")
    until_seen(page, lambda: page.locator("#chairs .person[class*=hue-]").count() == 10)
    looks = page.locator("#chairs [data-sign]").evaluate_all(
        "all => all.map(each => [each.className, each.querySelector('path').getAttribute('d')])"
    )
    assert len({colour for colour, _ in looks}) == 10 and len({path for _, path in looks}) == 10
    fill_chairs(page, "Annegret", "Ben", *[""] * 8)
    page.get_by_role("button", name="Picture of Annegret").click()
    page.get_by_role("button", name="Picture 9").click()
    page.get_by_role("button", name="Colour 5").click()
    page.locator('#picture-dialog [name="hue"][aria-pressed="true"][value="4"]').wait_for()
    page.get_by_role("button", name="Done").click()
    drawn = page.locator("#chairs .person.hue-4 path").get_attribute("d")
    let_begin(page)
    begin_game(page)
    page.locator(f'#sheet-0 .person.hue-4 path[d="{drawn}"]').wait_for()
    assert ChosenPictures(settings["DATA"]).of("ANNEGRET") == (8, 4), "it outlives a restart"
    page.goto(f"{address}/seats")
    page.locator(f'.people-list .person.hue-4 path[d="{drawn}"]').wait_for()


@browser
def test_a_phone_chooses_its_picture_and_sees_who_else_is_here(table: Actor, look: Any) -> None:
    lea, max_ = scan(table, look, "Lea"), scan(table, look, "Max")
    for page in (lea, max_):
        join(page).click()
        page.locator("body[data-ready]").wait_for()
    lea.locator(".guests", has_text="Max").wait_for()
    free = lea.locator('.pictures [name="hue"]:not([disabled], [aria-pressed="true"])').first
    hue = free.get_attribute("value")
    free.click()
    lea.locator(f"h1 .person.hue-{hue}").wait_for()
    max_.locator(f".guests .person.hue-{hue}").wait_for()
    assert max_.locator(f'.pictures [value="{hue}"][name="hue"]').is_disabled()
    look(path="/new").locator(f"#chairs .person.hue-{hue}").wait_for()


@browser
def test_each_phone_tries_a_game_of_its_own_until_people_begin(table: Actor, look: Any) -> None:
    lea, max_ = phones = scan(table, look, "Lea"), scan(table, look, "Max")
    for page in phones:
        join(page).click()
        page.get_by_role("button", name="Try a game now").click()
        page.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
        page.locator("body[data-ready]").wait_for()
    lea.get_by_role("button", name="Throw the dice").click()
    lea.get_by_role("heading", name="White dice make").wait_for()
    max_.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    assert table.server.session.table is None and not table.server.store.games(), "nothing is kept"
    max_.get_by_role("button", name="Back to the waiting room").click()
    max_.get_by_role("heading", name="You are in, Max").wait_for()
    assert "Lea" in max_.inner_text(".guests")
    table.begin("Lea", "Max")
    for page in phones:
        page.get_by_label("Sheet of Max").wait_for()
    assert table.server.trials.of(table.server.seats.all()[-1].token) is None


@browser
@pytest.mark.parametrize("size", [TELEVISION, {"width": 3840, "height": 2160}], ids=str)
def test_a_television_shows_the_code_and_who_is_here(lan: Actor, look: Any, size: dict[str, int]) -> None:
    screen = look(size, "/television")
    lan.client.post("/seats/open")
    screen.locator(".invite svg").wait_for()
    code, place = box(screen, ".invite svg"), box(screen, ".invite .address")
    assert code.height >= size["height"] / 4 and place.height >= size["height"] / 30
    lan.server.seats.give("player", "Lea")
    lan.server.session.invalidate()
    screen.locator(".guests", has_text="Lea").wait_for()
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    lan.begin("Lea", "Max")
    screen.get_by_label("Sheet of Max").wait_for()


@browser
def test_a_game_without_dice_asks_for_none(look: Any) -> None:
    page = look(PHONE, "/new")
    open_more(page)
    for game, state in (("cards", "hidden"), ("longo", "visible"), ("cards", "hidden")):
        choose_game(page, game)
        page.locator('select[name="source"]').wait_for(state=state)


@browser
def test_teams_and_house_rules_stand_on_the_page(look: Any) -> None:
    page = look(PHONE, "/new")
    choose_game(page)
    fill_chairs(page, "Ann", "Ben", "Cleo")
    open_more(page, "House rules, teams, turn clock")
    page.locator('[data-row="0"] .tick').click()
    for row, sign in enumerate("ABB"):
        page.locator(f'[data-row="{row}"] select[name="team"]').select_option(sign)
    assert page.locator("[data-row]:visible").count() == 3
    page.select_option('select[name="team-score"]', "mean")
    assert fits(page)
    begin_game(page)
    teams = ["".join(text.split()) for text in page.locator("#teams li").all_inner_texts()]
    assert teams == ["Ann0", "Ben&Cleo0"]
    assert page.locator("#house-rules").inner_text() == "House rule: no penalties for Ann."


def test_no_screen_but_the_demos_own_shows_made_up_players(table: Actor, phone: Any) -> None:
    lea: Phone = phone().scan(table).sit(name="Lea")
    table.server.session.dispatch(GameBegun("classic", ("Ada", "Blas"), demo=True))
    for page in (lea.get("/").text, lea.get("/television").text, table.client.get("/television").text):
        assert "Sheet of Ada" not in page
    assert "You are in, Lea" in lea.get("/").text
    assert "Sheet of Ada" in table.client.get("/demo").text
    assert lea.get("/demo", Accept="application/json").status_code == 403
    assert table.client.get("/").location == "/new"


def test_play_on_paper_is_chosen_by_who_plays_with_paper(client: FlaskClient) -> None:
    assert 'name="paper" checked' in client.get("/new?dice=real").text
    assert 'name="paper" checked' not in client.get("/new").text


def test_each_game_has_a_picture_of_its_own_pad(client: FlaskClient) -> None:
    pictures = {game: client.get(f"/pads/picture/{game}.svg") for game in ALL_VARIANTS}
    assert {(each.status_code, each.mimetype) for each in pictures.values()} == {(200, "image/svg+xml")}
    texts = {game: picture.text for game, picture in pictures.items()}
    assert texts["cards"] == texts["classic"] and len(set(texts.values())) == len(texts) - 1
    packed = client.get("/pads/picture/classic.svg", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data).decode() == texts["classic"]
    assert len(packed.data) < len(texts["classic"]) / 3
    again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert client.get("/pads/picture/classic.svg", headers=again).status_code == 304
    assert client.get("/pads/picture/chess.svg").status_code == 404
    assert client.get("/pads/picture/own:gone.svg").status_code == 422
