"""The rule book of the program: it holds every rule that the code cites, and only rules of rules.md."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.book import RULES
from companion.rulebook.rule import BOOKS, FURTHER_BOOKS
from companion.rulebook.rulings import RULINGS
from companion.rules import ALL_VARIANTS, RULING_OPTIONS
from companion.rules.board import prepare
from sheets.pad import COLOURS, PADS, load_pad
from sheets.place_names import TERMS

ROOT = Path(__file__).parents[2]


def texts(node: ast.AST) -> set[str]:
    """Return every text written inside a piece of code."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def cited() -> set[str]:
    headings: set[str] = set()
    files = [*(ROOT / "companion" / "rules").rglob("*.py"), *(ROOT / "mechanisms").glob("*/rules.py")]
    for path in [*files, ROOT / "companion" / "records" / "referee.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                place = {"Refusal": 0, "_refused": 0, "End": 1, "Constraints": 1}.get(node.func.id)
                headings |= texts(node.args[place]) if place is not None else set()
            if isinstance(node, ast.FunctionDef) and node.name in (
                "broken",
                "_broken",
                "lock_needs_rule",
                "end_reason",
            ):
                headings |= {text for r in ast.walk(node) if isinstance(r, ast.Return) for text in texts(r)}
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("rule", "OWN_LOCK"):
                headings |= texts(node.value)
    return headings


def test_every_id_that_the_code_cites_is_in_the_book() -> None:
    assert len(cited()) >= 34 and cited() <= set(RULES)


def test_the_book_has_the_rules_of_the_shared_statement(shared: Path) -> None:
    text = (shared / "rules.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.M)
    books = {"classic-es", "classic-us", "longo", "mixx", "bonus", "cards-es", "cards-us"}
    in_prose = {"players", "first-player", "simultaneous", "at-once"}  # that document gives no ids for them
    further = (shared / "more-games.md").read_text(encoding="utf-8")
    numbered = re.findall(r"^\d+\. `([a-z0-9-]+)`:", further, re.M)
    open_points = further.partition("## Rulings")[2]
    rulings = re.findall(r"^- `([a-z0-9-]+)`: ((?:`[a-z0-9-]+`(?:, )?)+)", open_points, re.M)
    assert set(BOOKS) - books == {*FURTHER_BOOKS, "leaflets-en"}
    assert (set(RULES) | set(RULINGS)) - in_prose == set(tables) - books | set(numbered) | dict(
        rulings
    ).keys()
    for name, options in RULING_OPTIONS.items():
        if name in dict(rulings):
            assert re.findall(r"`([a-z0-9-]+)`", dict(rulings)[name]) == list(options)
            continue
        line = next(line for line in text.splitlines() if line.startswith(f"| `{name}`"))
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[2] == f"`{options[0]}`"
        assert re.findall(r"`([a-z-]+)`", cells[3]) == list(options)


@pytest.mark.parametrize("entry", RULES.values(), ids=RULES)
def test_each_rule_is_whole(entry) -> None:
    assert set(entry.games) <= set(ALL_VARIANTS)
    assert entry.statement.endswith(".")
    assert entry.example.endswith(".")
    assert entry.sources
    for source in entry.sources:
        assert source.book in BOOKS
        assert bool(source.section) == (source.book not in FURTHER_BOOKS)
        assert BOOKS[source.book] in str(source) and str(source) != BOOKS[source.book]


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_each_ruling_is_whole(ruling) -> None:
    assert tuple(option for option, _ in ruling.options) == RULING_OPTIONS[ruling.id]
    assert ruling.question.endswith("?")
    assert all(meaning.endswith(".") for _, meaning in ruling.options)
    assert ruling.why.endswith(".")
    assert all(ruling.reason(option).endswith(".") for option in RULING_OPTIONS[ruling.id])


def test_looking_up_a_rule_loads_nothing_heavy() -> None:
    program = (
        "import sys; from companion.cli.rule import command; command(['an', 'end'], standalone_mode=False);"
        "print(sorted({'numpy', 'rich', 'flask', 'cv2', 'msgspec', 'reportlab'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert run.stdout.splitlines()[-1] == "[]"


def test_every_term_of_a_sentence_is_named_for_the_catalogue() -> None:
    for name in PADS:
        board = prepare(load_pad(name))
        assert {board.row_term(row) for row in range(4)} <= set(TERMS)
    assert set(COLOURS) <= set(TERMS)
