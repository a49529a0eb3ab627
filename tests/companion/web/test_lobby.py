"""In a real browser: the waiting room on every device, from the opened table to the first throw."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

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
from tests.companion.web.screens import box, boxes
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

SIZES = ((1366, 768), (390, 844), (320, 640), (844, 390), (1920, 1080))
"""A laptop, phones upright and sideways, and a large screen."""
ADDRESS = "http://192.0.2.7:8730"
"""Where phones would find the table."""


class Network:
    """Stands for the computer's network: phones of a test come by the loopback address, as laptops do."""

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
def lan(served: tuple[Flask, str]) -> tuple[Actor, str]:
    """Return a table that phones can be let in to, and its address."""
    app, address = served
    table = Actor(app)
    table.server.listeners = Network()  # type: ignore[assignment]
    return table, address


class Taps:
    """Counts the taps on every device's buttons."""

    def __init__(self) -> None:
        self.count = 0

    def tap(self, place: Any) -> None:
        place.click()
        self.count += 1


def join(table: Actor, address: str, page: Any, name: str) -> Any:
    """Return a phone that has scanned the code, with a name typed; the button is still to be tapped."""
    page.goto(f"{address}/join/{table.server.key}")
    page.get_by_label("Your name").fill(name)
    return page.get_by_role("button", name="Join", exact=True)


def test_four_people_two_with_phones_throw_after_ten_taps_at_most(
    lan: tuple[Actor, str], visit_as: Callable[..., Any], open_device: Callable[..., Any]
) -> None:
    table, address = lan
    taps = Taps()
    laptop = visit_as(address, 1366, 768)
    laptop.locator("main[data-alive]").wait_for()
    taps.tap(laptop.get_by_role("button", name="Let phones join"))
    laptop.locator(".invite svg").wait_for()
    assert ADDRESS in laptop.inner_text(".invite") and table.server.code in laptop.inner_text(".invite")
    phones = [open_device({"width": 390, "height": 844}) for _ in range(2)]
    for page, name in zip(phones, ("Lea", "Max"), strict=True):
        taps.tap(join(table, address, page, name))
        page.get_by_role("heading", name=f"You are in, {name}").wait_for()
        until_seen(laptop, lambda name=name: name in seated(laptop))
    taps.tap(laptop.locator('.game:has(input[value="classic"])'))
    laptop.wait_for_function(
        "() => document.activeElement.matches('[name=player]') && !document.activeElement.value"
    )
    laptop.keyboard.type("Ana")
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("Ole")
    open_more(laptop)
    laptop.locator('[name="source"]').select_option("pretend")
    taps.count += 3  # More, the list, and a line of it
    taps.tap(laptop.get_by_role("button", name="Begin", exact=True))
    laptop.locator("body[data-ready]").wait_for()
    assert sorted(table.table.game.players) == ["Ana", "Lea", "Max", "Ole"]
    thrower = dict(zip(("Lea", "Max"), phones, strict=True)).get(table.table.active, laptop)
    thrower.locator("body[data-ready]").wait_for()
    taps.tap(thrower.get_by_role("button", name="Throw the dice"))
    until_seen(laptop, lambda: table.table.current_roll is not None)
    assert taps.count <= 10


