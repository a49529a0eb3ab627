"""No screen breaks a rule of WCAG 2.1 AA that axe-core can judge: light and dark, phone and laptop."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.rules import FURTHER_VARIANTS

pytestmark = pytest.mark.browser

AXE = os.environ.get("QWIXX_AXE", "")
"""Where axe.min.js lies (npm package axe-core)."""
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
"""The rules of WCAG 2.1 at levels A and AA, as axe-core names them."""
PHONE = {"width": 360, "height": 780}
LAPTOP = {"width": 1440, "height": 900}
GAMES = ("classic", "longo", "mixx-a", "bonus-a", "bonus-b", "cards", *FURTHER_VARIANTS)
LOOKING_BACK = (
    "/games",
    "/games/1",
    "/games/1/turns/1",
    "/games/1/turns/1/white/0",
    "/games/1/share",
    "/amend?turn=1&action=white&player=Emma&mark=a5",
    "/statistics",
    "/pads/draw",
    "/pads/draw?from=connected-b",
    "/rules",
    "/rules/connect-15",
    "/rules/end-in-action-1",
    "/ask?q=penalty",
    "/television",
)


@pytest.fixture
def axe() -> str:
    if not AXE or not Path(AXE).is_file():
        pytest.skip(
            "QWIXX_AXE does not name an axe.min.js here (npm package axe-core); nothing to judge with"
        )
    return Path(AXE).read_text(encoding="utf-8")


def findings(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate(
        "rules => axe.run(document, { resultTypes: ['violations'], runOnly: rules })", list(RULES)
    )
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (PHONE, "dark"),
        (LAPTOP, "light"),
        pytest.param(PHONE, "light", marks=pytest.mark.long),
        pytest.param(LAPTOP, "dark", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_a_rule(
    app: Any,
    serve: Callable[[Any], str],
    open_device: Callable[..., Any],
    axe: str,
    size: Any,
    scheme: str,
) -> None:
    address, client = serve(app), app.test_client()
    server = app.extensions["server"]
    page, door = open_device(size, color_scheme=scheme), open_device(size, color_scheme=scheme)
    wrong: dict[str, list[str]] = {}

    def look(place: str, name: str) -> None:
        answer = page.goto(f"{address}{place}")
        assert answer.status == 200, place
        found = findings(page, axe)
        if found:
            wrong[name] = found

    door.context.add_cookies([{"name": "seat", "value": server.seats.give("stranger"), "url": address}])
    door.goto(f"{address}/join")
    wrong |= {"door": found} if (found := findings(door, axe)) else {}
    look("/new", "new")
    look("/new?game=connected-a", "chairs")
    look("/print", "print")
    look("/seats", "seats")
    look("/device", "device")
    look("/doctor", "doctor")
    look("/dice-lessons", "dice-lessons")
    for game in GAMES:
        lucky = {"lucky": ["5", "10", "4", "9"]} if game == "longo" else {}
        client.post("/begin", data={"player": ["Emma", "Max"], "first": "1", "game": game, **lucky})
        dice = (
            {"turned": "4"}
            if game == "cards"
            else {"w1": 4, "w2": 1, "red": 3, "yellow": 2, "green": 6, "blue": 5}
        )
        client.post("/roll", data=dice)
        look("/", f"{game}: the first action")
        for player in ("Emma", "Max"):
            client.post("/mark", data={"player": player, "mark": "-"})
        look("/", f"{game}: the second action")
        client.post(
            "/mark", data={"player": "Emma", "mark": "-"}
        )  # a turn is over: there is what to look back on
    for place in LOOKING_BACK:
        look(place, place)
    token = server.seats.give("player", "Emma")
    page.context.add_cookies(
        [
            {"name": "seat", "value": token, "url": address},
            {"name": "hints", "value": "coach", "url": address},
        ]
    )
    look("/", "a player's phone")
    look("/join", "taking a seat")
    assert not wrong, "\n".join(f"{name}: {text}" for name, texts in wrong.items() for text in texts)
