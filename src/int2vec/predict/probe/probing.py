"""The probe itself: embeddings in, a table out, and checks that it reads the vectors alone."""

import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import get_close_matches
from functools import partial
from math import log2
from typing import Any

import numpy as np

from int2vec.arithmetic import properties as catalog
from int2vec.arithmetic.properties import PROPERTIES, QUANTITIES
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES
from int2vec.predict.probe import fits, result
from int2vec.predict.probe.baselines import frequency, frequency_source
from int2vec.predict.probe.config import Bools, Floats, ProbeConfig, ProbeSplit, make_split
from int2vec.predict.probe.fits import SETTINGS, Setting
from int2vec.predict.probe.result import Probed, ProbeTable, PropertyResult, QuantityResult, Score
from int2vec.progress import progress

_FIRST_BLOCK = 16  # labels that the online code sends at one bit each


def probe(
    embeddings: Embeddings | Sequence[Embeddings],
    properties: Sequence[str] | None = None,
    config: ProbeConfig | None = None,
) -> ProbeTable:
    """What linear probes read from the vectors: the paper's columns, or any of the catalog.

    `properties` names yes-or-no properties and quantities alike. Integers that an embedding has
    no vector for, and can infer none for, are left out of both parts and counted.

    >>> from int2vec.predict.probe.baselines import one_hot_digits
    >>> table = probe(one_hot_digits(range(1, 201)), ["even"], ProbeConfig(last=200, tune=False))
    >>> table.result("digits, one-hot", "even").all.accuracy
    1.0
    """
    config = config or ProbeConfig()
    rows = [embeddings] if isinstance(embeddings, Embeddings) else list(embeddings)
    if not rows:
        raise InputError("no embeddings were given; give at least one")
    paper = [*PROBE_PROPERTIES, *PROBE_QUANTITIES]
    asked = sort_names(paper if properties is None else properties)
    names = [row.name for row in rows]
    before = [(row, names[:i].count(row.name)) for i, row in enumerate(rows)]
    named = [row.renamed(f"{row.name} ({n + 1})") if n else row for row, n in before]
    found: list[Probed] = []
    # The matrices are small: one thread an embedding beats many threads a matrix product, and
    # does not wait on cores that others use.
    with fits.one_thread_a_product(), ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [frequency_source(rows, i) for i in range(len(rows))]
        each = pool.map(partial(_probe_one, asked, config), named, sources)
        for i, row in enumerate(named):
            progress(i / len(rows), f"probing {row.name}")
            found += next(each)
    return ProbeTable(
        config=config,
        properties=tuple(r for r in found if isinstance(r, PropertyResult)),
        quantities=tuple(r for r in found if isinstance(r, QuantityResult)),
    )


def _probe_one(
    asked: Sequence[list[str]], config: ProbeConfig, embeddings: Embeddings, source: Embeddings
) -> list[Probed]:
    (yes_no, numeric), found = asked, list[Probed]()
    integers, vectors = covered(embeddings, config.integers)
    ranks = frequency(source, integers)
    about: dict[str, Any] = {"embedding": embeddings.name, "dim": embeddings.dim}
    about["n_asked"] = len(config.integers)
    for name, labels in zip(yes_no, catalog.property_table(yes_no, integers), strict=True):
        what = f"{name!r} in {embeddings.name!r}"
        split_by = partial(make_split, labels, integers, ranks, config, what=what)
        scores = _classify(vectors, labels, split_by, config)
        found.append(PropertyResult(name=name, n_covered=len(integers), **about, **scores))
    for name, values in zip(numeric, catalog.quantity_table(numeric, integers), strict=True):
        there = np.isfinite(values)  # some quantities are not defined everywhere
        if there.sum() < 2 * config.folds:
            problem = f"{name!r} is defined for {there.sum()} of the integers covered by"
            raise InputError(f"{problem} {embeddings.name!r}; give a wider range")
        scores = regress(vectors[there], values[there], config)
        found.append(QuantityResult(name=name, n_covered=int(there.sum()), **about, **scores))
    return found


def _classify(
    vectors: Floats, labels: Bools, split_by: Callable[[int], ProbeSplit], config: ProbeConfig
) -> dict[str, Any]:
    """The figures of a property: (n, dim) vectors, (n,) labels, and the split of each seed."""
    runs: list[dict[str, Score]] = []
    first: dict[str, Any] = {}
    checks = defaultdict[str, list[float]](list)
    for seed in range(config.seed, config.seed + config.seeds):
        split = split_by(seed)
        if not runs or config.split != "paper":  # else only what is drawn differs
            scores, chosen = _fit(vectors, labels, split, config, seed)
            first = first or chosen
        runs.append(scores)
        if config.controls:
            control, by_heart = control_labels(vectors, labels, split, config, seed)
            checks["selectivity"].append(scores["all"].accuracy - control)
            checks["by_heart"].append(by_heart)
        if config.code:
            rows = np.sort(np.concatenate(split))
            bits = online_code(vectors[rows], labels[rows], seed)
            checks["compression"].append(len(rows) / bits)
    return {
        "draws": len(runs),
        **first,
        **{kind: result.mean_score([run[kind] for run in runs]) for kind in runs[0]},
        **{name: float(np.mean(values)) for name, values in checks.items()},
    }


