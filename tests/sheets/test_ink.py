"""Inks: contrast."""

import pytest

from sheets.ink import INKS, PASTEL_INKS, WHITE, contrast, inks, luminance


@pytest.mark.parametrize("pastel", [False, True])
@pytest.mark.parametrize("colour", INKS)
def test_numbers_can_be_read_and_pencil_stands_out(colour: str, pastel: bool) -> None:
    ink = inks(pastel=pastel)[colour]
    assert contrast(ink.number, ink.cell) >= 4.5
    assert contrast(ink.dark, ink.cell) >= 7
    assert contrast(ink.cell, WHITE) < 1.12


@pytest.mark.parametrize("colour", INKS)
def test_todays_rows_are_darker_than_pastel_ones(colour: str) -> None:
    assert luminance(INKS[colour].plate) < luminance(PASTEL_INKS[colour].plate) * 0.85
    assert contrast(INKS[colour].number, INKS[colour].cell) > contrast(
        PASTEL_INKS[colour].number, PASTEL_INKS[colour].cell
    )
