"""The table page in a real browser: a photo goes in, a legal mark comes out."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import LAPTOP, ROLL, Actor
from tests.running import ROOT, TABLE, open_table

pytestmark = pytest.mark.browser

ROLLS = ROOT / "fixtures" / "rolls"
PHOTOS = ROOT.parent / "shared" / "photos"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def visit(open_device: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that opens an address, and waits until its page is ready."""

    def opened(address: str, size: dict[str, int] = LAPTOP, **options: Any) -> Any:
        page = open_device(size, **options)
        page.goto(address)
        if page.url.endswith("/"):
            page.locator("body[data-ready]").wait_for()
        return page

    return opened


@pytest.fixture
def seen(tmp_path: Path, serve: Callable[[Any], str]) -> Iterator[tuple[Any, str]]:
    """Yield an app with the real eyes, and its address."""
    app = create_app({"DATA": tmp_path / "games"})
    yield app, serve(app)
    close(app)


def begun(seen: tuple[Any, str], visit: Any, *names: str) -> Any:
    """Return the table's screen with a game that has just begun."""
    app, address = seen
    Actor(app).begin(*names)
    return visit(address)


def tap_in(page: Any, text: str) -> None:
    """Tap every die in; the last one sends the roll."""
    names = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
    whites = iter(("w1", "w2"))
    page.locator(".entry").evaluate("entry => { entry.open = true }")
    for word in text.split():
        key = next(whites) if word[0] == "w" else names[word[0]]
        page.locator(f'input[name="{key}"][value="{word[1]}"]').check(force=True)


def truth(name: str) -> list[tuple[str, int]]:
    labels = json.loads((ROLLS / "labels.json").read_text())
    return sorted((die["colour"], die["value"]) for die in labels[name]["dice"])


def test_a_photo_goes_in_and_a_legal_mark_comes_out(seen: Any, visit: Any) -> None:
    app, _ = seen
    page = begun(seen, visit, "Ann", "Ben")
    page.locator('.photo-way input[name="photo"]').set_input_files(ROLLS / "wood.jpg")
    page.get_by_role("heading", name="White dice make 10").wait_for()
    assert page.locator("#announce").inner_text().startswith("White dice make 10.")
    shown = page.locator(".dice .die .hidden-text").all_inner_texts()
    assert sorted((label.split()[0], int(re.findall(r"\d", label)[0])) for label in shown) == truth(
        "wood.jpg"
    )
    assert page.locator(".photo .seen").count() == 6
    page.wait_for_function("() => document.querySelector('.photo img').naturalWidth === 640")
    photo, panel = (page.locator(part).bounding_box() for part in (".photo img", ".photo"))
    assert photo["width"] == pytest.approx(panel["width"], abs=2), "the photo is as wide as its panel"
    assert photo["height"] == pytest.approx(photo["width"] * 3 / 4, abs=2)
    assert [c.get_attribute("id") for c in page.locator("#sheet-0 .cell.legal").all()] == [
        "c0a10",
        "c0b10",
        "c0c10",
        "c0d10",
    ]
    page.get_by_role("button", name="red 10, legal now").first.click()
    page.get_by_role("button", name="red 10, just crossed; tap to take it back").wait_for()
    table = app.extensions["server"].session.table
    assert str(table.position.sheet("Ann")) == "a10 / - / - / -"


def test_a_photo_that_the_table_cannot_read_is_drawn_anew_by_the_browser(seen: Any, visit: Any) -> None:
    page = begun(seen, visit, "Ann", "Ben")
    photo = page.locator('.photo-way input[name="photo"]')
    page.evaluate("document.body.dataset.limit = 25000")  # bytes
    photo.set_input_files({"name": "roll.heic", "mimeType": "image/heic", "buffer": b"\0" * 30_000})
    page.get_by_text("That is more than 30 MB; send a smaller photo.").wait_for()
    page.evaluate("document.body.dataset.limit = 30000000")
    heic = {"name": "roll.heic", "mimeType": "image/heic", "buffer": (ROLLS / "wood.jpg").read_bytes()}
    page.evaluate(
        """() => { const send = fetch; window.fetch = (address, options) => {
          window.sent = options.body.get("photo").name;
          return send(address, options);
        }; }"""
    )
    photo.set_input_files(heic)
    page.get_by_role("heading", name="White dice make 10").wait_for()
    assert page.evaluate("window.sent") == "roll.jpg"


def test_the_keyboard_stays_at_the_table_when_what_it_was_on_is_gone(seen: Any, visit: Any) -> None:
    page = begun(seen, visit, "Ann")
    page.locator(".entry summary").first.press("Enter")
    for key in ("w1", "w2", "red", "yellow", "green", "blue"):
        page.locator(f'input[name="{key}"][value="2"]').press("Space")
    page.get_by_role("button", name="These are the dice").press("Enter")
    page.get_by_role("heading", name="White dice make 4").wait_for()
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.dice') !== null"), "the first thing to press there"


