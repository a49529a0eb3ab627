"""What an amendment would change."""

from companion.table.events import Amended, Event
from companion.table.timeline import amend
from companion.web.pages.look_back.turns.amendment import AmendmentPreview, present_amendment
from tests.companion.web.pages.tables import ROLL, play


def preview(
    event: Amended, *events: str | Event, players: tuple[str, ...] = ("Ann", "Ben")
) -> AmendmentPreview:
    timeline = play(*events, players=players)
    after, lost = amend(timeline, event)
    return present_amendment(event, timeline.present, after.present, lost)


def test_another_mark_changes_points() -> None:
    found = preview(Amended(1, "white", "-", "Ann"), ROLL, "Ann a5", "Ben b5", "Ann -")
    assert str(found.what) == "passes"
    assert [(change.player, change.points, change.misses) for change in found.changes] == [
        ("Ann", (1, -5), (0, 1)),
        ("Ben", (1, 1), (0, 0)),
    ]
    assert (found.dice, found.lost, found.over) == ((), (), (False, False))


def test_other_dice_make_marks_illegal() -> None:
    found = preview(Amended(1, "roll", "w3 w3 r3 y2 g6 b5"), ROLL, "Ann a5", "Ben b5", "Ann -")
    assert [die.value for die in found.dice] == [3, 3, 3, 2, 6, 5]
    assert [(lost.turn, lost.player, str(lost.decision)) for lost in found.lost] == [
        (1, "Ann", "red 5"),
        (1, "Ben", "yellow 5"),
    ]
    assert all(lost.refusal is not None and lost.refusal.rule == "white-sum" for lost in found.lost)


def test_whether_the_game_is_over_then() -> None:
    misses = 4 * (ROLL, "Ann -", "Ann -")
    assert preview(Amended(1, "white", "a5", "Ann"), *misses, players=("Ann",)).over == (True, False)
    marked = (ROLL, "Ann a5", "Ann -", *misses[:-3])
    assert preview(Amended(1, "white", "-", "Ann"), *marked, players=("Ann",)).over == (False, True)
