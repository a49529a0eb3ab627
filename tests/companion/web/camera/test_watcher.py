"""A camera that goes and comes back."""

from typing import Any

from tests.companion.web.camera.unpluggable import Plug
from tests.companion.web.conftest import ROLL
from tests.waiting import until
from vision.reading import Die, Reading


def sure(image: Any, /, *, game: str, removed: tuple[str, ...]) -> Reading:
    """Read without doubt; the picture's first pixel says which of two throws it is."""
    text = ROLL if image[0, 0, 0] < 128 else "w2 w3 r3 y2 g6 b5"
    names = {"w": "white", "r": "red", "y": "yellow", "g": "green", "b": "blue"}
    dice = tuple(
        Die(
            names[w[0]],  # type: ignore[arg-type]
            int(w[1]),
            6,
            0.9995,
            "flat",
            (20 + 90 * i, 100 + int(image[0, 0, 0]), 60, 60),
            ((int(w[1]), 0.9995),),
            ((names[w[0]], 0.9995),),  # type: ignore[arg-type]
        )
        for i, w in enumerate(text.split())
    )
    return Reading((640, 480), "complete", dice, probability=0.999)


def test_a_camera_unplugged_and_plugged_in_again_takes_the_next_roll(build: Any) -> None:
    plug = Plug()
    app = build(SOURCE=plug, READ=sure)
    client, session = app.test_client(), app.extensions["server"].session
    client.post("/begin", data={"player": ["Ann"], "first": "1", "game": "classic"})
    until(lambda: session.table.position.phase == "white")
    assert session.table.current_roll.source == "camera" and session.table.current_roll.photo is not None
    plug.plugged = False
    until(lambda: session.activity.status == "lost")
    for mark in ("a5", "-"):
        client.post("/mark", data={"player": "Ann", "mark": mark})
    assert session.table.position.turn == 2
    plug.seed, plug.plugged = 7, True
    until(lambda: session.table.position.phase == "white")
    assert (
        str(session.table.position.roll).startswith(("w2 w3", "w3 w2")) and session.activity.status != "lost"
    )
