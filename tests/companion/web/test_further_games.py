"""Plays the special marks of each further game on a phone 320 pixels wide."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from companion.records.reading import read_record
from companion.records.referee import judge
from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor, Reader, opened_devices
from tests.companion.web.screens import SMALL_PHONE, at, box, boxes, changed, fits
from tests.running import served
from tests.waiting import until_seen

pytestmark = pytest.mark.browser


@dataclass
class Evening:
    """A table and the phone of Ann; Ben plays through requests."""

    actor: Actor
    address: str
    phone: Any

    def begin(self, game: str) -> None:
        """Begin `game` with Ann and Ben, and open it on Ann's phone."""
        self.actor.begin("Ann", "Ben", game=game)
        self.phone.goto(self.address)
        self.phone.locator("body[data-ready]").wait_for()

    def roll(self, dice: str) -> None:
        self.actor.roll(dice)
        at(self.phone, self.actor)

    def ben(self, mark: str) -> None:
        self.actor.join("Ben").marks(mark)
        at(self.phone, self.actor)

    def tap(self, place: str, option: str = "") -> None:
        """Tap a place of Ann's sheet and, if `option` is given, the button of that name in the dialog."""
        with changed(self.phone, self.actor):
            self.phone.locator(f'[id="c0{place}"]').click()
            if option:
                ways = self.phone.locator(".pick:popover-open")
                ways.get_by_role("button", name=option, exact=True).click()

    def go_on(self) -> None:
        """End Ann's turn with a pass in action 2; the next turn is Ben's."""
        self.actor.join("Ann").marks("-")
        at(self.phone, self.actor)

    @property
    def ann(self) -> str:
        return self.actor.join("Ann").sheet

    def state(self, place: str) -> str:
        """Return the classes of a place of Ann's sheet."""
        return str(self.phone.locator(f'[id="c0{place}"]').get_attribute("class"))

    def says(self, text: str) -> bool:
        return bool(self.phone.locator(".sheet.mine .specials").get_by_text(text).is_visible())


@pytest.fixture(scope="module")
def evening(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    app = create_app({"DATA": tmp_path_factory.mktemp("further") / "games", "READ": Reader()})
    with served(app) as address, opened_devices(chromium) as opened:
        actor, phone = Actor(app), opened(SMALL_PHONE)
        seat = {"name": "seat", "value": actor.server.seats.give("player", "Ann"), "url": address}
        phone.context.add_cookies([seat])
        yield Evening(actor, address, phone)
    close(app)


@pytest.fixture(autouse=True)
def fits_and_is_legal(evening: Evening) -> Iterator[None]:
    """Check after each game that the page fits the phone and the referee agrees with every sheet."""
    yield
    assert fits(evening.phone)
    table = evening.actor.table
    verdict = judge(read_record(evening.actor.client.get("/record.json").data))
    assert verdict.ok and verdict.position.sheets == table.position.sheets


def test_the_gallery_shows_each_game_with_its_pad_and_a_line(evening: Evening) -> None:
    page, kept = evening.phone, evening.phone.context.cookies()
    evening.begin("classic")
    page.context.clear_cookies()
    page.goto(f"{evening.address}/new")
    assert page.locator(".gallery legend").all_inner_texts() == ["Games to begin with", "More games"]
    lines = page.locator(".gallery").nth(1).locator(".game span").all_inner_texts()
    assert len(lines) == 8 and all(lines)
    for picture in page.locator(".game img").all():
        picture.scroll_into_view_if_needed()
        until_seen(page, lambda shown=picture: shown.evaluate("each => each.naturalWidth > 0"))
    page.context.add_cookies(kept)


def test_lucky_15(evening: Evening) -> None:
    evening.begin("lucky-15")
    evening.roll("w5 w5 r4 y1 g1 b1")
    assert "legal" not in evening.state("15")
    evening.phone.locator('[id="c015"]').click()
    evening.phone.locator("#notice").get_by_text("no coloured die in the game makes fifteen").wait_for()
    evening.ben("-")
    for _ in range(2):
        evening.go_on()
    evening.roll("w1 w1 r1 y1 g1 b1")
    evening.ben("-")
    evening.go_on()
    evening.ben("-")
    evening.roll("w5 w6 r4 y1 g1 b1")
    assert evening.says("Fifteen!")
    evening.tap("15")
    assert evening.ann.endswith("track 1") and "chosen" in evening.state("15")
    evening.tap("15")
    assert "track" not in evening.ann
    evening.tap("15")
    evening.ben("a11")
    assert evening.actor.table.active == "Ben", "fifteen stands in place of both actions"


def test_connect_15(evening: Evening) -> None:
    evening.begin("connect-15")
    evening.roll("w1 w5 r2 y2 g6 b6")
    evening.phone.locator('[id="c0a3-4"]').click()
    evening.phone.get_by_role("button", name="Leave everything as it is").click()
    assert evening.phone.locator(".pick:popover-open").count() == 0
    assert evening.ann == "- / - / - / -"
    evening.tap("a3-4", "and red 6")
    assert evening.ann == "a6 / - / - / - fields a3-4"
    evening.tap("a3-4")
    assert evening.ann == "- / - / - / -", "both are taken back"
    evening.tap("b6", "and yellow 5-6")
    assert evening.ann == "- / b6 / - / - fields b5-6", "the field is crossed before the number"
    evening.ben("a6")
    evening.go_on()
    evening.roll("w2 w2 r1 y5 g6 b6")
    evening.tap("b7-8", "only yellow 7-8")
    assert "b7-8" in evening.ann
    places = boxes(evening.phone, "#sheet-0 .cell.field")
    assert len(places) == 12 and min(min(each.width, each.height) for each in places) >= 24
    for place in ("a3-4", "b7-8"):
        left, right = (box(evening.phone, f"#c0{place[0]}{number}") for number in place[1:].split("-"))
        between, middle = (left.left + right.right) / 2, box(evening.phone, f"#c0{place}")
        assert (middle.left + middle.right) / 2 == pytest.approx(between, abs=1), "it stands between the two"
