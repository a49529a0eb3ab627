"""Readings of photographed sheets: crossed, empty and doubtful cells, the JSON form, and `qwixx scan`."""

import json
import random
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cli.scan import command, text_of
from companion.records.referee import sheet_verdict
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.score import score, score_on_paper
from companion.sheet_scan import reading
from companion.sheet_scan.inference import SURE_ALONE, probabilities, probability, verdict
from companion.sheet_scan.reading import NO_SHEET, SheetReading, interpret
from sheets.pad import FURTHER_PADS, Pad, load_pad, parse_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from sheets.serial import LETTERED_GAMES, SheetCode
from tests.companion.moment import GAMES_AND_PADS
from tests.simulated_photos.play import any_game, played
from vision.scan.evidence import CellEvidence, ScannedSheet
from vision.scan.problems import ONE_CORNER, covered, pad_by_looks

CODES = {
    "classic": "QXC3K7Q2-03",
    "longo": "QXL3K7Q2-03.0510",
    "mixx-a": "QXM3K7Q2-03",
    "mixx-b": "QXN3K7Q2-03",
    "bonus-a": "QXA3K7Q2-03",
    "bonus-b": "QXB3K7Q2-03",
    "big-points": "QXG3K7Q2-03",
    "double-a": "QXD3K7Q2-03",
    "double-b": "QXE3K7Q2-03",
    "connected-a": "QXS3K7Q2-03.B",
    "connected-b": "QXH3K7Q2-03.B",
    "x-change": "QXX3K7Q2-03",
    "lucky-15": "QXF3K7Q2-03",
    "connect-15": "QXK3K7Q2-03",
}
FOUR_RED = ("a2", "a3", "a4", "a5")
FIVE_RED = (*FOUR_RED, "a6")


def pad_of(name: str) -> Pad:
    """Return the pad of this name. If its sheets have letters, return that of sheet B."""
    pad = load_pad(name)
    return pad.on_sheet("B") if pad.letters else pad


def seen(
    pad: str, crossed: tuple[str, ...] | set[str] = (), hidden: tuple[str, ...] = (), **odds: float
) -> ScannedSheet:
    """Return a scan that is sure of all places except those in `hidden` and `odds`.

    `odds`: log odds that a place is crossed, by its name with "_" in place of a space.
    """
    doubtful = {place.replace("_", " "): value for place, value in odds.items()}
    printed_pad = pad_of(pad)
    places = plan_sheet(printed_pad, Layout(PAPERS["a4"], 3)).places
    cells = [
        CellEvidence(
            place,
            0.0 if place in hidden else doubtful.get(place, 11.0 if place in crossed else -11.0),
            (10, 20, 30, 40),
            place in hidden,
        )
        for place in places
    ]
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (0.0, 5.0))
    return ScannedSheet(SheetCode.parse(CODES[pad]), printed_pad, tuple(cells), corners)


def test_the_answer_is_the_one_of_the_format() -> None:
    """Check that the JSON of a reading equals the example in formats.md."""
    answer = interpret(seen("classic", ("a2", "a5", "c12", "miss 1"))).to_json("sheet.jpg")
    assert json.dumps(answer) == (
        '{"image": "sheet.jpg", "status": "complete", "sheet": "K7Q2-03", "game": "classic", "lucky": null, '
        '"marks": {"a": [2, 5], "b": [], "c": [12], "d": []}, "locks": [], "misses": 1, "bonus": [], '
        '"unsure": [], "scores": {"a": 3, "b": 0, "c": 1, "d": 0, "bonus": 0, "misses": -5, "total": -1}, '
        '"legal": true, "problems": []}'
    )


def test_lucky_numbers_boxes_and_bonus_types() -> None:
    assert interpret(seen("longo")).to_json("x")["lucky"] == [5, 10]
    assert interpret(seen("bonus-a", ("c11", "a2", "box 1"))).to_json("x")["bonus"] == [1]
    answer = interpret(seen("bonus-b", ("a6", "d4", "b3", "c5", "miss 1"))).to_json("x")
    assert answer["bonus"] == ["13", "no-misses"]
    assert answer["scores"] == {"a": 1, "b": 1, "c": 1, "d": 1, "bonus": 13, "misses": 0, "total": 17}


