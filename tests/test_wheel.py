"""The wheel and the source archive, as `pipx install .` makes them: nothing that is read is left behind."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("vision", "sheets", "companion", "models")
CHECKOUT_ONLY = (
    "vision/training/*", "vision/evaluation/*", "companion/advisor/training/*",
    "sheets/locale/compile.py", "*.po",
)  # fmt: skip
"""What only runs from a checkout: the makers of networks and figures, and the sources of the catalogues."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a source archive, and with a wheel that was made from it and nothing else."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    for name in PACKAGES:
        shutil.copytree(
            ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    made(source, "sdist")
    archive = next((source / "dist").glob("*.tar.gz"))
    with tarfile.open(archive) as tar:
        tar.extractall(place / "unpacked", filter="data")
    unpacked = next((place / "unpacked").iterdir())
    made(unpacked, "wheel")
    shutil.move(archive, place)
    shutil.move(next((unpacked / "dist").glob("*.whl")), place)
    return place


def made(folder: Path, kind: str) -> None:
    """Make an "sdist" or a "wheel" of the project in `folder`, as an installer does."""
    code = f"from setuptools import build_meta; build_meta.build_{kind}('dist')"
    (folder / "dist").mkdir()
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.fixture
def wheel(place: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(place.glob("*.whl")))


def test_the_wheel_holds_every_file_that_the_program_reads_and_no_other(wheel: zipfile.ZipFile) -> None:
    files = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    left_out = {pattern for pattern in CHECKOUT_ONLY if any(fnmatch(name, pattern) for name in files)}
    assert left_out == set(CHECKOUT_ONLY), "each pattern names files of the checkout"
    assert held == {name for name in files if not any(fnmatch(name, pattern) for pattern in CHECKOUT_ONLY)}
    assert {"vision/py.typed", "sheets/py.typed", "companion/py.typed"} <= held


def test_the_demo_plays_from_the_wheel_and_every_module_of_it_can_be_imported(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    wheel.extractall(tmp_path)
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in wheel.namelist()
        if name.endswith(".py") and not name.endswith("__main__.py")
    ]
    code = (
        "import importlib, sys, vision\n"
        f"assert vision.__file__.startswith({str(tmp_path)!r}), vision.__file__\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "assert not [name for name in sys.modules if 'training' in name.split('.')], 'not shipped'\n"
        "from vision.scenes.throw import Tabletop\n"
        "throw = Tabletop(3, (160, 120)).throw([('red', 5)], 1, frames=1)\n"
        "assert throw.rest.shape == throw.rolling[0].shape == (120, 160, 3)\n"
    )
    environ = os.environ | {"PYTHONPATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "qwixx = companion.cli:main" in wheel.read(entry).decode()


def test_the_wheel_and_the_archive_bring_the_licence_and_nothing_of_the_tests(place: Path) -> None:
    with tarfile.open(next(place.glob("*.tar.gz"))) as tar:
        held = tar.getnames()
    held += zipfile.ZipFile(next(place.glob("*.whl"))).namelist()
    assert sum(name.endswith("/LICENSE") for name in held) >= 2
    assert not [name for name in held if "test" in Path(name).name or "conftest" in name]


@pytest.mark.long
def test_the_wheel_plays_in_an_empty_environment(place: Path, tmp_path: Path) -> None:
    """Installed where nothing else is, with what its own metadata asks for, far from the checkout."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    environ = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    environ |= {"QWIXX_DATA": str(tmp_path / "games"), "VIRTUAL_ENV": str(home)}
    pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    wheel = next(place.glob("*.whl"))
    done = subprocess.run([*pip, str(wheel)], cwd=tmp_path, env=environ, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"the packages could not be fetched: {done.stderr.strip().splitlines()[-1:]}")
    if subprocess.run([scripts / "python", "-c", "import cv2"], env=environ, capture_output=True).returncode:
        # a machine without a desktop's libraries, as requirements/install.py mends it
        subprocess.run([*pip[:3], "uninstall", "--yes", "--quiet", "opencv-python"], env=environ, check=True)
        subprocess.run([*pip, "opencv-python-headless"], env=environ, check=True)

    def qwixx(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(scripts / "qwixx"), *words]
        return subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)

    looked = json.loads(qwixx("doctor", "--camera", "demo", "--port", "18760", "--json").stdout)
    state = {row["check"]: row["state"] for row in looked["checks"]}
    assert {state[name] for name in ("networks", "known-picture", "packages", "database")} == {"well"}
    assert qwixx("rule", "miss").returncode == 0
    assert "Fehl" in qwixx("rule", "--language", "de", "miss").stdout, "the catalogues are there"
    assert qwixx("print", "longo", "--out", "longo.pdf").returncode == 0
    assert (tmp_path / "longo.pdf").read_bytes().startswith(b"%PDF")
    assert qwixx("read", str(ROOT / "fixtures" / "rolls" / "wood.jpg")).returncode == 0
    record = ROOT / "fixtures" / "records" / "mixx-b-open.json"
    assert json.loads(qwixx("advise", str(record), "--json").stdout)[0]["player"]
    table = [str(scripts / "qwixx"), "table", "--no-browser", "--json", "--port", "18761"]
    with subprocess.Popen(table, cwd=tmp_path, env=environ, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        with urllib.request.urlopen(address, timeout=30) as page:
            assert page.status == 200 and b"/static/" in page.read()
        process.terminate()
        assert process.wait(timeout=60) == 0