def seated(page: Any) -> list[str]:
    """Return the names on the chairs, computers included."""
    names = page.locator('#chairs [name="player"]').evaluate_all("all => all.map(each => each.value)")
    return [name for name in names if name]


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [*((*size, "de") for size in SIZES), (320, 640, "en"), (320, 640, "es")],
)
def test_begin_is_in_sight_and_empty_chairs_take_no_room(
    served: tuple[Any, str], visit_as: Callable[..., Any], width: int, height: int, language: str
) -> None:
    _app, address = served
    page = visit_as(f"{address}/new?game=connected-a", width, height, locale=language)
    page.locator("main[data-alive]").wait_for()
    begin = "#begin .in-sight .button"
    assert box(page, begin).bottom <= height and box(page, begin).top >= 0
    assert len(boxes(page, "#chairs > li")) == 1
    fill_chairs(page, *"ABCDEFGHIJ"[: 4 if height < 500 else 10])
    assert box(page, begin).bottom <= height
    chairs = boxes(page, "#chairs > li")
    assert len(chairs) == (5 if height < 500 else 10)
    assert not any(one.meets(other) for n, one in enumerate(chairs) for other in chairs[:n])
    names = boxes(page, '#chairs [name="player"]')
    assert min(each.width for each in names) >= 80
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_tap_gives_a_chair_to_the_computer(served: tuple[Any, str], visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = visit_as(f"{address}/new")
    choose_game(page)
    fill_chairs(page, "Ann")
    page.get_by_role("button", name="Let the computer play in seat 2").click()
    assert seated(page) == ["Ann", "Computer"]
    page.get_by_label("Seat 2: who plays").select_option("good")
    page.get_by_role("button", name="Let the computer play in seat 3").click()
    page.get_by_role("button", name="Let the computer play in seat 3").click()
    assert seated(page) == ["Ann", "Computer"]
    begin_game(page)
    assert Actor(app).table.computers == {"Computer": "good"}


def test_the_keyboard_chooses_a_game_and_names(served: tuple[Any, str], visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = visit_as(f"{address}/new")
    page.get_by_role("radio", name="Classic").focus()
    page.keyboard.press("ArrowRight")
    assert chosen_game(page) == "longo"
    assert page.evaluate("document.activeElement.name") == "game", "arrows only choose"
    page.locator('[name="player"]').first.focus()
    for name in ("Ann", "Ben"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    begin_game(page)
    assert sorted(Actor(app).table.game.players) == ["Ann", "Ben"]
    assert Actor(app).table.game.name == "longo"


def test_without_a_script_the_form_is_whole(served: tuple[Any, str], open_device: Callable[..., Any]) -> None:
    app, address = served
    page = open_device(java_script_enabled=False)
    page.goto(f"{address}/new")
    page.locator('.game:has(input[value="big-points"])').click()
    fill_chairs(page, "Ann")
    page.get_by_label("Seat 2: who plays").select_option("gentle")
    page.get_by_role("button", name="Begin", exact=True).click()
    table = Actor(app).table
    assert table.game.name == "big-points" and table.game.players.count("Ann") == 1 and table.computers


def test_nothing_is_lost_by_a_reload_the_way_back_or_letting_phones_in(
    lan: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    _table, address = lan
    page = visit_as(f"{address}/new")
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


def test_people_pop_in_with_a_picture_and_a_colour_of_their_own(
    served: tuple[Any, str], settings: dict[str, Any], visit_as: Callable[..., Any]
) -> None:
    _app, address = served
    page = visit_as(f"{address}/new")
    choose_game(page)
    fill_chairs(page, "Annegret", "Ben", "Çağla", "zoë", "Ada", "Blas", "Anna", "Clara", "Dan", "Eva")
    chips = page.locator("#chairs [data-sign]")
    until_seen(page, lambda: page.locator("#chairs .person[class*=hue-]").count() == 10)
    looks = chips.evaluate_all(
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


def test_a_phone_chooses_its_picture_and_sees_who_else_is_here(
    served: tuple[Any, str], visit_as: Callable[..., Any], open_device: Callable[..., Any]
) -> None:
    app, address = served
    table = Actor(app)
    lea, max_ = (open_device({"width": 390, "height": 844}) for _ in range(2))
    join(table, address, lea, "Lea").click()
    lea.locator("body[data-ready]").wait_for()
    join(table, address, max_, "Max").click()
    lea.locator(".guests", has_text="Max").wait_for()
    free = lea.locator('.pictures [name="hue"]:not([disabled], [aria-pressed="true"])').first
    hue = free.get_attribute("value")
    free.click()
    lea.locator(f"h1 .person.hue-{hue}").wait_for()
    max_.locator(f".guests .person.hue-{hue}").wait_for()
    assert max_.locator(f'.pictures [value="{hue}"][name="hue"]').is_disabled()
    laptop = visit_as(f"{address}/new")
    laptop.locator(f"#chairs .person.hue-{hue}").wait_for()


def test_each_phone_tries_a_game_of_its_own_until_people_begin(
    served: tuple[Any, str], visit_as: Callable[..., Any], open_device: Callable[..., Any]
) -> None:
    app, address = served
    table = Actor(app)
    phones = [open_device({"width": 390, "height": 844}) for _ in range(2)]
    for page, name in zip(phones, ("Lea", "Max"), strict=True):
        join(table, address, page, name).click()
        page.get_by_role("button", name="Try a game now").click()
        page.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
        page.locator("body[data-ready]").wait_for()
    phones[0].get_by_role("button", name="Throw the dice").click()
    phones[0].get_by_role("heading", name="White dice make").wait_for()
    phones[1].get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    assert table.server.session.table is None and not table.server.store.games(), "nothing is kept"
    phones[1].get_by_role("button", name="Back to the waiting room").click()
    phones[1].get_by_role("heading", name="You are in, Max").wait_for()
    assert "Lea" in phones[1].inner_text(".guests")
    table.begin("Lea", "Max")
    for page in phones:
        page.get_by_label("Sheet of Max").wait_for()
    assert table.server.trials.of(table.server.seats.all()[-1].token) is None


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (3840, 2160)])
def test_a_television_shows_the_code_and_who_is_here(
    lan: tuple[Actor, str], visit_as: Callable[..., Any], width: int, height: int
) -> None:
    table, address = lan
    screen = visit_as(f"{address}/television", width, height)
    screen.locator("body[data-ready]").wait_for()
    table.client.post("/seats/open")
    screen.locator(".invite svg").wait_for()
    code, place = box(screen, ".invite svg"), box(screen, ".invite .address")
    assert code.height >= height / 4 and place.height >= height / 30
    table.server.seats.give("player", "Lea")
    table.server.session.invalidate()
    screen.locator(".guests", has_text="Lea").wait_for()
    assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight")
    table.begin("Lea", "Max")
    screen.get_by_label("Sheet of Max").wait_for()


def test_no_screen_but_the_demos_own_shows_made_up_players(table: Actor, phone: Callable[..., Phone]) -> None:
    lea = phone().scan(table).sit(name="Lea")
    table.server.session.dispatch(GameBegun("classic", ("Ada", "Blas"), demo=True))
    for page in (lea.get("/").text, lea.get("/television").text, table.client.get("/television").text):
        assert "Sheet of Ada" not in page
    assert "You are in, Lea" in lea.get("/").text
    assert "Sheet of Ada" in table.client.get("/demo").text
    assert lea.get("/demo", Accept="application/json").status_code == 403
    assert table.client.get("/").location == "/new"


def test_player_by_phone_sits_in_the_next_game_too(
    table: Actor, phone: Callable[..., Phone], address: str, visit_as: Callable[..., Any]
) -> None:
    table.begin("Ann", "Ben")
    phone().scan(table).sit(newcomer="1", name="Lea")
    page = visit_as(f"{address}/new")
    page.locator("main[data-alive]").wait_for()
    assert seated(page) == ["Ann", "Ben", "Lea"]


def test_each_game_has_a_picture_of_its_own_pad(served: tuple[Any, str]) -> None:
    app, _address = served
    client = app.test_client()
    pictures = {game: client.get(f"/pads/picture/{game}.svg") for game in ALL_VARIANTS}
    assert all(picture.status_code == 200 for picture in pictures.values())
    assert all(picture.mimetype == "image/svg+xml" for picture in pictures.values())
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
