"""Expansion on a small corpus and on facts of arithmetic."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import numpy as np
import pytest

from int2vec.arithmetic.properties import PROPERTIES
from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Corpus
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand.concepts import near_in_size
from int2vec.predict.expand.evaluation import (
    average_precision,
    evaluate_expansion,
    evaluate_hidden_sets,
    precision_at,
    property_sets,
    sequence_sets,
)
from int2vec.predict.expand.expansion import expand
from int2vec.predict.expand.hypotheses import SharedProperty, hypotheses, shared_properties
from int2vec.predict.expand.postings import Postings, open_postings, shared_sequences
from int2vec.progress import followed_by

PRIMES = [n for n in range(2, 200) if PROPERTIES["prime"].holds(n)]


@pytest.fixture(scope="module")
def postings(tmp_path_factory: pytest.TempPathFactory) -> Postings:
    """A corpus of multiples, powers and primes, each a few times over."""
    lines = [",".join(str(k * n) for n in range(1, 25)) for k in range(1, 40)]
    lines += [",".join(str(k**n) for n in range(1, 14)) for k in range(2, 12)]
    lines += [",".join(map(str, PRIMES)), ",".join(map(str, PRIMES[5:])), "6,28,496,8128"]
    file = tmp_path_factory.mktemp("corpus") / "sequences.txt"
    text = "".join(f"A{i:06d} ,{line},\n" for i, line in enumerate(lines, start=1))
    file.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("INT2VEC_CACHE", str(tmp_path_factory.mktemp("cache")))
        return open_postings(open_corpus(file))


@pytest.fixture(scope="module")
def clock() -> Embeddings:
    """A model in which integers that leave the same remainder by 7 have the same direction."""
    integers = list(range(1, 201))
    angle = np.array([2 * np.pi * (n % 7) / 7 for n in integers])
    matrix = np.stack([np.cos(angle), np.sin(angle)], axis=1).astype(np.float32)
    return Embeddings(integers, matrix, name="clock")


def values(*args: object, **options: object) -> list[int]:
    """The candidates of an expansion, best first."""
    return [c.value for c in expand(*args, **options).candidates]  # type: ignore[arg-type]


def shared(*seeds: int) -> list[SharedProperty]:
    """What the seeds share, most surprising first."""
    return shared_properties(hypotheses(seeds), seeds)


@pytest.mark.parametrize(
    ("seeds", "words"),
    [
        ([73, 97, 83], "is prime"),
        ([49, 144, 289], "is a square"),
        ([128, 1024, 32], "is a power of 2"),
        ([6, 28, 496], "is the sum of its proper divisors"),
        ([45, 105, 330], None),
    ],
)
def test_names_what_the_members_share(seeds: list[int], words: str | None) -> None:
    found = shared(*seeds)
    assert [s.bits for s in found] == sorted((s.bits for s in found), reverse=True)
    if words:
        assert found[0].words == words
    for one in found:
        assert all(PROPERTIES[one.name].holds(n) for n in seeds)


def test_a_rarer_property_is_the_greater_surprise() -> None:
    bits = {one.name: one.bits for one in shared(64, 729, 4096)}
    assert bits["cube"] > bits["square"]
    assert "perfect-power" not in bits  # every cube is one


def test_what_follows_from_a_property_is_not_named_beside_it() -> None:
    names = [one.name for one in shared(121, 143, 169, 1001, 2401)]
    assert "coprime-30" in names
    assert not {"coprime-6", "coprime-10", "odd"} & set(names)


def test_candidates_have_what_long_members_share() -> None:
    prime = 10**60 + 7
    found = expand([prime, 3], 6)
    assert found.properties[0].name == "prime"
    assert all(PROPERTIES["prime"].holds(one.value) for one in found.candidates)
    assert {one.why for one in found.candidates} == {"is prime"}


def test_by_property_gives_members_of_about_that_size() -> None:
    found = values([73, 97, 83], 6, using="property")
    assert all(PROPERTIES["prime"].holds(n) for n in found)
    assert all(30 < n < 250 for n in found)


def test_by_sequence(postings: Postings) -> None:
    found = expand([6, 496], 2, using="sequence", postings=postings)
    assert [c.value for c in found.candidates] == [28, 8128]
    assert found.candidates[0].why == "in A000052"
    assert [s.a_number for s in found.sequences] == ["A000052"]
    assert found.sequences[0].label == "A000052"


def test_rarest_sequence_first(postings: Postings) -> None:
    sizes = [s.size for s in expand([64, 8], 3, postings=postings).sequences]
    assert sizes == sorted(sizes)
    assert len(sizes) >= 2


def test_by_vector_is_the_centroid(clock: Embeddings) -> None:
    found = values([7, 14, 21], 5, using="vector", embeddings=clock)
    assert all(n % 7 == 0 for n in found)
    assert not {7, 14, 21} & set(found)


def test_fused_uses_all(clock: Embeddings, postings: Postings) -> None:
    found = values([11, 31, 53, 71], 8, postings=postings, embeddings=clock)
    assert sum(PROPERTIES["prime"].holds(n) for n in found) >= 7


def test_powers_past_every_table_are_found() -> None:
    values([2**100, 2**101, 2**102], 5, using="property")  # the first makes the tables in its time
    assert 2**203 in values([2**200, 2**201, 2**202], 5, using="property")


@pytest.mark.parametrize("method", ["fused", "vector", "property", "sequence"])
def test_repeated_seeds_count_once(clock: Embeddings, postings: Postings, method: str) -> None:
    once = expand([7, 11], 5, using=method, postings=postings, embeddings=clock)
    twice = expand([7, 11, 7, 7], 5, using=method, postings=postings, embeddings=clock)
    assert once == twice
    assert once.seeds == (7, 11)


@pytest.mark.parametrize("seeds", [[7], [-3, -5, -9], [0], [10**40 + 1, 10**40 + 9], [3, 10**300]])
def test_odd_seeds_get_distinct_candidates(seeds: list[int], postings: Postings) -> None:
    found = values(seeds, 5, postings=postings)
    assert len(found) == len(set(found)) == 5
    assert not set(found) & set(seeds)


def test_integers_without_a_vector(clock: Embeddings) -> None:
    found = expand([7, 14, 5000], 3, using="vector", embeddings=clock)
    assert found.notes == ("no vector in 'clock' for 5000",)
    assert [c.value % 7 for c in found.candidates] == [0, 0, 0]
    with pytest.raises(UnknownIntegerError, match="none of the seeds"):
        expand([5000, 6000], 3, using="vector", embeddings=clock)
    assert expand([5000, 6000], 3, embeddings=clock).candidates


def test_bad_arguments(clock: Embeddings) -> None:
    with pytest.raises(InputError, match="no seeds"):
        expand([], embeddings=clock)
    with pytest.raises(InputError, match="k is 0"):
        expand([3], 0, embeddings=clock)
    with pytest.raises(InputError, match="k is 2000000"):
        expand([3], 2_000_000, embeddings=clock)
    with pytest.raises(InputError, match="fused, vector, property, sequence"):
        expand([3], using="magic", embeddings=clock)
    with pytest.raises(InputError, match="needs a model"):
        expand([3], using="vector")
    with pytest.raises(InputError, match="needs a corpus"):
        expand([3], using="sequence", embeddings=clock)
    with pytest.raises(InputError, match="integer"):
        expand(["3"], embeddings=clock)  # type: ignore[list-item]


def test_a_million_candidates_are_as_many_as_there_are(clock: Embeddings) -> None:
    assert len(values([7, 14], 1_000_000, using="vector", embeddings=clock)) == 198


def test_many_members_of_a_set_with_a_name_leave_no_doubt(postings: Postings) -> None:
    squares = [n * n for n in range(1, 501)]
    found = expand(squares, 3, postings=postings)  # no sequence is likely beside their name
    assert (found.properties[0].name, found.candidates[0].why) == ("square", "is a square")


def test_postings_agree_with_the_corpus(postings: Postings) -> None:
    corpus = postings.corpus
    held = [i for i in range(corpus.n_sequences) if {12, 36} <= set(corpus.terms(i))]
    sizes = [len(set(corpus.terms(i))) for i in held]
    assert [one.size for one in shared_sequences(postings, [12, 36], 10**6)] == sorted(sizes)
    assert shared_sequences(postings, [12, 10**9]) == []
    half = postings.limited_to(np.arange(10, dtype=np.int32))
    assert half.of(36).tolist() == [i for i in range(10) if 36 in corpus.terms(i)]
    row = corpus.row(36)
    assert row is not None
    assert half.frequencies[row] == len(half.of(36))


def test_scores_by_hand() -> None:
    assert precision_at([2, 3, 4], frozenset({2, 3, 5}), k=10) == 0.2
    assert average_precision([2, 4, 3], frozenset({2, 3, 5})) == pytest.approx((1 + 2 / 3) / 3)


def test_hidden_sets_are_fixed_by_their_seed() -> None:
    assert property_sets(5, seed=3) == property_sets(5, seed=3)
    assert property_sets(5, seed=3) != property_sets(5, seed=4)
    for one in property_sets(20):
        assert 3 <= len(one.shown) <= 5
        assert all(PROPERTIES[one.source].holds(n) for n in (*one.shown, *one.hidden))
    with pytest.raises(InputError, match="0 hidden sets"):
        property_sets(0)


def test_evaluation_ranks_the_fused_method_above_vectors(
    clock: Embeddings, postings: Postings
) -> None:
    scores = evaluate_expansion(property_sets(12), [clock], postings)
    by_name = {one["method"]: one["p_at_10"] for one in scores}
    assert by_name["fused"] > by_name["vectors clock"]
    assert by_name["properties"] > 0.7


@pytest.mark.data
@pytest.mark.slow
def test_test_sequences_of_the_oeis(oeis_dump: Path) -> None:
    corpus = open_corpus(oeis_dump)
    parts = make_split(corpus)
    training = open_postings(corpus).limited_to(parts.train)
    sets = sequence_sets(training, parts, 15)
    assert len(sets) == 15
    by_name = {one["method"]: one["p_at_10"] for one in evaluate_expansion(sets, [], training)}
    assert by_name["sequences"] > by_name["frequency"]


@pytest.fixture
def shifted(tmp_path: Path) -> Corpus:
    """600 sequences of twenty integers in a row."""
    lines = [f"A{i + 1:06d} ," + ",".join(str(i % 30 + n) for n in range(20)) for i in range(600)]
    (tmp_path / "sequences.txt").write_text(",\n".join(lines) + ",\n")
    return open_corpus(tmp_path / "sequences.txt")


def test_hidden_sequences_are_drawn_at_random(shifted: Corpus) -> None:
    parts = make_split(shifted)
    training = open_postings(shifted).limited_to(parts.train)
    first, second = (
        {one.source for one in sequence_sets(training, parts, 5, seed)} for seed in (0, 1)
    )
    assert len(first) == len(second) == 5
    assert first != second
    every = {f"A{int(shifted.a_numbers[i]):06d}" for i in parts.test}
    assert first | second < every


def test_both_kinds_of_hidden_sets_are_measured(shifted: Corpus) -> None:
    told: list[float] = []
    with followed_by(lambda share, what: told.append(share)):
        scores = evaluate_hidden_sets(open_postings(shifted), make_split(shifted), [], n=3)
    assert list(scores) == ["properties", "sequences"]
    methods = ["frequency", "properties", "sequences", "fused"]
    assert [one["method"] for one in scores["sequences"]] == methods
    assert all(one["n"] == 3 for found in scores.values() for one in found)
    by_name = {one["method"]: one["p_at_10"] for one in scores["sequences"]}
    assert by_name["sequences"] > 0.9  # the training part holds copies of each test sequence
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize("seeds", [[10**400, 10**401], [-(10**350)], [2**1200, 7]])
def test_seeds_past_the_largest_float(seeds: list[int], postings: Postings) -> None:
    for index in (None, postings):
        found = expand(seeds, 5, postings=index)
        assert len(found.candidates) == 5
        assert all(np.isfinite(c.score) for c in found.candidates)


def test_candidates_can_be_written_out() -> None:
    assert 10**2400 in near_in_size([10**2000, 10**2200], 10)
    assert max(near_in_size([1, 10**2600], 10)) < 2 * 10**2600  # not 10**5200
    assert all(abs(n) < 10**4000 for n in near_in_size([-1, 10**3000, -(10**3999)], 10))


def test_a_corpus_without_terms_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    (tmp_path / "stripped").write_text("A000001 ,\n")
    index = open_postings(open_corpus(tmp_path / "stripped"))
    assert index.counts([1, 10**20]).tolist() == [0, 0]
    assert expand([73, 97, 83], 3, postings=index).candidates


def test_the_work_on_long_seeds_is_bounded() -> None:
    primes = [2**2203 - 1, 2**2281 - 1, 2**3217 - 1, 2**1279 - 1]
    begun = process_time()
    found = expand(primes, using="property")
    assert process_time() - begun < 3
    assert found.notes == ("the integers are too long for all properties to be tested in time",)
    assert found.properties == ()  # nothing is said about what was not tested to the end
    with pytest.raises(InputError, match=r"21,\d+ digits in all; give fewer or shorter ones"):
        expand([10**999 + i for i in range(22)])


def test_many_seeds_are_no_reason_to_leave_properties_out() -> None:
    found = expand(range(10**6, 10**6 + 1999, 2), using="property")
    assert found.notes == ()
    assert "even" in {shared.name for shared in found.properties}
