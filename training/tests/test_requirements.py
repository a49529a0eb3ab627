"""The lists of packages for training: pinned, hashed, without URLs, in the versions used by the tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = ("train", "evaluation")


def pins(path: Path) -> set[tuple[str, str]]:
    """Return (package, version) for each package that the requirements file `path` pins."""
    return set(re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", path.read_text(), re.M))


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_is_pinned_and_hashed_and_no_address_is_named(name: str) -> None:
    text = (ROOT / "training" / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text and "\n--" not in text
    entries = re.split(r"\n(?=[A-Za-z0-9])", re.sub(r"^\s*#.*\n?", "", text, flags=re.M).strip())
    for entry in entries:
        assert re.match(r"[A-Za-z0-9._-]+==\S", entry) and "--hash=sha256:" in entry, entry.splitlines()[0]


@pytest.mark.parametrize("name", LISTS)
def test_shared_requirements_have_the_same_version(name: str) -> None:
    tested = pins(ROOT / "requirements" / "test.txt")
    shared = {package for package, _ in tested}
    own = pins(ROOT / "training" / "requirements" / f"{name}.txt")
    assert {pin for pin in own if pin[0] in shared} <= tested
