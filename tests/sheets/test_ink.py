"""Inks: contrast."""

from __future__ import annotations

import pytest

from sheets.ink import INKS, PAPER, contrast


@pytest.mark.parametrize("colour", INKS)
def test_numbers_can_be_read_and_pencil_stands_out(colour: str) -> None:
    ink = INKS[colour]
    assert contrast(ink.number, ink.cell) >= 4.5
    assert contrast(ink.dark, ink.cell) >= 7
    assert contrast(ink.cell, PAPER) < 1.12