@settings(max_examples=120, deadline=None)
@given(st.sampled_from([*GAMES_AND_PADS, *((name, name) for name in FURTHER_PADS)]), st.integers(0, 2**32))
def test_a_sheet_of_legal_play_is_read_and_scored_as_the_referee_does(
    variant: tuple[str, str], seed: int
) -> None:
    chance = random.Random(seed)
    name, pad = variant
    game = any_game(name, pad_of(pad), chance)
    sheet = played(game, chance)
    observed = ObservedSheet.of(sheet)
    reading = interpret(seen(pad, set(observed.places)))
    assert (reading.status, reading.legal, reading.observed) == ("complete", True, observed)
    assert score_on_paper(reading.observed) == score(sheet)
    answer: Any = reading.to_json("x")
    told = sheet_verdict(sheet)
    assert (answer["marks"], answer["bonus"]) == (told["marks"], told["bonus"])
    assert answer["locks"] == list(sheet.locks)
    assert answer.get("letter") == ("B" if pad in LETTERED_GAMES else None)
    assert answer.get("fields") == told.get("fields")


@pytest.mark.parametrize(
    ("name", "crossed", "place"),
    [
        ("double-a", ("a5",), "a5+"),
        ("big-points", ("a5",), "ab5"),
        ("connect-15", (), "a3-4"),
        ("x-change", ("a5",), "box 1"),
        ("lucky-15", (), "box 1"),
    ],
)
def test_an_unsure_special_place_has_the_name_of_its_mark(
    name: str, crossed: tuple[str, ...], place: str
) -> None:
    reading = interpret(seen(name, crossed, **{place.replace(" ", "_"): 0.2}))
    answer: Any = reading.to_json("x")
    assert [doubt["cell"] for doubt in answer["unsure"]] == [place]
    assert reading.legal
    assert (
        reading.with_marked_places([place]).places
        == ObservedSheet.from_places(pad_of(name), [*crossed, place]).places
    )


@pytest.mark.parametrize(
    ("name", "crossed", "lines"),
    [
        (
            "double-a",
            ("a5", "a5+", "a10"),
            ["  a    2    3    4  xx5    6    7    8    9  x10   11   12   lock  =   6"],
        ),
        (
            "big-points",
            ("a5", "ab5"),
            [
                "  a    2   3   4  x5   6   7   8   9  10  11  12   lock  =   3",
                "  ab   2   3   4  x5   6   7   8   9  10  11  12",
            ],
        ),
        ("x-change", ("a5", "box 1"), ["  penalties 0 = 0; exchange 8/5; total 1"]),
        ("connect-15", ("a3-4",), ["  penalties 0 = 0; fields a3-4; total 1"]),
        ("lucky-15", ("box 1", "box 2"), ["  penalties 0 = 0; track = 11; total 11"]),
        ("connected-a", ("a5",), ["x.jpg: complete, Qwixx Connected A, sheet B K7Q2-03"]),
    ],
)
def test_special_crosses_in_the_text_for_people(
    name: str, crossed: tuple[str, ...], lines: list[str]
) -> None:
    said = text_of("x.jpg", interpret(seen(name, crossed)), str)
    assert set(lines) <= set(said)


def test_one_end_of_a_chain_alone_is_told() -> None:
    reading = interpret(seen("connected-b", ("a4",)))
    assert [fault.rule for fault in reading.contradictions] == ["chain-forced"]
    assert "yellow 4 at the other end of its line is not" in str(reading.contradictions[0].refusal)


def test_unsure_cells_appear_nowhere_else() -> None:
    reading = interpret(
        seen("bonus-a", ("c11", "a2", "box 1"), a7=0.4, lock_b=-0.5, miss_2=0.2, box_2=0.1, d12=-2.0)
    )
    answer: Any = reading.to_json("x")
    assert answer["status"] == "unsure"
    assert {doubt["cell"] for doubt in answer["unsure"]} == {"a7", "lock b", "miss 2", "box 2", "d12"}
    assert answer["marks"] == {"a": [2], "b": [], "c": [11], "d": []}
    assert (answer["locks"], answer["misses"], answer["bonus"]) == ([], 0, [1])
    assert answer["unsure"][0] == {
        "cell": "a7",
        "p": pytest.approx(0.5987, abs=1e-4),
        "box": [10, 20, 30, 40],
    }


# -- evidence and rules ----------------------------------------------------------------------------------


def unsure(scanned: ScannedSheet) -> set[str]:
    return {doubt.cell for doubt in interpret(scanned).unsure}


def test_a_last_cell_with_four_marks_before_it_is_doubtful() -> None:
    ink = {"a12": 3.0, "lock_a": 3.0}
    assert unsure(seen("classic", FIVE_RED, **ink)) == set()
    assert unsure(seen("classic", FOUR_RED, **ink)) == {"a12", "lock a"}


