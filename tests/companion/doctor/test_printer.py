"""The printed check bar: its measured length tells whether the printer scales."""

import pytest

from companion.doctor.printer import NotALength, check_printer
from sheets.draw import CHECK_BAR_MM


@pytest.mark.parametrize(
    ("measured", "state"), [(None, "note"), (50, "well"), (49.6, "well"), (49.4, "fault"), (53, "fault")]
)
def test_the_bar_tells_the_printers_scale(measured: float | None, state: str) -> None:
    (finding,) = check_printer(measured)
    assert finding.state == state


@pytest.mark.parametrize(("measured", "scale"), [(48.5, "103.1"), (53, "94.3")])
def test_a_printer_that_scales_is_set_right(measured: float, scale: str) -> None:
    (finding,) = check_printer(measured)
    assert f"{scale} %" in finding.advice()
    assert abs(measured * float(scale) / 100 - CHECK_BAR_MM) < 0.1, "printed again so, the bar is right"


@pytest.mark.parametrize("slip", [0, -50, 485, 4.85, float("nan"), float("inf")])
def test_a_slip_of_the_ruler_is_asked_about(slip: float) -> None:
    with pytest.raises(NotALength, match="measure it again"):
        list(check_printer(slip))
