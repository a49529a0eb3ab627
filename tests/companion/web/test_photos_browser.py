"""Photos of dice in a real browser: players upload, correct and complete them; bad ones are refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.companion.web.conftest import Actor, Reader, jpeg
from tests.companion.web.pages.table.photo.test_second_view import ROLL, views
from tests.companion.web.screens import PHONE, hold, tap_dice
from tests.running import ROOT

pytestmark = pytest.mark.browser

ROLLS = ROOT / "fixtures" / "rolls"


def truth(name: str) -> list[tuple[str, int]]:
    labels = json.loads((ROLLS / "labels.json").read_text())
    return sorted((die["colour"], die["value"]) for die in labels[name]["dice"])


def begun(table: Actor, look: Any, *names: str) -> tuple[Any, Any]:
    """Begin a game of `names` in which the networks read photos; return the page and its upload field."""
    table.server.watcher.reader._read = None
    table.begin(*names)
    page = look()
    return page, page.locator('.photo-way input[name="photo"]')


def test_a_photo_goes_in_is_corrected_and_a_legal_mark_comes_out(table: Actor, look: Any) -> None:
    page, field = begun(table, look, "Ann", "Ben")
    field.set_input_files(ROLLS / "wood.jpg")
    page.get_by_role("heading", name="White dice make 10").wait_for()
    assert page.locator("#announce").inner_text().startswith("White dice make 10.")
    shown = page.locator(".dice .die .hidden-text").all_inner_texts()
    dice = sorted((label.split()[0], int(re.findall(r"\d", label)[0])) for label in shown)
    assert dice == truth("wood.jpg") and page.locator(".photo .seen").count() == 6
    page.wait_for_function("() => document.querySelector('.photo img').naturalWidth === 640")
    photo, panel = (page.locator(part).bounding_box() for part in (".photo img", ".photo"))
    assert photo["width"] == pytest.approx(panel["width"], abs=2), "the photo is as wide as its panel"
    assert photo["height"] == pytest.approx(photo["width"] * 3 / 4, abs=2)
    page.locator('.seen[data-opens="fix-red"]').click()
    card = page.get_by_role("form", name="Correct the red die")
    card.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="red die shows 2; tap to correct it").wait_for()
    assert table.table.position.roll.red == 2
    card.wait_for(state="hidden")
    legal = page.locator("#sheet-0 .cell.legal").evaluate_all("all => all.map(each => each.id)")
    assert legal == ["c0a10", "c0b10", "c0c10", "c0d10"]
    page.get_by_role("button", name="red 10, legal now").first.click()
    page.get_by_role("button", name="red 10, just crossed; tap to take it back").wait_for()
    assert table.join("Ann").sheet == "a10 / - / - / -"


def test_a_photo_that_the_table_cannot_read_is_drawn_anew_by_the_browser(table: Actor, look: Any) -> None:
    page, field = begun(table, look, "Ann", "Ben")
    page.evaluate("document.body.dataset.limit = 25000")  # bytes
    field.set_input_files({"name": "roll.heic", "mimeType": "image/heic", "buffer": b"\0" * 30_000})
    page.get_by_text("That is more than 30 MB; send a smaller photo.").wait_for()
    page.evaluate("document.body.dataset.limit = 30000000")
    heic = {"name": "roll.heic", "mimeType": "image/heic", "buffer": (ROLLS / "wood.jpg").read_bytes()}
    page.evaluate(
        """() => { const send = fetch; window.fetch = (address, options) => {
          window.sent = options.body.get("photo").name;
          return send(address, options);
        }; }"""
    )
    field.set_input_files(heic)
    page.get_by_role("heading", name="White dice make 10").wait_for()
    assert page.evaluate("window.sent") == "roll.jpg"


def test_a_bad_upload_is_one_sentence_and_missing_dice_are_asked_for(
    table: Actor, look: Any, tmp_path: Path
) -> None:
    page, field = begun(table, look, "Ann")
    (tmp_path / "diary.jpg").write_bytes(b"Dear diary, today we played.")
    field.set_input_files(tmp_path / "diary.jpg")
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert "diary.jpg" in notice.inner_text() and "\n" not in notice.locator("p").inner_text().strip()
    field.set_input_files(ROLLS / "two.jpg")
    missing = "I see 2 of the 6 dice; missing: white, red, yellow, green."
    page.locator(".problems").get_by_text(missing).wait_for()
    shown = dict(truth("two.jpg"))
    assert page.locator('input[name="blue"]:checked').get_attribute("value") == str(shown["blue"])
    for key in ("w2", "red", "yellow", "green"):
        page.locator(f'label:has(input[name="{key}"][value="1"])').click()
    page.get_by_role("heading", name=f"White dice make {shown['white'] + 1}").wait_for()
    assert str(table.table.position.roll) == f"w{shown['white']} w1 r1 y1 g1 b{shown['blue']}"


def test_a_phone_settles_what_the_first_view_left_open(
    table: Actor, reader: Reader, look: Any, tmp_path: Path
) -> None:
    table.begin("Ann", "Ben")
    views(table, "w4 w1 r3/5 y2 g6 b5")
    table.photo(jpeg())
    screen, phone = look(), look(PHONE, player="Ann")
    for page in (screen, phone):
        page.get_by_text("Look from another angle").wait_for()
    picture = tmp_path / "dice.jpg"
    picture.write_bytes(jpeg())
    views(table, "w4 w1 r3 y2 g6 b1")
    held = hold(phone, "**/second-view")
    chosen = phone.locator("#second-look input[type=file]")
    with phone.expect_request("**/second-view"):
        chosen.set_input_files(picture)
    assert chosen.evaluate("field => field.files.length") == 0, "it would be emptied when the next one is in"
    held[0].continue_()
    phone.unroute("**/second-view")
    phone.locator(".problems").get_by_text("The two photos differ: blue.").wait_for()
    assert table.table.position.phase == "roll"
    views(table, ROLL)
    chosen.set_input_files(picture)
    for page in (screen, phone):
        page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == ROLL


def test_a_corrected_die_is_learnt_and_forgotten_on_a_tap(
    table: Actor, reader: Reader, look: Any, address: str
) -> None:
    reader.says = ROLL
    table.begin("Ann", "Ben").photo(jpeg())
    lessons = table.server.watcher.reader.lessons
    page = look(PHONE)
    page.get_by_role("button", name="green die shows 6").click()
    page.locator("#fix-green").get_by_role("button", name="5", exact=True).click()
    learnt = page.get_by_text("The camera has learnt this die.")
    learnt.wait_for()
    assert [(each.colour, each.value) for each in lessons.kept] == [("green", 5)]
    page.get_by_role("button", name="Forget that").click()
    learnt.wait_for(state="hidden")
    assert lessons.kept == ()
    table.ok("/correct", die="blue", value="2")
    page.goto(f"{address}/dice-lessons")
    page.get_by_role("img", name="blue 2").wait_for()
    page.get_by_text("It does not use these lessons yet").wait_for()
    page.get_by_role("button", name="Forget what it learnt").click()
    page.get_by_text("Nothing yet.").wait_for()
    assert lessons.kept == ()


DROP = """async ([selector, name]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
  canvas.getContext("2d").fillRect(0, 0, 320, 240);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg"));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([picture], name, { type: "image/jpeg" }));
  document.querySelector(selector).dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
}"""


def test_a_dropped_photo_goes_where_it_belongs(table: Actor, look: Any) -> None:
    page, _ = begun(table, look, "Ann", "Ben")
    with page.expect_response("**/photo"):  # until it has come, it may take the next notice away
        page.evaluate(DROP, [".photo-way", "dice.jpg"])
    page.evaluate(DROP, ["#sheets", "somewhere.jpg"])
    asked = page.get_by_role("dialog", name="What is in the photo?")
    asked.wait_for()
    with page.expect_request("**/sheets"):
        asked.get_by_role("button", name="The sheets").click()
    page.locator("#notice p").filter(has_text="corner squares").wait_for()


@pytest.mark.parametrize("size", [None, {"width": 360, "height": 640}], ids=["screen", "phone"])
def test_one_tap_on_a_face_settles_a_doubtful_die(
    table: Actor, reader: Reader, look: Any, size: dict[str, int] | None
) -> None:
    reader.says = "w4 w1 r3? y2 g6 b5"
    table.begin("Annegret", "Ben").photo(jpeg())
    page = look(size, player="Annegret") if size else look()
    assert "Hold your phone" not in page.locator("#turn").inner_text()
    assert page.get_by_role("button", name="These are the dice").count() == 0
    faces = page.locator("fieldset.asked label").evaluate_all(
        "all => all.map(each => [each.offsetWidth, each.getBoundingClientRect().bottom])"
    )
    assert len(faces) == 6 and min(width for width, _ in faces) >= 40
    assert faces[0][1] <= page.viewport_size["height"], "in sight without scrolling"
    tap_dice(page, "r2")
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert str(table.table.position.roll) == "w4 w1 r2 y2 g6 b5"
