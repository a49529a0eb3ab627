"""Sets up the project's virtual environment in `.venv`, unless it is up to date.

    python3 requirements/install.py run     the packages needed to play
    python3 requirements/install.py test    also those needed for tests and checks

Every package is pinned and checked by its hash (`run.txt`, `test.txt`, made by `lock.sh`). This script needs
only the standard library. It fails with a message if Python is too old for the project.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"
LISTS = ("run", "test")


def say(text):
    print("qwixx: " + text, flush=True)


def fail(text):
    sys.exit("qwixx: " + text)


def fingerprint(wanted):
    """Return a hash of files, Python and paths. If it changes, the environment must be set up again."""
    digest = hashlib.sha256()
    for file in (HERE / (wanted + ".txt"), ROOT / "pyproject.toml", Path(__file__)):
        digest.update(file.read_bytes())
    digest.update(repr((sys.version_info[:3], str(Path(sys.executable).resolve()), str(VENV))).encode())
    return digest.hexdigest()


def stamp(wanted):
    return VENV / (".installed-" + wanted)


def is_installed(wanted):
    """Return True if the list `wanted` ("run" or "test") or a larger one is installed and up to date."""
    if not PYTHON.exists():
        return False
    names = LISTS[LISTS.index(wanted) :]
    return any(stamp(name).exists() and stamp(name).read_text() == fingerprint(name) for name in names)


class Bar:
    """The progress of pip, in one line that is overwritten: `[#####.....]  7 of 24  numpy`."""

    WIDTH = 24

    def __init__(self, packages):
        self.packages, self.done, self.drawn = packages, 0, 0

    def read(self, line):
        """Update the bar from one line of pip's output. Packages that pip ignores aren't counted."""
        words = line.split()
        if line.startswith("Ignoring "):
            self.packages -= 1
        elif line.startswith(("Collecting ", "Processing ")):  # from the index; a wheel that lies here
            self.done += 1
            self.draw(Path(words[1]).name.split("-" if ".whl" in words[1] else "==")[0])
        elif line.lstrip().startswith("Downloading ") and line.rstrip().endswith("B)"):
            self.draw(words[1].split("-")[0].replace("_", "-") + " " + " ".join(words[-2:]))
        elif line.startswith("Installing "):
            self.draw("unpacking")

    def draw(self, what):
        full = self.WIDTH * min(self.done, self.packages) // max(self.packages, 1)
        line = "qwixx: [%s%s] %2d of %d  %s" % (
            "#" * full,
            "." * (self.WIDTH - full),
            self.done,
            self.packages,
            what,
        )
        self.write(line[:78])

    def write(self, line):
        sys.stdout.write("\r" + line.ljust(self.drawn) + ("\r" if not line else ""))
        sys.stdout.flush()
        self.drawn = len(line)


def packages_in(words):
    """Return the number of packages in the file after `-r` in pip's arguments, or 0 without `-r`."""
    if "-r" not in words:
        return 0
    return sum("==" in line for line in Path(words[words.index("-r") + 1]).read_text().splitlines())


def call(command, packages):
    """Run a pip command and return its exit status. In a terminal, show how many of `packages` are done."""
    if not packages or not sys.stdout.isatty():
        return subprocess.call([*command, "--quiet"], cwd=str(ROOT))
    bar = Bar(packages)
    with subprocess.Popen(command, cwd=str(ROOT), stdout=subprocess.PIPE, universal_newlines=True) as running:
        for line in running.stdout:
            bar.read(line)
    bar.write("")
    return running.returncode


def pip(*words):
    command = [str(PYTHON), "-m", "pip", words[0], "--disable-pip-version-check", "--no-input", *words[1:]]
    if call(command, packages_in(words)) != 0:
        fail(
            "a package could not be installed (pip's own words stand above). Check the network connection, "
            "then run the same command again; what has arrived is kept."
        )


def answers(code):
    """Run `code` with the environment's Python. Return its output, or "" if this Python is missing."""
    if not PYTHON.exists():
        return ""
    return subprocess.run(
        [str(PYTHON), "-c", code], capture_output=True, text=True, cwd=str(VENV)
    ).stdout.strip()


def make_environment():
    """Create the virtual environment anew unless it works and has this version of Python."""
    if answers("import pip, sys; print(sys.version_info[:3])") == str(sys.version_info[:3]):
        if answers("from importlib.metadata import version as v; print(v('opencv-python-headless'))"):
            pip("uninstall", "--yes", "opencv-python-headless")  # never both builds at once
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "venv", str(VENV)]) != 0:
        fail(
            "this Python cannot make a virtual environment. On Debian and Ubuntu install it with "
            '"sudo apt install python3-venv python3-pip", then run the same command again.'
        )


def mend_opencv():
    """Replace OpenCV by its headless build if `import cv2` fails, as on a server without libGL."""
    trial = subprocess.run([str(PYTHON), "-c", "import cv2"], capture_output=True, text=True, cwd=str(VENV))
    if trial.returncode == 0:
        return
    say("no desktop libraries here: taking the headless build of OpenCV instead.")
    pip("uninstall", "--yes", "opencv-python")
    pip("install", "--require-hashes", "--no-deps", "-r", str(HERE / "headless.txt"))
    trial = subprocess.run([str(PYTHON), "-c", "import cv2"], capture_output=True, text=True, cwd=str(VENV))
    if trial.returncode != 0:
        fail(
            "OpenCV cannot be loaded on this machine: "
            + (trial.stderr.strip().splitlines() or ["no reason given"])[-1]
        )


def install(wanted):
    if is_installed(wanted):
        return
    say("setting up in .venv, once; this takes a minute or two.")
    make_environment()
    pip("install", "--require-hashes", "-r", str(HERE / (wanted + ".txt")))
    mend_opencv()
    pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp(wanted).write_text(fingerprint(wanted))
    say("ready.")


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        fail(
            "this needs Python 3.11 or newer, and %s is Python %d.%d. Install a newer one, then say which: "
            "make PYTHON=python3.12 table" % (sys.executable, sys.version_info[0], sys.version_info[1])
        )
    if len(sys.argv) != 2 or sys.argv[1] not in LISTS:
        fail("say what to set up: run or test.")
    install(sys.argv[1])
