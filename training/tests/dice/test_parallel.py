"""Tests parallel jobs: the order of results, the number of workers, and the use of other processes."""

import os
from functools import partial

import pytest

from training.dice.parallel import run_jobs


def _square(n: int) -> int:
    if n < 0:
        raise ValueError("no square of that")
    return n * n


def _process(_: int) -> int:
    return os.getpid()


def test_jobs_answer_in_their_order() -> None:
    assert list(run_jobs([partial(_square, n) for n in (3, 1, 2)])) == [9, 1, 4]


def test_with_one_worker_jobs_are_done_as_they_are_asked_for() -> None:
    done = run_jobs(partial(_square, n) for n in (2, -1))
    assert next(done) == 4
    with pytest.raises(ValueError, match="no square"):
        next(done)


def test_jobs_run_in_other_processes() -> None:
    pytest.importorskip("joblib", reason="joblib is in training/requirements/train.txt")
    jobs = [partial(_square, n) for n in range(6)]
    assert list(run_jobs(jobs, workers=2)) == [0, 1, 4, 9, 16, 25]
    assert os.getpid() not in set(run_jobs([partial(_process, n) for n in range(4)], workers=2))


@pytest.mark.parametrize("workers", [0, -2])
def test_no_workers_do_no_jobs(workers: int) -> None:
    with pytest.raises(ValueError, match="1 worker or more"):
        list(run_jobs([], workers=workers))
