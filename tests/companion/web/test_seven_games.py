"""Plays games on three phones and a table's screen in a browser: sleep, server kills, simultaneous taps."""

from __future__ import annotations

import os
import random
import re
import subprocess
import threading
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.records.reading import read_record
from companion.records.referee import judge
from companion.rules import ALL_VARIANTS
from companion.web.pages.table import live
from tests.companion.web.conftest import LAPTOP, ROLL, Actor
from tests.companion.web.new_game import choose_game, let_begin
from tests.companion.web.screens import fits, hold, lose_the_table, shows, tap_dice
from tests.running import ROOT, TABLE, open_table
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 780}
NAMES = ("Emma", "Max", "Laura")
FULL = os.environ.get("QWIXX_COUNTS") == "full"
TURNS = 400 if FULL else 1
"""Turns of each game that are played by tapping; a game ends long before 400."""
KILLS = 50 if FULL else 1
GAMES = [
    pytest.param(game, marks=() if game in ("bonus-b", "cards") else pytest.mark.long)
    for game in ALL_VARIANTS
]
"""All games. Only Bonus B (the fullest pad) and the card game are played in every test run."""


class Device:
    """A separate browser, used as a phone or as the table's screen."""

    def __init__(self, page: Any) -> None:
        self.page, self.context = page, page.context

    def at(self, number: int) -> Device:
        """Wait until this page shows the table after event `number`."""
        shows(self.page, number)
        return self

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()


def sit_down(look: Any, actor: Actor, game: str) -> tuple[Device, dict[str, Device]]:
    """Join with everyone's phone and begin `game`; return the table's screen, and the phones by player."""
    screen, phones = look(path="/new"), {}
    for number, name in enumerate(NAMES):  # each sits down on the table's page by itself
        phone = look(PHONE, f"/join/{actor.server.key}")
        phone.locator('input[name="name"]').first.fill(name)
        phone.get_by_role("button", name="Join", exact=True).click()
        phone.get_by_text(f"You are in, {name}").wait_for()
        phones[name] = Device(phone)
        screen.wait_for_function(
            "([n, name]) => document.querySelectorAll('input[name=player]')[n].value === name",
            arg=[number, name],
        )
    choose_game(screen, game)
    let_begin(screen)
    screen.locator("#who button.main").click()
    table = Device(screen)
    for device in (table, *phones.values()):
        device.page.locator("#sheets").wait_for()
        device.page.locator("body[data-ready]").wait_for()
    return table, phones


@pytest.fixture
def phone_of(table: Actor, look: Any) -> Callable[[str], Device]:
    """Return a function that opens the phone of a named player in a Classic game."""
    table.begin(*NAMES)
    return lambda name: Device(look(PHONE, player=name))


def play(session: Any, table: Device, phones: dict[str, Device]) -> None:
    """Play by tapping: players mark on their own phones, and the active player's phone enters the rolls."""
    chance = random.Random(1)
    while session.table.position.phase != "over" and session.table.position.turn <= TURNS:
        now, number = session.table, session.number
        phase = now.position.phase
        if phase == "roll":
            phone = phones[now.active].at(number)
            if now.game.variant.cards:
                phone.tap(f'#numbers button[value="{chance.randint(2, 12)}"]')
            else:
                sides = now.game.pad.sides
                tap_dice(
                    phone.page, " ".join(f"{die[0]}{chance.randint(1, sides)}" for die in now.dice_to_roll)
                )
        elif phase == "play":
            phone = phones[now.active].at(number)
            colour, value = chance.choice(["red", "yellow", "green", "blue"]), chance.randint(2, 12)
            phone.tap(f'.sheet.mine button[name="card"][value="{colour} {value}"]')
            phone.page.locator(f"#chosen-{colour}{value}").wait_for()
            phone.tap("#play-cards button")
        else:
            player = now.game.waiting(now.position)[0]
            phone = phones[player].at(number)
            legal = phone.page.locator(".sheet.mine .cell.legal")
            if legal.count() and chance.random() < 0.85:
                legal.first.click()
                card = phone.page.locator(".pick:popover-open button[name=mark]")
                if card.count():
                    card.last.click()
            else:
                phone.tap('.sheet.mine button[value="-"]')
        until_seen(
            table.page, lambda before=number: session.number != before, f"nothing came of a tap in {phase}"
        )


@pytest.mark.parametrize("game", GAMES)
def test_three_phones_and_a_table_play(table: Actor, look: Any, game: str) -> None:
    screen, phones = sit_down(look, table, game)
    session = table.server.session
    play(session, screen, phones)
    if FULL:
        assert table.table.position.phase == "over"
        screen.at(session.number).page.locator("#podium").wait_for()
    for device in (screen, *phones.values()):
        device.at(session.number)
        assert fits(device.page)
        for index, player in enumerate(NAMES):
            crossed = f"#sheet-{index} .cell:is(.marked, .chosen):not(.round, .field, .stop)"
            shown = device.page.locator(crossed).count()
            assert shown == sum(bits.bit_count() for bits in table.table.position.sheet(player).rows)
    verdict: Any = judge(read_record(table.client.get("/record.json").data)).to_json()
    assert verdict["ok"] is True and verdict["players"].keys() == set(NAMES)


