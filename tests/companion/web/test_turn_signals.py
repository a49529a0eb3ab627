"""In a real browser: the voice, vibration, sound and clock of a turn, each only on devices that want it."""

from typing import Any

import pytest

from companion.table.events import DecisionMade, Photo, RollSeen, RollTaken, SeenDie
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import PHONE, at

pytestmark = pytest.mark.browser

LISTEN = """
window.said = []; window.voices = []; window.buzzed = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
speechSynthesis.getVoices = () => VOICES;
speechSynthesis.speak = (words) => {
  window.said.push(words.text);
  window.voices.push(words.voice ? words.voice.name : "usual"); // a script cannot make a real voice
};
Object.defineProperty(navigator, "vibrate", { value: (length) => window.buzzed.push(length) });
"""
FAR = '{name: "far", lang: "en-US", localService: false}'
NEAR = '{name: "near", lang: "en-GB", localService: true}'
GERMAN = '{name: "german", lang: "de-DE", localService: true}'


def listen(page: Any, voices: str = "[]") -> Any:
    """Reload and return the page, which from now on records what it would say and when it would vibrate."""
    page.add_init_script(LISTEN.replace("VOICES", voices))
    page.reload()
    page.locator("body[data-ready]").wait_for()
    return page


@pytest.mark.parametrize(
    ("voices", "said"),
    [(f"[{FAR}, {NEAR}]", ["near"]), (f"[{FAR}]", []), (f"[{GERMAN}, {FAR}]", []), ("[]", ["usual"])],
)
def test_only_a_voice_of_this_device_speaks(table: Actor, look: Any, voices: str, said: list[str]) -> None:
    """Check that no voice of a remote service speaks, because the texts would be sent to that service."""
    table.begin("Ann", "Ben")
    page = listen(look(locale="en-GB"), voices)
    table.server.session.dispatch(RollTaken(ROLL, "camera"))
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert page.evaluate("window.voices") == said


def test_a_table_rolls_on_paper_asks_once_speaks_and_redoes(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben", paper="on")
    page, session = listen(look()), table.server.session
    session.dispatch(RollTaken(ROLL, "camera"))
    page.get_by_role("heading", name="White dice make 5").wait_for()
    spoken = ["White 5. red 4 or 7. yellow 3 or 6. green 7 or 10. blue 6 or 9."]
    assert page.evaluate("window.said") == spoken
    page.get_by_role("button", name="Voice").click()
    names = ("white", "white", "yellow", "green", "blue")
    dice = tuple(SeenDie(colour, 2, 0.99, (20 + 90 * i, 100, 60, 60)) for i, colour in enumerate(names))
    session.dispatch(RollSeen(Photo("0123456789abcdef", (640, 480), dice), "camera"))
    page.get_by_role("button", name="Yes, the red row is closed").click()
    page.get_by_role("heading", name="White dice make 4").wait_for()
    assert page.evaluate("window.said") == spoken, "muted"
    assert table.table.position.closed == ("a",) and table.table.position.turn == 2
    page.locator("#undo button").click()
    page.locator("#redo button").click()
    page.get_by_role("heading", name="White dice make 4").wait_for()
    page.get_by_role("button", name="Close the blue row for everyone").click()
    asked = page.get_by_role("heading", name="Has somebody locked the blue row?")
    page.get_by_role("button", name="No, leave it").click()
    asked.wait_for(state="hidden")
    assert table.table.position.closed == ("a",), "a stray tap closes nothing"
    page.get_by_role("button", name="Close the blue row for everyone").click()
    page.get_by_role("button", name="Yes, the blue row is closed").click()
    page.get_by_role("heading", name="The game is over").wait_for()


def test_locks_misses_and_turns_are_told(table: Actor, look: Any) -> None:
    table.begin("Ann", "Ben")
    session, screen = table.server.session, listen(look())
    ben = listen(look(PHONE, player="Ben", has_touch=True))
    ben.get_by_role("button", name="Voice").click()
    for number, sum_ in enumerate((2, 3, 4, 5, 6)):  # Ann needs no cross: Ben has five, then the lock
        session.dispatch(RollTaken(f"w{sum_ - 1} w1 r6 y1 g1 b1", "tapped"))
        session.dispatch(DecisionMade("Ann", f"b{sum_}"))
        session.dispatch(DecisionMade("Ben", f"a{sum_}"))
        session.dispatch(DecisionMade(("Ann", "Ben")[number % 2], "-"))
    session.dispatch(RollTaken("w6 w6 r6 y1 g1 b1", "tapped"))
    session.dispatch(DecisionMade("Ann", "-"))
    session.dispatch(DecisionMade("Ben", "a12"))
    screen.get_by_text("Red is closed: take the red die away.").first.wait_for()
    session.dispatch(DecisionMade("Ben", "-"))
    ben.get_by_text("Ann, throw the 5 dice").first.wait_for()
    session.dispatch(RollTaken("w1 w2 y1 g1 b1", "tapped"))
    for player in ("Ann", "Ben", "Ann"):
        session.dispatch(DecisionMade(player, "-"))
    ben.get_by_role("heading", name="Your turn: throw the 5 dice").wait_for()
    at(screen, table)
    said = screen.evaluate("window.said")
    assert "Ben locked the red row. Red is closed: take the red die away." in said
    assert "Ann takes a penalty." in said
    assert sum("take the red die away" in each for each in said) == 1, "once is enough"
    assert any("Your turn." in each for each in ben.evaluate("window.said"))
    assert set(ben.evaluate("window.buzzed")) == {120} and screen.evaluate("window.buzzed") == []


def test_sounds_and_the_clock_are_off_until_somebody_wants_them(
    table: Actor, look: Any, address: str
) -> None:
    table.begin("Ann", "Ben")
    page = look()
    table.roll(ROLL)
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert page.locator("#clock").count() == 0 and page.locator("body[data-sounded]").count() == 0
    page.goto(f"{address}/device")
    sound = page.get_by_role("button", name="Short sounds")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "true"
    table.begin("Ann", "Ben", clock="1")
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    table.roll(ROLL)
    page.locator("#clock.over").wait_for()
    assert page.locator("#clock [data-left]").inner_text() == "0"
    page.locator('body[data-sounded="over"]').wait_for()
    assert table.table.position.phase == "white", "the clock forces nobody"
