"""A hook of `mkdocs.yml` that selects the files of the documentation's site (`make site`).

The site holds README.md, the pages of docs/ and all files that they link to, at the same paths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parents[1]
SHOWN = {".css", ".html", ".jpg", ".js", ".md", ".pdf", ".png", ".svg", ".txt", ".webp"}
"""Suffixes of files that browsers can show; other files are published as text."""


def links(markdown: str) -> Iterator[str]:
    """Yield the relative targets (with anchors) of links and pictures in a page, except in code."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", markdown, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"<img src=\"([^\"]+)\"", text):
        if not re.match(r"[a-z]+:", target):
            yield target


def site_files(root: Path = ROOT) -> list[Path]:
    """Return README.md, the pages of docs/, and all files that they link to.

    Raise FileNotFoundError if a link leads to anything but a file of the repository.
    """
    waiting = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    files: list[Path] = []
    while waiting:
        path = waiting.pop(0)
        if path in files:
            continue
        files.append(path)
        for target in links(path.read_text(encoding="utf-8")) if path.suffix == ".md" else ():
            name = target.partition("#")[0]
            linked = (path.parent / name).resolve() if name else path
            if not (linked.is_file() and linked.is_relative_to(root)):
                raise FileNotFoundError(f"{path.relative_to(root)}: {target} is no file of the repository.")
            waiting.append(linked)
    return files


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the files of the site: the theme's own and `site_files`. Raise PluginError for a broken link."""
    from mkdocs.exceptions import PluginError
    from mkdocs.structure.files import File, Files

    try:
        wanted = {path.relative_to(ROOT).as_posix() for path in site_files()}
    except FileNotFoundError as error:
        raise PluginError(str(error)) from error
    held = Files([file for file in files if file.src_dir != config.docs_dir])
    named = {config.theme["logo"], config.theme["favicon"], *config.extra_css, *config.extra["polyfills"]}
    for name in sorted(wanted | named):
        file = File(name, str(ROOT), config.site_dir, config.use_directory_urls)
        if Path(name).suffix not in SHOWN:
            file.dest_uri += ".txt"
        held.append(file)
    return held
