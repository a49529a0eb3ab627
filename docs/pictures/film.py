"""Makes the film at the top of README.md: `python docs/pictures/film.py`.

The camera of the table shows a rendered throw. A browser (`make browser`) shows the page on laptop and phone.
"""

import io
import time
from collections.abc import Iterable

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page
from studio import PLACE, ROOT, Studio, open_studio

from companion.table.events import DecisionMade, GameBegun, RollTaken
from sheets.language import phrase
from training.renderer.throw import Tabletop
from vision.frames.image import Image as Picture
from vision.frames.source import Frame, Status

OUT = PLACE / "film.webp"
LAPTOP, PHONE = {"width": 1000, "height": 800}, {"width": 360, "height": 800}
WIDE, TALL, TOP, GAP = 1040, 576, 66, 18
"""In pixels: width of the film, height of the screens, height of the caption, gap between screens."""
BEFORE = (
    ("w2 w1 r4 y5 g6 b3", "a3 b3 - "),
    ("w6 w6 r4 y2 g5 b1", "c12 d12 c11"),
    ("w3 w3 r2 y1 g4 b6", "a6 b6 - "),
    ("w4 w3 r5 y3 g3 b6", "- a7 d10"),
)
"""The turns before the film: for each turn the dice, then the marks of Emma, Max and the active player."""
DICE = (("white", 5), ("white", 4), ("red", 4), ("yellow", 2), ("green", 6), ("blue", 3))
"""Colour and value of each die that is thrown in the film."""
CREAM, INK = (250, 243, 230), (44, 36, 34)


class ShownCamera:
    """A camera (`vision.frames.source.FrameSource`) that shows the pictures passed to `show`."""

    name = "the camera"

    def __init__(self, image: Picture) -> None:
        self._frame = Frame(image, 1, time.monotonic())

    def show(self, image: Picture) -> None:
        self._frame = Frame(image, self._frame.number + 1, time.monotonic())

    def latest(self) -> Frame:
        return self._frame

    def status(self) -> Status:
        return Status("live", phrase("The camera works."))

    def close(self) -> None:
        """Do nothing."""


class Film:
    """The frames of the film, with the time that each is shown, in milliseconds."""

    def __init__(self, laptop: Page, phone: Page) -> None:
        self.laptop, self.phone = laptop, phone
        self.frames: list[Image.Image] = []
        self.lengths: list[int] = []
        fonts = ROOT / "sheets" / "fonts"
        self._font = ImageFont.truetype(str(fonts / "Fredoka-SemiBold.ttf"), 30)

    def take(self, words: str, seconds: float, tap: tuple[Page, str] | None = None) -> None:
        """Add a frame: both screens, below the caption `words`.

        `seconds`: how long the frame is shown. `tap`: the page and the selector of an element on which a tap
        is drawn.
        """
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
                finger(
                    film,
                    (box["x"] + box["width"] / 2) * scale + x,
                    (box["y"] + box["height"] / 2) * scale + TOP,
                )
            x += small.width + GAP + 6
        self.frames.append(film)
        self.lengths.append(round(1000 * seconds))

    def save(self) -> None:
        first, *others = self.frames
        first.save(
            OUT, save_all=True, append_images=others, duration=self.lengths, loop=0, quality=80, method=6
        )


def finger(film: Image.Image, x: float, y: float) -> None:
    """Draw a ring that shows a tap."""
    layer = Image.new("RGBA", film.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    draw.ellipse((x - 21, y - 21, x + 21, y + 21), fill=(44, 36, 34, 60), outline=(44, 36, 34, 230), width=4)
    film.paste(Image.alpha_composite(film.convert("RGBA"), layer).convert("RGB"))


def roll_in(film: Film, camera: ShownCamera, pictures: Iterable[Picture]) -> None:
    """Show the pictures of rolling dice to the camera, and add a frame of the film for each."""
    for picture in pictures:
        before = film.laptop.locator("#camera img").get_attribute("src") or ""
        camera.show(picture)
        film.laptop.wait_for_function(
            "before => document.querySelector('#camera img')?.src !== before", arg=before
        )
        film.laptop.wait_for_timeout(60)
        film.take("Throw real dice", 1 / 12)


def play(studio: Studio, film: Film, camera: ShownCamera) -> None:
    """Play a turn, and film it."""
    laptop, phone = film.laptop, film.phone
    tabletop = Tabletop(5, (640, 480))
    throw = tabletop.throw(DICE, 11)
    film.take("Throw real dice", 1.2)
    roll_in(film, camera, throw.rolling)
    film.take("Throw real dice", 0.3)
    for _ in range(600):  # the dice lie still while the camera goes on
        camera.show(throw.rest)
        laptop.wait_for_timeout(80)
        if studio.table.position.phase == "white":
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


def play_before(studio: Studio) -> None:
    """Play the turns before the film."""
    studio.session.dispatch(GameBegun("classic", ("Emma", "Max")))
    for roll, marks in BEFORE:
        studio.session.dispatch(RollTaken(roll, "tapped"))
        emma, max_, second = marks.split()
        for player, mark in (("Emma", emma), ("Max", max_), (studio.table.active, second)):
            if player in studio.table.game.waiting(studio.table.position):
                studio.session.dispatch(DecisionMade(player, mark))


def main() -> None:
    """Play some turns, film the next one, and write the film."""
    camera = ShownCamera(Tabletop(5, (640, 480)).empty)
    with open_studio(SOURCE=camera, CAMERA="0") as studio:
        play_before(studio)
        token = studio.server.seats.give("player", "Max")
        seat = {"seat": token, "hints": "suggestions"}
        with studio.page("/", LAPTOP) as laptop, studio.page("/", PHONE, cookies=seat) as phone:
            for page in (laptop, phone):
                page.locator("body[data-ready]").wait_for()
            film = Film(laptop, phone)
            play(studio, film, camera)
            film.save()
    print(f"{OUT.name}: {len(film.frames)} frames, {OUT.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
