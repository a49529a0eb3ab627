"""The network of normals where there is nothing to see; training/tests holds it against rendered dice."""

from vision.dice.normals import find_normals


def test_no_crops_have_no_normals() -> None:
    assert find_normals([]) == []
