"""docs/refereeing.md and docs/own-pads.md say what the program does."""

import re
import shlex
import tomllib
from pathlib import Path

from click.testing import CliRunner

from companion.cli.judge import command as judge_command
from companion.cli.moves import command as moves_command
from companion.cli.pads import command as pads_command
from companion.cli.replay import command as replay_command
from companion.cli.rule import command as rule_command
from sheets.errors import BadInput
from sheets.pad import parse_pad
from sheets.pad_part import pad_parts

DOCS = Path(__file__).parents[3] / "docs"
VERBS = {
    "replay": replay_command,
    "moves": moves_command,
    "judge": judge_command,
    "rule": rule_command,
    "pads": pads_command,
}


def blocks(name: str, language: str = "") -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.S)


def said(line: str, folder: Path) -> str:
    """Run `line`, a `qwixx` command, on files in `folder`; return what it prints."""
    _, verb, *arguments = shlex.split(line)
    arguments = [str(folder / word) if word.endswith((".toml", ".json")) else word for word in arguments]
    result = CliRunner().invoke(VERBS[verb], arguments)
    problem = f"qwixx {verb}: {result.exception}\n" if isinstance(result.exception, BadInput) else ""
    return (result.stdout + problem).replace(f"{folder}/", "")


def test_the_pad_in_the_page_is_sound_and_so_is_what_is_said_of_it(tmp_path: Path) -> None:
    pad, bar, pairs, special = blocks("own-pads.md", "toml")
    shown, wrong = (block for block in blocks("own-pads.md") if block.startswith("$"))
    (tmp_path / "steps.toml").write_text(pad, encoding="utf-8")
    command, _, output = shown.partition("\n")
    assert said(command[2:], tmp_path) == output
    (tmp_path / "steps.toml").write_text(pad.replace("blue 5 4 3 2 8 6 7", "blue 7 4 3 2 8 6 7"))
    command, _, output = wrong.partition("\n")
    assert said(command[2:], tmp_path) == output
    classic = {"format": "qwixx-pad/1", "name": "x", "rows": dict.fromkeys("abcd", "")}
    for letter, colour in zip("abcd", ("red", "yellow", "green", "blue"), strict=True):
        numbers = range(2, 13) if letter in "ab" else range(12, 1, -1)
        classic["rows"][letter] = f"{colour} {' '.join(map(str, numbers))}"
    boxes = parse_pad(classic | tomllib.loads(bar)).part("bonus-bar").boxes
    assert boxes == ("red", "yellow", "green", "blue")
    assert len(parse_pad(classic | tomllib.loads(pairs)).part("bonus-pairs")) == 5
    assert set(parse_pad(classic | tomllib.loads(special)).mechanisms) == {
        key for key, part in pad_parts().items() if not part.is_bonus and key != "sheet-rows"
    }


def test_the_examples_of_refereeing(tmp_path: Path) -> None:
    record = blocks("refereeing.md", "json")[0]
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    for block in blocks("refereeing.md"):
        if block.startswith("$"):
            command, _, output = block.partition("\n")
            assert output in said(command[2:], tmp_path), command
