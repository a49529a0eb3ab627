"""`qwixx table --webhook` sends events to a receiver in the local network, and nowhere else."""

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, request

from companion.web.pages.programs.webhook import checked_url
from sheets.errors import BadInput
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.pages.programs.test_programs import finish
from tests.schemas import faults
from tests.waiting import until


class Receiver(Flask):
    """Stores the JSON that it receives. It answers with `status`, once the event `gate` is set."""

    def __init__(self) -> None:
        super().__init__("receiver")
        self.told: list[dict[str, Any]] = []
        self.gate, self.status, self.elsewhere, self.url = threading.Event(), 200, "", ""
        self.gate.set()
        self.add_url_rule("/hook", view_func=self.take, methods=["POST"])

    def take(self) -> tuple[str, int, dict[str, str]]:
        assert request.query_string == b"home=1"
        self.told.append(request.get_json())
        self.gate.wait()
        return "", self.status, {"Location": self.elsewhere}

    @property
    def events(self) -> list[tuple[str, str]]:
        """Return each event received, with its mark, roll, row or reason."""
        return [
            (each["event"], str(each.get("mark", each.get("roll", each.get("row", each.get("reason"))))))
            for each in self.told
        ]


@pytest.fixture
def receiver(serve: Callable[[Flask], str]) -> Iterator[Receiver]:
    receiver = Receiver()
    receiver.url = f"{serve(receiver)}/hook?home=1"
    yield receiver
    receiver.gate.set()


@pytest.fixture
def settings(settings: dict[str, Any], receiver: Receiver) -> dict[str, Any]:
    return {**settings, "WEBHOOK": checked_url(receiver.url)}


def test_rolls_marks_locks_and_the_end_are_told_with_the_state(table: Actor, receiver: Receiver) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    until(lambda: len(receiver.told) == 2)
    assert receiver.events == [("roll", ROLL), ("mark", "a5")]
    roll, mark = receiver.told
    assert roll["format"] == "qwixx-event/1" and roll["player"] == mark["player"] == "Ann"
    assert faults("state", roll["state"]) == [] and mark["state"]["game"]["points"]["Ann"] == 1
    table.ok("/lock", row="b")
    finish(table, "w1 w1 r1 g1 b1")
    until(lambda: receiver.events[-1][0] == "end")
    assert ("lock", "b") in receiver.events and receiver.events[-1] == ("end", "end-misses")
    assert receiver.told[-1]["winners"] == receiver.told[-1]["state"]["game"]["winners"] != []


def test_a_hidden_choice_is_told_when_all_have_chosen_and_never_if_taken_back(
    table: Actor, receiver: Receiver
) -> None:
    table.begin("Ann", "Ben", hidden="on").roll(ROLL)
    until(lambda: receiver.events == [("roll", ROLL)])
    table.ok("/mark", player="Ann", mark="a5")
    table.ok("/take-back", player="Ann")
    table.ok("/mark", player="Ann", mark="b5")
    assert receiver.events == [("roll", ROLL)]
    table.ok("/mark", player="Ben", mark="c5")
    until(lambda: len(receiver.told) == 3)
    assert receiver.events[1:] == [("mark", "b5"), ("mark", "c5")]


def test_undone_events_are_no_news(table: Actor, receiver: Receiver) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.ok("/mark", player="Ann", mark="a5")
    table.ok("/undo")
    table.ok("/mark", player="Ann", mark="b5")
    until(lambda: receiver.events[-1:] == [("mark", "b5")])
    assert receiver.events[0] == ("roll", ROLL) and len(receiver.told) <= 3
    table.begin("Cleo").roll(ROLL)
    until(lambda: receiver.told[-1]["state"]["game"]["players"] == ["Cleo"])
    assert receiver.events[-2:] == [("mark", "b5"), ("roll", ROLL)]


def test_no_mark_waits_for_a_slow_receiver(table: Actor, receiver: Receiver) -> None:
    receiver.gate.clear()
    table.begin("Ann", "Ben").roll(ROLL)
    until(lambda: len(receiver.told) == 1)
    table.ok("/mark", player="Ann", mark="a5")
    table.ok("/mark", player="Ben", mark="b5")
    receiver.gate.set()
    until(lambda: receiver.events[1:] == [("mark", "a5"), ("mark", "b5")])


def test_a_redirect_is_not_followed(
    table: Actor, receiver: Receiver, serve: Callable[[Flask], str], caplog: pytest.LogCaptureFixture
) -> None:
    other = Receiver()
    receiver.status, receiver.elsewhere = 307, f"{serve(other)}/hook?home=1"
    with caplog.at_level(logging.WARNING):
        table.begin("Ann", "Ben").roll(ROLL)
        until(lambda: "it answers 307" in caplog.text)
    assert len(receiver.told) == 1 and other.told == []


def test_a_name_that_leads_elsewhere_later_gets_nothing(
    table: Actor, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    public = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.5", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_named: public)
    with caplog.at_level(logging.WARNING):
        table.begin("Ann", "Ben").roll(ROLL)
        until(lambda: "no private address" in caplog.text)
    assert receiver.told == []


WRONG = ("", "qwixx", "ftp://10.0.0.1", "http://", "http://10.0.0.1:99999", "http://[", "http://a:b@10.0.0.1")
PUBLIC = ("203.0.113.5", "8.8.8.8", "[2001:4860::8]", "[::ffff:8.8.8.8]", "172.32.0.1")
PRIVATE = ("127.0.0.1", "192.168.1.5", "172.16.0.9", "10.1.2.3", "[fd00::1]", "169.254.3.4")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "is not an address to send to") for text in WRONG),
        *((f"http://{host}/", "to private addresses only") for host in PUBLIC),
    ],
)
def test_a_wrong_or_public_address_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        checked_url(text)


@pytest.mark.parametrize("host", PRIVATE)
def test_a_private_address_is_taken(host: str) -> None:
    assert checked_url(f"https://{host}:8123/x").port == 8123
