"""The wheel and the source archive contain every file that the program needs, and the wheel works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.cli import VERBS
from tests.waiting import until

ROOT = Path(__file__).parents[1]
PACKAGES = ("vision", "sheets", "companion", "mechanisms", "models")
CHECKOUT_ONLY = ("sheets/locale/compile.py", "*.po")
"""Files that the wheel lacks: sources of the translation catalogues, and the script that compiles them."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a source archive of the checkout, and a wheel made from that archive alone."""
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    left_out = shutil.ignore_patterns(
        ".*", "__pycache__", "*.egg-info", "build", "dist", "pictures", "fixtures"
    )
    shutil.copytree(ROOT, source, ignore=left_out)
    git = ("git", "-c", "user.name=x", "-c", "user.email=x")
    for words in (("init", "--quiet"), ("commit", "--quiet", "--allow-empty", "--message", "x")):
        subprocess.run([*git, *words], cwd=source, check=True)
    made(source, "sdist")
    archive = next((source / "dist").glob("*.tar.gz"))
    with tarfile.open(archive) as tar:
        # Pythons before 3.11.4 know no filters
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # type: ignore[assignment]
        tar.extractall(place / "unpacked")
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
    noted = {"companion/commit.txt"}
    assert held - noted == {
        name for name in files if not any(fnmatch(name, pattern) for pattern in CHECKOUT_ONLY)
    }
    assert {f"{package}/py.typed" for package in PACKAGES} <= held


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
        "from vision.frames.demo import DemoSource\n"
        "demo = DemoSource(seed=1)\n"
        "assert demo.throw() and demo.latest().image.shape == (480, 640, 3)\n"
    )
    environ = os.environ | {"PYTHONPATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()


def test_the_wheel_tells_the_commit_that_it_was_built_from(place: Path, wheel: zipfile.ZipFile) -> None:
    words = ["git", "rev-parse", "HEAD"]
    head = subprocess.run(words, cwd=place / "source", capture_output=True, text=True, check=True).stdout
    noted = wheel.read("companion/commit.txt").decode().strip()
    assert len(noted) >= 10 and head.startswith(noted)


def test_the_wheel_brings_the_command(wheel: zipfile.ZipFile) -> None:
    entry = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "qwixx = companion.start:main" in wheel.read(entry).decode()


def test_the_wheel_and_the_archive_bring_the_licence_and_no_tests_or_training(place: Path) -> None:
    with tarfile.open(next(place.glob("*.tar.gz"))) as tar:
        held = tar.getnames()
    assert any(name.endswith("/CHANGELOG.md") for name in held)
    held += zipfile.ZipFile(next(place.glob("*.whl"))).namelist()
    assert sum(name.endswith("/LICENSE") for name in held) >= 2
    licences = {name.partition(".dist-info/licenses/")[2] for name in held} - {""}
    assert licences == {"LICENSE", "sheets/fonts/OFL.txt", "sheets/fonts/OFL-MPLUSRounded1c.txt"}
    assert not [name for name in held if "test" in Path(name).name or "training" in Path(name).parts]


def test_the_archive_and_the_wheel_tell_nothing_of_the_machine(place: Path) -> None:
    """No file contains the path of a folder of the computer that built it."""
    with tarfile.open(next(place.glob("*.tar.gz"))) as tar:
        held = {entry.name: tar.extractfile(entry) for entry in tar if entry.isfile()}
        texts = {name: file.read() for name, file in held.items() if file is not None}
    wheel = zipfile.ZipFile(next(place.glob("*.whl")))
    texts |= {name: wheel.read(name) for name in wheel.namelist()}
    assert not [name for name in texts if name.endswith(".pyc")]
    for folder in {str(place), str(ROOT), str(Path.home() / ".")}:
        assert not [name for name, text in texts.items() if len(folder) > 5 and folder.encode() in text], (
            folder
        )


@pytest.fixture(scope="module")
def installed(place: Path, tmp_path_factory: pytest.TempPathFactory) -> InstalledWheel:
    """Install the wheel and its dependencies into a new environment with an empty home."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    (folder / "home").mkdir()
    wanted = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
    # no make, no compiler, no git: nothing but the environment's own scripts
    environ = (
        wanted
        | {"PATH": str(scripts)}
        | {name: str(folder / "home") for name in ("HOME", "USERPROFILE", "LOCALAPPDATA")}
    )
    pip = [str(scripts / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    network = environ | {
        name: text for name, text in os.environ.items() if re.match(r"(?i)pip_|\w+_proxy$", name)
    }
    wheel = next(place.glob("*.whl"))
    done = subprocess.run(
        [*pip, "install", str(wheel)], cwd=folder, env=network, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"the packages could not be fetched: {done.stderr.strip().splitlines()[-1:]}")
    if subprocess.run([scripts / "python", "-c", "import cv2"], env=environ, capture_output=True).returncode:
        # a machine without a desktop's libraries, as requirements/install.py mends it
        subprocess.run([*pip, "uninstall", "--yes", "opencv-python"], env=network, check=True)
        subprocess.run([*pip, "install", "opencv-python-headless"], env=network, check=True)
    return InstalledWheel(folder, scripts, environ)


@dataclass(frozen=True)
class InstalledWheel:
    """The installed wheel. `folder` holds its virtual environment and the user's home."""

    folder: Path
    scripts: Path
    environ: dict[str, str]

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start `qwixx WORDS`, with pipes for its output and errors."""
        return subprocess.Popen(
            [str(self.scripts / "qwixx"), *words], cwd=self.folder, env=self.environ,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip

    def qwixx(self, *words: str) -> str:
        """Run `qwixx WORDS` and return its output. Fail if its exit status is neither 0 nor 1 (a finding)."""
        with self.start(*words) as process:
            said, complaints = process.communicate(timeout=120)
        assert process.returncode in (0, 1), complaints
        assert "Traceback" not in complaints, complaints
        return said


FIXTURES = ROOT / "fixtures"
WORK = {
    "print": (("connect-15", "--count", "2", "--out", "pads.pdf"), r"^pads\.pdf: sheets \w{4}-01"),
    "pads": ((), r"(?s)^classic: Qwixx.*^connect-15: "),
    "read": ((FIXTURES / "rolls" / "wood.jpg",), r": complete$"),
    "watch": ((FIXTURES / "throw.mp4",), r"white 5, white 4, red 5"),
    "scan": ((ROOT / "docs" / "pictures" / "scan-photo.jpg",), r"Qwixx E4GA-02$"),
    "judge": (
        ("--game", "classic", "--action", "colour", "--sheet", "a2 a3 a5 / b7 / - / d12 d11",
         "--roll", "w4 w1 r3 y2 g6 b5", "--mark", "d5"),
        r"^Illegal: d5\..*\[colour-sum\]$",
    ),
    "moves": ((FIXTURES / "records" / "mixx-b-open.json",), r"^Ann \(white dice\):  -  a3  d3$"),
    "replay": ((FIXTURES / "records" / "classic-disputed.json",), r"^Turn 1 · Flo  w5 w3 r2 y4 g5 b2$"),
    "rule": (("miss", "--language", "de"), r"Fehl"),
    "advise": ((FIXTURES / "records" / "mixx-b-open.json",), r"^  a3 +\d+\.\d %"),
    "games": ((), r"^Games, each as it was saved: 0$"),
    "doctor": (("--camera", "demo", "--port", "18760"), r"^  ok  A test picture of dice is read "),
}  # fmt: skip
"""For each subcommand except `table`: its arguments, and a regular expression for its output."""


@pytest.mark.long
@pytest.mark.parametrize("verb", WORK)
def test_each_verb_works_where_nothing_but_the_wheel_is_installed(
    installed: InstalledWheel, verb: str
) -> None:
    words, said = WORK[verb]
    answer = installed.qwixx(verb, *map(str, words))
    assert re.search(said, answer, re.M), answer


def test_no_verb_is_left_out() -> None:
    assert {*WORK, "table"} == set(VERBS)


@pytest.mark.long
def test_the_demo_plays_where_nothing_but_the_wheel_is_installed(installed: InstalledWheel) -> None:
    with installed.start("table", "--no-browser", "--json", "--port", "18761") as process:
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]

            def shows_a_roll() -> bool:
                """Return True if the page shows a roll and its photo, which is missing between two rolls."""
                with urllib.request.urlopen(f"{address}demo", timeout=300) as answer:
                    said = " ".join(re.sub("<[^>]*>", " ", answer.read().decode()).split())
                return "As read from the photo" in said and bool(
                    re.search(r"Ada threw white \d and \d", said)
                )

            until(shows_a_roll, "the demo shows no roll")
        finally:
            process.terminate()
        assert process.wait(timeout=60) == 0


@pytest.mark.long
def test_without_a_desktops_libraries_one_sentence_says_what_to_install(installed: InstalledWheel) -> None:
    """Without libGL, subcommands that need OpenCV name the missing package, and others work."""
    code = "raise ImportError('libGL.so.1: cannot open shared object file: No such file or directory')"
    (installed.folder / "without" / "cv2").mkdir(parents=True)
    (installed.folder / "without" / "cv2" / "__init__.py").write_text(code)
    environ = installed.environ | {"PYTHONPATH": str(installed.folder / "without")}
    bare = InstalledWheel(installed.folder, installed.scripts, environ)
    for verb in ("read", "watch", "scan"):
        with bare.start(verb, *map(str, WORK[verb][0])) as process:
            said, complaints = process.communicate(timeout=60)
        assert (process.returncode, said) == (2, "")
        assert complaints.startswith(f"qwixx {verb}: a part of the program cannot be loaded (libGL.so.1:")
        assert complaints.count("\n") == 1 and "sudo apt install libgl1" in complaints
    assert "OpenCV is installed but cannot be loaded" in bare.qwixx("doctor", "--port", "18760")
    assert bare.qwixx("rule", "miss") and bare.qwixx("print", "classic", "--out", "classic.pdf")


INSTALLERS = {"pipx": ("pipx", "install"), "uv": ("uv", "tool", "install")}


@pytest.mark.long
@pytest.mark.parametrize("tool", INSTALLERS)
def test_an_installer_puts_the_command_into_an_empty_home(tool: str, place: Path, tmp_path: Path) -> None:
    """The wheel is installed with `pipx install` or `uv tool install`, as README.md says."""
    venv.create(tmp_path / "tool", with_pip=True)
    scripts = tmp_path / "tool" / ("Scripts" if os.name == "nt" else "bin")
    home = tmp_path / "home"
    home.mkdir()
    environ = os.environ | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }
    environ = {name: text for name, text in environ.items() if not name.startswith(("XDG_", "PYTHON"))}
    wheel = str(next(place.glob("*.whl")))
    for words in (
        (str(scripts / "python"), "-m", "pip", "install", "--quiet", tool),
        (str(scripts / INSTALLERS[tool][0]), *INSTALLERS[tool][1:], wheel),
    ):
        done = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"{tool} could not fetch packages: {done.stderr.strip().splitlines()[-1:]}")
    command = next((home / ".local" / "bin").glob("qwixx*"))
    environ = {"HOME": str(home), "PATH": "", "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
    for words, said in ((["--version"], "qwixx 1."), (["rule", "miss"], "miss"), (["pads"], "connect-15: ")):
        run = subprocess.run([command, *words], cwd=home, env=environ, capture_output=True, text=True)
        assert run.returncode == 0 and said in run.stdout, run.stderr
