"""What verbs share: the language, the streams, progress on a terminal, TAB, and a quick start."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from companion.cli import COMPLETE, VERBS, progress
from companion.cli.completion import INSTALL
from companion.cli.options import GAMES, system_language
from companion.cli.progress import Progress
from companion.cli.rule import command as rule
from companion.doctor.network import is_table
from companion.rules import VARIANTS
from sheets.errors import BadInput
from sheets.language import LANGUAGES

ROOT = Path(__file__).parents[3]


# -- language ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "de_DE", "QWIXX_LANGUAGE": "ES"}, "es"),
        ({"LANG": "de_DE", "QWIXX_LANGUAGE": ""}, "de"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_systems(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(BadInput, match=r"^QWIXX_LANGUAGE: expected en, es or de, but found 'klingon'\.$"):
        system_language({"QWIXX_LANGUAGE": "klingon"})


def test_every_verb_speaks_the_language_of_the_environment(fixtures: Path) -> None:
    """Whatever is shown of a position differs from the English wherever there is a sentence in it."""
    record = str(fixtures / "records" / "mixx-b-open.json")
    disputed = str(fixtures / "records" / "classic-disputed.json")
    for words in (["rule", "miss"], ["advise", record], ["replay", disputed]):
        said = {
            language: subprocess.run(
                [sys.executable, "-m", "companion", *words],
                capture_output=True,
                env={**os.environ, "QWIXX_LANGUAGE": language},
            ).stdout
            for language in LANGUAGES
        }
        assert all(said.values()) and len(set(said.values())) == len(LANGUAGES), words


def test_the_games_are_those_of_the_rules() -> None:
    assert sorted(GAMES) == sorted(VARIANTS)


# -- progress ------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Standard error on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands until it is set."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
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


# -- TAB -----------------------------------------------------------------------------------------------


def offered(*words: str) -> list[str]:
    """What bash is offered for the last of `words`."""
    environ = {**os.environ, COMPLETE: "bash_complete", "COMP_WORDS": "\n".join(words)}
    environ["COMP_CWORD"] = str(len(words) - 1)
    done = subprocess.run([sys.executable, "-m", "companion"], capture_output=True, text=True, env=environ)
    assert done.stderr == ""
    return done.stdout.split()


def test_tab_completes_verbs_options_and_names() -> None:
    assert offered("qwixx", "") == [f"plain,{verb}" for verb in VERBS]
    assert offered("qwixx", "re") == ["plain,read", "plain,replay"]
    assert {"plain,--game", "plain,--json"} <= set(offered("qwixx", "read", "--"))
    assert offered("qwixx", "print", "mixx") == ["plain,mixx-a", "plain,mixx-b"]
    assert offered("qwixx", "rule", "lock-n") == ["plain,lock-needs-five", "plain,lock-needs-six"]
    assert "plain,weakest-closed=lost" in offered("qwixx", "judge", "--ruling", "weakest")
    assert offered("qwixx", "judge", "--game", "lo") == ["plain,longo"]
    assert offered("qwixx", "scan", "shee") == ["file,shee"], "the shell itself lists files"


@pytest.mark.parametrize("shell", INSTALL)
def test_each_shell_gets_its_script(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "completion", shell], capture_output=True, text=True
    )
    assert f"{COMPLETE}={shell}_complete" in done.stdout and INSTALL[shell] in done.stdout


def test_the_script_for_bash_is_bash() -> None:
    script = subprocess.run(
        [sys.executable, "-m", "companion", "completion", "bash"], capture_output=True
    ).stdout
    try:
        checked = subprocess.run(["bash", "-n"], input=script, capture_output=True)
    except FileNotFoundError:
        pytest.skip("no bash on this system")
    assert checked.returncode == 0, checked.stderr


# -- a quick start, and JSON ---------------------------------------------------------------------------

HEAVY = (
    "cv2",
    "numpy",
    "flask",
    "onnxruntime",
    "waitress",
    "reportlab",
    "rich",
    "msgspec",
    "segno",
    "sqlite3",
    "vision",
    "companion.rules",
)
"""What `qwixx rule` has no use for; each would make it slow to answer."""


@pytest.mark.parametrize("words", [["rule", "miss"], ["--help"], ["rule", "--json"], ["completion", "bash"]])
def test_a_quick_verb_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys, companion.cli as cli\n"
        f"assert cli.run({words!r}) == 0\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == "[]\n", done.stderr


PRINTED = {
    "print": "classic --seed 1 --out FILE/x.pdf",
    "pads": "",
    "pads check": "sheets/pads/longo.toml",
    "scan": "fixtures/rolls/none.jpg",
    "judge": "--action white --sheet -/-/-/- --roll=w1,w2,r3,y4,g5,b6 --mark a3",
    "moves": "fixtures/records/mixx-b-open.json",
    "advise": "fixtures/records/mixx-b-open.json",
    "replay": "fixtures/records/classic-whole.json",
    "rule": "miss",
    "doctor": "--camera none --data FILE",
}
"""A command for each verb whose objects the table in docs/commands.md describes."""


@pytest.mark.parametrize("verb", PRINTED)
def test_objects_hold_what_the_page_says_they_do(verb: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| [^|]*`{verb}`[^|]* \| (.*) \|$", text, re.M)[:1]
    told = row.partition("`{")[2].partition("}`")[0]
    # the outermost names alone: what is inside of braces and brackets describes a field
    while (inner := re.sub(r"[\[{][^\[\]{}]*[\]}]", "", told)) != told:
        told = inner
    words = PRINTED[verb].replace("FILE", str(tmp_path)).replace(",", " ").split(" --roll=")
    arguments = words[0].split()
    if len(words) > 1:
        roll, _, rest = words[1].partition(" --mark ")
        arguments += ["--roll", roll, "--mark", rest]
    command = [sys.executable, "-m", "companion", *verb.split(), *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    first = json.loads(done.stdout.splitlines()[0])
    found = first[0] if isinstance(first, list) else first
    assert set(re.findall(r'"(\w+)"', told)) == set(found), done.stderr


def test_rules_as_objects() -> None:
    rows = [json.loads(line) for line in CliRunner().invoke(rule, ["--json"]).stdout.splitlines()]
    assert {"rule", "statement", "example", "sources", "games"} == set(rows[0])
    assert {"ruling", "question", "options", "default", "why", "games"} == set(rows[-1])
    assert rows[-1]["default"] in rows[-1]["options"]


def test_rules_are_found_by_what_they_speak_of() -> None:
    def found(*words: str) -> list[str]:
        lines = CliRunner().invoke(rule, ["--json", *words]).stdout.splitlines()
        return [row.get("rule") or row["ruling"] for row in map(json.loads, lines)]

    assert found("lock") == ["lock"]  # an id names one
    assert found("joker") == ["cards-jokers"] == found("JOKER", "colour")
    assert "weakest-closed" in found("lucky", "number") and "lucky" in found("lucky", "number")
    assert found("Würfel", "Schloss", "--language", "de") == ["mixx-a-close", "cards-lock-own"]
    whole = CliRunner().invoke(rule, ["lucky", "number"]).stdout
    assert whole.startswith("lucky  (longo)\n") and "\n\nweakest-closed  (longo)\n" in whole


def test_the_table_is_told_to_a_program_once_it_is_open(tmp_path: Path) -> None:
    words = [
        "table",
        "--no-browser",
        "--json",
        "--camera",
        "none",
        "--data",
        str(tmp_path),
        "--port",
        "18741",
    ]
    with subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert is_table(int(told["address"].rstrip("/").rpartition(":")[2])), "the doctor knows a table"
        process.terminate()
        assert process.stdout.read() == b"" and process.wait(timeout=60) == 0
    assert told["address"].startswith("http://127.0.0.1:") and told["data"] == str(tmp_path)


def test_a_context_is_not_needed_to_speak(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli.output import print_error

    assert click.get_current_context(silent=True) is None
    print_error("two\n  lines")
    assert capsys.readouterr().err == "qwixx: two lines\n"


def test_a_pdf_for_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes that a file would have, and nothing else; what is said goes to standard error."""
    monkeypatch.chdir(tmp_path)
    from companion.cli.print import command as pads

    words = ["longo", "--count", "2", "--seed", "5", "--language", "en", "--out"]
    piped = CliRunner().invoke(pads, [*words, "-"])
    assert piped.exit_code == 0
    assert "--seed 5 prints the same again" in piped.stderr
    assert not list(tmp_path.iterdir())
    CliRunner().invoke(pads, [*words, "file.pdf"])
    assert piped.stdout_bytes == (tmp_path / "file.pdf").read_bytes()
    refused = CliRunner().invoke(pads, [*words, "-", "--json"])
    assert isinstance(refused.exception, BadInput)
    assert not refused.stdout_bytes