def _fit(
    vectors: Floats, labels: Bools, split: ProbeSplit, config: ProbeConfig, seed: int
) -> tuple[dict[str, Score], dict[str, Any]]:
    """How each kind of probe does on one split, and what was chosen."""
    x, y = vectors[split.train], labels[split.train]
    unseen, truth = vectors[split.test], labels[split.test]
    dimension, weight, intercept = fits.best_dimension(x, y, config.C)
    chosen: dict[str, Any] = {"n_train": len(y), "dimension": dimension}
    odds = {
        "single": unseen[:, dimension] * weight + intercept,
        "all": fits.fit_all(x, y, C=config.C).decision(unseen),
    }
    if config.tune:
        tuned = fits.fit_tuned(x, y, config.tuning_folds(len(y), seed))
        odds["tuned"] = tuned.decision(unseen)
        chosen |= {"C": tuned.C, "standardised": tuned.standardised}
    drawn: dict[str, int] = {"resamples": config.resamples, "seed": seed}
    scores = {kind: result.score(said, truth, **drawn) for kind, said in odds.items()}
    scores["majority"] = result.score(np.full(len(truth), y.mean() - 0.5), truth)
    return scores, chosen


def control_labels(
    vectors: Floats, labels: Bools, split: ProbeSplit, config: ProbeConfig, seed: int
) -> tuple[float, float]:
    """How the probe does on labels that mean nothing, unseen and learned (Hewitt & Liang 2019).

    Each integer keeps one random label, drawn by shuffling the true ones within either part, so
    that the balance stays. No integer is in both parts, so nothing of it carries over to the
    test part; what the probe learns by heart shows on the training part.
    """
    rng = np.random.default_rng([5, seed])
    known, unseen, scores = vectors[split.train], vectors[split.test], []
    for _ in range(config.controls):
        train, test = rng.permutation(labels[split.train]), rng.permutation(labels[split.test])
        fitted = fits.fit_all(known, train, C=config.C)
        scores.append((fitted.right(unseen, test), fitted.right(known, train)))
    accuracy, by_heart = np.mean(scores, axis=0)
    return float(accuracy), float(by_heart)


def online_code(
    vectors: Floats, labels: Bools, seed: int, settings: Sequence[Setting] = SETTINGS
) -> float:
    """The length in bits of the labels, given the vectors, in the online code.

    The labels are sent in random order in blocks that double: the first at one bit each, every
    other under a probe fitted on all before it (Voita & Titov 2020). The strength of the penalty
    and the scaling are those that make the code shortest; naming them costs log2 of how many
    there are.
    """
    order = np.random.default_rng([6, seed]).permutation(len(labels))
    x, y = vectors[order], labels[order]
    bits = np.full(len(settings), float(min(_FIRST_BLOCK, len(y))))
    start = _FIRST_BLOCK
    while start < len(y):
        stop = min(2 * start, len(y))
        truth, yes = y[start:stop], int(y[:start].sum())
        if 0 < yes < start:
            fitted = fits.path(x[:start], y[:start], settings)
            nats = [fits.log_loss(one.decision(x[start:stop]), truth).sum() for one in fitted]
            bits += np.array(nats) / np.log(2)
        else:  # one class so far: Laplace's rule of succession
            p = (yes + 1) / (start + 2)
            bits -= log2(p) * truth.sum() + log2(1 - p) * (~truth).sum()
        start = stop
    return float(bits.min()) + log2(len(settings))


def regress(vectors: Floats, values: Floats, config: ProbeConfig) -> dict[str, Any]:
    """The R² of a quantity in (n, dim) vectors: in-sample as in the paper, and held out.

    Held out: a ridge regression is fitted on all folds but one, its penalty chosen by
    leave-one-out inside them, and predicts the one left; the predictions are scored together.
    """
    each = fits.r2_each(vectors, values)
    predicted = np.empty_like(values)
    for fold in config.random_folds(len(values), config.seed):
        weights, intercept = fits.ridge(vectors[fold.train], values[fold.train])
        predicted[fold.test] = vectors[fold.test] @ weights + intercept
    return {
        "r2_single": float(each.max()),
        "dimension": int(each.argmax()),
        "r2_all": fits.r2_all(vectors, values),
        "r2_held_out": fits.r2(values, predicted),
    }


def sort_names(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The yes-or-no properties and the quantities among these names; InputError for any other."""
    if not names:
        raise InputError("no properties were given; give at least one, such as 'even'")
    spelled = [name if name in QUANTITIES else _property(name) for name in names]
    distinct = list(dict.fromkeys(spelled))
    return [n for n in distinct if n not in QUANTITIES], [n for n in distinct if n in QUANTITIES]


def _property(name: str) -> str:
    try:
        return catalog.find_property(name).name
    except InputError:
        near = get_close_matches(name, [*PROPERTIES, *QUANTITIES], n=5) or ["even", "value"]
        all_names = f"the {len(PROPERTIES)} properties and {len(QUANTITIES)} quantities"
        way = f"did you mean {' or '.join(near)}?"
        raise InputError(f"{name!r} is none of {all_names}; {way}") from None


def covered(embeddings: Embeddings, integers: range) -> tuple[list[int], Floats]:
    """The integers that have a vector, rising, and their vectors: (n, dim)."""
    if not (known := embeddings.known(integers)):
        problem = f"'{embeddings.name}' has a vector for none of the integers"
        where = f"{integers[0]}–{integers[-1]}"
        raise InputError(f"{problem} {where}; give another range or model")
    return known, embeddings.vectors_of(known).astype(np.float64)
