"""Expected rolls, and when people are told that one is overdue."""

from companion.web.camera.owed_roll import MAX_SECONDS, OwedRoll


def test_thrown_dice_owe_a_roll_whatever_the_picture_shows() -> None:
    owed = OwedRoll()
    owed.throw(100)
    assert not owed.look(100 + MAX_SECONDS - 1, due=True, busy=False) and not owed.overdue and owed.rolling
    assert owed.look(100 + MAX_SECONDS, due=True, busy=False) and owed.overdue and not owed.rolling
    assert not owed.look(100 + MAX_SECONDS + 1, due=True, busy=False), "it has not changed"
    assert owed.look(100 + MAX_SECONDS + 2, due=False, busy=False) and not owed.overdue


def test_a_second_throw_has_its_own_time() -> None:
    owed = OwedRoll()
    owed.throw(100)
    owed.look(100 + MAX_SECONDS, due=True, busy=False)
    owed.throw(120)
    assert not owed.overdue
    owed.look(120 + MAX_SECONDS - 1, due=True, busy=False)
    assert not owed.overdue


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
