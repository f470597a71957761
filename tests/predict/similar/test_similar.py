"""Sequences near in meaning: what comes from a sequence is found, however it comes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest

from int2vec.arithmetic.primes import primes_up_to
from int2vec.errors import CorpusError, InputError, UnknownIntegerError
from int2vec.predict.similar.derived import PARTS, Block, block_of, parts_of
from int2vec.predict.similar.evaluation import cited_pairs
from int2vec.predict.similar.ranking import agreement
from int2vec.session import Session

PRIMES = primes_up_to(300)
SQUARES = [n * n for n in range(40)]
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012, 742900]
PASCAL = [[1]]
for _ in range(11):
    PASCAL.append([1, *map(sum, zip(PASCAL[-1], PASCAL[-1][1:], strict=False)), 1])
TRIANGLE = [k * k + entry for row in PASCAL for k, entry in enumerate(row)]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("similar")
    known = {40: PRIMES, 290: SQUARES, 108: CATALAN, 900_001: TRIANGLE}
    known |= {910_000 + k: [n**2 * k + 7 * n + k for n in range(30)] for k in range(3, 60)}
    text = "".join(f"A{a:06d} ,{','.join(map(str, t))},\n" for a, t in sorted(known.items()))
    (folder / "terms.txt").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INT2VEC_CACHE", str(folder / "cache"))
        opened = Session(str(folder / "terms.txt"))
        assert opened.space.matrix.shape[0] == len(known)
        return opened


def _rows(of: Callable[[list[int]], int]) -> list[int]:
    rows = [[k * k + entry for k, entry in enumerate(row)] for row in PASCAL]
    return [of(row) for row in rows]


@pytest.mark.parametrize(
    ("terms", "found", "why"),
    [
        (PRIMES[3:20], "A000040", "the same terms"),
        (list(accumulate(PRIMES)), "A000040", "differences here, terms there"),
        ([5 * p for p in PRIMES[:12]], "A000040", "the same terms"),
        ([p + 4 for p in PRIMES[:20]], "A000040", "differences here, differences there"),
        ([int(n in PRIMES) for n in range(1, 100)], "A000040", "places of 1"),
        ([n for n in range(1, 90) if n not in PRIMES], "A000040", "complement"),
        (PRIMES[:40:2], "A000040", "every second term there"),
        (_rows(sum), "A900001", "row sums there"),
        (_rows(lambda row: row[-1]), "A900001", "diagonal 0 of the triangle there"),
        (np.convolve(SQUARES[1:], SQUARES[1:])[:20].tolist(), "A000290", "square root here"),
    ],
)
def test_what_comes_from_a_sequence_leads_back(
    session: Session, terms: list[int], found: str, why: str
) -> None:
    best = session.similar(terms, 3).similar
    reasons = {one.sequence: one.why for one in best}
    assert why in reasons[found]


def test_an_a_number_is_answered_without_itself(session: Session) -> None:
    found = session.similar("a40", 70)
    assert found.sequence == "A000040"
    assert list(found.terms) == PRIMES
    scores = [one.score for one in found.similar]
    assert scores == sorted(scores, reverse=True)
    assert "A000040" not in [one.sequence for one in found.similar]
    assert found.similar[0].terms


@pytest.mark.parametrize("query", ["A999999", "A0", "1, x", [], "A000040x"])
def test_what_is_no_sequence_is_said_in_one_sentence(session: Session, query: object) -> None:
    refused = pytest.raises(
        (InputError, UnknownIntegerError), match=r"; give |not a whole number|no terms"
    )
    with refused:
        session.similar(query)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "terms", [[7], [0] * 30, [1, -1] * 10, [10**900, 10**901, 10**902], list(range(1_000))], ids=len
)
def test_odd_sequences_have_answers(session: Session, terms: list[int]) -> None:
    assert len(session.similar(terms, 5).similar) == 5


def test_a_corpus_without_terms_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("A000001 ,,\n")
    with pytest.raises(CorpusError):
        Session(str(tmp_path / "empty.txt")).similar([1, 2, 3])


def test_parts_are_what_their_names_say() -> None:
    parts = dict(zip(PARTS, parts_of(block_of([[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]])), strict=True))

    def line(name: str) -> list[int]:
        block: Block = parts[name]
        return block.terms[0, : block.lengths[0]].tolist()

    assert line("row sums") == [3, 5, 15, 16]
    assert line("column 1 of the triangle") == [4, 5, 6]
    assert line("diagonal 0 of the triangle") == [3, 4, 9, 3]
    assert line("antidiagonal sums")[:3] == [3, 1, 5]
    assert line("records") == [3, 4, 5, 9]
    assert line("steps between the places of records") == [2, 2, 1]
    assert line("steps between the places of 1") == [2]
    assert line("parity") == [1, 1, 0, 1, 1, 1, 0, 0, 1, 1]
    assert line("every third term, 1") == [1, 5, 6]


def test_agreement_counts_terms_up_to_a_factor_and_a_shift() -> None:
    ours, theirs = block_of([[0, 2, 4, 6, 8, 11]]), block_of([[5, 10, 15, 20, 25, 30]])
    run, share = agreement(ours, theirs)
    assert (run[0], share[0]) == (4, 0.8)


def test_pairs_are_those_that_names_cite() -> None:
    with pytest.raises(CorpusError, match="cite"):
        cited_pairs(Session("well-known").corpus)
