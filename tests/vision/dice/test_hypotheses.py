"""The fast sum over all hypotheses equals the sum of their weights, added one by one."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.hypotheses import MAX_GROUP, add_up, log_sum
from vision.geometry import F64

NOTHING, SPARE = -2, -1


def hypotheses(spare: F64, expected: F64, costs: F64) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield each hypothesis with its weight.

    A hypothesis says for each candidate which expected die it is (an index), or NOTHING or SPARE. The first
    two expected dice are interchangeable, so if either is found, two equivalent hypotheses get half the
    weight each.
    """
    n, m = expected.shape
    for pick in product(range(NOTHING, m), repeat=n):
        taken = [p for p in pick if p >= 0]
        if len(set(taken)) < len(taken):
            continue
        score = sum(spare[i] if p == SPARE else expected[i, p] for i, p in enumerate(pick) if p != NOTHING)
        real = [i for i, p in enumerate(pick) if p != NOTHING]
        score -= sum(costs[i, j] for i, j in combinations(real, 2))
        yield pick, float(np.exp(score)) * (0.5 if m > 1 and {0, 1} & set(taken) else 1)


def random_scores(seed: int, n: int, m: int) -> tuple[F64, F64, F64]:
    rng = np.random.default_rng(seed)
    costs = np.triu(rng.uniform(0, 3, (n, n)) * (rng.random((n, n)) < 0.4), 1)
    return rng.normal(0, 2, n), rng.normal(0, 2, (n, m)), costs + costs.T


@given(st.integers(0, 10**6), st.integers(0, 4), st.integers(0, 4))
def test_the_sum_and_every_share_are_exact(seed: int, n: int, m: int) -> None:
    spare, expected, costs = random_scores(seed, n, m)
    total, spare_weights, filled, both = 0.0, np.zeros(n), np.zeros((n, m)), np.zeros((n, n))
    for pick, weight in hypotheses(spare, expected, costs):
        total += weight
        for i, p in enumerate(pick):
            spare_weights[i] += weight * (p == SPARE)
            if p >= 0:
                filled[i, p] += weight
            for j, q in enumerate(pick):
                both[i, j] += weight * (i != j and p != NOTHING and q != NOTHING)
    sums = add_up(spare, expected, costs)
    assert sums.log_total == pytest.approx(np.log(total))
    assert sums.spare == pytest.approx(spare_weights / total)
    assert sums.expected == pytest.approx(filled / total)
    assert sums.overlapping[costs > 0] == pytest.approx((both / total)[costs > 0])


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_only_hypotheses_that_fill_every_place_can_be_asked_for(seed: int, n: int) -> None:
    spare, expected, costs = random_scores(seed, n, 2)
    full = sum(w for pick, w in hypotheses(spare, expected, costs) if {0, 1} <= set(pick))
    assert np.exp(log_sum(spare, expected, costs, full=True)) == pytest.approx(full)
    apart = np.exp(log_sum(spare, expected, costs, alike=False, full=True))
    assert apart == pytest.approx(2 * full), "told apart, each way to fill two places counts"


def test_unfillable_set_has_no_probability() -> None:
    assert log_sum(np.zeros(1), np.zeros((1, 2)), np.zeros((1, 1)), full=True) == -np.inf


def test_a_pile_is_parted_where_its_boxes_overlap_least() -> None:
    n = MAX_GROUP + 1
    costs = np.zeros((n, n))
    for i in range(n - 1):
        costs[i, i + 1] = costs[i + 1, i] = 40.0 - i
    sums = add_up(np.full(n, 5.0), np.zeros((n, 0)), costs)
    assert sums.overlapping[0, 1] < 1e-6, "two that overlap most are never both dice"
    assert 0.3 < sums.spare[0] + sums.spare[1] <= 1.0
