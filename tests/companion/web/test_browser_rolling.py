"""In a real browser: a missing die and one tap, the voice, redo, a challenge, an amendment, a record."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.table.events import Decided, GameBegun, Photo, RollSeen, RollTaken, SeenDie

pytestmark = pytest.mark.browser


@pytest.fixture
def page(open_device: Callable[..., Any]) -> Any:
    page = open_device()
    page.add_init_script(
        "window.said = []; window.speechSynthesis.speak = (u) => window.said.push([u.lang, u.text]);"
    )
    return page


def test_a_table_rolls_on_paper_asks_once_speaks_and_redoes(served: Any, page: Any) -> None:
    app, address = served
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben"), paper=True))
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    session.dispatch(RollTaken("w4 w1 r3 y2 g6 b5", "camera"))
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert page.evaluate("window.said") == [
        ["en", "White 5. red 4 or 7. yellow 3 or 6. green 7 or 10. blue 6 or 9."]
    ]
    page.get_by_role("button", name="Voice").click()
    names = ("white", "white", "yellow", "green", "blue")
    dice = tuple(SeenDie(colour, 2, 0.99, (20 + 90 * i, 100, 60, 60)) for i, colour in enumerate(names))
    session.dispatch(RollSeen(Photo("0123456789abcdef", (640, 480), dice), "camera"))
    page.get_by_role("button", name="Yes, the red row is closed").click()
    page.get_by_role("heading", name="White dice make 4").wait_for()
    assert len(page.evaluate("window.said")) == 1, "muted"
    assert session.table.position.closed == ("a",) and session.table.position.turn == 2
    page.locator("#undo button").click()
    page.locator("#redo button").click()
    page.get_by_role("heading", name="White dice make 4").wait_for()
    page.get_by_role("button", name="Close the blue row for everyone").click()
    asked = page.get_by_role("heading", name="Has somebody locked the blue row?")
    page.get_by_role("button", name="No, leave it").click()
    asked.wait_for(state="hidden")
    assert session.table.position.closed == ("a",), "a stray tap closes nothing"
    page.get_by_role("button", name="Close the blue row for everyone").click()
    page.get_by_role("button", name="Yes, the blue row is closed").click()
    page.get_by_role("heading", name="The game is over").wait_for()


def test_a_mark_is_challenged_amended_and_the_record_replayed(served: Any, page: Any, tmp_path: Path) -> None:
    app, address = served
    session = app.extensions["server"].session
    for event in (
        GameBegun("classic", ("Ann", "Ben")),
        RollTaken("w4 w1 r3 y2 g6 b5", "tapped"),
        *(Decided(*said) for said in (("Ann", "a5"), ("Ben", "-"), ("Ann", "-"))),
        RollTaken("w1 w1 r3 y2 g6 b5", "tapped"),
        *(Decided(*said) for said in (("Ann", "b2"), ("Ben", "-"), ("Ben", "-"))),
    ):
        session.dispatch(event)
    page.goto(f"{address}/history")
    page.get_by_role("link", name=re.compile("Ann.*red 5")).click()
    page.get_by_role("link", name="yellow 5, would have been legal").click()
    page.get_by_role("heading", name="Ann: yellow 5").wait_for()
    page.locator("a.decision", has_text="yellow 5").click()
    assert "Only to the right" in page.locator(".lost").inner_text()
    page.get_by_role("button", name="Amend it").click()
    page.get_by_role("heading", name="The game so far").wait_for()
    assert str(session.table.position.sheet("Ann")) == "- / b5 / - / -"
    record = json.loads(page.request.get(f"{address}/record.json").text())
    (tmp_path / "game.json").write_text(json.dumps(record))
    page.goto(f"{address}/games")
    page.locator("[data-send]").set_input_files(tmp_path / "game.json")
    page.wait_for_url("**/records/*")
    page.get_by_role("link", name="Replay step by step").click()
    page.get_by_role("heading", name=re.compile("Turn 1")).wait_for()
    page.wait_for_load_state("domcontentloaded")  # the script that listens to the keys has run
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/turns/2")
    assert page.get_by_role("img", name="yellow 5, crossed").count() == 1


DROP = """async ([selector, name]) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
  canvas.getContext("2d").fillRect(0, 0, 320, 240);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg"));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([picture], name, { type: "image/jpeg" }));
  document.querySelector(selector).dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
}"""


def test_a_dropped_photo_goes_where_it_belongs(served: Any, page: Any) -> None:
    app, address = served
    app.extensions["server"].session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    with page.expect_response("**/photo"):  # until it has come, it may take the next notice away
        page.evaluate(DROP, [".photo-way", "dice.jpg"])
    page.evaluate(DROP, ["#sheets", "somewhere.jpg"])
    asked = page.get_by_role("dialog", name="What is in the photo?")
    asked.wait_for()
    with page.expect_request("**/sheets"):
        asked.get_by_role("button", name="The sheets").click()
    page.locator("#notice p").filter(has_text="corner squares").wait_for()


def test_back_to_a_line_of_the_story_with_one_tap_and_all_again_with_another(served: Any, page: Any) -> None:
    app, address = served
    session = app.extensions["server"].session
    for event in (
        GameBegun("classic", ("Ann", "Ben")),
        RollTaken("w4 w1 r3 y2 g6 b5", "tapped"),
        *(Decided(*said) for said in (("Ann", "a5"), ("Ben", "-"), ("Ann", "-"))),
    ):
        session.dispatch(event)
    played = session.table
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    page.get_by_text("What happened so far").click()
    page.get_by_role("button", name=re.compile("Undo everything that came after: Ann threw")).click()
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert not session.table.turn_decisions
    page.get_by_role("button", name="Redo all 3 steps").click()
    page.get_by_role("heading", name=re.compile("Ben, throw the 6 dice")).wait_for()
    assert session.table == played


def test_a_sheets_number_goes_with_the_tapped_name_and_enter_taps_nobody(served: Any, page: Any) -> None:
    app, address = served
    app.extensions["server"].session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    for tap, sent in (("Enter", "sheet=K7Q2-03"), ("Ben", "player=Ben&sheet=K7Q2-03")):
        page.goto(f"{address}/join")
        page.get_by_text("With a printed sheet").click()
        page.get_by_label("Number of your sheet").fill("K7Q2-03")
        # The answer is a page of its own: the next look at /join waits until it has come.
        with page.expect_navigation(), page.expect_request(lambda request: request.method == "POST") as asked:
            if tap == "Enter":
                page.keyboard.press("Enter")
            else:
                page.get_by_role("button", name=tap).click()
        assert asked.value.url.endswith("/sit") and asked.value.post_data == sent