def test_a_die_is_corrected_on_the_photo_by_one_tap_and_one_value(seen: Any, visit: Any) -> None:
    app, _ = seen
    page = begun(seen, visit, "Ann")
    page.locator('.photo-way input[name="photo"]').set_input_files(ROLLS / "wood.jpg")
    page.locator('.seen[data-opens="fix-red"]').click()
    card = page.get_by_role("form", name="Correct the red die")
    card.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="red die shows 2; tap to correct it").wait_for()
    assert app.extensions["server"].session.table.position.roll.red == 2
    card.wait_for(state="hidden")


def test_missing_dice_are_asked_for(seen: Any, visit: Any) -> None:
    app, _ = seen
    page = begun(seen, visit, "Ann")
    page.locator('.photo-way input[name="photo"]').set_input_files(ROLLS / "two.jpg")
    page.locator(".problems").get_by_text(
        "I see 2 of the 6 dice; missing: white, red, yellow, green."
    ).wait_for()
    shown = dict(truth("two.jpg"))
    assert page.locator('input[name="blue"]:checked').get_attribute("value") == str(shown["blue"])
    for key in ("w2", "red", "yellow", "green"):
        page.locator(f'label:has(input[name="{key}"][value="1"])').click()
    page.get_by_role("heading", name=f"White dice make {shown['white'] + 1}").wait_for()
    assert (
        str(app.extensions["server"].session.table.position.roll)
        == f"w{shown['white']} w1 r1 y1 g1 b{shown['blue']}"
    )


def test_a_bad_upload_is_one_sentence_and_tapping_stays(seen: Any, visit: Any, tmp_path: Path) -> None:
    page = begun(seen, visit, "Ann")
    (tmp_path / "diary.jpg").write_bytes(b"Dear diary, today we played.")
    page.locator('.photo-way input[name="photo"]').set_input_files(tmp_path / "diary.jpg")
    notice = page.get_by_role("alert")
    notice.wait_for()
    assert "diary.jpg" in notice.inner_text() and "\n" not in notice.locator("p").inner_text().strip()
    tap_in(page, ROLL)
    page.get_by_role("heading", name="White dice make 5").wait_for()


def test_undo_and_other_pages_follow_live(seen: Any, visit: Any) -> None:
    _, address = seen
    page = begun(seen, visit, "Ann", "Ben")
    other = visit(address, PHONE)
    tap_in(page, ROLL)
    other.get_by_role("heading", name="White dice make 5").wait_for()
    other.locator("#c1b5").click()
    page.locator("#c1b5.chosen").wait_for()
    page.get_by_role("button", name=re.compile("Undo: Ben, yellow 5")).click()
    for each in (page, other):
        each.locator("#c1b5.legal").wait_for()
    other.locator("#c1b5").click()
    for each in (page, other):
        each.locator("#c1b5.chosen").wait_for()
    page.locator("#c1b5").click()
    other.locator("#c1b5.legal").wait_for()


def test_a_second_table_takes_the_next_port_but_not_the_same_games(tmp_path: Path) -> None:
    with open_table(tmp_path / "a", "--camera", "none") as first:
        with open_table(tmp_path / "b", "--camera", "none") as second:
            assert first.address != second.address
        command = [*TABLE, "--camera", "none", "--data", str(tmp_path / "a")]
        refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert refused.returncode == 2 and f"open {first.address} in a browser" in refused.stderr
        assert refused.stderr.count("\n") == 1
        assert "the game is saved" in first.end()


@pytest.mark.photos
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the real photos are not beside this checkout")
def test_a_real_photo_goes_in_and_people_complete_it(seen: Any, visit: Any) -> None:
    """No photo there shows a set of this game alone, so that people must say what belongs to the roll."""
    app, _ = seen
    page = begun(seen, visit, "Ann")
    page.locator('.photo-way input[name="photo"]').set_input_files(sorted((PHOTOS / "tray").glob("*.jpg"))[0])
    page.get_by_role("heading", name="Please have a look").wait_for()
    assert page.locator(".photo .seen").count() >= 4
    for question in page.locator(".entry .asked").all():
        question.locator("label").nth(3).click()
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    cell = page.locator("#sheet-0 .cell.legal").first
    name = cell.get_attribute("value")
    cell.click()
    page.get_by_role("heading", name=re.compile("one white die and one coloured die")).wait_for()
    assert name in app.extensions["server"].session.table.position.sheet("Ann")
