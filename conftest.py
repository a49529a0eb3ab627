"""Fixtures of all tests, such as folders and a browser, and rules for collecting and ordering tests."""

import gc
import importlib.util
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from tests.companion.web.chromium import find
from tests.waiting import LIMIT_SECONDS

ROOT = Path(__file__).parent
SHARED = ROOT.parent / "shared"

FIRST = ("tests/companion/web/", "tests/companion/sheet_scan/", "tests/vision/", "tests/robustness/")
"""The slowest tests. They run first, so that none keeps one process busy after the others are done."""

# What commands say is compared with English, on a computer of any language.
os.environ["QWIXX_LANGUAGE"] = "en"

# Doctests are collected from the packages; these import what only those who train have.
LEARNING = [*(f"training/advice/{name}.py" for name in ("learn", "network", "ship")), "training/onnx_file.py"]
can_learn = importlib.util.find_spec("torch") and importlib.util.find_spec("onnx")
collect_ignore_glob = [] if can_learn else [*LEARNING, "training/dice/*", "training/sheets/*"]
collect_ignore_glob += [] if importlib.util.find_spec("mitsuba") else ["training/evaluation/*"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of cores plus one, as tests in a browser often wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Skip the search for doctests in test files, which contain none."""
    found = yield
    if not {ROOT / "tests", ROOT / "training" / "tests"} & set(file_path.parents):
        return found
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort tests: tests in a browser first, then those in FIRST, then all others."""

    def turn(item: pytest.Item) -> int:
        if item.get_closest_marker("browser"):
            return -1
        return next((n for n, start in enumerate(FIRST) if item.nodeid.startswith(start)), len(FIRST))

    items.sort(key=turn)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the collected tests, which live to the end, so that the garbage collector does not scan them
    again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with rulebooks and labelled photos. Skip the test if there is none."""
    if not SHARED.is_dir():
        pytest.skip("no ../shared here: nothing to compare with")
    return SHARED


@pytest.fixture(scope="session")
def photos(shared: Path) -> Path:
    """Return the folder with labelled photos of real dice. Skip the test if there is none."""
    folder = shared / "photos"
    if not (folder / "labels.jsonl").is_file():
        pytest.skip("no ../shared/photos here: real photos are not read")
    return folder


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """Return the folder with the project's small rendered images, records and playthroughs."""
    return ROOT / "fixtures"


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Return a function that creates an app with the given settings. The app is closed after the test.

    The app stores its data in a temporary folder unless the setting DATA names another.
    """
    from companion.web.app import close, create_app

    with ExitStack() as opened:

        def start(**settings: Any) -> Flask:
            app = create_app({"DATA": tmp_path} | settings)
            opened.callback(close, app)
            return app

        yield start


@pytest.fixture(scope="session")
def full_counts() -> bool:
    """Return True if tests should run their full number of cases (`make test-long`), False for fewer."""
    return os.environ.get("QWIXX_COUNTS") == "full"


settings.register_profile("small", deadline=None, max_examples=25)
settings.register_profile("full", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "small"))


class TemplateMemory(BytecodeCache):
    """Keeps compiled Jinja templates in memory for all tests, as most tests create an app of their own."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options["bytecode_cache"] = TemplateMemory()


def build_when_asked(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """Return a function that builds URLs of `rule`. The function is compiled on its first call.

    Werkzeug would compile such a function for every rule when an app is created, which takes four fifths of
    the time of a short test.
    """
    compiled: list[Callable[..., tuple[str, str]]] = []

    def build(rule: Rule, **values: object) -> tuple[str, str]:
        if not compiled:
            compiled.append(compile_builder(rule, append_unknown))
        return compiled[0](rule, **values)

    return build


compile_builder = Rule._compile_builder
Rule._compile_builder = build_when_asked  # type: ignore[method-assign]


BROWSER = pytest.StashKey[str]()
"""The key for name, version and path of the browser that the tests of this process drive."""
NO_BROWSER = "no Chromium is on this machine; `make browser` finds or installs one"
"""The reason for skipping tests in a browser."""
CONTEXT = {
    "locale": "en-US",
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""The default options of each browser context, so that tests don't depend on this computer's settings.

A test of the service worker passes `service_workers="allow"`.
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the browser's name and version to the report of a failed browser test.

    Without a browser, give all skipped tests the same place, so that pytest reports them in one line.
    """
    report = yield
    if report.failed and item.get_closest_marker("browser"):
        report.sections.append(("browser", item.config.stash.get(BROWSER, "No browser was started.")))
    if report.skipped and isinstance(report.longrepr, tuple) and NO_BROWSER in report.longrepr[2]:
        report.longrepr = (__file__, 1, report.longrepr[2])
    return report


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of the browser for tests. Skip the test if there is no browser."""
    path = find()
    if path is None:
        pytest.skip(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def chromium(pytestconfig: pytest.Config, chromium_path: str) -> Iterator[Any]:
    """Start a headless Chromium. Its contexts have the options `CONTEXT` and time out after LIMIT_SECONDS."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=["--no-sandbox"])
        pytestconfig.stash[BROWSER] = f"Chromium {browser.version}, {chromium_path}"
        open_context = browser.new_context

        def new_context(**options: Any) -> Any:
            context = open_context(**{**CONTEXT, **options})
            context.set_default_timeout(1000 * LIMIT_SECONDS)
            return context

        browser.new_context = new_context  # type: ignore[method-assign]
        yield browser
        browser.close()
