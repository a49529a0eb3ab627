"""Random pictures of printed score sheets differ, and show print as well as paper."""

import numpy as np

from training.dice.score_sheets import printed_sheet


def test_printed_sheets_differ_and_hold_more_than_paper() -> None:
    pages = [printed_sheet(np.random.default_rng(seed), 60) for seed in range(6)]
    assert len({page.shape for page in pages}) > 3
    for page in pages:
        assert 0 <= page.min() < 0.3 and 0.5 < page.max() <= 1
    again = printed_sheet(np.random.default_rng(2), 60)
    assert np.array_equal(again, pages[2])
