"""The sequence that is named as a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.citations import citation_of, cited
from int2vec.predict.complete.search.index import Index, open_index

SEQUENCES = """\
A000045 ,0,1,1,2,3,5,8,13,21,34,55,
A081667 ,0,1,1,2,3,5,8,13,21,34,55,
A200000 ,7,3,5,8,13,22,35,
A300000 ,5,8,13,21,34,54,
"""
NAMES = """\
A000045 Fibonacci numbers.
A081667 Duplicate of A000045.
A200000 Something else.
A300000 Erroneous version of A000045.
"""


@pytest.fixture
def index(tmp_path: Path) -> Index:
    path, names = tmp_path / "stripped", tmp_path / "names"
    path.write_text(SEQUENCES)
    names.write_text(NAMES)
    compile_corpus(path, tmp_path / "compiled", names=names, input_hash=str(tmp_path))
    return open_index(Corpus(tmp_path / "compiled", "given"))


def prediction(value: int, by: str = "search", why: str = "") -> Prediction:
    return Prediction(value=value, score=1.0, by=by, why=why, probability=0.5)


def test_the_best_known_live_sequence_is_cited_with_counts(index: Index) -> None:
    found = citation_of(index, [3, 5, 8, 13], 21)
    assert found is not None
    assert (found.label, found.position, found.agreeing, found.holding) == ("A000045", 4, 2, 3)
    assert found.words == (
        "these terms stand in A000045 (Fibonacci numbers) from its term 5 on; "
        "2 of 3 sequences that hold them go on so"
    )


def test_a_plain_rule_speaks_for_itself_and_a_nested_one_does_not(index: Index) -> None:
    plain = prediction(21, "rules", "each term is the sum of the previous two")
    nested = prediction(55, "rules", "the differences are 1: the differences are 2: odd")
    (first,) = cited(index, [3, 5, 8, 13], [plain])
    assert first.why == plain.why
    assert first.evidence["sequences"] == ["A000045"]
    (second,) = cited(index, [8, 13, 21, 34], [nested])
    assert second.why == nested.why  # a sequence that holds the terms goes on otherwise
    (third,) = cited(index, [1, 1, 2, 3], [prediction(5, "rules", nested.why)])
    assert third.why.startswith("these terms stand in A000045 (Fibonacci numbers) from its term 2")


def test_what_no_sequence_holds_is_not_cited(index: Index) -> None:
    assert citation_of(index, [3, 5, 8, 13], 99) is None
    assert citation_of(index, [3, 5], 8) is None
    assert cited(index, [9, 9, 9], [prediction(9, why="it came once before")])[0].why == (
        "it came once before"
    )
