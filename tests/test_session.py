"""The public `complete`, with and without a corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from int2vec import complete
from int2vec.errors import CorpusError, InputError
from int2vec.predict.complete.evaluation import evaluate
from int2vec.predict.complete.questions import read_table
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.progress import followed_by
from int2vec.session import Session, default_session


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        ([2, 4, 6, 8], 10),
        ([1, 1, 2, 3, 5, 8], 13),
        ([1, 4, 9, 16, 25], 36),
        ([3, 6, 12, 24], 48),
        ([1, 2, 6, 24, 120], 720),
        ([7, 7, 7, 7, 7], 7),
    ],
)
def test_known_sequences_without_a_corpus(terms: list[int], value: int) -> None:
    found = complete(terms)
    assert found[0].value == value
    assert found[0].probability is not None
    assert found[0].probability > 0.5
    assert found[0].why


def test_a_file_of_ones_own_is_searched(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("5, 77, 31, 8, 90, 4, 13\n1, 2, 3\n")
    found = complete([77, 31, 8, 90], using=["search"], corpus=str(tmp_path / "mine"))
    assert [p.value for p in found[:1]] == [4]
    assert "sequence 1" in found[0].why


def test_a_file_that_was_edited_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("5, 77, 31, 8\n")
    assert complete([5, 77], using=["search"], corpus=str(path))[0].value == 31
    path.write_text("5, 77, 1234, 8\n")
    assert complete([5, 77], using=["search"], corpus=str(path))[0].value == 1234


def test_a_session_is_kept_open_and_reports_its_progress(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("5, 77, 31, 8, 86, 753\n")
    told: list[str] = []
    session = Session(str(tmp_path / "mine"))
    with followed_by(lambda share, what: told.append(what)):
        assert session.complete([5, 77], using="search")[0].value == 31
    assert "building the index" in told
    assert session.ensemble(["search"]) is session.ensemble(["search"])
    assert default_session(str(tmp_path / "mine")) is default_session(str(tmp_path / "mine"))


def test_a_corpus_without_terms_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("A000001\n")
    with pytest.raises(CorpusError, match="no terms to search"):
        complete([1, 2, 3], corpus=str(tmp_path / "mine"))


@pytest.mark.parametrize(
    ("using", "said"),
    [(["magic"], "no completer"), (["search"], "needs a corpus"), (["lstm"], "--model")],
)
def test_what_cannot_be_asked(using: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        complete([1, 2, 3], using=using)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(st.integers(-20, 20), st.integers(), st.integers(-(10**300), 10**300)),
        min_size=1, max_size=40,
    ),
    st.integers(1, 8),
)  # fmt: skip
def test_any_terms_are_answered_in_order(terms: list[int], k: int) -> None:
    found = complete(terms, k)
    assert len({p.value for p in found}) == len(found) <= k
    probabilities = [p.probability for p in found]
    assert all(p is not None and 0 <= p <= 1 for p in probabilities)
    assert probabilities == sorted(probabilities, reverse=True)  # type: ignore[type-var]
    assert all(len(str(p.value)) <= 4300 for p in found)


@pytest.mark.parametrize(
    "terms", [list(range(10_000)), [1] * 10_000, [10**3999, 10**3998], [2**i for i in range(1000)]]
)
def test_large_prompts_are_answered(terms: list[int]) -> None:
    assert len(complete(terms)) <= 5


@pytest.mark.data
@pytest.mark.slow
def test_the_aptitude_questions_without_a_corpus(benchmarks_folder: Path) -> None:
    questions = read_table(benchmarks_folder / "sequence_completion_tests.tsv")
    result = evaluate(questions, SourcesConfig())
    assert result.n == 57
    assert result.row("ensemble")["p_at_1"] > 0.8


def test_what_cannot_be_opened_fails_when_it_is_prepared(tmp_path: Path) -> None:
    lost = Session(str(tmp_path / "nowhere"))
    lost.prepare("rules", "info", "neighbors")  # these need no corpus
    for question in ("complete", "expand", "sequences_holding"):
        with pytest.raises(CorpusError, match="is not there"):
            lost.prepare(question)
