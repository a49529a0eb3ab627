"""A sheet is accepted exactly if legal play can lead to it."""

import os
import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rulebook.rulings import Rulings
from companion.rules.observed_sheet import ObservedSheet
from companion.rules.reachable import contradictions
from mechanisms.bonus_bar import Bar
from sheets.pad import Cell, Pad, Row, load_pad
from tests.companion.moment import GAMES_AND_PADS
from tests.simulated_photos.play import any_game, positions


def crossed(pad: str | Pad, text: str) -> ObservedSheet:
    """Return a sheet with the crosses of a text such as "a2 a3 / lock a / miss 1 / box 2", in any order."""
    loaded = load_pad(pad) if isinstance(pad, str) else pad
    places: list[str] = []
    for part in filter(None, (part.strip() for part in text.split("/"))):
        places += [part] if part.split()[0] in ("lock", "miss", "box") else part.split()
    return ObservedSheet.from_places(loaded, places)


def rules(pad: str | Pad, text: str) -> list[str]:
    return [fault.rule for fault in contradictions(crossed(pad, text))]


# -- sheets that play leads to ----------------------------------------------------------------------------


@settings(max_examples=1500 if os.environ.get("QWIXX_COUNTS") == "full" else 40, deadline=None)
@given(st.sampled_from(GAMES_AND_PADS), st.integers(0, 2**32))
def test_every_sheet_of_legal_play_is_reachable(variant: tuple[str, str], seed: int) -> None:
    chance = random.Random(seed)
    game = any_game(*variant, chance)
    seen = set()
    for position in positions(game, chance, chance.choice((0.05, 0.3, 0.9))):
        seen.update(position.sheets)
    for sheet in seen:
        faults = contradictions(ObservedSheet.of(sheet))
        assert not faults, f"{sheet}: {[fault.refusal.why for fault in faults]}"


RED = "a2 a3 a4 a5 a6 a12 / lock a"
YELLOW = "b2 b3 b4 b5 b6 b12 / lock b"
GREEN = "c12 c11 c10 c9 c8 c2 / lock c"
BLUE = "d12 d11 d10 d9 d8 d2 / lock d"

FOUR_MISSES = "miss 1 / miss 2 / miss 3 / miss 4"
LOCKED_B = f"b2 b3 b4 b5 b6 b11 b12 / lock b / {FOUR_MISSES}"
LOCKED_D = f"d12 d11 d10 d9 d8 d7 d2 / lock d / {FOUR_MISSES}"
"""A sheet with one lock and four penalties. The game ends at a second closed row or a fourth penalty, so no
other player has closed a further row."""


@pytest.mark.parametrize(
    ("pad", "text"),
    [
        ("classic", ""),
        ("classic", "miss 1 / miss 2 / miss 3 / miss 4"),
        ("classic", "a11"),
        ("classic", RED),
        ("classic", f"{RED} / {YELLOW} / miss 1 / miss 2 / miss 3"),
        ("classic", f"{RED} / {YELLOW} / {GREEN}"),  # under the ruling finish-turn: two twelves in one turn
        ("classic", f"{RED} / miss 1 / miss 2 / miss 3 / miss 4"),
        ("longo", "a2 a3 a4 a5 a6 a7 a15 / lock a"),
        ("mixx-b", "a10 a6 a2 a8 a3 a11 / lock a"),
        ("bonus-a", "c11 / box 1 / a2"),  # c11 is a bonus cell, the first box is red
        ("bonus-b", "b11"),
        ("bonus-b", "b11 / c9 / a2 a3"),
        ("bonus-b", "b11 / c9"),  # others have closed an empty row, and it was chosen among the weakest: lost
        ("bonus-b", f"{LOCKED_B} / c9 / a2 a3"),
        ("bonus-b", f"{LOCKED_D} / a2 / b7 b8 / c12"),
        ("bonus-b", "b7 / d7 / a2 / b8 / c12 / d6"),
    ],
)  # fmt: skip
def test_reachable(pad: str, text: str) -> None:
    assert rules(pad, text) == []


# -- sheets that no play leads to -------------------------------------------------


