"""All requirements are pinned and hashed, and at most one of OpenCV's two builds is installed."""

import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]
PINNED = ("run.txt", "test.txt", "headless.txt", "lowest.txt", "docs.txt")


def pins(name: str) -> dict[str, set[str]]:
    """Return the versions that `requirements/NAME` pins, by package: several if Python's version matters."""
    versions: dict[str, set[str]] = {}
    for package, version in re.findall(
        r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", (ROOT / "requirements" / name).read_text(), re.M
    ):
        versions.setdefault(package.lower(), set()).add(version)
    return versions


@pytest.fixture
def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return `requirements/install.py`, changed to use `tmp_path`, and to note pip calls in `.calls`."""
    module = load_script(ROOT / "requirements" / "install.py")
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(module, "VENV", tmp_path)
    monkeypatch.setattr(module, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(module, "calls", calls, raising=False)
    monkeypatch.setattr(module, "pip", lambda *words: calls.append(words))
    return module


@pytest.mark.parametrize("name", PINNED)
def test_every_requirement_is_pinned_and_hashed_and_no_address_is_named(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert "://" not in text and "\n--" not in text
    entries = re.split(r"\n(?=[A-Za-z0-9])", re.sub(r"^\s*#.*\n?", "", text, flags=re.M).strip())
    assert entries
    for entry in entries:
        assert re.match(r"[A-Za-z0-9._-]+==\S", entry) and "--hash=sha256:" in entry, entry.splitlines()[0]


def test_requirements_are_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def names(needs: list[str]) -> set[str]:
        return {re.split(r"[<>=!~ \[;]", need)[0] for need in needs}

    assert names(project["dependencies"]) <= set(pins("run.txt"))
    assert names(project["optional-dependencies"]["test"]) <= set(pins("test.txt"))


def test_the_tests_run_on_what_is_played_with() -> None:
    tested = pins("test.txt")
    assert {name: tested.get(name) for name in pins("run.txt")} == pins("run.txt")


def test_the_headless_opencv_is_the_same_version() -> None:
    assert pins("headless.txt") == {"opencv-python-headless": pins("run.txt")["opencv-python"]}


def test_opencv_that_cannot_load_is_swapped_for_the_headless_build(
    installer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([0, 1, 0])
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=next(answers), stderr="libGL.so.1")
    )
    installer.mend_opencv()
    assert installer.calls == [], "an OpenCV that loads is left alone"
    installer.mend_opencv()
    assert [call[0] for call in installer.calls] == ["uninstall", "install"]
    assert "opencv-python" in installer.calls[0]
    assert {"--require-hashes", "--no-deps"} <= set(installer.calls[1])
    assert installer.calls[1][-1].endswith("headless.txt")


def test_a_bar_goes_along_with_pip(installer: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    bar = installer.Bar(5)
    said = (
        "Ignoring numpy: markers 'python_full_version >= \"3.12\"' don't match your environment",
        "Collecting blinker==1.9.0 (from -r run.txt (line 1))",
        "Processing /wheels/numpy-2.4.6-cp311-cp311-manylinux_2_28_x86_64.whl (from -r run.txt (line 9))",
        "Collecting opencv-python==5.0.0.93 (from -r run.txt (line 12))",
        "  Downloading opencv_python-5.0.0.93-cp37-abi3-manylinux_2_28_x86_64.whl (67.2 MB)",
        "Installing collected packages: blinker, numpy",
    )
    seen = []
    for line in said:
        bar.read(line + "\n")
        seen.append(capsys.readouterr().out.strip())
    assert seen[0] == "" and seen[1] == "qwixx: [######..................]  1 of 4  blinker"
    assert seen[2].endswith("2 of 4  numpy") and seen[3].endswith("3 of 4  opencv-python")
    assert seen[4].endswith("3 of 4  opencv-python (67.2 MB)") and seen[5].endswith("unpacking")
    assert all(len(line) < 79 for line in seen)
    assert installer.packages_in(("install", "-r", str(ROOT / "requirements" / "headless.txt"))) == 1


def test_an_opencv_beyond_mending_is_one_sentence(
    installer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stderr="a\nno libthing")
    )
    with pytest.raises(SystemExit, match=r"^qwixx: OpenCV cannot be loaded on this machine: no libthing$"):
        installer.mend_opencv()


def test_the_second_start_installs_nothing_until_a_list_changes(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer.PYTHON.touch()
    assert not installer.is_installed("run")
    installer.stamp("test").write_text(installer.fingerprint("test"))
    assert installer.is_installed("test")
    assert installer.is_installed("run"), "the tests' environment holds all that play needs"
    elsewhere = tmp_path / "requirements"
    elsewhere.mkdir()
    for name in PINNED:
        (elsewhere / name).write_text((ROOT / "requirements" / name).read_text() + "\n# changed")
    monkeypatch.setattr(installer, "HERE", elsewhere)
    assert not installer.is_installed("run")
