"""In a real browser, past games are read, challenged and shared, and backup copies are saved and restored."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.pages.look_back.results.test_share import finish
from tests.companion.web.screens import LAPTOP, PHONE, SMALL_PHONE, boxes, fits
from tests.running import served

pytestmark = pytest.mark.browser


def play_turn(table: Actor, *marks: tuple[str, str], dice: str = ROLL) -> None:
    """Play a turn with these dice, in which the players make `marks` (player, mark) one after the other."""
    table.roll(dice)
    for player, mark in marks:
        table.join(player).marks(mark)


def test_a_family_reads_who_won_and_joins_two_names_of_one_person(
    table: Actor, look: Any, address: str
) -> None:
    finish(table, "Ann", "Ben")
    finish(table, "Anne", "Ben")
    page = look(SMALL_PHONE, "/statistics", locale="de-DE")
    page.get_by_role("heading", name="Abende an diesem Tisch").wait_for()
    assert fits(page)
    evening = page.locator(".evenings > li")
    assert evening.count() == 1 and "Ben" in evening.locator(".best").inner_text()
    assert any(part.isdigit() for part in evening.locator("time").inner_text().split())
    assert not page.get_by_text("Fehlwürfe je Spiel").is_visible()
    page.get_by_text("Mehr Zahlen").click()
    assert page.get_by_text("Fehlwürfe je Spiel").is_visible()
    assert page.get_by_text("Pearson").count() == 0, "too few throws to say anything"
    assert page.locator(".pairs li").count() == 2
    page.get_by_text("Zwei Namen, eine Person?").click()
    page.select_option('select[name="name"]', "Anne")
    page.select_option('select[name="into"]', "Ann")
    page.get_by_role("button", name="Zusammen zählen").click()
    page.wait_for_function("() => document.querySelectorAll('.pairs li').length === 1")
    assert page.locator(".pairs li").inner_text().split() == ["Ann", "0", ":", "2", "Ben"]
    page.goto(f"{address}/new")
    offered = page.locator("#known-players option")
    assert [option.get_attribute("value") for option in offered.all()] == ["Ann", "Ben"]


def test_each_landmark_of_the_statistics_has_a_name_of_its_own(table: Actor, look: Any) -> None:
    play_turn(table.begin("Ann", "Ben"), *((name, "-") for name in ("Ann", "Ben", "Ann")))
    page = look(path="/statistics")
    landmarks = "section[aria-labelledby], section[aria-label], nav, aside, main, header, footer"
    named = page.locator(landmarks).evaluate_all(
        """all => all.map(each => `${each.localName} ${each.getAttribute("aria-label")
          ?? document.getElementById(each.getAttribute("aria-labelledby"))?.textContent ?? ""}`)"""
    )
    assert len(named) > 4 and len(named) == len(set(named)), named


def test_a_result_is_saved_as_a_png_with_every_name_in_its_own_script(table: Actor, look: Any) -> None:
    finish(table, "Ángela", "Öznur", "Юлия")
    page = look(SMALL_PHONE, "/games/1/share", permissions=["clipboard-write"])
    page.locator("canvas[data-drawn]").wait_for()
    assert fits(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == "qwixx-1.png"
    data = Path(download.value.path()).read_bytes()
    assert struct.unpack(">2I", data[16:24]) == (1080, 250 + 3 * 168 + 96)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    for line in range(3):  # dark ink where each name stands
        name = picture[250 + 168 * line + 20 : 250 + 168 * line + 76, 130:330]
        assert 0.02 < (name.max(2) < 120).mean() < 0.5
    page.get_by_role("button", name="Copy the text").click()
    page.get_by_role("button", name="Copied").wait_for()


def test_a_page_that_was_here_before_says_where_the_table_is_when_it_is_gone(
    app: Any, open_device: Any
) -> None:
    page = open_device(service_workers="allow")
    with served(app) as address:
        page.goto(f"{address}/rules")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function(
            "() => caches.open('offline-1').then((kept) => kept.match('/offline')).then(Boolean)"
        )
        paths = (
            "caches.open('offline-1').then((kept) => kept.keys()).then((all) => all.map((each) => each.url))"
        )
        kept = {url.removeprefix(address) for url in page.evaluate(paths)}
        offline = app.test_client().get("/offline").text
        assert set(re.findall(r'href="(/static/[^"]+)"', offline)) <= kept, "with what it looks like"
        page.reload()
        fresh = page.get_by_role("heading", name="How to play, in two minutes")
        assert fresh.count() == 1, "never from what is kept"
    page.goto(f"{address}/")
    page.get_by_role("heading", name="The table does not answer").wait_for()
    assert address in page.locator("main").inner_text()
    font = page.locator("h1").evaluate("heading => getComputedStyle(heading).fontFamily")
    assert "Fredoka" in font, "its style is kept too"


def test_a_copy_is_saved_and_put_back(table: Actor, look: Any, tmp_path: Path) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    page = look(PHONE, "/games")
    page.get_by_role("link", name="Copies of the games").click()
    page.get_by_text("Nothing is missing").wait_for()
    page.wait_for_load_state()  # its styles, too
    assert fits(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save a copy").click()
    copy = tmp_path / "evening.sqlite"
    download.value.save_as(copy)
    table.begin("Cleo", "Dan")
    page.get_by_label("Choose a file").set_input_files(copy)
    page.get_by_role("button", name="Restore", exact=True).click()
    page.wait_for_url(lambda url: url.endswith("/games"))
    assert table.table.game.players == ("Ann", "Ben")
    page.goto(page.url + "/copies")
    assert fits(page)
    page.get_by_role("button", name="Restore this backup").first.click()
    page.wait_for_url(lambda url: url.endswith("/games"))
    assert table.table.game.players == ("Cleo", "Dan")


def test_report_of_a_start_is_read_once(serve: Any, open_device: Any, tmp_path: Path, build: Any) -> None:
    first = Actor(create_app({"DATA": tmp_path / "games"}))
    first.begin("Ann", "Ben").roll(ROLL)
    close(first.app)
    (tmp_path / "games" / "table.sqlite").write_bytes(b"")
    page = open_device(PHONE)
    page.goto(serve(build(DATA=tmp_path / "games")))
    page.get_by_role("link", name="read what happened").click()
    page.get_by_text("is missing with all its steps (2)").wait_for()
    assert fits(page)
    page.get_by_role("button", name="I have read it").click()
    page.get_by_text("Nothing is missing").wait_for()


def test_a_mark_is_challenged_amended_and_the_record_replayed(
    table: Actor, look: Any, address: str, tmp_path: Path
) -> None:
    play_turn(table.begin("Ann", "Ben"), ("Ann", "a5"), ("Ben", "-"), ("Ann", "-"))
    play_turn(table, ("Ann", "b2"), ("Ben", "-"), ("Ben", "-"), dice="w1 w1 r3 y2 g6 b5")
    page = look(path="/history")
    page.get_by_role("link", name=re.compile("Ann.*red 5")).click()
    page.locator(".paper .cell.asked").wait_for()
    assert page.locator(".paper .total").inner_text().endswith("0"), "the sheet before the cross"
    assert page.locator(".paper .cell.asked").count() == 1
    assert page.locator(".paper .cell.asked .cross").count() == 0
    assert len(boxes(page, ".paper .cell.legal")) == 3
    page.get_by_role("link", name="yellow 5, would have been legal").click()
    page.get_by_role("heading", name="Ann: yellow 5").wait_for()
    page.locator("a.decision", has_text="yellow 5").click()
    assert "Only to the right" in page.locator(".lost").inner_text()
    page.get_by_role("button", name="Amend it").click()
    page.get_by_role("heading", name="The game so far").wait_for()
    assert table.join("Ann").sheet == "- / b5 / - / -"
    record = json.loads(page.request.get(f"{address}/record.json").text())
    (tmp_path / "game.json").write_text(json.dumps(record))
    page.goto(f"{address}/games")
    page.locator("[data-send]").set_input_files(tmp_path / "game.json")
    page.wait_for_url("**/records/*")
    page.get_by_role("link", name="Replay step by step").click()
    page.get_by_role("heading", name=re.compile("Turn 1")).wait_for()
    page.wait_for_load_state("domcontentloaded")  # the script that listens to the keys has run
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/turns/2")
    assert page.get_by_role("img", name="yellow 5, crossed").count() == 1


def test_the_cells_to_ask_about_are_wide_enough_for_a_finger(table: Actor, look: Any) -> None:
    play_turn(table.begin("Ann", "Ben"), *((name, "-") for name in ("Ann", "Ben", "Ann")))
    page = look(SMALL_PHONE, "/games/1/turns/1/white/0")
    assert min(each.width for each in boxes(page, ".paper a.cell")) >= 24 and fits(page)


def test_back_to_a_line_of_the_story_with_one_tap_and_all_again_with_another(table: Actor, look: Any) -> None:
    play_turn(table.begin("Ann", "Ben"), ("Ann", "a5"), ("Ben", "-"), ("Ann", "-"))
    played = table.table
    page = look()
    page.get_by_text("What happened so far").click()
    page.get_by_role("button", name=re.compile("Undo everything that came after: Ann threw")).click()
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert not table.table.turn_decisions
    page.get_by_role("button", name="Redo all 3 steps").click()
    page.get_by_role("heading", name=re.compile("Ben, throw the 6 dice")).wait_for()
    assert table.table == played


# -- the rules --


def test_a_question_is_typed_on_the_table_and_answered(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    page = look(PHONE)
    page.get_by_role("searchbox", name="What does the rule say?").focus()
    page.keyboard.type("does the padlok count")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ask?q=does+the+padlok+count")
    assert page.locator("#answer h1").inner_text() == "The lock" and fits(page)
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("#turn")


def test_two_people_disagree_and_the_referee_answers_on_every_screen(table: Actor, look: Any) -> None:
    marks = (("Ann", "a7"), ("Ben", "-"), ("Cleo", "-"), ("Ann", "-"))
    play_turn(table.begin("Ann", "Ben", "Cleo"), *marks, dice="w4 w3 r3 y2 g6 b5")
    table.roll(ROLL)
    screen, phone = look(LAPTOP, "/television"), look(PHONE, player="Ann")
    # by keyboard: open, choose the cell, ask
    phone.locator("#ask-referee summary").focus()
    phone.keyboard.press("Enter")
    phone.get_by_label("Cell").select_option("a5")
    phone.get_by_role("button", name="Why may I not cross it?").press("Enter")
    for page in (phone, screen):
        page.wait_for_selector("#referee-answer")
        told = page.locator("#referee-answer").inner_text()
        assert "Ann: why may I not cross red 5?" in told and "Only to the right" in told
        assert page.locator("#c0a5.asked").count() == page.locator("#c0a7.asked").count() == 1
        assert page.locator(".cell.asked").count() == 2
    assert screen.locator("#ask-referee").count() == 0, "nothing to tap on the television"
    phone.get_by_role("button", name="Who may still mark?").click()
    screen.locator("#referee-answer", has_text="may still mark.").wait_for()
    table.join("Ben").marks("-")
    screen.wait_for_selector("#referee-answer", state="detached")
    assert phone.locator(".cell.asked").count() == 0, "the table has moved on"
