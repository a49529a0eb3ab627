"""Runs jobs in parallel: on this machine's cores, or on a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Out = TypeVar("Out")


def run_jobs(
    jobs: Iterable[Callable[[], Out]], *, workers: int = 1, dask: str | None = None
) -> Iterator[Out]:
    """Run the jobs and yield their results in order, each as soon as it and those before it are done.

    `jobs`: callables without arguments that can be pickled (`functools.partial` of functions in a module).
    `workers`: processes on this machine; with 1 the jobs run here, one after the other, as they are asked
    for. `dask`: address of a scheduler (`tcp://HOST:PORT`) whose workers run the jobs instead; it needs
    `distributed`. An error in a job ends all of them. Raises ValueError for fewer than one worker.
    """
    if workers < 1:
        raise ValueError(f"expected 1 worker or more, got {workers}")
    if workers == 1 and dask is None:
        for job in jobs:
            yield job()
        return
    from joblib import Parallel, delayed, parallel_config

    if dask is None:
        yield from Parallel(n_jobs=workers, return_as="generator")(delayed(job)() for job in jobs)
        return
    from distributed import Client

    with Client(dask), parallel_config("dask"):
        yield from Parallel(return_as="generator")(delayed(job)() for job in jobs)
