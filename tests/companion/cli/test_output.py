"""Commands print errors on standard error, and JSON objects as docs/commands.md describes them."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parents[3]


def test_a_context_is_not_needed_to_speak(capsys: pytest.CaptureFixture[str]) -> None:
    from companion.cli.output import print_error

    assert click.get_current_context(silent=True) is None
    print_error("two\n  lines")
    assert capsys.readouterr().err == "qwixx: two lines\n"


PRINTED = {
    "print": "classic --seed 1 --out FILE/x.pdf",
    "pads": "",
    "pads check": "sheets/pads/longo.toml",
    "scan": "fixtures/rolls/none.jpg",
    "judge": "--action white --sheet -/-/-/- --roll 'w1 w2 r3 y4 g5 b6' --mark a3",
    "moves": "fixtures/records/mixx-b-open.json",
    "advise": "fixtures/records/mixx-b-open.json",
    "replay": "fixtures/records/classic-whole.json",
    "rule": "miss",
    "doctor": "--camera none --data FILE",
}
"""For each verb in docs/commands.md's table of JSON objects, the arguments of an example."""


@pytest.mark.parametrize("verb", PRINTED)
def test_objects_hold_what_the_page_says_they_do(verb: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| [^|]*`{verb}`[^|]* \| (.*) \|$", text, re.M)[:1]
    told = row.partition("`{")[2].partition("}`")[0]
    # the outermost names alone: what is inside of braces and brackets describes a field
    while (inner := re.sub(r"[\[{][^\[\]{}]*[\]}]", "", told)) != told:
        told = inner
    arguments = shlex.split(PRINTED[verb].replace("FILE", str(tmp_path)))
    command = [sys.executable, "-m", "companion", *verb.split(), *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    first = json.loads(done.stdout.splitlines()[0])
    printed = first[0] if isinstance(first, list) else first
    assert set(re.findall(r'"(\w+)"', told)) == set(printed), done.stderr
