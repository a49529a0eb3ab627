"""Builds the program for people without Python, for this system: `python3 bundle/build.py`.

It writes to `build/bundle` a folder with everything that the program needs, an archive of the folder and, if
dpkg is installed, a Debian package.
"""

import os
import platform
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "build" / "bundle-work"
ENVIRONMENT = WORK / "environment"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OUT = ROOT / "build" / "bundle"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME: str = PROJECT["name"]
VERSION: str = PROJECT["version"]
SYSTEM = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}[platform.system()]
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names of processor architectures."""
DESKTOP = """[Desktop Entry]
Type=Application
Name=Qwixx at the table
Comment=Play Qwixx with your own dice and paper
Comment[de]=Qwixx mit euren eigenen Würfeln und Blättern spielen
Comment[es]=Juega al Qwixx con tus propios dados y hojas
Exec=/opt/{name}/qwixx-table
Icon={name}
Categories=Game;BoardGame;
StartupWMClass=Qwixx-table
Terminal=false
"""
CONTROL = """Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc})
Recommends: libx11-6
Section: games
Priority: optional
Description: the companion beside the box of Qwixx
 Prints score pads, reads the dice, knows the rules. Unofficial.
"""


def run(*words: object, **further: object) -> None:
    """Run a command in the project's folder; exit with a message if it fails."""
    done = subprocess.run([str(word) for word in words], cwd=ROOT, **further)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"qwixx: this failed with status {done.returncode}: {' '.join(map(str, words))}")


def make_environment() -> None:
    """Make a virtual environment with the pinned packages, PyInstaller and OpenCV's headless build."""
    pip = (PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check")
    lists = ROOT / "requirements"
    venv.create(ENVIRONMENT, with_pip=True, clear=True)
    run(*pip, "install", "--require-hashes", "-r", lists / "run.txt")
    run(*pip, "uninstall", "--yes", "opencv-python")
    run(*pip, "install", "--require-hashes", "--no-deps", "-r", lists / "headless.txt")
    run(*pip, "install", "--require-hashes", "-r", lists / "bundle.txt")
    run(*pip, "install", "--no-deps", "--no-build-isolation", "--editable", ROOT)


def pack_program() -> Path:
    """Run PyInstaller, and return the folder (on macOS the application) that it makes."""
    run(
        PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR",
        "--distpath", OUT, "--workpath", WORK / "pyinstaller", HERE / "qwixx.spec",
    )  # fmt: skip
    application = OUT / "Qwixx at the table.app"
    if application.exists():
        return application
    folder = OUT / NAME
    shutil.copy(ROOT / "LICENSE", folder)
    shutil.copy(ROOT / "docs" / "licences.md", folder)
    return folder


def archive(folder: Path) -> Path:
    """Pack a folder into a .zip (on Linux a .tar.xz), and return the archive's path."""
    file = OUT / f"{NAME}-{VERSION}-{SYSTEM}-{platform.machine().lower()}"
    if SYSTEM == "linux":
        file = file.with_name(file.name + ".tar.xz")
        # xz uses all cores, which `tarfile` doesn't
        run("tar", "--create", "--xz", "--file", file, "--owner=0", "--group=0", "-C", OUT, folder.name,
            env=os.environ | {"XZ_OPT": "-6 -T0"})  # fmt: skip
        return file
    file = file.with_name(file.name + ".zip")
    if SYSTEM == "macos":  # ditto keeps links and permissions
        run("ditto", "-c", "-k", "--keepParent", folder, file)
        return file
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for each in sorted(folder.rglob("*")):
            packed.write(each, each.relative_to(OUT))
    return file


def package(folder: Path) -> Path | None:
    """Make a Debian package of a folder, with a menu entry. Return its path, or None without dpkg-deb."""
    if not shutil.which("dpkg-deb"):
        print("qwixx: no package for Debian: dpkg-deb is not here.")
        return None
    tree = WORK / "package"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(folder, tree / "opt" / NAME, symlinks=True)
    static = ROOT / "companion" / "web" / "layout" / "media"
    for source, place in (
        (static / "icon-512.png", f"icons/hicolor/512x512/apps/{NAME}.png"),
        (static / "icon.svg", f"icons/hicolor/scalable/apps/{NAME}.svg"),
        (ROOT / "LICENSE", f"doc/{NAME}/copyright"),
    ):
        target = tree / "usr" / "share" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    menu = tree / "usr" / "share" / "applications" / f"{NAME}.desktop"
    menu.parent.mkdir(parents=True)
    menu.write_text(DESKTOP.format(name=NAME), encoding="utf-8")
    command = tree / "usr" / "bin" / "qwixx"
    command.parent.mkdir(parents=True)
    command.symlink_to(f"/opt/{NAME}/qwixx")
    architecture = MACHINES.get(platform.machine(), platform.machine())
    kilobytes = sum(each.stat().st_size for each in tree.rglob("*") if not each.is_symlink()) // 1024
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        CONTROL.format(
            name=NAME, version=VERSION, architecture=architecture, kilobytes=kilobytes,
            maintainer=PROJECT["authors"][0]["name"], libc=platform.libc_ver()[1],
        ),
        encoding="utf-8",
    )  # fmt: skip
    file = OUT / f"{NAME}_{VERSION}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", tree, file, stdout=subprocess.DEVNULL)
    return file


def main() -> None:
    """Build everything, and print the size of each file."""
    make_environment()
    folder = pack_program()
    made = [archive(folder)]
    if SYSTEM == "linux":
        made += [file for file in (package(folder),) if file]
    for file in made:
        print(f"qwixx: {file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
