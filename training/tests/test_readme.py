"""training/README.md names each file in models/ and how it is made, and its commands exist."""

from pathlib import Path

import pytest

from tests.test_docs_commands import blocks, check_target, run_module

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "training" / "README.md").read_text(encoding="utf-8")
LINES = {line.partition("   #")[0].strip() for line in blocks(PAGE)}


@pytest.mark.parametrize("line", sorted(LINES))
def test_every_command_is_there(line: str) -> None:
    if line.startswith("make"):
        check_target(line)
    else:
        run_module(line)


def test_every_file_in_models_is_in_the_table() -> None:
    made = {path.name for kind in ("onnx", "npz", "toml") for path in (ROOT / "models").glob(f"*.{kind}")}
    games = {name for name in made if name.startswith("advice-") and name.endswith(".onnx")}
    assert games and "advice-GAME.onnx" in PAGE
    for name in made - games - {"MODELS.toml"}:
        assert f"`{name}`" in PAGE, name
