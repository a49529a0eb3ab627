"""On the documentation's site, every page is reachable, links work, and no other host is needed."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.scripts import load_script

ROOT = Path(__file__).parents[1]
CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
SITE = load_script(ROOT / "docs" / "site_files.py")
PAGES = [path for path in SITE.site_files() if path.suffix == ".md"]


def anchors(page: Path) -> set[str]:
    """Return the anchors that a page's headings get."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_picture_is_there(page: Path) -> None:
    for target in SITE.links(page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        assert file.is_file(), f"{page.name}: {target}"
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lists_are_indented_by_four_spaces(page: Path) -> None:
    """With fewer spaces, the site ends the list there, and counts from one again."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    assert re.findall(r"(?:^\n {1,3}\S|^ {1,3}(?:-|\d+\.) ).*$", text, re.M) == []


def test_every_page_is_in_the_navigation_once() -> None:
    named = re.findall(r"^ +- (?:.*: )?(\S+\.md)$", CONFIG.partition("\nnav:\n")[2], re.M)
    assert sorted(named) == sorted(page.relative_to(ROOT).as_posix() for page in PAGES)


def test_the_site_holds_the_front_page_every_page_of_docs_and_what_they_link_to() -> None:
    held = set(SITE.site_files())
    assert {
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "LICENSE",
        ROOT / "docs/pictures/second-renderer.jpg",
    } <= held
    assert set((ROOT / "docs").glob("*.md")) <= held
    assert all(path.is_relative_to(ROOT) and ".venv" not in path.parts for path in held)


@pytest.mark.parametrize("target", ["gone.md", "../../elsewhere.md", "pictures", "../LICENCE"])
def test_a_link_to_nothing_a_folder_or_outside_is_said_with_its_page(tmp_path: Path, target: str) -> None:
    root = tmp_path / "project"
    (root / "docs" / "pictures").mkdir(parents=True)
    (tmp_path / "elsewhere.md").write_text("# Not ours\n")
    (root / "README.md").write_text(
        "[the page](docs/page.md), not `[code](code.md)`, not [far](https://example.com)\n"
    )
    (root / "docs" / "page.md").write_text("# A page, [its top](#a-page)\n")
    assert SITE.site_files(root) == [root / "README.md", root / "docs" / "page.md"]
    (root / "docs" / "page.md").write_text(f"# A page\n\n[a link]({target})\n")
    with pytest.raises(FileNotFoundError, match=rf"^docs/page\.md: {re.escape(target)} is no file"):
        SITE.site_files(root)


def test_the_site_takes_nothing_from_another_host() -> None:
    assert "://" not in CONFIG and re.search(r"^  font: false", CONFIG, re.M)
    assert "polyfills: [docs/iframe-worker.js]" in CONFIG, "else the theme names one on another host"


@pytest.mark.browser
def test_the_search_has_its_worker_in_a_page_that_is_opened_from_a_folder(
    chromium: Any, tmp_path: Path
) -> None:
    (tmp_path / "words.js").write_text("const WORDS = ['dice'];")
    (tmp_path / "worker.js").write_text(
        "addEventListener('message', async ({data}) => {"
        " await importScripts('words.js'); postMessage(data + ' ' + WORDS[0]); });"
    )
    (tmp_path / "page.html").write_text(
        f"<body><script src='{(ROOT / 'docs' / 'iframe-worker.js').as_uri()}'></script><script>"
        "const worker = new Worker('worker.js');"
        "worker.onmessage = ({data}) => { document.title = data; }; worker.postMessage('lucky');</script>"
    )
    context = chromium.new_context()
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_function("() => document.title === 'lucky dice'")
    context.close()
