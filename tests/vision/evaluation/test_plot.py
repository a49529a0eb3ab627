"""Curves of risk over coverage."""

from vision.evaluation.plot import curves


def test_curves_are_drawn_with_their_names() -> None:
    drawn = curves([("tray & felt", [(0.5, 0.0, 0.9), (1.0, 0.1, 0.2)])])
    assert "tray &amp; felt" in drawn and drawn.count("<polyline") == 1
