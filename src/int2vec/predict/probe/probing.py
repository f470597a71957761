"""The probe itself: embeddings in, a table out, and checks that it reads the vectors alone."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from difflib import get_close_matches
from math import log2

import numpy as np

from int2vec.arithmetic import (
    PROPERTIES,
    QUANTITIES,
    find_property,
    property_table,
    quantity_table,
)
from int2vec.corpus.store import Progress
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES
from int2vec.predict.probe.baselines import frequency, frequency_source
from int2vec.predict.probe.config import (
    Bools,
    Floats,
    ProbeConfig,
    ProbeSplit,
    check_split,
    forward_folds,
    make_split,
    random_folds,
)
from int2vec.predict.probe.linear import one_thread_a_product, regress
from int2vec.predict.probe.logistic import (
    SETTINGS,
    Setting,
    fit_all,
    fit_each,
    fit_tuned,
    log_loss,
    path,
)
from int2vec.predict.probe.result import (
    ProbeTable,
    PropertyResult,
    QuantityResult,
    Run,
    Score,
    score,
)

_FIRST_BLOCK = 16  # labels that the online code sends at one bit each


def probe(
    embeddings: Embeddings | Sequence[Embeddings],
    properties: Sequence[str] | None = None,
    config: ProbeConfig | None = None,
    *,
    progress: Progress | None = None,
) -> ProbeTable:
    """What linear probes read from the vectors: the paper's columns, or any of the catalog.

    `properties` names yes-or-no properties and quantities alike. Integers that an embedding has
    no vector for, and can infer none for, are left out of both parts and counted.

    >>> from int2vec.predict.probe.baselines import one_hot_digits
    >>> table = probe(one_hot_digits(range(1, 201)), ["even"], ProbeConfig(last=200, tune=False))
    >>> table.result("digits, one-hot", "even").mean("all")
    1.0
    """
    config = config or ProbeConfig()
    rows = [embeddings] if isinstance(embeddings, Embeddings) else list(embeddings)
    if not rows:
        raise InputError("no embeddings were given; give at least one")
    asked = [*PROBE_PROPERTIES, *PROBE_QUANTITIES] if properties is None else properties
    yes_no, numeric = sort_names(asked)
    before = [[one.name for one in rows[: i + 1]].count(row.name) for i, row in enumerate(rows)]
    names = [
        row.name if n == 1 else f"{row.name} ({n})" for row, n in zip(rows, before, strict=True)
    ]
    properties_found: list[PropertyResult] = []
    quantities_found: list[QuantityResult] = []
    # The matrices are small: one thread an embedding beats many threads a matrix product, and
    # does not wait on cores that others use.
    with one_thread_a_product(), ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [
            pool.submit(_probe_one, name, row, frequency_source(rows, i), yes_no, numeric, config)
            for i, (name, row) in enumerate(zip(names, rows, strict=True))
        ]
        try:
            for i, (name, future) in enumerate(zip(names, waiting, strict=True)):
                if progress is not None:
                    progress(i / len(rows), f"probing {name}")
                found = future.result()
                properties_found += found[0]
                quantities_found += found[1]
        finally:
            for future in waiting:
                future.cancel()
    return ProbeTable(
        config=config, properties=tuple(properties_found), quantities=tuple(quantities_found)
    )


def _probe_one(
    name: str,
    embeddings: Embeddings,
    source: Embeddings,
    yes_no: Sequence[str],
    numeric: Sequence[str],
    config: ProbeConfig,
) -> tuple[list[PropertyResult], list[QuantityResult]]:
    integers, vectors = covered(embeddings, config.integers)
    ranks = frequency(source, integers)
    properties = [
        PropertyResult(
            embedding=name,
            name=wanted,
            dim=embeddings.dim,
            n_asked=len(config.integers),
            n_covered=len(integers),
            runs=_classify(vectors, labels, integers, ranks, config, f"{wanted!r} in {name!r}"),
        )
        for wanted, labels in zip(yes_no, property_table(yes_no, integers), strict=True)
    ]
    quantities = [
        regress(name, wanted, vectors, values, config)
        for wanted, values in zip(numeric, quantity_table(numeric, integers), strict=True)
    ]
    return properties, quantities


def _classify(
    vectors: Floats,
    labels: Bools,
    integers: list[int],
    frequency: Floats,
    config: ProbeConfig,
    what: str,
) -> tuple[Run, ...]:
    """A run for each seed: (n, dim) vectors, (n,) labels, `what` for the error message."""
    runs: list[Run] = []
    for seed in range(config.seed, config.seed + config.seeds):
        split = make_split(labels, integers, frequency, config, seed)
        if runs and config.split == "paper":  # the split is the same; only what is drawn differs
            run = replace(runs[0], seed=seed)
        else:
            check_split(labels, split, what)
            run = _fit(vectors, labels, split, config, seed)
        if config.controls:
            control, by_heart = control_labels(vectors, labels, split, config, seed)
            run = replace(run, control=control, by_heart=by_heart)
        if config.code:
            rows = np.sort(np.concatenate(split))
            bits = online_code(vectors[rows], labels[rows], seed)
            run = replace(run, compression=len(rows) / bits)
        runs.append(run)
    return tuple(runs)


def best_dimension(vectors: Floats, labels: Bools, C: float = 1.0) -> tuple[int, float, float]:
    """The dimension whose own regression fits the labels best, its weight and its intercept.

    By accuracy on these rows; ties go to the lower log loss, then to the first dimension.
    """
    weights, intercepts = fit_each(vectors, labels, C)
    odds = vectors * weights + intercepts  # (n, dim)
    right = ((odds > 0) == labels[:, None]).sum(axis=0)
    loss = log_loss(np.where(labels[:, None], odds, -odds)).sum(axis=0)
    best = int(np.lexsort((loss, -right))[0])
    return best, float(weights[best]), float(intercepts[best])


def _fit(vectors: Floats, labels: Bools, split: ProbeSplit, config: ProbeConfig, seed: int) -> Run:
    x, y = vectors[split.train], labels[split.train]
    unseen, truth = vectors[split.test], labels[split.test]

    def measured(odds: Floats, resamples: int = config.resamples) -> Score:
        return score(odds, truth, resamples=resamples, seed=seed)

    dimension, weight, intercept = best_dimension(x, y, config.C)
    everything = fit_all(x, y, C=config.C)
    tuned = None
    if config.tune:
        ahead = config.split == "paper"
        folds = forward_folds(len(y)) if ahead else random_folds(len(y), config.folds, seed)
        tuned = fit_tuned(x, y, folds)
    return Run(
        seed=seed,
        n_train=len(y),
        majority=measured(np.full(len(truth), y.mean() - 0.5), 0),
        single=measured(unseen[:, dimension] * weight + intercept),
        all=measured(everything.decision(unseen)),
        tuned=measured(tuned.decision(unseen)) if tuned else None,
        dimension=dimension,
        C=tuned.C if tuned else None,
        standardised=tuned.standardised if tuned else None,
    )


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
        fitted = fit_all(known, train, C=config.C)
        right = (fitted.decision(unseen) > 0) == test
        learned = (fitted.decision(known) > 0) == train
        scores.append((right.mean(), learned.mean()))
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
            for i, fitted in enumerate(path(x[:start], y[:start], settings)):
                odds = fitted.decision(x[start:stop])
                bits[i] += log_loss(np.where(truth, odds, -odds)).sum() / np.log(2)
        else:  # one class so far: Laplace's rule of succession
            p = (yes + 1) / (start + 2)
            bits -= log2(p) * truth.sum() + log2(1 - p) * (~truth).sum()
        start = stop
    return float(bits.min()) + log2(len(settings))


def sort_names(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The yes-or-no properties and the quantities among these names; InputError for any other."""
    if not names:
        raise InputError("no properties were given; give at least one, such as 'even'")
    numeric = [name for name in dict.fromkeys(names) if name in QUANTITIES]
    others = [name for name in dict.fromkeys(names) if name not in QUANTITIES]
    try:
        return list(dict.fromkeys(find_property(name).name for name in others)), numeric
    except InputError:
        unknown = next(name for name in others if name not in PROPERTIES)
        near = " or ".join(get_close_matches(unknown, [*PROPERTIES, *QUANTITIES], n=5))
        hint = f"did you mean {near}?" if near else "give some such as even, prime, value"
        raise InputError(
            f"{unknown!r} is none of the {len(PROPERTIES)} properties and {len(QUANTITIES)} "
            f"quantities; {hint}"
        ) from None


def covered(embeddings: Embeddings, integers: range) -> tuple[list[int], Floats]:
    """The integers that have a vector, rising, and their vectors: (n, dim)."""
    known = [n for n in integers if n in embeddings or embeddings.has_subwords]
    if not known:
        raise InputError(
            f"'{embeddings.name}' has a vector for none of the integers "
            f"{integers[0]}–{integers[-1]}; give another range or model"
        )
    return known, embeddings.vectors_of(known).astype(np.float64)
