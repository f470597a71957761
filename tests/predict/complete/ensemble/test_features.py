"""What the ensemble looks at, against values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import _explained
from int2vec.predict.complete.ensemble.features import (
    ABSENT,
    candidate_features,
    feature_matrix,
    feature_names,
)


def _says(by: str, value: int, **evidence: object) -> Prediction:
    return Prediction(value=value, score=1.0, by=by, why="so", evidence=evidence)


def _of(prompt: list[int], value: int) -> dict[str, float]:
    return candidate_features(prompt, {"local": [_says("local", value)]})[value]


def test_the_prompt() -> None:
    found = _of([0, -1, 3, 7, 7], 15)
    # sizes are log2(1 + |t|) with the sign of t: 0, -1, 2, 3, 3
    expected = {
        "n_terms": 5,
        "last_size": 3,
        "size_slope": 0,  # from 3 to 3
        "size_bend": -3,  # the last three slopes are 3, 1, 0
        "distinct_share": 4 / 5,
        "n_distinct": 4,
        "order": 9,  # neither rises nor falls
        "step_distinct": 3,  # -1, 4, 4, 0
        "zero_share": 1 / 5,
        "negative_share": 1 / 5,
        "bits": 0 + 1 + 2 + 3 + 3,
        "step_bits": 1 + 2 * np.log2(5) + 0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_how_a_candidate_fits_the_prompt() -> None:
    found = _of([1, 3, 3, 7, 15], 31)
    expected = {
        "size": 5,
        "off_trend": 5 - 4 - 2 / 3,  # the sizes rise by 0, 1, 1 before
        "off_last": 1,
        "is_last": 0,
        "keeps_order": 1,  # terms rise or stay
        "seen_share": 0,
        "step_seen_share": 0,
        "keeps_factor": ABSENT,  # 3, 7, 15 have none
        "keeps_sign": 1,
        "keeps_parity": 0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("prompt", "value", "name", "expected"),
    [
        ([5, 1, 6, 12, 30], 42, "keeps_factor", 1.0),  # from the third term on, all by 6
        ([5, 1, 6, 12, 30], 43, "keeps_factor", 0.0),
        ([5, -1, -6, -2], 3, "keeps_sign", 0.0),
        ([5, -1, 6, -2], 3, "keeps_sign", ABSENT),
        ([1, 2, 3], 3, "keeps_order", 0.0),  # rises, so a repetition does not keep it
        ([1, 2, 2, 3], 3, "keeps_order", 1.0),
        ([3, 2, 2], 4, "keeps_order", 0.0),
        ([4, 4, 4], 4, "keeps_order", 1.0),
        ([1, 3, 2], 9, "keeps_order", ABSENT),
        ([1, 2, 2, 3], 2, "seen_share", 0.5),
        ([1, 2, 2, 3], 4, "step_seen_share", 0.5),  # steps 1, 0, 1
        ([1, 2], 2, "is_last", 1.0),
        ([1, 2], 3, "keeps_parity", 2.0),  # odd against 2, as 1 is
        ([1, 2], 4, "keeps_parity", 1.0),
        ([1, 2], 5, "keeps_parity", 2.0),
        ([2, 2], 3, "keeps_parity", 3.0),  # odd against both
        ([7], 9, "keeps_parity", 0.0),
        ([7], 7, "size_slope", 0.0),
        ([7], 9, "step_seen_share", 0.0),
        ([1, 2, 3], 9, "order", 1.0),
        ([3, 2, 1], 9, "order", -1.0),
        ([4, 4, 4], 9, "order", 0.0),
        ([1, 2, 2], 9, "order", 0.5),
        ([3, 3, 1], 9, "order", -0.5),
        ([7], 9, "order", 9.0),
        ([4, 8], 6, "keeps_factor", 0.0),  # where there are no more, of the first two
        ([4, 8], 16, "keeps_factor", 1.0),
        ([4, 6, 9, 18], 27, "keeps_factor", 1.0),
        ([-1, -7], -7, "size", -3.0),
        ([-1, -7], -7, "is_last", 1.0),
        ([5, -1, -6, -2], -3, "keeps_sign", 1.0),
        ([5, -1, -6, 0], -3, "keeps_sign", ABSENT),
        ([0, 0, 0], 0, "zero_share", 1.0),
        ([0, 5, 0, 5], 0, "negative_share", 0.0),
        ([3] * 150, 3, "n_terms", 100.0),  # the last hundred are looked at
    ],
)
def test_single_features(prompt: list[int], value: int, name: str, expected: float) -> None:
    assert _of(prompt, value)[name] == expected


def test_who_says_so_and_why() -> None:
    gathered = {
        "rules": [_says("rules", 8, saved=9.5, checked=3), _says("rules", 9, saved=2)],
        "local": [_says("local", 9, value_order=2), _says("local", 8)],
        "search": [],
    }
    found = candidate_features([2, 4, 6], gathered)
    assert list(found) == [8, 9]
    eight, nine = found[8], found[9]
    assert (eight["n_sources"], eight["n_first"], eight["reciprocal_ranks"]) == (2, 1, 1.5)
    assert (eight["rules.rank"], eight["rules.saved"], eight["rules.checked"]) == (0, 9.5, 3)
    assert (nine["rules.rank"], nine["rules.saved"], nine["rules.checked"]) == (1, 2, ABSENT)
    assert (nine["local.rank"], nine["local.value_order"]) == (0, 2)
    assert (eight["has.search"], eight["has.lstm"]) == (1, 0)  # asked but silent, and not asked
    for features in found.values():  # the first rule weighs against all
        assert features["first.rules.saved"] == 9.5
        assert "search.rank" not in features


def test_features_are_matched_by_name() -> None:
    rows = [{"size": 3.0, "order": 1.0}, {"order": 2.0, "rules.rank": 0.0}]
    found = feature_matrix(rows, ("order", "rules.rank", "size"))
    assert found.tolist() == [[1.0, ABSENT, 3.0], [2.0, 0.0, ABSENT]]
    assert feature_matrix([], ("order",)).shape == (0, 1)


def test_every_feature_has_one_name() -> None:
    names = feature_names()
    assert len(set(names)) == len(names)
    assert set(_of([1, 2, 3], 4)) <= set(names)


def test_the_best_reason_is_given_and_a_rule_is_one() -> None:
    gathered = {
        "local": [_says("local", 9), _says("local", 8)],
        "rules": [_says("rules", 8), _says("rules", 9)],
    }
    assert _explained(8, 0.5, gathered).by == "rules"
    same = {"local": [_says("local", 9)], "rules": [_says("rules", 9)]}
    assert _explained(9, 0.5, same).by == "rules"
    assert _explained(9, 0.5, same).evidence["agreeing_sources"] == ["local"]
