"""The probe itself: embeddings in, a table out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import get_close_matches

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
from int2vec.predict.probe.classify import classify
from int2vec.predict.probe.config import Floats, ProbeConfig
from int2vec.predict.probe.linear import one_thread_a_product, regress
from int2vec.predict.probe.result import ProbeTable, PropertyResult


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
    >>> table.property_result("digits, one-hot", "even").mean("all")
    1.0
    """
    config = config or ProbeConfig()
    rows = [embeddings] if isinstance(embeddings, Embeddings) else list(embeddings)
    if not rows:
        raise InputError("no embeddings were given; give at least one")
    asked = [*PROBE_PROPERTIES, *PROBE_QUANTITIES] if properties is None else properties
    yes_no, numeric = sort_names(asked)
    names = _distinct([row.name for row in rows])
    tables: list[ProbeTable] = []
    # The matrices are small: one thread an embedding beats many threads a matrix product, and
    # does not wait on cores that others use.
    with one_thread_a_product(), ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [
            pool.submit(_probe_one, name, row, frequency_source(rows, i), yes_no, numeric, config)
            for i, (name, row) in enumerate(zip(names, rows, strict=True))
        ]
        try:
            for name, future in zip(names, waiting, strict=True):
                if progress is not None:
                    progress(len(tables) / len(rows), f"probing {name}")
                tables.append(future.result())
        finally:
            for future in waiting:
                future.cancel()
    return ProbeTable(
        config=config,
        properties=tuple(result for table in tables for result in table.properties),
        quantities=tuple(result for table in tables for result in table.quantities),
    )


def _probe_one(
    name: str,
    embeddings: Embeddings,
    source: Embeddings,
    yes_no: Sequence[str],
    numeric: Sequence[str],
    config: ProbeConfig,
) -> ProbeTable:
    integers, vectors = covered(embeddings, config.integers)
    ranks = frequency(source, integers)
    properties = [
        PropertyResult(
            embedding=name,
            name=wanted,
            dim=embeddings.dim,
            n_asked=len(config.integers),
            n_covered=len(integers),
            runs=classify(vectors, labels, integers, ranks, config, f"{wanted!r} in {name!r}"),
        )
        for wanted, labels in zip(yes_no, property_table(yes_no, integers), strict=True)
    ]
    quantities = [
        regress(name, wanted, vectors, values, config)
        for wanted, values in zip(numeric, quantity_table(numeric, integers), strict=True)
    ]
    return ProbeTable(config=config, properties=tuple(properties), quantities=tuple(quantities))


def sort_names(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The yes-or-no properties and the quantities among these names; InputError for any other."""
    if not names:
        raise InputError("no properties were given; give at least one, such as 'even'")
    numeric = [name for name in dict.fromkeys(names) if name in QUANTITIES]
    others = [name for name in dict.fromkeys(names) if name not in QUANTITIES]
    try:
        return list(dict.fromkeys(find_property(name).name for name in others)), numeric
    except InputError:
        every = [*PROPERTIES, *QUANTITIES]
        unknown = next(name for name in others if name not in PROPERTIES)
        near = get_close_matches(unknown, every, n=5)
        hint = (
            f"did you mean {' or '.join(near)}?" if near else "give some such as even, prime, value"
        )
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


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number behind each that came before."""
    seen: dict[str, int] = {}
    chosen = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        chosen.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return chosen
