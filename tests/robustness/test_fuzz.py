"""The fuzzer tries stored inputs again, and reports faults, slow inputs, crashes and endless loops."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from sheets.errors import BadInput
from tests.robustness import fuzz
from tests.robustness.fuzz_targets import TARGETS, Target, corpus, outcome


@pytest.mark.parametrize("kind", TARGETS)
def test_kept_examples_are_answered_or_refused_in_a_sentence(kind: str) -> None:
    kept = list(corpus(kind))
    assert kept, "the corpus of this kind is empty"
    for path in kept:
        assert TARGETS[kind].attempt(path.read_bytes()), path.name


@pytest.mark.parametrize("kind", TARGETS)
def test_whole_examples_are_answered(kind: str) -> None:
    """Check that at least one unchanged example reaches the program instead of being passed over."""
    assert {TARGETS[kind].attempt(data) for data in TARGETS[kind].examples()} - {"passed over"}


def test_faults_and_slowness_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> str:
        raise KeyError("x")

    def slow(data: bytes) -> str:
        begun = time.process_time()
        while time.process_time() - begun < 0.02:
            pass
        return "done"

    came, wrong = fuzz.attempt(Target(lambda: (), broken), b"")
    assert came.startswith("KeyError at test_fuzz.py:") and "Traceback" in wrong
    monkeypatch.setattr(fuzz, "MAX_SECONDS", 0.01)
    assert fuzz.attempt(Target(lambda: (), slow), b"")[1].startswith("it took")
    monkeypatch.setattr(fuzz, "MAX_SECONDS", 5.0)
    assert fuzz.attempt(Target(lambda: (), lambda data: "done"), b"") == ("done", "")


def test_an_error_must_be_one_sentence() -> None:
    assert outcome(BadInput("{name} is no pad.", name="this file")) == "{name} is no pad."
    for text in ("no", "two\nlines of a sentence", "x" * 700):
        with pytest.raises(AssertionError, match="no sentence"):
            outcome(BadInput(text))


@pytest.mark.parametrize(
    ("program", "how"), [("raise SystemExit(3)", "died with 3"), ("import time; time.sleep(60)", "was stuck")]
)
def test_a_death_and_an_endless_loop_are_findings(
    program: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "STUCK_SECONDS", 0.1)
    (tmp_path / "current").write_bytes(b"pads\nx")
    worker = subprocess.Popen([sys.executable, "-c", program])
    assert fuzz._wait(worker, tmp_path / "current").startswith(how)


def test_findings_are_printed_and_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fussy(data: bytes) -> str:
        if b"9" in data:
            raise ZeroDivisionError
        return "fine"

    monkeypatch.setattr(fuzz, "ROOT", tmp_path)
    monkeypatch.setitem(fuzz.TARGETS, "pads", Target(lambda: (b"a 1", b"b 2"), fussy))
    fuzz.work(["pads"], 1.0, 1, tmp_path)
    told = capsys.readouterr().out
    assert told.count("FINDING in pads: ZeroDivisionError") == 1, "the same fault is told once"
    stored = [
        path for path in (tmp_path / "fixtures" / "fuzz" / "pads").iterdir() if b"9" in path.read_bytes()
    ]
    assert len(stored) == 1 and stored[0].name in told
