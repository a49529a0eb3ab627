"""Films the page for the top of README.md: `python docs/pictures/film.py`.

A throw is rendered, given to the table as a camera's frames, and read by the same networks; a laptop and a
phone show the page in a real browser. Needs a Chromium (`make browser`), and Pillow, which ReportLab brings
along.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "companion" / "web")]

from chromium import find
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, sync_playwright

from companion.table.events import Decided, GameBegun, RollTaken
from companion.web.app import close, create_app
from companion.web.tables.table_server import TableServer
from sheets.language import phrase
from tests.running import served
from vision.frames.image import Image as Picture
from vision.frames.source import Frame, Status
from vision.synthetic.throw import Tabletop

OUT = ROOT / "docs" / "pictures" / "film.webp"
LAPTOP, PHONE = {"width": 1000, "height": 800}, {"width": 360, "height": 800}
WIDE, TALL, TOP, GAP = 1040, 576, 66, 18
"""Pixels of the film's width, of the screens' and the words' height, and between the screens."""
BEFORE = (
    ("w2 w1 r4 y5 g6 b3", "a3 b3 - "),
    ("w6 w6 r4 y2 g5 b1", "c12 d12 c11"),
    ("w3 w3 r2 y1 g4 b6", "a6 b6 - "),
    ("w4 w3 r5 y3 g3 b6", "- a7 d10"),
)
"""The rolls before the film begins: the dice, then the marks of Emma, Max and the player who threw."""
DICE = (("white", 5), ("white", 4), ("red", 4), ("yellow", 2), ("green", 6), ("blue", 3))
"""The dice that are thrown in the film."""
CREAM, INK = (250, 243, 230), (44, 36, 34)


class Throwing:
    """A `vision.frames.source.FrameSource` that shows a picture for as long as it is told to."""

    name = "the camera"

    def __init__(self, image: Picture) -> None:
        self._frame = Frame(image, 1, time.monotonic())

    def show(self, image: Picture) -> None:
        """The next picture."""
        self._frame = Frame(image, self._frame.number + 1, time.monotonic())

    def latest(self) -> Frame:
        """The newest picture."""
        return self._frame

    def status(self) -> Status:
        """It always works."""
        return Status("live", phrase("The camera works."))

    def close(self) -> None:
        """Nothing has to be closed."""


class Film:
    """Frames with the seconds that each stays."""

    def __init__(self, laptop: Page, phone: Page) -> None:
        self.laptop, self.phone = laptop, phone
        self.frames: list[Image.Image] = []
        self.lengths: list[int] = []
        fonts = ROOT / "sheets" / "fonts"
        self._font = ImageFont.truetype(str(fonts / "Fredoka-SemiBold.ttf"), 30)

    def take(self, words: str, seconds: float, tap: tuple[Page, str] | None = None) -> None:
        """One frame: both screens under `words`, and a finger where `tap` (page, selector) is."""
        film = Image.new("RGB", (WIDE, TOP + TALL + GAP), CREAM)
        draw = ImageDraw.Draw(film)
        draw.text((WIDE / 2, TOP / 2 + 2), words, INK, self._font, anchor="mm")
        x = GAP
        for page, size in ((self.laptop, LAPTOP), (self.phone, PHONE)):
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            scale = TALL / size["height"]
            small = shot.resize((round(size["width"] * scale), TALL), Image.Resampling.LANCZOS)
            draw.rounded_rectangle((x - 3, TOP - 3, x + small.width + 2, TOP + TALL + 2), 10, INK)
            film.paste(small, (x, TOP))
            if tap is not None and tap[0] is page:
                box = page.locator(tap[1]).bounding_box()
                assert box is not None, tap[1]
                middle = (
                    (box["x"] + box["width"] / 2) * scale + x,
                    (box["y"] + box["height"] / 2) * scale + TOP,
                )
                finger(film, middle)
            x += small.width + GAP + 6
        self.frames.append(film)
        self.lengths.append(round(1000 * seconds))

    def save(self) -> None:
        """Write the film."""
        first, *others = self.frames
        first.save(
            OUT, save_all=True, append_images=others, duration=self.lengths, loop=0, quality=80, method=6
        )


