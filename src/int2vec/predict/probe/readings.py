"""What probes read off one integer's vector, and the one dimension that carries a property."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from int2vec.arithmetic.properties import PROPERTIES, property_table
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.predict.probe.baselines import frequency
from int2vec.predict.probe.config import ProbeConfig, make_split
from int2vec.predict.probe.fits import Logistic, best_dimension, fit_all, one_thread_a_product
from int2vec.predict.probe.probing import covered, sort_names
from int2vec.predict.probe.result import Score, score

LAST = 2_000  # probes are fitted on integers from 1 to this
READ = ("even", "div3", "div4", "div5", "prime", "square", "squarefree", "palindrome")
_SECOND = np.random.default_rng(0).random(LAST + 1) < 0.5  # which are in the second of two halves


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The probability that a probe reads off a vector, the truth, and how good the probe is."""

    property: str
    words: str
    read: float
    truth: bool
    accuracy: float  # on the half of the integers that the probe was not fitted on


def read_off(embeddings: Embeddings, n: int) -> list[Reading]:
    """One reading a property, by a probe that has not seen n.

    >>> integers = list(range(1, 200))
    >>> parity = np.array([[n % 2, 1.0] for n in integers])
    >>> readings = read_off(Embeddings(integers, parity, name="parity"), 97)
    >>> [reading.read < 0.5 for reading in readings if reading.property == "even"]
    [True]
    """
    vector = embeddings.infer(n).astype(np.float64)[None]  # (1, dim)
    half = int(not _SECOND[n]) if 1 <= n <= LAST else 0
    readings = []
    for name, probes in _probes(embeddings).items():
        (probe, accuracy), found = probes[half], PROPERTIES[name]
        said: dict[str, Any] = {"words": found.words, "truth": found.holds(n), "accuracy": accuracy}
        read = float(0.5 * (1 + np.tanh(0.5 * probe.decision(vector)[0])))
        readings.append(Reading(property=name, read=read, **said))
    return readings


@lru_cache(maxsize=4)
def _probes(embeddings: Embeddings) -> dict[str, list[tuple[Logistic, float]]]:
    """For each property of READ two probes, each fitted on one half, and accurate on the other."""
    known = embeddings.known(range(1, LAST + 1))
    matrix, second = embeddings.vectors_of(known).astype(np.float64), _SECOND[known]
    found: dict[str, list[tuple[Logistic, float]]] = {}
    for name, labels in zip(READ, property_table(READ, known), strict=True):
        if all(0 < labels[part].sum() < part.sum() for part in (second, ~second)):
            for part in (~second, second):
                probe = fit_all(matrix[part], labels[part], standardise=True, C=0.1)
                accuracy = probe.right(matrix[~part], labels[~part])
                found.setdefault(name, []).append((probe, accuracy))
    return found


@dataclass(frozen=True, kw_only=True)
class NeuronValue:
    """What the dimension holds for one integer, and whether it falls on the right side."""

    integer: int
    value: float
    holds: bool
    right: bool


@dataclass(frozen=True, kw_only=True)
class Neuron:
    """A dimension, how well it tells a property alone, and what the others know without it."""

    embedding: str
    property: str
    n_right: int  # of the listed integers, those on the right side of the threshold
    dimension: int  # from 0
    threshold: float  # the integers with the property lie above it, or below if `sign` is -1
    sign: int
    alone: Score  # this dimension only
    all: Score  # all dimensions
    zeroed: Score  # the same probe, this dimension set to 0 in the test part
    without: Score  # a probe fitted anew on the other dimensions
    values: tuple[NeuronValue, ...]

    to_json = asdict  # everything, as plain values


def _parts(embeddings: Embeddings, name: str, config: ProbeConfig) -> tuple[list[Any], list[Any]]:
    """The vectors, and whether they have the property, of what is fitted on and what is tested."""
    integers, vectors = covered(embeddings, config.integers)
    labels, ranks = property_table([name], integers)[0], frequency(embeddings, integers)
    what = f"{name!r} in {embeddings.name!r}"
    split = make_split(labels, integers, ranks, config, config.seed, what)
    return [vectors[part] for part in split], [labels[part] for part in split]


def find_neuron(
    embeddings: Embeddings, name: str, config: ProbeConfig | None = None, shown: int = 50
) -> Neuron:
    """The dimension that tells a property best on the training part, with its values for 1, 2, …

    >>> from int2vec.predict.probe.baselines import one_hot_digits
    >>> digits = one_hot_digits(range(1, 201))
    >>> neuron = find_neuron(digits, "mod10=7", ProbeConfig(last=200))
    >>> neuron.dimension, neuron.n_right, neuron.alone.accuracy
    (7, 50, 1.0)
    """
    config = config or ProbeConfig()
    yes_no, _ = sort_names([name])
    if not yes_no:
        raise InputError(f"{name!r} is a quantity; give a yes-or-no property as 'even'")
    (x, unseen), (y, truth) = _parts(embeddings, yes_no[0], config)
    with one_thread_a_product():
        best, weight, intercept = best_dimension(x, y, config.C)
        everything = fit_all(x, y, C=config.C)
        # A column of zeros gets a weight of 0: the same as leaving the dimension out.
        kept = np.arange(embeddings.dim) != best
        without = fit_all(x * kept, y, C=config.C)
    odds = {"alone": unseen[:, best] * weight + intercept, "all": everything.decision(unseen)}
    unseen = unseen * kept
    odds |= {"zeroed": everything.decision(unseen), "without": without.decision(unseen)}
    values = []
    for n in embeddings.known(range(1, shown + 1)):
        value, holds = float(embeddings.infer(n)[best]), PROPERTIES[yes_no[0]].holds(n)
        right = (value * weight + intercept > 0) == holds
        values.append(NeuronValue(integer=n, value=value, holds=holds, right=right))
    return Neuron(
        embedding=embeddings.name,
        property=yes_no[0],
        n_right=sum(value.right for value in values),
        dimension=best,
        threshold=-intercept / weight if weight else 0.0,
        sign=1 if weight >= 0 else -1,
        values=tuple(values),
        **{kind: score(said, truth) for kind, said in odds.items()},
    )
