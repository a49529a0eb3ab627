"""Checks by `qwixx doctor` of ports, addresses and firewalls."""

import socket
import sys

import pytest

from companion.doctor import network
from tests.companion.doctor.findings import states


def test_a_taken_port_is_told_with_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        assert not network.is_free("127.0.0.1", port)
        (finding,) = network.check_port(port)
        assert finding.state == "note" and finding.values["free"] != port
    (free,) = network.check_port(port)
    assert free.state == "well"


def test_a_table_at_the_port_is_known_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "is_free", lambda *_: False)
    monkeypatch.setattr(network, "is_table", lambda _: True)
    assert [f.in_language() for f in network.check_port(8730)] == [
        "A table is running at http://127.0.0.1:8730/ now."
    ]
    monkeypatch.setattr(network, "is_table", lambda _: False)
    assert states(network.check_port(8730)) == {"port": "fault"}, "no port is left"


def test_phones_need_a_network_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "addresses", lambda: ())
    assert states(network.check_phones(8730)) == {"address": "note"}
    monkeypatch.setattr(network, "addresses", lambda: ("127.0.0.1",))
    monkeypatch.setattr(network, "check_firewall", lambda _: iter(()))
    (finding,) = network.check_phones(8731)
    assert finding.state == "well" and "http://127.0.0.1:8731/" in finding.in_language()
    monkeypatch.setattr(network, "_answers", lambda _: False)
    assert states(network.check_phones(8730)) == {"address": "fault"}


def test_a_firewall_is_told_with_the_command_that_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(network, "_has_line", lambda file, line: file.endswith("ufw.conf") and "yes" in line)
    monkeypatch.setattr(network, "_output", lambda *_: "not running")
    findings = list(network.check_firewall(9000))
    assert [f.values["name"] for f in findings if f.values["name"] == "ufw"] == ["ufw"]
    assert "sudo ufw allow 9000/tcp" in findings[0].advice()
