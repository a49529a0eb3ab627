"""requirements/lowest.txt pins every package in pyproject.toml to its lowest allowed version."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_lowest_list_holds_the_lowest_of_each_that_is_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = dict(
        re.findall(
            r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", (ROOT / "requirements" / "lowest.txt").read_text(), re.M
        )
    )
    for need in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        name, lowest = re.match(r"([A-Za-z0-9._-]+)>=([0-9.]+)", need).groups()  # type: ignore[union-attr]
        given = (pinned[name] + ".0.0").split(".")
        wanted = lowest.split(".")
        # a bound such as >=4.13 is met first by 4.13.0.90, or by 5.0.0 for >=5
        assert given[: len(wanted)] == wanted, f"{name}: run requirements/lock.sh"


def test_the_two_lists_try_both_generations_of_opencv() -> None:
    lists = ((ROOT / "requirements" / name).read_text() for name in ("lowest.txt", "run.txt"))
    generations = [re.findall(r"^opencv-python==(\d+)", text, re.M) for text in lists]
    assert generations == [["4"], ["5"]]
