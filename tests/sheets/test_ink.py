"""Inks: numbers and pencil marks have enough contrast."""

import pytest

from sheets.ink import INKS, WHITE, contrast, inks


@pytest.mark.parametrize("pastel", [False, True])
@pytest.mark.parametrize("colour", INKS)
def test_numbers_can_be_read_and_pencil_stands_out(colour: str, pastel: bool) -> None:
    ink = inks(pastel=pastel)[colour]
    assert contrast(ink.number, ink.cell) >= 4.5
    assert contrast(ink.dark, ink.cell) >= 7
    assert contrast(ink.cell, WHITE) < 1.12
