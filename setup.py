"""Writes the commit into the source archive and the wheel. Everything else is in pyproject.toml."""

import runpy
from collections.abc import Iterable
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
COMMIT = runpy.run_path(str(ROOT / "companion" / "commit.py"))["commit"]()


def note_commit(folder: str) -> None:
    """Write the commit, if known, to companion/commit.txt in `folder`."""
    if COMMIT:
        (Path(folder) / "companion" / "commit.txt").write_text(COMMIT + "\n", encoding="ascii")


class Archive(sdist):
    """Makes the source archive, and adds a file with the commit."""

    def make_release_tree(self, base_dir: str, files: Iterable[str]) -> None:
        super().make_release_tree(base_dir, files)
        note_commit(base_dir)


class Code(build_py):
    """Collects the code for a wheel, and adds a file with the commit."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            note_commit(self.build_lib)


setup(cmdclass={"sdist": Archive, "build_py": Code})
