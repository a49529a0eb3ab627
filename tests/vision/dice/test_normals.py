"""The network of normals where there is nothing to see; training/tests holds it against rendered dice."""

from vision.dice.normals import find_normals


def test_of_no_crops_nothing_is_said() -> None:
    assert find_normals([]) == []