@pytest.mark.parametrize(
    ("pad", "text", "rule", "cell"),
    [
        ("classic", "a2 a3 a4 a5 a12 / lock a", "lock-needs-five", "a12"),
        ("classic", "a2 a3 a4 a5 a6 a12", "lock", "lock a"),
        ("classic", "a2 a3 a4 a5 a6 / lock a", "lock", "lock a"),
        ("classic", "lock d", "lock", "lock d"),
        ("classic", f"{RED} / {YELLOW} / {GREEN} / {BLUE}", "end-two-rows", "lock d"),
        ("classic", f"{RED} / {BLUE} / miss 1 / miss 2 / miss 3 / miss 4", "end-misses", "miss 4"),
        ("longo", "a2 a3 a4 a5 a6 a15 / lock a", "lock-needs-six", "a15"),
        ("longo", "a2 a3 a4 a5 a6 a7 a15 a16 / lock a", "row-closed", "a16"),
        ("mixx-a", "d12 d11 d10 d9 d2 / lock d", "lock-needs-five", "d2"),
        ("mixx-b", "a10 a6 a2 a8 a11 / lock a", "lock-needs-five", "a11"),
        ("bonus-a", "a3", "bonus-bar", "a3"),
        ("bonus-a", "box 1", "bonus-bar", "box 1"),
        ("bonus-a", "c11 / box 2 / b2", "bonus-bar", "box 2"),
        ("bonus-a", "c11 / box 1 / a4", "bonus-bar", "c11"),
        ("bonus-a", "c11 / box 1 / box 2 / a2 b2", "bonus-bar", "box 2"),
        ("bonus-b", f"{RED} / {YELLOW} / {GREEN} / {BLUE}", "end-two-rows", "lock c"),
        ("bonus-b", f"{LOCKED_B} / c9", "bonus-two-weakest", "b11"),
        ("bonus-b", f"{LOCKED_B} / c9 / a2 a4 / d12 d10", "bonus-two-weakest", "c9"),
        ("bonus-b", f"{LOCKED_D} / a2 / b7 / c12", "bonus-each-row", "d7"),
    ],
)
def test_unreachable(pad: str, text: str, rule: str, cell: str) -> None:
    faults = contradictions(crossed(pad, text))
    assert rule in [fault.rule for fault in faults]
    assert cell in next(fault.cells for fault in faults if fault.rule == rule)
    assert all(fault.refusal.why.endswith(".") and "{" not in fault.refusal.why for fault in faults)


def boxes_of(colour: str) -> list[int]:
    """Return the numbers of the boxes of this colour on the bar of Bonus A, counted from 1."""
    return [i for i, box in enumerate(load_pad("bonus-a").part("bonus-bar").boxes, 1) if box == colour]


def test_a_free_box_of_a_locked_colour_contradicts() -> None:
    """Locking a row crosses all boxes of its colour at once (rule bonus-closed-colour)."""
    red = boxes_of("red")
    row = "a2 a4 a5 a7 a8 a12 / lock a"
    all_red = " / ".join(f"box {i}" for i in red)
    assert rules("bonus-a", f"{row} / {all_red}") == []
    assert rules("bonus-a", f"{row} / box {red[0]}") == ["bonus-closed-colour"]


def test_a_colour_that_others_close_crosses_its_boxes() -> None:
    """When another player closes a row, all boxes of its colour are crossed, perhaps as the only crosses."""
    yellow = boxes_of("yellow")
    boxes = " / ".join(f"box {i}" for i in yellow)
    assert rules("bonus-a", boxes) == []
    assert rules("bonus-a", boxes.replace(f"box {yellow[0]} / ", "")) == ["bonus-bar"]


# -- against a plain search of everything -------------------------------------------------


def tiny(bonus: dict[str, str], bar: tuple[str, ...] = ()) -> Pad:
    """Return a pad of two or three cells per row for three-sided dice. A last cell needs one other cross."""
    colours = ("red", "yellow", "green", "blue")
    numbers = ((2, 3, 4), (2, 3), (3, 2), (4, 2))
    rows = tuple(
        Row(
            letter,
            tuple(Cell(letter, i, n, colour, bonus.get(f"{letter}{n}")) for i, n in enumerate(row)),
        )
        for letter, colour, row in zip("abcd", colours, numbers, strict=True)
    )
    parts: tuple = ()
    if bar:
        parts = (("bonus-bar", Bar(bar, tuple(bonus))),)
    elif bonus:
        kinds = dict.fromkeys(bonus.values())
        pairs = ((kind, tuple(cell for cell in bonus if bonus[cell] == kind)) for kind in kinds)
        parts = (("bonus-pairs", tuple(pairs)),)
    return Pad("tiny", "Tiny", rows, sides=3, lock_needs=1, parts=parts)