def test_a_plainly_crossed_last_cell_is_read_against_the_rules() -> None:
    reading = interpret(seen("classic", ("a2", "a5"), a12=7.5))
    assert reading.status == "complete"
    assert reading.to_json("x")["marks"]["a"] == [2, 5, 12]
    assert not reading.legal
    assert unsure(seen("classic", ("a2", "a5"), a12=5.0)) == {"a12"}


def test_longo_asks_for_six() -> None:
    ink = {"a15": 3.0, "lock_a": 3.0}
    assert unsure(seen("longo", FIVE_RED, **ink)) == {"a15", "lock a"}
    assert unsure(seen("longo", (*FIVE_RED, "a7"), **ink)) == set()


def test_a_lock_and_its_last_cell_vouch_for_each_other() -> None:
    assert unsure(seen("classic", (*FIVE_RED, "a12"), lock_a=3.0)) == set()
    assert unsure(seen("classic", FIVE_RED, a12=5.0)) == {"a12"}
    assert unsure(seen("classic", FIVE_RED, lock_a=4.0)) == {"lock a"}
    assert interpret(seen("classic", FIVE_RED, a12=11.0)).to_json("x")["marks"]["a"] == [2, 3, 4, 5, 6, 12]


def test_rules_alone_make_nothing_sure() -> None:
    assert unsure(seen("classic", (*FIVE_RED, "lock a"), a12=0.5)) == {"a12"}
    assert unsure(seen("classic", (*FIVE_RED, "lock a"), hidden=("a12",))) == {"a12"}
    assert unsure(seen("classic", hidden=("b5",))) == {"b5"}


def test_faint_ink_is_not_explained_away_by_the_rules() -> None:
    assert unsure(seen("classic", FIVE_RED, lock_a=-2.2)) == {"lock a"}
    assert unsure(seen("classic", FIVE_RED, lock_a=-3.0)) == set()


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_no_doubtful_ink_becomes_sure(data: st.DataObject) -> None:
    pad = load_pad(data.draw(st.sampled_from(sorted(CODES))))
    places = list(plan_sheet(pad, Layout(PAPERS["a4"], 3)).places)
    odds = data.draw(st.lists(st.floats(-14, 14), min_size=len(places), max_size=len(places)))
    evidence = {
        place: CellEvidence(place, value, (0, 0, 1, 1)) for place, value in zip(places, odds, strict=True)
    }
    chances = probabilities(pad, evidence)
    for place, cell in evidence.items():
        said = verdict(cell, chances[place])
        assert 0 <= chances[place] <= 1
        if probability(abs(cell.log_odds)) < SURE_ALONE:
            assert said is None
        elif said is not None:
            assert said == (cell.log_odds > 0)


def test_a_sheet_whose_code_is_not_read_is_never_complete() -> None:
    whole = seen("classic", FIVE_RED)
    assert whole.pad is not None
    problem = pad_by_looks(whole.pad)
    reading = interpret(ScannedSheet(None, whole.pad, whole.cells, whole.corners, (problem,)))
    assert (reading.status, reading.serial, reading.unsure) == ("unsure", None, ())
    assert reading.problems == (problem,)


# -- legal or not ----------------------------------------------------------------------------------------


def test_an_impossible_sheet_is_reported_with_rule_and_cells() -> None:
    reading = interpret(seen("classic", (*FOUR_RED, "a12", "lock a")))
    answer = reading.to_json("x")
    assert (answer["status"], answer["legal"]) == ("complete", False)
    [problem] = answer["problems"]
    assert (problem["code"], problem["cells"]) == ("lock-needs-five", ["a12"])
    assert "4 crosses" in problem["text"]


def test_doubtful_places_get_the_benefit_of_the_doubt() -> None:
    """A sheet counts as legal if some choice of crossed or empty for its doubtful places makes it legal."""
    assert interpret(seen("classic", (*FOUR_RED, "a12", "lock a"), a6=0.3)).legal
    assert interpret(seen("classic", (*FIVE_RED, "a12"), hidden=("lock a",))).legal
    assert not interpret(seen("classic", (*FOUR_RED, "a12", "lock a"), b6=0.3)).legal
    many = tuple(f"b{n}" for n in range(2, 12)) + tuple(f"c{n}" for n in range(3, 13))
    assert not interpret(seen("classic", (*FOUR_RED, "a12", "lock a"), hidden=many)).legal


