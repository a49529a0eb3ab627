"""A sheet from end to end: it is printed, a player joins with its number, and a photo enters its marks."""

import io
import random
import re
from typing import Any

import cv2
import numpy as np
import pypdfium2

from companion.storage.prints import record_print
from sheets.draw import print_pads
from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from tests.simulated_photos.hands import Hand, Paper

DOTS = 7.0
"""Pixels per mm of paper in the photo."""
PEN = Hand(
    ink="blue", width=0.6, cover=0.95, grain=0.05, size=0.8, drift=0.03, shake=0.02, slant=0.05,
    kinds={"cross": 1.0}, strikes=False,
)  # fmt: skip
MARKS = {0: ("a2", "a5", "b3", "miss 1"), 1: ("c12", "c11", "d10")}


def photo_of(order: PrintOrder, marks: dict[int, tuple[str, ...]]) -> bytes:
    """Return a skewed JPEG of the first page of a print. `marks`: crossed places, by index of the sheet."""
    page = pypdfium2.PdfDocument(print_pads(order))[0]
    pixels = page.render(scale=DOTS * 25.4 / 72, rev_byteorder=False).to_numpy()[..., :3]
    paper, plan = Paper(pixels, DOTS, random.Random(4)), plan_sheet(order.pad, order.layout)
    for slot, places in marks.items():
        box = order.layout.sheet_box(slot)
        for place in places:
            cell = plan.places[place]
            paper.mark((box.x + cell.x, box.y + cell.y, cell.w, cell.h), PEN)
    image = paper.image()
    high, wide = image.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    seen = np.array([[150, 120], [wide - 60, 190], [wide + 40, high + 90], [60, high - 20]], np.float32)
    table = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(corners, seen),
        (wide + 120, high + 160),
        borderValue=(70, 90, 110),
    )
    return cv2.imencode(".jpg", table, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def test_from_the_printer_to_the_table(table: Any) -> None:
    order = PrintOrder(
        load_pad("classic"), count=3, seed=11, names=("Ann", "Ben", "Cleo"), layout=Layout(PAPERS["a4"], 3)
    )
    record_print(table.server.store.folder, order)
    faces = next(iter(pages_of(order)))
    # Ann joins with the number on her sheet, and is known by the name printed on it
    phone = table.app.test_client()
    far = {"REMOTE_ADDR": "192.168.1.7"}
    assert phone.post("/join", data={"code": table.server.code}, environ_base=far).status_code == 303
    assert phone.post("/sit", data={"sheet": str(faces[0].serial)}, environ_base=far).status_code == 303
    assert table.server.players_with_device == ("Ann",)

    table.ok("/begin", player=["Ann", "Ben", "Cleo"], first="1", game="classic", paper="on")
    for dice in ("w1 w1 r3 y2 g6 b5", "w6 w6 r1 y1 g1 b1", "w4 w1 r3 y2 g6 b5"):
        table.roll(dice)
    sent = {"photo": (io.BytesIO(photo_of(order, MARKS)), "sheets.jpg")}
    answer = table.client.post("/sheets", data=sent)
    assert answer.status_code == 303, answer.text
    address = str(answer.location)
    page = table.client.get(address).text
    assert re.findall(r"<code>([0-9A-Z]{4}-[0-9]{2})</code>", page) == [str(f.serial) for f in faces]
    for index, name in enumerate(("Ann", "Ben", "Cleo")):
        assert re.search(rf'name="player-{index}" value="{name}"[^>]* checked', page), name
    before = [str(sheet) for sheet in table.table.position.sheets]
    assert before == ["- / - / - / -"] * 3, "nothing is taken over before somebody has looked"
    # what is doubtful is asked about: a person looks at the paper, on which only MARKS stand
    said = {
        field: "yes" if place in MARKS.get(int(field[0]), ()) else "no"
        for field in set(re.findall(r'name="(\d-[a-z0-9-]+)" value="yes"', page))
        for place in [field[2:].replace("-", " ")]
    }
    taken = table.client.post(
        address, data={"player-0": "Ann", "player-1": "Ben", "player-2": "Cleo", **said}
    )
    assert taken.status_code == 303, taken.text
    assert [str(sheet) for sheet in table.table.position.sheets] == [
        "a2 a5 / b3 / - / - misses 1",
        "- / - / c12 c11 / d10",
        "- / - / - / -",
    ]
    assert table.table.game.score(table.table.position.sheet("Ann")).total == 3 + 1 - 5
    claims = table.client.get("/record.json").get_json()["claims"]
    assert claims["Ann"] == {"misses": 1, "total": -1} and claims["Ben"]["total"] == 4