def finger(film: Image.Image, middle: tuple[float, float]) -> None:
    """A ring where somebody taps."""
    layer = Image.new("RGBA", film.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    x, y = middle
    draw.ellipse((x - 21, y - 21, x + 21, y + 21), fill=(44, 36, 34, 60), outline=(44, 36, 34, 230), width=4)
    film.paste(Image.alpha_composite(film.convert("RGBA"), layer).convert("RGB"))


def open_page(browser: Any, address: str, size: dict[str, int], cookies: dict[str, str]) -> Page:
    """A page of a new device, at rest."""
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    context.add_cookies([{"name": n, "value": v, "url": address} for n, v in cookies.items()])
    page: Page = context.new_page()
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    return page


def roll_in(film: Film, camera: Throwing, pictures: Iterable[Picture]) -> None:
    """Let the dice roll, a frame of the film for each of the camera."""
    for picture in pictures:
        before = film.laptop.locator("#camera img").get_attribute("src") or ""
        camera.show(picture)
        film.laptop.wait_for_function(
            "before => document.querySelector('#camera img')?.src !== before", arg=before
        )
        film.laptop.wait_for_timeout(60)
        film.take("Throw real dice", 1 / 12)


def play(server: TableServer, film: Film, camera: Throwing) -> None:
    """Film a turn."""
    laptop, phone = film.laptop, film.phone
    tabletop = Tabletop(5, (640, 480))
    throw = tabletop.throw(DICE, 11)
    film.take("Throw real dice", 1.2)
    roll_in(film, camera, throw.rolling)
    film.take("Throw real dice", 0.3)
    for _ in range(600):  # the dice lie still while the camera goes on
        camera.show(throw.rest)
        laptop.wait_for_timeout(80)
        if server.first.session.table and server.first.session.table.position.phase == "white":
            break
    laptop.get_by_role("heading", name="White dice make 9").wait_for()
    laptop.wait_for_timeout(700)
    film.take("The camera reads them", 2.2)
    film.take("What is legal now stands out", 2.0)
    film.take("Tap to cross", 0.7, (laptop, "#c0d9"))
    laptop.click("#c0d9")
    laptop.wait_for_timeout(900)
    film.take("Tap to cross", 1.4)
    phone.locator("#sheet-1").evaluate("sheet => sheet.scrollIntoView({block: 'center'})")
    phone.wait_for_timeout(300)
    film.take("What is illegal is refused, with its rule", 1.0, (phone, "#c1c8"))
    phone.click("#c1c8")
    phone.wait_for_timeout(700)
    film.take("What is illegal is refused, with its rule", 3.4)
    film.take("Every phone plays along", 0.9, (phone, "#c1d9"))
    phone.click("#c1d9")
    laptop.get_by_role("heading", name="one white die").wait_for()
    laptop.wait_for_timeout(900)
    film.take("Every phone plays along", 3.0)


def main() -> None:
    """Make the film."""
    with ExitStack() as studio:
        folder = studio.enter_context(tempfile.TemporaryDirectory())
        playwright = studio.enter_context(sync_playwright())
        camera = Throwing(Tabletop(5, (640, 480)).empty)
        app = create_app({"DATA": Path(folder), "SOURCE": camera, "CAMERA": "0"})
        server: TableServer = app.extensions["table_server"]
        address = studio.enter_context(served(app)) + "/"
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        server.first.session.dispatch(GameBegun("classic", ("Emma", "Max")))
        for roll, marks in BEFORE:
            server.first.session.dispatch(RollTaken(roll, "tapped"))
            table = server.first.session.table
            assert table is not None
            said = [("Emma", marks.split()[0]), ("Max", marks.split()[1])]
            said.append((table.game.players[(table.position.turn - 1) % 2], marks.split()[2]))
            for player, mark in said:
                if player in table.game.waiting(table.position):
                    server.first.session.dispatch(Decided(player, mark))
        token = server.seats.give(server.first.code, "player", "Max")
        film = Film(
            open_page(browser, address, LAPTOP, {}),
            open_page(browser, address, PHONE, {"seat": token, "hints": "suggestions"}),
        )
        try:
            play(server, film, camera)
            film.save()
        finally:
            browser.close()
            close(app)
    print(f"{OUT.name}: {len(film.frames)} frames, {OUT.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
