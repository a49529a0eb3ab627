"""A command shows its progress only on a terminal and after some time, and wipes it at the end."""

import io
import sys
import time

import pytest

from companion.cli.progress import Progress


class Terminal(io.StringIO):
    """A stream that claims to be a terminal, in place of standard error."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace `time.monotonic` by a stopped clock; return a list whose item 0 is the time in seconds."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_progress_is_shown_on_a_terminal_after_a_while_and_wiped(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("Reading", 4) as bar:
        bar.step()
        assert screen.getvalue() == "", "most commands end sooner"
        clock[0] += 3
        bar.step()
        assert "Reading [###############---------------] 2/4, 3 s left" in screen.getvalue()
        bar.say("roll.jpg: complete")
        assert screen.getvalue().endswith(" \r"), "the line is free for what is said"
    assert capsys.readouterr().out == "roll.jpg: complete\n"


def test_progress_keeps_out_of_pipes_and_dumb_terminals(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    for screen, kind in ((io.StringIO(), "xterm"), (Terminal(), "dumb")):
        monkeypatch.setenv("TERM", kind)
        monkeypatch.setattr(sys, "stderr", screen)
        with Progress("Reading", 2) as bar:
            clock[0] += 5
            bar.step()
        assert screen.getvalue() == ""


@pytest.mark.parametrize("columns", [10, 20, 40, 80, 200])
def test_progress_fits_the_terminal(columns: int) -> None:
    bar = Progress("Reading photos", 1000)
    bar.reach(137)
    assert len(bar.line(7.0, columns)) == columns - 1
