"""All checks of `qwixx doctor`, group by group."""

from pathlib import Path

from companion.doctor import GROUPS, examine


def test_every_group_is_looked_at_in_order(tmp_path: Path) -> None:
    assert [group for group, _findings in examine(tmp_path, camera="none")] == list(GROUPS)
