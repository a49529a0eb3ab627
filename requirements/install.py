"""Set up the project's own virtual environment in `.venv`; a second call takes no time.

    python3 requirements/install.py run     what it takes to play
    python3 requirements/install.py test    that, and the tests and checks

Every package is pinned and checked by its hash (`run.txt`, `test.txt`, made by `lock.sh`). Uses the standard
library alone, and runs on Pythons too old for the project far enough to say so.
"""

import hashlib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python" + (".exe" if os.name == "nt" else ""))
LISTS = ("run", "test")


def say(text):
    print("qwixx: " + text, flush=True)


def fail(text):
    sys.exit("qwixx: " + text)


def fingerprint(wanted):
    """What the environment depends on: the pinned list, the project's file, the Python, and where it stands."""
    digest = hashlib.sha256()
    for name in (os.path.join(HERE, wanted + ".txt"), os.path.join(ROOT, "pyproject.toml"), __file__):
        with open(name, "rb") as file:
            digest.update(file.read())
    digest.update(repr((sys.version_info[:3], os.path.realpath(sys.executable), VENV)).encode())
    return digest.hexdigest()


def stamp(wanted):
    return os.path.join(VENV, ".installed-" + wanted)


def is_installed(wanted):
    """Whether `wanted`, or a list that holds it, is there already."""
    if not os.path.exists(PYTHON):
        return False
    for name in LISTS[LISTS.index(wanted) :]:
        if os.path.exists(stamp(name)):
            with open(stamp(name), encoding="ascii") as file:
                if file.read() == fingerprint(name):
                    return True
    return False


def pip(*words):
    quiet = [] if sys.stdout.isatty() else ["--quiet"]
    command = [PYTHON, "-m", "pip", words[0], "--disable-pip-version-check", "--no-input", *quiet, *words[1:]]
    if subprocess.call(command, cwd=ROOT) != 0:
        fail(
            "a package could not be installed (pip's own words stand above). Check the network connection, "
            "then run the same command again; what has arrived is kept."
        )


def make_environment():
    """A fresh environment: half of an older one is no foundation."""
    shutil.rmtree(VENV, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "venv", VENV]) != 0:
        fail(
            "this Python cannot make a virtual environment. On Debian and Ubuntu install it with "
            '"sudo apt install python3-venv python3-pip", then run the same command again.'
        )


def mend_opencv():
    """On a machine without a desktop's libraries `import cv2` fails on libGL; the headless build does not need it."""
    trial = subprocess.run([PYTHON, "-c", "import cv2"], capture_output=True, text=True, cwd=VENV)
    if trial.returncode == 0:
        return
    say("no desktop libraries here: taking the headless build of OpenCV instead.")
    pip("uninstall", "--yes", "opencv-python")
    pip("install", "--require-hashes", "--no-deps", "-r", os.path.join(HERE, "headless.txt"))
    trial = subprocess.run([PYTHON, "-c", "import cv2"], capture_output=True, text=True, cwd=VENV)
    if trial.returncode != 0:
        fail("OpenCV cannot be loaded on this machine: " + (trial.stderr.strip().splitlines() or ["no reason given"])[-1])


def install(wanted):
    if is_installed(wanted):
        return
    say("setting up in .venv, once; this takes a minute or two.")
    if wanted == "run" or not is_installed("run"):
        make_environment()
    pip("install", "--require-hashes", "-r", os.path.join(HERE, wanted + ".txt"))
    mend_opencv()
    pip("install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    with open(stamp(wanted), "w", encoding="ascii") as file:
        file.write(fingerprint(wanted))
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
