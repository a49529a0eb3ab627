"""`qwixx scan` reads photos from a renderer that made none of the network's training data."""

import itertools
import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.cli.scan import command
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from tests.simulated_photos.render import OWN, photograph

PHOTOS = 60
"""Number of photos if the tests run with all their cases (`make test-long`)."""
NEAR_SEEDS = (6, 9)
"""Seeds of the two photos that a quick test run uses. Both photos pass `near_enough`."""
SMALLEST = 3.4
"""Below this number of pixels per mm of paper, a photo may be refused."""


def near_enough(truth: dict) -> bool:
    """Return True if every sheet is large enough in the photo, uncovered, and not too tilted."""
    widths = []
    for sheet in truth["sheets"]:
        a, b, c, d = sheet["corners"]
        wide = plan_sheet(OWN, Layout(PAPERS["a4"], 3)).width
        widths += [
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 / wide,
            ((c[0] - d[0]) ** 2 + (c[1] - d[1]) ** 2) ** 0.5 / wide,
        ]
    return min(widths) >= SMALLEST and not truth["thing"] and not truth["thumb"] and truth["tilt"] < 40


def said_of(answer: dict, place: str) -> bool | None:
    """Return True if a place is crossed according to `answer`, False if it is empty, None if unsure."""
    if place in {doubt["cell"] for doubt in answer["unsure"]}:
        return None
    kind, _, which = place.partition(" ")
    if kind == "lock":
        return which in answer["locks"]
    return int(place[1:]) in answer["marks"][place[0]]


@pytest.fixture(scope="module")
def photos(full_counts: bool) -> list[tuple[str, bytes, dict]]:
    paths = []
    for seed in itertools.count() if full_counts else NEAR_SEEDS:
        image, quality, truth = photograph(f"test {seed}")
        if near_enough(truth):
            data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            paths.append((f"{seed}.jpg", data, truth))
        if len(paths) == PHOTOS:
            break
    assert len(paths) == (PHOTOS if full_counts else len(NEAR_SEEDS))
    return paths


def test_photos_of_sheets_are_read(photos: list, tmp_path: Path) -> None:
    own = tmp_path / "steps.toml"
    own.write_text(
        'format = "qwixx-pad/1"\nname = "steps"\ntitle = "Four steps"\nsides = 4\n[rows]\n'
        + "\n".join(
            f'{row.letter} = "{" ".join(f"{cell.colour} {cell.number}" for cell in row)}"' for row in OWN.rows
        )
    )
    places = sure = wrong = known = sheets = 0
    for name, data, truth in photos:
        path = tmp_path / name
        path.write_bytes(data)
        result = CliRunner().invoke(command, [str(path), "--json", "--pad", str(own)])
        assert result.exit_code in (0, 1), result.output
        answers = {
            answer["sheet"]: answer
            for answer in map(json.loads, result.stdout.splitlines())
            if answer["game"]
        }
        assert (result.exit_code == 0) == all(a["status"] == "complete" for a in answers.values())
        for sheet in truth["sheets"]:
            sheets += 1
            answer = answers.get(sheet["sheet"])
            if answer is None:
                continue
            known += 1
            assert (answer["game"], answer["lucky"]) == (sheet["game"], sheet["lucky"])
            for place in sheet["places"]:
                if place.startswith(("miss", "box")) or place in sheet["hidden"]:
                    continue
                said = said_of(answer, place)
                places += 1
                sure += said is not None
                wrong += said is not None and said != (place in sheet["crossed"])
    assert known >= 0.9 * sheets
    assert sure >= 0.7 * places
    assert wrong <= places / 400
