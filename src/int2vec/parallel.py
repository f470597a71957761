"""The same work on many items: on the cores of this machine, or on a cluster.

joblib carries it. Inside `with joblib.parallel_config(backend="dask"):` (or Ray's, or Spark's) it
goes to that cluster's workers, which look for data and keep their caches where their own
INT2VEC_DATA and INT2VEC_CACHE say.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
FEW = 32  # items that are done before other processes have started


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int | None = None
) -> Iterator[Result]:
    """What the work makes of each item, in their order; by default on all cores.

    One process, a few items, or an installation without joblib: it is done right here.
    """
    results: Iterator[Result] = map(work, items)
    if processes != 1 and len(items) >= FEW and find_spec("joblib"):
        from joblib import Parallel, delayed  # an extra, and slow to import

        call = delayed(work)
        results = Parallel(n_jobs=processes or -1, return_as="generator")(map(call, items))
    return results
