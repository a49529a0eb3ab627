"""Checks by `qwixx doctor` of Python, packages and OpenCV."""

import sys
from importlib import metadata
from pathlib import Path

import pytest

from companion.doctor import examine, program
from tests.companion.doctor.findings import states


def test_requirements_are_installed_and_new_enough() -> None:
    assert {"numpy", "onnxruntime", "flask"} <= set(program.needs())
    assert "pytest" not in program.needs(), "what only tests need is no fault where one plays"
    assert states(program.check_program()) == {"python": "well", "packages": "well"}


def test_an_old_or_absent_package_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "needs", lambda: {"numpy": (99, 1), "nowhere-to-be-found": ()})
    told = [f.in_language() for f in program.check_program() if f.state == "fault"]
    assert len(told) == 2 and "99.1" in told[0] and "nowhere-to-be-found" in told[1]


def test_another_build_of_opencv_does_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name == "opencv-python-headless":
            return "5.0.0"
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    assert program.installed("opencv-python") == "5.0.0" and program.installed("rich") is None


def test_an_opencv_that_does_not_load_is_a_fault_and_the_rest_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert states(program.check_program())["opencv"] == "fault"
    groups = [group for group, _findings in examine(tmp_path)]
    assert groups == ["program", "network", "printer", "games"]
