"""The probe finds what is there, and only that."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from int2vec.embed.text_vectors import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.predict.probe.baselines import (
    baselines,
    frequency_source,
    one_hot_digits,
    random_vectors,
)
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe
from int2vec.predict.probe.readings import find_neuron

INTEGERS = list(range(1, 401))
SMALL = ProbeConfig(last=400)


@pytest.fixture(scope="module")
def vectors() -> Embeddings:
    """Noise, but for parity in dimension 4 and the value, weakly, in dimension 2."""
    matrix = np.random.default_rng(0).standard_normal((400, 8))
    matrix[:, 4] += 4 * (np.array(INTEGERS) % 2 == 0)
    matrix[:, 2] += np.array(INTEGERS) / 200
    return Embeddings(INTEGERS, matrix, name="made up")


def test_the_papers_columns_are_the_default(vectors: Embeddings) -> None:
    table = probe(vectors, config=SMALL)
    assert [r.name for r in table.properties] == ["even", "div3", "div4", "prime"]
    assert [r.name for r in table.quantities] == ["value", "digits"]
    even = table.result("made up", "even")
    assert even.dimension == 4
    assert even.n_train == even.all.n == 200
    assert even.single.accuracy > 0.95
    assert even.tuned.accuracy > 0.95
    low, high = even.all.accuracy_ci95
    assert low < even.all.accuracy < high
    assert table.result("made up", "div3").tuned.accuracy < 0.75
    value = table.result("made up", "value")
    assert value.dimension == 2
    assert 0.15 < value.r2_held_out < value.r2_all < 0.4
    json.dumps(table.to_json())


def test_baselines_know_what_mathematics_says_they_know() -> None:
    config = ProbeConfig()
    table = probe(baselines([random_vectors(config.integers, 20)], config.integers))

    def accuracy(row: str, name: str) -> float:
        return table.result(row, name).all.accuracy

    # 500 of 1001–2000 are even, 667 are no multiples of 3, 135 are prime (303 − 168).
    assert accuracy("majority class", "even") == 0.5
    assert accuracy("majority class", "div3") == 0.667
    assert accuracy("majority class", "div4") == 0.75
    assert accuracy("majority class", "prime") == 0.865
    assert accuracy("digits, one-hot", "even") == 1.0  # the last digit tells
    assert accuracy("digits, one-hot", "div3") < 0.7  # a sum modulo 3 is not linear
    assert 0.44 < accuracy("random, 20-d", "even") < 0.56
    assert table.result("digits, one-hot", "value").r2_all == pytest.approx(1.0)
    assert table.result("random, 20-d", "value").r2_held_out < 0.02


def test_integers_without_a_vector_are_left_out_and_counted(vectors: Embeddings) -> None:
    odd_ones = vectors.subset([n for n in INTEGERS if n % 5])
    result = probe(odd_ones, ["even"], SMALL).result("made up", "even")
    assert (result.n_asked, result.n_covered) == (400, 320)
    assert result.n_train == 160


def test_random_split_averages_over_seeds(vectors: Embeddings) -> None:
    config = ProbeConfig(last=400, split="random", seeds=3)
    result = probe(vectors, ["even"], config).result("made up", "even")
    once = [
        probe(vectors, ["even"], ProbeConfig(last=400, split="random", seed=seed)).properties[0]
        for seed in range(3)
    ]
    assert result.all.accuracy == pytest.approx(np.mean([one.all.accuracy for one in once]))
    assert result.all.accuracy_sd > 0
    again = probe(vectors, ["even"], config).result("made up", "even")
    assert again == result


def test_control_labels_and_code_tell_knowledge_from_noise(vectors: Embeddings) -> None:
    config = ProbeConfig(last=400, controls=5, code=True, split="random")
    noise = random_vectors(range(1, 401), 8)
    table = probe([vectors, noise], ["even"], config)
    known = table.result("made up", "even")
    unknown = table.result("random, 8-d", "even")
    assert known.selectivity > 0.4 > 0.12 > abs(unknown.selectivity)
    assert known.compression > 2 > 1.05 > unknown.compression


def test_frequency_matching_takes_the_shortcut_away() -> None:
    # The model lists even integers earlier as a rule, so frequency gives parity away.
    noise = np.random.default_rng(0).normal(size=401)
    order = sorted(INTEGERS, key=lambda n: float(noise[n] + n % 2))
    model = Embeddings(order, np.random.default_rng(0).standard_normal((400, 3)), name="m")
    rows = [model, *baselines([model], range(1, 401))]
    for split, low, high in (("random", 0.6, 0.9), ("frequency", 0.4, 0.6)):
        table = probe(rows, ["even"], ProbeConfig(last=400, split=split, seeds=4))
        assert low < table.result("log frequency", "even").all.accuracy < high
    assert frequency_source(rows, 0) is model
    assert all(frequency_source(rows, i) is model for i in range(1, len(rows)))


def test_a_neurons_threshold_lies_between_the_kinds() -> None:
    matrix = np.random.default_rng(0).standard_normal((400, 3))
    matrix[:, 1] = 40 * (np.array(INTEGERS) % 2 == 0) + 10  # 10 for odd, 50 for even integers
    neuron = find_neuron(Embeddings(INTEGERS, matrix, name="made up"), "even", SMALL)
    assert (neuron.dimension, neuron.sign) == (1, 1)
    assert 10 < neuron.threshold < 50


def test_a_neuron_is_found_and_missed() -> None:
    matrix = np.random.default_rng(0).standard_normal((400, 8)) * 0.1
    matrix[:, 4] -= np.array(INTEGERS) % 2
    vectors = Embeddings(INTEGERS, matrix, name="made up")
    neuron = find_neuron(vectors, "even", SMALL)
    assert (neuron.dimension, neuron.sign) == (4, 1)
    assert [value.integer for value in neuron.values] == list(range(1, 51))
    assert neuron.n_right == 50
    assert neuron.alone.accuracy == neuron.all.accuracy == 1.0
    assert neuron.without.accuracy < 0.6
    assert neuron.zeroed.accuracy == 0.5  # the probe now says the same of every integer
    json.dumps(neuron.to_json())


@pytest.mark.parametrize(
    ("properties", "config", "message"),
    [
        (["primes"], {}, "did you mean prime"),
        ([], {}, "no properties were given"),
        (["even"], {"first": 5000, "last": 6000}, "none of the integers 5000–6000"),
        (["5-digit"], {"last": 400}, "0 of the 200 integers to fit on have the property"),
        (["even"], {"first": 390, "last": 5000}, "0 to test on"),
        (["prime-index"], {"first": 401 - 20, "last": 400}, "is defined for"),
    ],
)
def test_bad_questions_say_what_to_do(
    vectors: Embeddings, properties: list[str], config: dict[str, int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        probe(vectors, properties, ProbeConfig(**config))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        {"split": "odd"},
        {"first": -1},
        {"last": 10},
        {"seeds": 0},
        {"C": 0.0},
        {"folds": 1},
        {"last": 10**7},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InputError):
        ProbeConfig(**settings)  # type: ignore[arg-type]


def test_no_embeddings_and_two_of_one_name(vectors: Embeddings) -> None:
    with pytest.raises(InputError, match="no embeddings"):
        probe([], ["even"])
    assert probe([vectors, vectors], ["even"], SMALL).embeddings == ["made up", "made up (2)"]
    with pytest.raises(InputError, match="was not probed"):
        probe(vectors, ["even"], SMALL).result("made up", "odd")


def test_other_spellings_of_a_property_are_one(vectors: Embeddings) -> None:
    table = probe(one_hot_digits(range(1, 401)), ["mod2=0", "even"], SMALL)
    assert [result.name for result in table.properties] == ["even"]


@pytest.mark.data
def test_text_vectors_know_size_and_little_else(vectors_folder: Path) -> None:
    glove = read_text_vectors(vectors_folder / "glove.6B.50d.subset.txt.gz")
    table = probe(glove, ["div3", "value"])
    value = table.result(glove.name, "value")
    assert value.n_covered == 2000
    assert value.r2_all > value.r2_held_out > 0.9
    assert table.result(glove.name, "div3").tuned.accuracy < 0.7
