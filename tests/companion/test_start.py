"""The start when other packages have the names of this program's packages: it works or explains a remedy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.start import MARK, MISSING, PACKAGES, SHARED, package_fault

ROOT = Path(__file__).parents[2]


def rule(environ: dict[str, str], folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `qwixx rule miss` in `folder`. `options`: options of the Python interpreter."""
    words = [sys.executable, *options, "-c", "from companion.start import main; main()", "rule", "miss"]
    return subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True, encoding="utf-8")


def packages(folder: Path, *names: str) -> Path:
    """Create foreign packages with these names in `folder`, and return the folder."""
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text('raise SystemExit("the other one")\n')
    return folder


def test_every_package_is_known_by_its_first_file() -> None:
    assert package_fault() is None
    for name in PACKAGES:
        assert MARK in (ROOT / name / "__init__.py").read_bytes(), name


def test_names_of_others_beside_it_do_no_harm(tmp_path: Path) -> None:
    """Check that foreign packages with our names do no harm if they come after ours on the search path."""
    others = packages(tmp_path / "others", *PACKAGES)
    done = rule({"PYTHONPATH": f"{ROOT}{os.pathsep}{others}"}, tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "miss" in done.stdout


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("language", sorted(SHARED))
def test_in_a_shared_environment_one_sentence_says_what_to_do(
    tmp_path: Path, name: str, language: str
) -> None:
    others = packages(tmp_path / "others", name)
    path = f"{others}{os.pathsep}{ROOT}"
    done = rule({"PYTHONPATH": path, "LANG": f"{language}_XX.UTF-8", "PYTHONUTF8": "1"}, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    place = others / name / "__init__.py"
    assert done.stderr == SHARED[language].format(name=name, place=place) + "\n"


@pytest.mark.parametrize("language", sorted(MISSING))
def test_a_missing_package_is_not_called_another_programs(tmp_path: Path, language: str) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "sheets").mkdir()  # without `__init__.py`
    for name in ("__init__.py", "start.py", "interruption.py"):
        shutil.copy(ROOT / "companion" / name, tmp_path / "companion")
    environ = {"PYTHONPATH": str(tmp_path), "LANG": f"{language}_XX.UTF-8", "PYTHONUTF8": "1"}
    done = rule(environ, tmp_path, "-S")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == MISSING[language].format(name="sheets") + "\n"
