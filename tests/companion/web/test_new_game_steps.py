"""In a real browser: a new game in two steps, by mouse, by keyboard, and without a script."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from companion.storage.chosen_pictures import ChosenPictures
from companion.web.layout.people.person_sign import person_sign
from tests.companion.web.conftest import Actor
from tests.companion.web.new_game import begin_game, choose_game, chosen_game, fill_chairs, let_begin
from tests.companion.web.screens import boxes

pytestmark = pytest.mark.browser


def test_the_keyboard_chooses_a_game_and_goes_on(
    served: tuple[Any, str], visit_as: Callable[..., Any]
) -> None:
    app, address = served
    page = visit_as(f"{address}/new")
    page.locator("main[data-step='which']").wait_for()
    assert page.get_by_label("Player 1", exact=True).count() == 0 or not page.locator("#who").is_visible()
    page.get_by_role("radio", name="Classic").focus()
    page.keyboard.press("ArrowRight")
    assert chosen_game(page) == "longo" and page.locator("#which h1").is_visible(), "arrows only choose"
    page.get_by_role("button", name="On to the seats").press("Enter")
    page.locator("#who").wait_for()
    assert page.evaluate("document.activeElement.name") == "player", "the first free seat is next"
    assert page.locator("#chosen-game").inner_text() == "Longo"
    page.get_by_role("button", name="Another game").press("Enter")
    assert page.evaluate("document.activeElement.value") == "longo"
    choose_game(page, "mixx-a")
    fill_chairs(page, "Ann", "Ben")
    begin_game(page)
    assert Actor(app).table.game.name == "mixx-a"


def test_without_a_script_both_steps_are_one_form(
    served: tuple[Any, str], open_device: Callable[..., Any]
) -> None:
    app, address = served
    page = open_device(java_script_enabled=False)
    page.goto(f"{address}/new")
    page.locator('.game:has(input[value="big-points"])').click()
    fill_chairs(page, "Ann")
    page.get_by_label("Seat 2: who plays").select_option("gentle")
    page.get_by_role("button", name="Begin", exact=True).click()
    table = Actor(app).table
    assert table.game.name == "big-points" and table.game.players.count("Ann") == 1 and table.computers


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (320, 640)])
def test_the_chairs_stand_around_the_table(
    served: tuple[Any, str], visit_as: Callable[..., Any], size: tuple[int, int]
) -> None:
    _app, address = served
    page = visit_as(f"{address}/new?game=connected-a", *size)
    page.locator("main[data-step='who']").wait_for()
    five = boxes(page, "#chairs > li")
    for _ in range(5):
        page.get_by_role("button", name="One more seat").click()
    ten = boxes(page, "#chairs > li")
    for chairs in (five, ten):
        assert not any(one.meets(other) for n, one in enumerate(chairs) for other in chairs[:n])
        assert chairs[0].top == min(chair.top for chair in chairs), "the first chair is at the head"
        assert chairs[1].left > chairs[-1].left, "it goes on clockwise"
    assert len(five) == 5 and len(ten) == 10
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert min(box.width for box in boxes(page, '#chairs [name="player"]')) >= 80


def test_a_name_keeps_its_picture(served: tuple[Any, str], visit_as: Callable[..., Any]) -> None:
    app, address = served
    page = visit_as(f"{address}/new")
    choose_game(page)
    names = ("Annegret", "Ben", "Çağla", "zoë")
    fill_chairs(page, *names)
    chips = page.locator("#chairs [data-sign]")
    for number, name in enumerate(names):
        sign = person_sign(name)
        chips.nth(number).locator("path").wait_for()
        assert chips.nth(number).locator("path").get_attribute("d") == sign.path, name
        assert f"hue-{sign.hue}" in chips.nth(number).get_attribute("class")
    begin_game(page)
    shown = page.locator(".sheet .person path").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    assert shown == [person_sign(name).path for name in Actor(app).table.game.players]


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


def test_a_person_chooses_a_picture_and_a_colour(
    served: tuple[Any, str], settings: dict[str, Any], visit_as: Callable[..., Any]
) -> None:
    _app, address = served
    page = visit_as(f"{address}/new")
    choose_game(page)
    fill_chairs(page, "Annegret", "Ben")
    page.get_by_role("button", name="Picture of Annegret").click()
    page.get_by_role("radio", name="Picture 9").check(force=True)
    page.get_by_role("radio", name="Colour 5").check(force=True)
    page.get_by_role("button", name="Keep this picture").click()
    wanted = person_sign("Annegret", (8, 4))
    assert wanted != person_sign("Annegret")
    chip = page.locator("#chairs [data-sign].hue-4")
    chip.wait_for()
    assert chip.locator("path").get_attribute("d") == wanted.path
    let_begin(page)
    begin_game(page)
    drawn = f'.person.hue-4 path[d="{wanted.path}"]'
    page.locator(f"#sheet-0 {drawn}").wait_for()
    page.goto(f"{address}/television")
    page.locator(f"#sheet-0 {drawn}").wait_for()
    assert ChosenPictures(settings["DATA"]).of("ANNEGRET") == (8, 4), "it outlives a restart"