# -- the verb --------------------------------------------------------------------------------------------


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    noise = np.random.default_rng(1).integers(90, 160, (240, 320, 3), np.uint8)
    path.write_bytes(cv2.imencode(".png", noise)[1].tobytes())
    return path


def shown(monkeypatch: pytest.MonkeyPatch, *readings: SheetReading) -> None:
    monkeypatch.setattr(reading, "read_sheets", lambda image, pads: readings)


def run(*arguments: object):
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_a_photo_without_a_sheet(photo: Path) -> None:
    result = run(photo, "--json")
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert (answer["image"], answer["status"]) == (str(photo), "no-sheet")
    assert set(answer) == set(interpret(seen("classic")).to_json("x"))
    assert [problem["code"] for problem in answer["problems"]] == ["no-sheet"]


def test_file_that_is_no_image_does_not_stop_the_others(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(monkeypatch, interpret(seen("classic")))
    wrong = tmp_path / "notes.jpg"
    wrong.write_text("milk, bread")
    result = run(wrong, photo, "--json")
    assert result.exit_code == 2
    assert result.stderr.startswith("qwixx")
    assert result.stderr.count("\n") == 1
    assert json.loads(result.stdout)["status"] == "complete"


@pytest.mark.parametrize(("odds", "status"), [({}, 0), ({"a7": 0.1}, 1)])
def test_exit_status_and_one_line_a_sheet(
    photo: Path, monkeypatch: pytest.MonkeyPatch, odds: dict[str, float], status: int
) -> None:
    shown(monkeypatch, interpret(seen("classic")), interpret(seen("longo", **odds)))
    result = run(photo, "--json")
    assert result.exit_code == status
    assert [json.loads(line)["game"] for line in result.stdout.splitlines()] == ["classic", "longo"]


def test_command_prints_sheet_rules_and_doubts(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(monkeypatch, interpret(seen("classic", (*FOUR_RED, "a12", "lock a", "miss 1"), b7=0.1)), NO_SHEET)
    folder = tmp_path / "crops"
    result = run(photo, "--crops", folder)
    assert "K7Q2-03" in result.stdout
    assert "x2  x3  x4  x5" in result.stdout
    assert "[lock-needs-five]" in result.stdout
    assert "b7" in result.stdout
    assert "total 16" in result.stdout
    assert "No sheet was found" in result.stdout
    [crop] = folder.iterdir()
    assert crop.name == "table-K7Q2-03-b7.png"
    assert cv2.imread(str(crop)).shape == (80, 55, 3)


def test_problems_of_the_scan_reach_people(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = seen("classic", FIVE_RED, hidden=("b5", "lock a"))
    sheets = (covered(whole.pad, ("b5", "lock a")), pad_by_looks(whole.pad)) if whole.pad else ()
    readings = [
        interpret(ScannedSheet(None, whole.pad, whole.cells, whole.corners, sheets)),
        interpret(ScannedSheet(None, None, (), whole.corners, (ONE_CORNER,))),
    ]
    shown(monkeypatch, *readings)
    answers = [json.loads(line) for line in run(photo, "--json").stdout.splitlines()]
    assert [answer["status"] for answer in answers] == ["unsure", "no-sheet"]
    assert [[problem["code"] for problem in answer["problems"]] for answer in answers] == [
        ["covered", "code-unread"],
        ["cut-off"],
    ]
    assert "(yellow 5, lock of the red row)" in answers[0]["problems"][0]["text"]
    text = run(photo).stdout
    assert "(yellow 5, lock of the red row)" in text
    assert "only one corner" in text
    german = run(photo, "--language", "de").stdout
    assert "(Gelb 5, Schloss: die rote Reihe)" in german


def test_an_own_pad_is_named() -> None:
    rows = {"a": "red 2 3 4 5 6 7 8", "b": "yellow 2 3 4 5 6 7 8", "c": "green 8 7 6 5 4 3 2"}
    pad: Pad = parse_pad(
        {"format": "qwixx-pad/1", "name": "steps", "sides": 4, "rows": rows | {"d": "blue 8 7 6 5 4 3 2"}}
    )
    cells = tuple(
        CellEvidence(place, -9.0, (0, 0, 1, 1)) for place in plan_sheet(pad, Layout(PAPERS["a4"], 3)).places
    )
    answer = interpret(ScannedSheet(SheetCode.parse("QXP3K7Q2-03.9F3A"), pad, cells, ())).to_json("x")
    assert (answer["game"], answer["pad"]) == ("own", "steps")
