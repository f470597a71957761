"""The same work gives the same results here, in other processes and on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import joblib
import pytest

from benchmarks.puzzles import make_puzzles
from int2vec import parallel
from int2vec.parallel import FEW, spread
from int2vec.predict.complete.evaluation import collect, evaluate
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.progress import followed_by


def _process(_: int) -> int:
    return os.getpid()


def test_results_come_in_order_and_are_counted() -> None:
    items = list(range(-FEW, FEW))
    assert list(spread(abs, items, 2)) == [abs(i) for i in items]
    told = list[tuple[float, str]]()
    asked = [Question(prompt=(1, 2, 3), answer=4)] * 3
    with followed_by(lambda share, what: told.append((share, what))):
        assert len(list(collect(asked, SourcesConfig(using=("rules",))))) == 3
    assert told[-1] == (1.0, "3 of 3")
    assert len(told) == 3


def test_many_items_go_to_other_processes_and_few_stay() -> None:
    here = os.getpid()
    assert here not in set(spread(_process, range(FEW), 2))
    assert set(spread(_process, range(FEW - 1), 2)) == {here}
    assert set(spread(_process, range(FEW), 1)) == {here}


def test_without_joblib_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "find_spec", lambda name: None)
    assert set(spread(_process, range(FEW))) == {os.getpid()}


@pytest.fixture
def config(tmp_path: Path) -> SourcesConfig:
    """Sources that search a file of squares, cubes and odd numbers."""
    lines = [[n**2 for n in range(12)], [n**3 for n in range(12)], list(range(1, 25, 2))]
    path = tmp_path / "sequences"
    path.write_text("".join(f"{', '.join(map(str, line))}\n" for line in lines))
    return SourcesConfig(using=("local", "search", "ratios"), corpus=str(path))


@pytest.fixture
def questions() -> list[Question]:
    asked = [Question(prompt=(n**2, (n + 1) ** 2), answer=(n + 2) ** 2) for n in range(9)]
    return asked + make_puzzles(FEW)


@pytest.fixture
def cluster() -> Iterator[int]:
    """A Dask cluster of two workers on this machine; the number of its processes."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as workers, distributed.Client(workers):
        yield len(workers.workers)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # third parties' own deprecations
def test_a_cluster_gives_the_same_answers(
    cluster: int, config: SourcesConfig, questions: list[Question]
) -> None:
    alone = evaluate(questions, config, processes=1)
    gathered = list(collect(questions, config, processes=1))
    with joblib.parallel_config(backend="dask"):
        processes = set(spread(_process, range(4 * FEW)))
        spread_out = evaluate(questions, config)
        assert list(collect(questions, config)) == gathered
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= cluster
    assert spread_out.answered == alone.answered
    assert spread_out.methods == alone.methods


def test_an_edited_file_is_read_again(config: SourcesConfig, questions: list[Question]) -> None:
    assert config.corpus
    config = SourcesConfig(using=("search",), corpus=config.corpus)
    asked = [Question(prompt=(9, 16), answer=25)] * FEW
    assert evaluate(asked, config, processes=2).row("search")["p_at_1"] == 1.0
    Path(config.corpus).write_text("9, 16, 7\n")
    assert evaluate(asked, config, processes=2).row("search")["p_at_1"] == 0.0
