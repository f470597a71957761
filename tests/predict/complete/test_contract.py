"""What every completer owes: ranked, distinct, at most k, and bad input refused."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from int2vec.errors import InputError
from int2vec.predict.complete.base import Completer
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import SOURCES, SourcesConfig, make_sources
from int2vec.predict.complete.search.index import Index

NAMES = [source.name for source in SOURCES.values() if not source.of_a_model]
PROMPTS = (
    [1],
    [0, 0, 0],
    [1, 1, 2, 3, 5, 8],
    [2, 3, 5, 7, 11],
    [3, 1, 4, 1, 5, 9, 2, 6],
    [1, 8, 27, 65, 125, 216],
    [-1, 2, -4, 8],
    [10**40, 10**41, 10**42],
    list(range(500)),
    [1, 1, 1, 1, 2, 1, 1, 3, 3],
)


@pytest.fixture(params=[*NAMES, "ensemble"])
def completer(request: pytest.FixtureRequest, index: Index) -> Completer:
    if request.param == "ensemble":
        return Ensemble(make_sources(SourcesConfig(), index))
    (made,) = make_sources(SourcesConfig(using=(request.param,)), index).values()
    return made


@pytest.mark.parametrize("name", NAMES)
def test_what_a_completer_declares_is_what_it_gives(index: Index, name: str) -> None:
    made = make_sources(SourcesConfig(using=(name,)), index)[name]
    assert made.name == name
    found = [p for prompt in PROMPTS for p in made.complete(prompt)]
    assert found
    for p in found:
        assert p.by == name
        assert {*SOURCES[name].evidence, *SOURCES[name].rival} <= set(p.evidence)


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda p: str(p)[:20])
def test_predictions_are_ranked_distinct_and_few(completer: Completer, prompt: list[int]) -> None:
    found = completer.complete(prompt, 4)
    values = [p.value for p in found]
    assert len(values) == len(set(values)) <= 4
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert all(isinstance(v, int) and not isinstance(v, bool) for v in values)
    assert all(p.why and p.by for p in found)
    assert completer.complete(prompt, 1) == found[:1] or completer.name == "ensemble"


@pytest.mark.parametrize("prompt", ["1,2,x", [1.5], [None], [True, False], ["1"]])
def test_bad_terms_are_refused(completer: Completer, prompt: list[int]) -> None:
    with pytest.raises(InputError) as caught:
        completer.complete(prompt)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("k", [0, -3])
def test_a_k_below_one_is_refused(completer: Completer, k: int) -> None:
    with pytest.raises(InputError, match="k is"):
        completer.complete([1, 2, 3], k)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    prompt=st.lists(
        st.one_of(st.integers(-9, 9), st.integers(-(10**60), 10**60)), min_size=1, max_size=30
    )
)
def test_any_integers_are_answered(completer: Completer, prompt: list[int]) -> None:
    found = completer.complete(prompt)
    assert len({p.value for p in found}) == len(found) <= 5


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda p: str(p)[:20])
def test_probabilities_fall_and_add_up_to_at_most_one(index: Index, prompt: list[int]) -> None:
    found = Ensemble(make_sources(SourcesConfig(), index)).complete(prompt, 50)
    probabilities = [p.probability for p in found]
    assert probabilities == sorted(probabilities, reverse=True)
    assert all(0 <= p <= 1 for p in probabilities)
    assert sum(probabilities) <= 1 + 1e-9
