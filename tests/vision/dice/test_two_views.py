"""Two views of one roll settle some doubts. Views of different throws are refused."""

from collections.abc import Sequence
from dataclasses import replace

from vision.dice.assignment import expected_dice
from vision.dice.two_views import TwoViews, compare
from vision.reading import Colour, Die, Reading, State

FACES: tuple[tuple[Colour, int], ...] = (
    ("white", 4), ("white", 1), ("red", 3), ("yellow", 2), ("green", 6), ("blue", 5),
)  # fmt: skip


def die(colour: Colour, value: int, sure: float = 0.9999, other: int = 0, state: State = "flat") -> Die:
    """Return a die that shows `value` with the probability `sure`, else `other`."""
    other = other or value % 6 + 1
    values = ((value, sure), (other, 1 - sure))
    confidence = sure * 0.9999
    box = (0, 0, 40, 40)
    doubtful = confidence < 0.98 or state != "flat"
    return Die(colour, value, 6, confidence, state, box, values, ((colour, 1.0),), doubtful)


def view(*changed: Die, without: Sequence[Colour] = (), more: Sequence[Die] = ()) -> Reading:
    """Return a reading of FACES. Dice in `changed` replace the dice of their colours; `more` are added."""
    dice = [die(colour, value) for colour, value in FACES if colour not in without]
    for each in changed:
        at = next(i for i, one in enumerate(dice) if one.colour == each.colour)
        dice[at] = each
    dice += more
    whole = len(dice) == len(FACES) and not any(one.doubtful for one in dice)
    return Reading((640, 480), "complete" if whole else "unsure", tuple(dice))


def both(first: Reading, second: Reading) -> TwoViews:
    return compare(first, second, expected_dice(), 6)


def shown(views: TwoViews) -> list[tuple[str, int]]:
    return sorted((each.colour, each.value) for each in views.dice)


def test_a_doubtful_value_is_settled_by_the_other_view() -> None:
    doubtful = view(die("red", 3, 0.6, other=5))
    assert both(doubtful, view()).outcome == "settled"
    assert shown(both(doubtful, view())) == sorted(FACES)
    result = both(doubtful, view(die("red", 5)))
    assert result.outcome == "settled" and ("red", 5) in shown(result), "the first one thought of a 5 too"


def test_a_view_of_a_covered_die_counts_for_nothing() -> None:
    covered = view(die("red", 5, state="hidden"))
    result = both(covered, view())
    assert result.outcome == "settled" and shown(result) == sorted(FACES)
    assert both(covered, covered).outcome != "settled", "in neither is its top to be seen"


def test_a_value_ruled_out_by_one_view_stays_in_doubt() -> None:
    result = both(view(die("red", 3, 0.97, other=4)), view(die("red", 6, 0.999, other=3)))
    assert result.outcome == "doubtful"
    assert [each.colour for each in result.dice if each.doubtful] == ["red"]


def test_a_die_that_one_view_misses_is_taken_from_the_other() -> None:
    assert both(view(without=("green",)), view()).outcome == "settled"
    assert both(view(), view(without=("green",))).outcome == "settled"
    assert both(view(without=("green",)), view(without=("green",))).outcome == "doubtful"


def test_agreeing_unsure_views_are_asked_about() -> None:
    result = both(view(die("red", 3, 0.97)), view(die("red", 3, 0.97)))
    assert result.outcome == "doubtful" and [d.colour for d in result.dice if d.doubtful] == ["red"]


def test_two_views_that_are_sure_and_differ_are_asked_about() -> None:
    result = both(view(die("blue", 1, 0.7, other=5)), view(die("yellow", 6)))
    assert (result.outcome, result.differs) == ("different", ("yellow",))
    assert "yellow" in [each.colour for each in result.dice if each.doubtful]


def test_dice_thrown_anew_are_another_throw() -> None:
    others: list[tuple[Colour, int]] = [("red", 1), ("yellow", 6), ("green", 2), ("blue", 3)]
    result = both(view(die("red", 3, 0.6)), view(*(die(*each) for each in others)))
    assert result.outcome == "another throw"
    nothing = replace(view(), dice=tuple(die(colour, value, 0.4) for colour, value in FACES))
    assert both(nothing, view()).outcome == "another throw", "nothing is sure that could agree"


def test_white_dice_are_a_pair_in_any_order() -> None:
    turned = replace(view(), dice=(die("white", 1), die("white", 4), *view().dice[2:]))
    assert both(view(), turned).outcome == "settled"
    result = both(view(die("white", 4, 0.6, other=6)), turned)
    assert result.outcome == "settled" and shown(result) == sorted(FACES)
    assert [each.value for each in result.dice[:2]] == [4, 1], "in the order of the first view"
    other = replace(view(), dice=(die("white", 1), die("white", 6), *view().dice[2:]))
    assert both(view(), other).outcome == "different"


def test_surplus_colour_silences_a_view() -> None:
    two = view(more=[die("red", 6)])
    assert both(two, view()).outcome == "settled" and shown(both(two, view())) == sorted(FACES)
    assert both(two, two).outcome == "doubtful"


def test_a_die_that_leans_in_one_view_is_asked_about() -> None:
    leaning = view(die("blue", 5, state="cocked"))
    for result in (both(leaning, view()), both(view(die("red", 3, 0.6)), leaning)):
        assert result.outcome == "doubtful" and [d.colour for d in result.dice if d.doubtful] == ["blue"]
