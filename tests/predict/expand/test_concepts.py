"""Which sets may have produced the seeds: small sets that hold them all weigh most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from int2vec.corpus.store import open_corpus
from int2vec.predict.expand.concepts import Concepts, background_of, find_concepts
from int2vec.predict.expand.hypotheses import hypotheses
from int2vec.predict.expand.postings import Postings, open_postings

SEQUENCES = (
    [2, 4, 8, 16, 32, 64, 128, 256],  # 0: powers of 2
    list(range(2, 130, 2)),  # 1: even numbers
    list(range(1, 200)),  # 2: all numbers
    [4, 8, 16, 77, 91, 95],  # 3: holds three of the powers, misses 32
    [5, 7, 11, 13, 17, 19],  # 4: none of them
)


@pytest.fixture
def postings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Postings:
    monkeypatch.setenv("INT2VEC_CACHE", str(tmp_path / "cache"))
    lines = [f"A{i + 1:06d} ," + ",".join(map(str, s)) + "," for i, s in enumerate(SEQUENCES)]
    (tmp_path / "stripped").write_text("\n".join(lines) + "\n")
    return open_postings(open_corpus(tmp_path / "stripped"))


def by_property(seeds: list[int]) -> list[tuple[str, ...]]:
    """The properties that the seeds speak for, heaviest first."""
    return [one.names for one in find_concepts(seeds, hypotheses(seeds), None).properties]


def weights(found: Concepts) -> dict[int, float]:
    """The weight of each sequence by its place in the list."""
    return dict(zip(found.sequences.tolist(), found.sequence_weights.tolist(), strict=True))


def test_the_smallest_set_that_holds_the_seeds_weighs_most(postings: Postings) -> None:
    found = weights(find_concepts([4, 8, 16, 32], [], postings))
    assert max(found, key=found.__getitem__) == 0
    assert found[0] == 1.0
    assert found[0] > found[1] > found[2] > 0


def test_a_set_that_misses_a_seed_is_weak_but_not_out(postings: Postings) -> None:
    found = weights(find_concepts([4, 8, 16, 32], [], postings))
    assert 0 < found[3] < found[0]
    assert 4 not in found


def test_a_rare_integer_is_rarer_in_the_background(postings: Postings) -> None:
    common, rare, unknown = background_of([8, 5, 10**6], postings)
    assert common == pytest.approx(4 / len(postings.sequences))  # 8 stands in four of the sequences
    assert rare == pytest.approx(2 / len(postings.sequences))
    assert 0 < unknown < rare


@pytest.mark.parametrize(
    ("seeds", "first"),
    [
        ([73, 97, 83], ("prime",)),
        ([49, 144, 289], ("square",)),
        ([128, 1024, 32], ("power-of-2",)),
        ([6, 120, 5040], ("factorial",)),
    ],
)
def test_the_property_that_people_would_name_comes_first(
    seeds: list[int], first: tuple[str, ...]
) -> None:
    found = find_concepts(seeds, hypotheses(seeds), None)
    assert found.properties[0].names == first
    assert found.property_weights[0] == 1.0
    assert (np.diff(found.property_weights) <= 0).all()


def test_two_properties_at_once_are_a_concept() -> None:
    assert {"semiprime", "div7"} in map(set, by_property([14, 35, 77, 91]))
    powers = by_property([128, 1024, 32])  # all even: saying so adds nothing
    assert {"power-of-2", "even"} not in map(set, powers)


def test_seeds_with_nothing_in_common_speak_for_no_property() -> None:
    found = by_property([2, 3, 7, 15, 28, 100])
    assert not any(name in ("prime", "even", "odd") for names in found for name in names)