State = tuple[frozenset[str], frozenset[int], frozenset[str]]


class PlainSearch:
    """A slow but simple search for every reachable sheet of a tiny pad. Cells are held as sets of names."""

    def __init__(self, pad: Pad, kept: bool) -> None:
        self.rows = {row.letter: [str(cell) for cell in row] for row in pad.rows}
        self.number = {str(cell): cell.number for cell in pad.cells}
        self.bonus = {str(cell): cell.bonus for cell in pad.cells if cell.bonus}
        bar = pad.part("bonus-bar")
        colours = ("red", "yellow", "green", "blue")
        self.bar = ["abcd"[colours.index(colour)] for colour in (bar.boxes if bar else ())]
        self.kept = kept
        self.sides = pad.sides

    def open(self, cell: str, marked: frozenset[str], closed: frozenset[str]) -> bool:
        row = self.rows[cell[0]]
        at = row.index(cell)
        right = all(other not in marked for other in row[at:])
        enough = at < len(row) - 1 or any(other in marked for other in row)
        return cell[0] not in closed and row[-1] not in marked and right and enough

    def next(self, letter: str, marked: frozenset[str]) -> str | None:
        row = self.rows[letter]
        last = max((i for i, cell in enumerate(row) if cell in marked), default=-1)
        return row[last + 1] if last + 1 < len(row) else None

    def weak(self, marked: frozenset[str]) -> list[str]:
        count = {
            letter: sum(cell in marked for cell in row) + (row[-1] in marked)
            for letter, row in self.rows.items()
        }
        return [letter for letter in count if count[letter] == min(count.values())]

    def sheets_after(self, cell: str, state: State) -> list[tuple[frozenset[str], frozenset[int]]]:
        """Return (crossed cells, crossed boxes) of each sheet that marking `cell` can lead to."""
        marked, boxes, closed = state
        if self.bar:
            return [self._bar_chain(cell, marked | {cell}, boxes, closed)]
        return self._pair_chain([cell], marked | {cell}, closed, [], boxes)

    def _bar_chain(self, cell: str, marked: frozenset[str], boxes: frozenset[int], closed: frozenset[str]):
        while True:
            if cell == self.rows[cell[0]][-1]:
                boxes |= {i for i, letter in enumerate(self.bar) if letter == cell[0]}
            free = [i for i in range(len(self.bar)) if i not in boxes]
            if cell not in self.bonus or not free:
                return marked, boxes
            following = self.next(self.bar[free[0]], marked)
            fits = following is not None and self.open(following, marked, closed)
            if fits or not self.kept:
                boxes |= {free[0]}
            if not fits:
                return marked, boxes
            marked, cell = marked | {following}, following

    def _pair_chain(self, fresh, marked, closed, queue, boxes):
        for cell in fresh:
            kind = self.bonus.get(cell)
            if kind and all(other in marked for other, its in self.bonus.items() if its == kind):
                queue = [*queue, *([kind] if kind in ("each-row", "two-weakest") else [])]
        if not queue:
            return [(marked, boxes)]
        kind, rest = queue[0], queue[1:]
        plans = [list("abcd")] if kind == "each-row" else [[row, row] for row in self.weak(marked)]
        chain = []
        for plan in plans:
            now, made = marked, []
            for letter in plan:
                cell = self.next(letter, now)
                if cell and self.open(cell, now, closed):
                    now |= {cell}
                    made.append(cell)
            chain += self._pair_chain(made, now, closed, rest, boxes)
        return chain

    def after_close(self, state: State, letters: frozenset[str]) -> State:
        marked, boxes, closed = state
        return marked, boxes | {i for i, letter in enumerate(self.bar) if letter in letters}, closed | letters

    def marks(self, state: State):
        for cell in self.number:
            if self.open(cell, state[0], state[2]):
                for marked, boxes in self.sheets_after(cell, state):
                    own = {row for row, cells in self.rows.items() if cells[-1] in marked}
                    yield cell, self.after_close((marked, boxes, state[2]), frozenset(own))

    def one_roll(self, white: int | None, colour: int) -> bool:
        dice = range(1, self.sides + 1)
        return white is None or any(
            white == one + two and colour - one in dice for one, two in product(dice, dice)
        )

    def reachable(self) -> set[tuple[frozenset[str], frozenset[int], bool]]:
        """Return (crossed cells, crossed boxes, True with a fourth penalty) of each reachable sheet."""
        some = [frozenset(rows) for n in range(5) for rows in combinations("abcd", n)]
        reached = set()
        start: State = (frozenset(), frozenset(), frozenset())
        waiting, seen = [start], {start}

        def ended(state: State, white: int | None) -> None:
            """Add the final sheets after two rows closed in action 1, without and with a mark in action 2."""
            reached.add((*state[:2], False))
            for cell, after in self.marks(state):
                if self.one_roll(white, self.number[cell]):
                    reached.add((*after[:2], False))

        while waiting:
            state = waiting.pop()
            for fourth in (False, True):
                reached.add((*state[:2], fourth))
            steps = [(None, state), *((self.number[cell], after) for cell, after in self.marks(state))]
            for (white, after), others in product(steps, some):
                following = self.after_close(after, others)
                if len(following[2]) >= 2:
                    ended(following, white)
                    if white is None:
                        reached.add((*following[:2], True))
                elif following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return reached


