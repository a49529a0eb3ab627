"""A long game through a fake camera: every roll is read correctly, and memory use does not grow.

The whole program takes part, except the networks: a stand-in reads the dice from the first pixels of a frame.
"""

import gc
import os
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.table.events import DecisionMade
from companion.table.state import Table
from companion.table.timeline import fold
from companion.web.app import close, create_app
from companion.web.camera import watcher
from companion.web.camera.demo import choose_mark
from sheets.language import Phrase
from tests.waiting import until
from vision.frames.image import Image
from vision.frames.source import Frame, Status
from vision.reading import Die, Reading

COLOURS = ("white", "white", "red", "yellow", "green", "blue")
SMALL = 12
LONG = 10_000 if os.environ.get("QWIXX_COUNTS") == "full" else 1_000
"""Number of rolls in the long game."""
GROWTH = 8
"""MiB by which the memory of the process may grow over the second half of the long game."""


PAINT = ((235, 235, 235), (235, 235, 235), (40, 40, 200), (30, 190, 220), (60, 160, 60), (190, 90, 40))
EMPTY = 4
"""Number of frames in which the tray is empty before a throw, while somebody holds the dice."""


class Tray:
    """A fake camera over a tray of dice in random positions. The first pixels of a frame encode its dice."""

    name = "tray"

    def __init__(self) -> None:
        self._number, self._empty = 0, 0
        self._chance = random.Random(7)
        self._lock = threading.Lock()
        self._bare = np.full((240, 320, 3), 96, np.uint8)
        self._bare += np.random.default_rng(1).integers(0, 6, (240, 320, 1), dtype=np.uint8)
        self._bare[0, :16] = 0
        self._image = self._bare
        self.thrown: list[tuple[int, ...]] = []

    def throw(self, removed: tuple[str, ...]) -> tuple[int, ...]:
        """Throw the dice that are left; return a value for each of COLOURS, 0 for a die that has left."""
        values = tuple(0 if c in removed else self._chance.randint(1, 6) for c in COLOURS)
        image = self._bare.copy()
        for i, value in enumerate(values):
            if value:
                place = self._chance.randint(8, 190)
                left = 8 + 52 * i
                image[place : place + 36, left : left + 36] = PAINT[i]
                for pip in range(value):
                    y, x = place + 5 + 13 * (pip // 3), left + 5 + 11 * (pip % 3)
                    image[y : y + 6, x : x + 6] = 15
                image[0, i, 0], image[0, 8 + i, 0] = value, place
        with self._lock:
            self._image, self._empty = image, EMPTY
            self.thrown.append(values)
        return values

    def latest(self) -> Frame | None:
        with self._lock:
            self._number += 1
            self._empty -= 1
            return Frame(self._bare if self._empty >= 0 else self._image, self._number, self._number / 15)

    def status(self) -> Status:
        return Status("live", Phrase(""))

    def close(self) -> None:
        pass


def read(image: Image, /, *, game: str, removed: tuple[str, ...], **_: object) -> Reading:
    """Return the dice that the picture encodes."""
    dice = []
    for i, colour in enumerate(COLOURS):
        value, place = int(image[0, i, 0]), int(image[0, 8 + i, 0])
        if value and colour not in removed:
            box = (8 + 52 * i, place, 36, 36)
            dice.append(Die(colour, value, 6, 0.9999, "flat", box, ((value, 0.9999),), ((colour, 0.9999),)))  # type: ignore[arg-type]
    status = "complete" if len(dice) == len(COLOURS) - len(removed) else "wrong-set"
    return Reading((image.shape[1], image.shape[0]), status, tuple(dice), probability=0.999)


def resident() -> float:
    """Return the MiB of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def handles() -> int:
    """Return the number of files and sockets that this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208, a folder that changes while it is read


def shown(table: Table) -> tuple[int, ...]:
    """Return the values of the roll on the table by COLOURS, with the two white values sorted."""
    roll = table.position.roll
    whites = sorted(roll.white)  # type: ignore[union-attr]
    return (*whites, *(value or 0 for value in roll.coloured))  # type: ignore[union-attr]


def play(folder: Path, rolls: int) -> list[tuple[float, int, int]]:
    """Play games until `rolls` dice rolls are made; return (MiB, handles, threads) at twenty moments."""
    tray, chance = Tray(), random.Random(3)
    app = create_app({"DATA": folder, "SOURCE": tray, "READ": read})
    server, measured = app.extensions["server"], []
    session, client = server.session, app.test_client()
    every = max(1, rolls // 20)
    try:
        begin(client)
        for number in range(rolls):
            if session.table.position.phase == "over":
                begin(client)
            values = tray.throw(session.table.position.removed)
            until(lambda: session.table.position.phase != "roll", f"roll {number} was not taken: {values}")
            assert shown(session.table) == (*sorted(values[:2]), *values[2:]), f"roll {number} is another one"
            photo = session.table.current_roll.photo
            assert photo is not None and len(photo.dice) == sum(value > 0 for value in values)
            assert f"/photos/{photo.name}.jpg" in client.get("/").text, "the page shows this roll's photo"
            while session.table.position.phase in ("white", "colour"):
                player = session.table.game.waiting(session.table.position)[0]
                session.dispatch(DecisionMade(player, str(choose_mark(session.table, player))))
                chance.random()
            if number % every == every - 1:
                gc.collect()
                measured.append((resident(), handles(), threading.active_count()))
        assert len(tray.thrown) == rolls
        stored = fold(s.event for s in server.store.events(session.game))
        assert stored is not None and stored.present == session.table, (
            "what is on disk is the game that was shown"
        )
    finally:
        close(app)
    return measured


def begin(client: Any) -> None:
    answer = client.post("/begin", data={"player": ["Ann", "Ben", "Cleo"], "first": "1"})
    assert answer.status_code == 303


linux = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="this system tells no memory in /proc"
)


@pytest.fixture
def quick_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pause between the camera's frames to a millisecond."""
    monkeypatch.setattr(watcher, "FRAME_PAUSE_SECONDS", 0.001)


@linux
@pytest.mark.usefixtures("quick_camera")
def test_a_short_game_through_the_camera(tmp_path: Path) -> None:
    measured = play(tmp_path, SMALL)
    assert measured[-1][2] <= measured[0][2], "no thread is left over"


@linux
@pytest.mark.long
@pytest.mark.usefixtures("quick_camera")
def test_a_long_game_neither_leaks_nor_drifts_nor_shows_a_stale_frame(tmp_path: Path) -> None:
    measured = play(tmp_path, LONG)
    half = measured[len(measured) // 2 :]
    print(f"\n{LONG} rolls: MiB, handles, threads {measured}")
    assert max(m for m, _, _ in half) - half[0][0] < GROWTH, measured
    assert max(h for _, h, _ in half) <= half[0][1] + 2, measured
    assert max(t for _, _, t in half) <= half[0][2], measured
