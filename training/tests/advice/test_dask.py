"""Jobs on a Dask cluster of two local processes, which give the same results as in this process."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from training.dice.parallel import run_jobs

pytest.importorskip("distributed", reason="distributed is in training/requirements/train.txt")
pytest.importorskip("joblib", reason="joblib is in training/requirements/train.txt")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def _process(_: int) -> int:
    return os.getpid()


def _fails() -> int:
    raise ValueError("this one cannot")


def test_jobs_run_on_the_cluster(address: str) -> None:
    processes = set(run_jobs([partial(_process, number) for number in range(8)], dask=address))
    assert os.getpid() not in processes
    assert len(processes) <= 2


def test_a_job_that_fails_on_the_cluster_says_so(address: str) -> None:
    with pytest.raises(ValueError, match="this one cannot"):
        list(run_jobs([_fails], dask=address))


def test_self_play_on_the_cluster_is_that_of_this_process(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="torch is needed to learn networks, not to play")
    from training.advice import learn

    monkeypatch.setattr(learn, "GAMES", 48)
    training = learn.Training("mixx-b", 1, tmp_path)
    training.round = learn.WARM_UP_ROUNDS  # the first that the network plays
    jobs = training.next_jobs(3)
    for here, there in zip(run_jobs(jobs), run_jobs(jobs, dask=address), strict=True):
        assert all(np.array_equal(here[part], there[part]) for part in range(4))
