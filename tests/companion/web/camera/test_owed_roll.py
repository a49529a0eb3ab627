"""Expected rolls, and when people are told that one is overdue."""

from companion.web.camera.watcher import MAX_SECONDS, OwedRoll


def test_a_roll_is_overdue_until_it_is_there() -> None:
    owed = OwedRoll()
    owed.look(100, due=True, busy=True)
    assert not owed.look(100 + MAX_SECONDS - 1, due=True, busy=True) and not owed.overdue
    assert owed.look(100 + MAX_SECONDS, due=True, busy=True) and owed.overdue
    assert not owed.look(100 + MAX_SECONDS + 1, due=True, busy=True), "it has not changed"
    assert owed.look(100 + MAX_SECONDS + 2, due=False, busy=True) and not owed.overdue


def test_a_quiet_camera_owes_nothing_and_one_that_never_rests_does() -> None:
    owed = OwedRoll()
    for second in range(60):
        owed.look(second, due=True, busy=False)
    assert not owed.overdue, "people talk between two turns"
    for second in range(60, 60 + int(MAX_SECONDS) + 1):
        owed.look(second, due=True, busy=True)
    assert owed.overdue
    owed.look(90, due=True, busy=False)
    assert not owed.overdue
