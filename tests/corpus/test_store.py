"""A compiled corpus gives back what its file says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from int2vec.corpus import oeis
from int2vec.corpus.store import BIG, Corpus, compile_corpus
from int2vec.errors import CorpusError

Build = Callable[..., Corpus]

FACTORIALS = "A000142 ,1,1,2,6,24,120,720,5040,40320,362880,3628800,39916800,479001600,"
FEW = f"""# comment
A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,
{FACTORIALS}
A001057 ,0,1,-1,2,-2,3,-3,
A000079 ,1,2,4,8,1180591620717411303424,-1180591620717411303424,
A999999 ,
"""


def test_terms_come_back(compiled: Build) -> None:
    corpus = compiled(FEW)
    assert corpus.n_sequences == 5
    assert corpus.terms(0) == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]
    assert corpus.terms(3) == [1, 2, 4, 8, 2**70, -(2**70)]
    assert corpus.terms(4) == []
    assert corpus.a_numbers.tolist() == [45, 142, 1057, 79, 999999]
    assert corpus.index_of(1057) == 2
    assert corpus.index_of(7) is None


def test_integers_are_numbered_by_falling_count(compiled: Build) -> None:
    corpus = compiled(FEW)
    assert corpus.integer(0) == 1
    assert corpus.counts[0] == 6
    assert corpus.counts.tolist() == sorted(corpus.counts.tolist(), reverse=True)
    assert corpus.counts.sum() == corpus.n_terms
    for n in (1, 2, -3, 144, 2**70, -(2**70)):
        row = corpus.row(n)
        assert row is not None
        assert corpus.integer(row) == n
    assert corpus.row(4) == corpus.rows_of([4])[0]
    assert corpus.rows_of([7, 2**71, 10**5000]).tolist() == [-1, -1, -1]
    assert corpus.values[corpus.row(2**70)] == BIG
    assert not corpus.rows.flags.writeable


def test_names_are_found_by_a_number(compiled: Build) -> None:
    names = "# names\nA000045 Fibonacci numbers: F(n).\nA000142 Factorials ≥ 1.\nA5 x\nrubbish\n"
    corpus = compiled(FEW, names=names)
    assert corpus.sequence_name(0) == "Fibonacci numbers: F(n)."
    assert corpus.sequence_name(1) == "Factorials ≥ 1."
    assert corpus.sequence_name(2) is None
    assert compiled(FEW).sequence_name(0) is None


def test_a_bad_line_is_named_with_its_number(compiled: Build) -> None:
    with pytest.raises(CorpusError, match=r"sequences\.txt, line 3: 'x' is not an integer; mend"):
        compiled("# one\n1,2,3\n4,x\n")


def test_bad_lines_are_skipped_and_listed_on_request(compiled: Build) -> None:
    text = "1,2,3\n4,x\n\n5,6\n7,,8\n1," + "9" * 5000 + "\n"
    corpus = compiled(text, skip_bad=True)
    assert [corpus.terms(i) for i in range(corpus.n_sequences)] == [[1, 2, 3], [5, 6]]
    assert [fault["number"] for fault in corpus.manifest["bad_lines"]] == [2, 5, 6]
    assert corpus.manifest["bad_lines"][2]["reason"].startswith("a term of 5,000 characters")
    assert corpus.manifest["n_bad_lines"] == 3


def test_an_exact_repeat_is_kept_once(compiled: Build) -> None:
    text = f"A000027 ,1,2,3,\n{FACTORIALS}\n{FACTORIALS}\nA000027 ,1,2,3,4,\nA000027 ,1,2,3,\n"
    corpus = compiled(text + "5,6\n5,6\n")
    assert corpus.a_numbers.tolist() == [27, 142, 27, 0, 0]  # bare lines carry no identity
    assert corpus.manifest["n_repeats"] == 2
    assert corpus.terms(2) == [1, 2, 3, 4]
    assert corpus.counts[corpus.row(720)] == 1
    assert corpus.counts.sum() == corpus.n_terms == 3 + 13 + 4 + 2 + 2


@pytest.mark.parametrize("text", ["", "\n\n", "# only comments\n", "\r\n"])
def test_a_file_without_sequences_is_refused(compiled: Build, text: str) -> None:
    with pytest.raises(CorpusError, match="holds no sequences; give lines such as"):
        compiled(text)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_line_endings_do_not_matter(compiled: Build, ending: str, last: bool) -> None:
    text = ending.join(FEW.splitlines()) + (ending if last else "")
    corpus = compiled("\ufeff" + text if last else text)
    assert [corpus.terms(i) for i in range(5)] == [compiled(FEW).terms(i) for i in range(5)]


sequences = st.lists(
    st.tuples(
        st.integers(0, 10**6), st.lists(st.integers(-9, 9) | st.integers(-(10**30), 10**30))
    ),
    min_size=1, max_size=30, unique_by=lambda s: s[0],
)  # fmt: skip


@given(sequences, st.integers(20, 400))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_sequences_survive_compiling(
    tmp_path_factory: pytest.TempPathFactory,
    given_sequences: list[tuple[int, list[int]]],
    size: int,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    text = "".join(f"A{a:06d} ,{''.join(f'{t},' for t in ts)}\n" for a, ts in given_sequences)
    (folder / "file").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(oeis, "BLOCK_BYTES", size)  # many blocks
        compile_corpus(folder / "file", folder / "compiled")
    corpus = Corpus(folder / "compiled", "any")
    read = [
        (int(corpus.a_numbers[i]), corpus.terms(i)) for i in range(corpus.n_sequences)
    ]  # fmt: skip
    assert read == given_sequences
    counts = Counter(term for _, terms in given_sequences for term in terms)
    assert Counter(dict(zip(corpus.integers_of(np.arange(corpus.n_types)), corpus.counts.tolist(),
                            strict=True))) == counts  # fmt: skip
    ordered = corpus.counts.tolist()
    assert ordered == sorted(ordered, reverse=True)


@pytest.mark.data
def test_the_oeis_compiles_to_known_figures(oeis_dump: Path, tmp_path: Path) -> None:
    compile_corpus(oeis_dump, tmp_path / "oeis")
    corpus = Corpus(tmp_path / "oeis", "oeis")
    fibonacci = corpus.index_of(45)
    assert fibonacci is not None
    assert corpus.terms(fibonacci)[:8] == [0, 1, 1, 2, 3, 5, 8, 13]
    assert corpus.integer(0) == 1
    assert corpus.counts.sum() == corpus.n_terms > 10_000_000
