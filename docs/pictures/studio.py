"""A running table and a browser, for the scripts that take screenshots of the page."""

import io
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "companion" / "web")]

from chromium import find
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.table.events import DecisionMade, RollSeen, RollTaken
from companion.table.state import Table
from companion.web.access.server import Server
from companion.web.app import close, create_app
from companion.web.camera.demo import choose_mark
from companion.web.session.session import Session
from tests.running import served
from vision.frames.image import load

PLACE = Path(__file__).parent
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PAGE_MILLISECONDS = 180_000
"""Time limit for each action on a page, in milliseconds."""


@dataclass(frozen=True)
class Studio:
    """A running table and a browser."""

    app: Flask
    address: str
    browser: Browser

    @property
    def server(self) -> Server:
        server: Server = self.app.extensions["server"]
        return server

    @property
    def session(self) -> Session:
        return self.server.session

    @property
    def table(self) -> Table:
        assert self.session.table is not None
        return self.session.table

    def play_until(self, wanted: Callable[[Table], bool], seed: int = 5) -> None:
        """Play at random until `wanted`, called with the table, returns True."""
        chance = random.Random(seed)
        while not wanted(self.table):
            if self.table.position.phase == "roll":
                dice = " ".join(f"{die[0]}{chance.randint(1, 6)}" for die in self.table.dice_to_roll)
                self.session.dispatch(RollTaken(dice, "tapped"))
            else:
                self.decide_next()

    def decide_next(self) -> None:
        """Choose and make the next player's decision, as the demo does."""
        player = self.table.game.waiting(self.table.position)[0]
        self.session.dispatch(DecisionMade(player, str(choose_mark(self.table, player))))

    def look_at(self, name: str) -> RollSeen | RollTaken:
        """Read fixtures/rolls/NAME as a photo taken at the table, and return the event that results."""
        return self.server.watcher.look(load(ROOT / "fixtures" / "rolls" / name), self.table, "photo")

    @contextmanager
    def page(
        self,
        path: str = "/",
        size: Mapping[str, int] = LAPTOP,
        scheme: Any = "light",
        cookies: Mapping[str, str] | None = None,
    ) -> Iterator[Page]:
        """Open a page on a new device with this screen size. Fail if the page is wider than the screen."""
        context = self.browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.add_cookies(
            [{"name": name, "value": value, "url": self.address} for name, value in (cookies or {}).items()]
        )
        page = context.new_page()
        page.set_default_timeout(PAGE_MILLISECONDS)
        page.goto(self.address + path)
        page.wait_for_load_state("load")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"), path
        try:
            yield page
        finally:
            context.close()

    def take(
        self,
        name: str,
        path: str = "/",
        size: Mapping[str, int] = LAPTOP,
        scheme: Any = "light",
        tap: str = "",
    ) -> None:
        """Write a screenshot of a page to `table-NAME.png`. `tap`: selector of an element to tap first."""
        with self.page(path, size, scheme) as page:
            if tap:
                page.click(tap)
                page.wait_for_timeout(400)
            save(page.screenshot(), PLACE / f"table-{name}.png")


def save(screenshot: bytes, path: Path) -> None:
    """Write a screenshot as a small PNG, with 256 colours."""
    picture = Image.open(io.BytesIO(screenshot)).convert("RGB")
    # unlike the median cut, the octree keeps colours that few pixels have
    few = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


@contextmanager
def open_studio(**config: object) -> Iterator[Studio]:
    """Open a table in a temporary folder, and a browser. `config`: as for `create_app`."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"DATA": Path(folder), **config})
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        try:
            with served(app) as address:
                yield Studio(app, address, browser)
        finally:
            browser.close()
            close(app)
