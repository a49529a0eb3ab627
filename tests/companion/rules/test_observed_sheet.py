"""An observed sheet, made from the names of crossed places, returns the same names."""

import pytest

from companion.rules.observed_sheet import ObservedSheet
from companion.rules.score import score_on_paper
from sheets.pad import load_pad

EXAMPLES = [
    ("classic", ("a5", "c12", "lock d", "miss 1", "miss 2")),
    ("bonus-a", ("a3", "miss 1", "box 2", "box 12")),
    ("double-a", ("a5", "b7", "a5+", "b7+")),
    ("big-points", ("a5", "ab5", "cd12", "cd3")),
    ("connect-15", ("a3", "a3-4", "d11-10")),
    ("x-change", ("a5", "box 1", "box 9")),
    ("lucky-15", ("a5", "miss 1", "box 1", "box 3")),
]


@pytest.mark.parametrize(("game", "places"), EXAMPLES)
def test_a_sheet_says_again_what_it_was_made_of(game: str, places: tuple[str, ...]) -> None:
    assert ObservedSheet.from_places(load_pad(game), places).places == places


@pytest.mark.parametrize("place", ["a1", "ab5", "a5+", "a3-4", "e5", ""])
def test_a_place_that_the_pad_has_not_is_refused(place: str) -> None:
    for game in ("classic", "lucky-15"):
        with pytest.raises(KeyError):
            ObservedSheet.from_places(load_pad(game), [place])


@pytest.mark.parametrize(
    ("game", "places", "points"),
    [
        ("double-a", ("a5", "a5+", "a7"), 6),
        ("double-b", ("a3", "a4"), 6),
        ("big-points", ("a5", "b5", "ab5"), 6),
        ("connect-15", ("a3", "a3-4"), 3),
        ("lucky-15", ("box 1", "box 2", "miss 1"), 6),
        ("x-change", ("a5", "box 1"), 1),
        ("double-a", ("a2", "lock a"), 3),
    ],
)
def test_special_crosses_score_as_they_stand(game: str, places: tuple[str, ...], points: int) -> None:
    assert score_on_paper(ObservedSheet.from_places(load_pad(game), places)).total == points


def test_steps_score_as_a_fifth_row() -> None:
    pad = load_pad("connected-a")
    score = score_on_paper(ObservedSheet.from_places(pad.on_sheet("A"), ("a7", "b2", "b3")))
    assert (score.rows, score.bonus) == ((1, 3, 0, 0), 3)
