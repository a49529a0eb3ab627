"""The functions that CONTRIBUTING.md names exist, and its table has every target of `make`."""

import importlib
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WAY = PAGE.partition("## From a photo to a verdict")[2].partition("\n## ")[0]


def test_the_way_of_a_photo_goes_through_functions_that_there_are() -> None:
    steps = re.findall(r"^\d+\. .*$", WAY, re.M)
    assert len(steps) == 10
    names = re.findall(r"`((?:companion|vision|sheets)\.[\w.]+)`", WAY)
    assert len(names) > 12 and all(re.search(r"`(companion|vision)\.", step) for step in steps)
    for name in names:
        parts = name.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            try:
                thing: object = importlib.import_module(".".join(parts[:cut]))
            except ModuleNotFoundError:
                continue
            break
        for part in parts[cut:]:
            thing = getattr(thing, part)
        assert callable(thing), name


def test_every_target_of_make_is_in_the_table_of_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^([a-z-]+):", makefile, re.M):
        assert target == "clean" or f"`make {target}`" in PAGE, target
