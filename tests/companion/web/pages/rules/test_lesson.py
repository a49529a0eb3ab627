"""The lesson on how to play: its pictures agree with the pad, and some step explains each rule."""

import pytest

from companion.book import RULES
from companion.rules import ALL_VARIANTS
from companion.web.layout.game.lesson_parts import RowPicture, Step
from companion.web.pages.rules.lesson import lesson, step_of
from sheets.pad import load_pad


def rows_of(game: str) -> list[tuple[Step, RowPicture]]:
    return [(step, row) for step in lesson(game) for row in step.picture.rows]


@pytest.mark.parametrize("game", ALL_VARIANTS)
def test_every_row_shown_is_one_of_the_pad(game: str) -> None:
    pad = load_pad(ALL_VARIANTS[game].pads[0])
    printed = {tuple((cell.number, cell.colour) for cell in row) for row in pad.rows}
    printed |= {
        tuple((number, pad.rows[row.upper].cells[0].colour) for number in row.numbers)
        for row in pad.part("bonus-rows") or ()
    }
    shown = {tuple((cell.number, cell.colour) for cell in row.cells) for _, row in rows_of(game)}
    assert shown <= printed


@pytest.mark.parametrize("game", ALL_VARIANTS)
def test_cells_of_a_lesson_are_legal(game: str) -> None:
    pad = load_pad(ALL_VARIANTS[game].pads[0])
    for step, row in rows_of(game):
        looks = [cell.look for cell in row.cells]
        last_mark = max((i for i, look in enumerate(looks) if look == "marked"), default=-1)
        assert all(i > last_mark for i, look in enumerate(looks) if look == "now"), step.title
        assert all(i < last_mark for i, look in enumerate(looks) if look == "lost"), step.title
        if row.lock == "now":
            assert looks.count("marked") >= pad.lock_needs
            assert "now" in looks[-pad.last_cells :]


@pytest.mark.parametrize("game", [game for game in ALL_VARIANTS if game != "cards"])
def test_the_dice_shown_make_what_is_to_be_crossed(game: str) -> None:
    steps = {step.rules[0]: step.picture for step in lesson(game)}
    white = steps["white-sum"]
    assert white.total == sum(value for _, value in white.dice)
    crossed = [cell for row in white.rows for cell in row.cells if cell.look == "now"]
    assert len(crossed) == 4 and {cell.number for cell in crossed} == {white.total}
    colour = steps["colour-sum"]
    (name, value) = colour.dice[-1]
    sums = {value + die for kind, die in colour.dice if kind == "white"}
    crossed = [cell for row in colour.rows for cell in row.cells if cell.look == "now"]
    assert {(cell.colour, cell.number) for cell in crossed} == {(name, total) for total in sums}


def test_every_rule_is_explained_by_a_step_of_its_own_game() -> None:
    for rule in RULES.values():
        for game in rule.games:
            step = step_of(rule.id, [game, *rule.games])
            assert step is not None and rule.id in step.rules
        assert any(rule.id in step.rules for step in lesson(rule.games[0])), rule.id
    assert step_of("no-such-rule", ALL_VARIANTS) is None
