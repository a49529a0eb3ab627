"""Tests wait for what they wait for: none pauses for a fixed time."""

import ast

from tests.running import ROOT

PAUSES = ("sleep", "wait_for_timeout")
"""Functions and methods that pause for a fixed time."""
NO_TESTS = ("waiting.py", "bench.py", "bench_live.py", "bench_load.py")
"""Files under tests/ that may pause: the module that waits for conditions, and programs that measure."""


def test_no_test_pauses_for_a_fixed_time() -> None:
    pauses = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.name not in NO_TESTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PAUSES
    ]
    assert not pauses, f"wait with `tests.waiting.until` in place of a pause: {', '.join(pauses)}"