PAIRS = {"a2": "two-weakest", "c3": "two-weakest", "b2": "each-row", "d4": "each-row"}
BAR = {"a2": "bar", "a3": "bar", "c3": "bar", "d4": "bar"}


@pytest.mark.parametrize(
    "pad",
    [
        pytest.param(tiny({}), id="plain"),
        pytest.param(tiny(PAIRS), id="pairs"),
        pytest.param(tiny({"a3": "two-weakest", "d4": "two-weakest", "b2": "13", "c3": "13"}), id="weakest"),
        pytest.param(tiny(BAR, ("green", "red", "blue")), id="bar"),
        pytest.param(tiny(BAR, ("blue", "blue", "yellow", "red")), id="bar again", marks=pytest.mark.long),
    ],
)
def test_exactly_what_a_plain_search_finds(pad: Pad) -> None:
    """Every combination of crosses on a tiny pad is accepted exactly if the plain search reaches it."""
    plain = PlainSearch(pad, kept=False)
    reached = plain.reachable() | PlainSearch(pad, kept=True).reachable()
    cells = [str(cell) for cell in pad.cells]
    last = {str(row.cells[-1]): row.letter for row in pad.rows}
    count = len(plain.bar)
    for chosen in range(1 << len(cells)):
        places = [cell for i, cell in enumerate(cells) if chosen >> i & 1]
        locks = [f"lock {last[cell]}" for cell in places if cell in last]
        for bar in range(1 << count):
            boxes = [i for i in range(count) if bar >> i & 1]
            for fourth in (False, True):
                misses = [f"miss {n}" for n in range(1, 5)] if fourth else []
                names = [*places, *locks, *misses, *(f"box {i + 1}" for i in boxes)]
                legal = not contradictions(ObservedSheet.from_places(pad, names))
                assert legal == ((frozenset(places), frozenset(boxes), fourth) in reached), names


def test_nothing_takes_long() -> None:
    """Check that the search needs few steps even on a full sheet; steps do not depend on the machine."""
    from companion.rules.board import prepare
    from companion.rules.constraints import Constraints
    from companion.rules.paths import PathSearch
    from companion.rules.speciality import SheetRules

    pad = load_pad("bonus-a")
    board = prepare(pad)
    rules = SheetRules.of(pad, Constraints(board, "row-closed"), Rulings())
    ((key, strike),) = rules.own.closing
    boxes = tuple(strike(pad, 0, 1 << spots[-1].colour) for spots in board.rows)
    full = crossed(pad, " ".join(str(c) for c in pad.cells if c.number not in (2, 12)) + " / box 1")
    search = PathSearch(rules, key, full.sheet, boxes)
    steps = 0
    plain = search._steps

    def counted(*args):
        nonlocal steps
        steps += 1
        return plain(*args)

    search._steps = counted
    assert not search.finds_path()
    assert steps < 20000
