"""The voice that says the roll is one of the device itself: what is said goes to no server."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.events import GameBegun, RollTaken

pytestmark = pytest.mark.browser

# a real voice cannot be made by a script, so it is noted which one would have been taken
LISTEN = """
window.said = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
speechSynthesis.speak = (words) => window.said.push(words.voice ? words.voice.name : "usual");
speechSynthesis.getVoices = () => VOICES;
"""
FAR = '{name: "far", lang: "en-US", localService: false}'
NEAR = '{name: "near", lang: "en-GB", localService: true}'
GERMAN = '{name: "german", lang: "de-DE", localService: true}'


@pytest.mark.parametrize(
    ("voices", "said"),
    [
        (f"[{FAR}, {NEAR}]", ["near"]),
        (f"[{FAR}]", []),
        (f"[{GERMAN}, {FAR}]", []),
        ("[]", ["usual"]),
    ],
)
def test_only_a_voice_of_this_device_speaks(
    served: tuple[Any, str], open_device: Callable[..., Any], voices: str, said: list[str]
) -> None:
    app, address = served
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    page = open_device(locale="en-GB")
    page.add_init_script(LISTEN.replace("VOICES", voices))
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    session.dispatch(RollTaken("w4 w1 r3 y2 g6 b5", "camera"))
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert page.evaluate("window.said") == said