def test_a_phone_sleeps_and_comes_back(phone_of: Any, table: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = phone_of("Max")
    with monkeypatch.context() as patch:
        patch.setattr(live, "HEARTBEAT_SECONDS", 3600)  # the stream that was open dies in silence
        lose_the_table(phone.page)
    assert phone.page.get_by_text("The table cannot be reached").is_visible()
    table.roll(ROLL)
    for player, mark in (("Laura", "b5"), ("Max", "-"), ("Emma", "a5"), ("Emma", "-")):
        table.join(player).marks(mark)  # the table passes for who is away
    assert table.table.active == "Max"
    assert phone.page.get_by_role("heading", name=re.compile("Emma, throw")).is_visible(), "it slept"
    phone.context.set_offline(False)
    phone.at(table.server.session.number)
    phone.page.get_by_role("heading", name=re.compile("Your turn: throw")).wait_for()
    assert phone.page.locator(".cell.marked").count() == 2


def test_a_tap_that_does_not_arrive_is_said_to_be_lost(phone_of: Any, table: Actor) -> None:
    phone = phone_of("Max")
    table.roll(ROLL)
    phone.at(table.server.session.number)
    phone.context.set_offline(True)
    phone.tap(".sheet.mine .cell.legal")
    phone.page.get_by_text("That did not reach the table; tap it again").wait_for()
    assert table.table.decision("Max") is None
    phone.context.set_offline(False)
    phone.tap(".sheet.mine .cell.legal")
    phone.page.locator(".sheet.mine .cell.chosen").wait_for()
    assert str(table.table.decision("Max")) == "a5"


def test_a_tap_on_a_table_that_sleeps_is_said_to_wait(phone_of: Any, table: Actor) -> None:
    phone = phone_of("Max")
    table.roll(ROLL)
    phone.at(table.server.session.number)
    held = hold(phone.page, "**/mark")
    phone.page.clock.install()
    phone.tap(".sheet.mine .cell.legal")
    until_seen(phone.page, lambda: held)
    phone.page.clock.run_for(5000)
    phone.page.get_by_text("The table has not answered yet; what you tapped is waiting for it.").wait_for()
    held[0].continue_()
    phone.page.locator(".sheet.mine .cell.chosen").wait_for()
    phone.page.locator("#notice").wait_for(state="hidden")


def test_two_players_tap_the_same_instant(phone_of: Any, table: Actor, address: str) -> None:
    phones = {name: phone_of(name) for name in NAMES}
    table.roll(ROLL)
    cookies = {
        name: next(c["value"] for c in phone.context.cookies() if c["name"].startswith("seat"))
        for name, phone in phones.items()
    }
    start = threading.Barrier(len(NAMES))
    answers: dict[str, int] = {}

    def tap(name: str) -> None:
        data = urllib.parse.urlencode({"player": name, "mark": "a5"}).encode()
        request = urllib.request.Request(
            f"{address}/mark", data, {"Cookie": f"seat={cookies[name]}", "Accept": "application/json"}
        )
        start.wait()
        with urllib.request.urlopen(request, timeout=60) as answer:
            answers[name] = answer.status

    with ThreadPoolExecutor() as threads:
        list(threads.map(tap, NAMES))
    assert answers == dict.fromkeys(NAMES, 200)
    assert table.table.position.phase == "colour", "each tap counted once, and the action is over"
    for phone in phones.values():
        phone.page.get_by_role("heading", name=re.compile("one white die")).wait_for()
        assert phone.page.locator(".cell.marked, .cell.chosen").count() == 3


def test_killed_at_random_moments_nothing_that_was_shown_is_lost(
    tmp_path: Path, open_device: Callable[..., Any]
) -> None:
    """A page taps without a pause, the server is killed, and no event that the page showed is lost."""
    chance = random.Random(5)
    page = open_device(LAPTOP)
    for kill in range(KILLS):
        with open_table(tmp_path, "--camera", "none") as table:
            if kill == 0:
                form = {"player": "Ann", "first": "1"}
                assert page.request.post(f"{table.address}begin", form=form).ok
            page.goto(table.address)
            page.locator("body[data-ready]").wait_for()
            killer = threading.Timer(chance.uniform(0.05, 1.2), table.process.kill)
            killer.start()
            page.evaluate(
                """async () => {  // until the server is gone: dice, a cross or a pass, and so on
                  const post = (address, data) => fetch(address, { method: "POST",
                    headers: { Accept: "application/json" }, body: new URLSearchParams(data) });
                  const die = () => String(1 + Math.floor(Math.random() * 6));
                  try {
                    while (true) {
                      const dice = Object.fromEntries(
                        ["w1", "w2", "red", "yellow", "green", "blue"].map((key) => [key, die()]));
                      await post("/roll", dice);
                      await post("/mark", { player: "Ann", mark: "-" });
                      await post("/undo", {});
                    }
                  } catch { /* it is gone */ }
                }"""
            )
            killer.join()
        shown = page.locator("body").get_attribute("data-shown")
        with open_table(tmp_path, "--camera", "none") as table:
            page.goto(table.address)
            page.locator("body[data-ready]").wait_for()
            kept = int(page.locator("body").get_attribute("data-number"))
            assert shown is None or kept >= int(shown), "something that was shown is gone"


def test_a_second_table_takes_the_next_port_but_not_the_same_games(tmp_path: Path) -> None:
    with open_table(tmp_path / "a", "--camera", "none") as first:
        with open_table(tmp_path / "b", "--camera", "none") as second:
            assert first.address != second.address
        command = [*TABLE, "--camera", "none", "--data", str(tmp_path / "a")]
        refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert refused.returncode == 2 and f"open {first.address} in a browser" in refused.stderr
        assert refused.stderr.count("\n") == 1
        assert "the game is saved" in first.end()
