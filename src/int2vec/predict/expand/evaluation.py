"""How well sets are expanded when a few members are shown and the rest must be found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from int2vec.arithmetic.properties import PROPERTIES, property_table
from int2vec.corpus.split import Split
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.expand.expansion import centre, rank
from int2vec.predict.expand.hypotheses import TUNED, hypotheses
from int2vec.predict.expand.postings import Postings
from int2vec.predict.intervals import mean_interval
from int2vec.progress import one_part, progress

Scores = dict[str, Any]  # of one method on many hidden sets
UNIVERSE = tuple(range(1, 1001))  # where sets of properties are looked for
SHOWN = (3, 5)


@dataclass(frozen=True, kw_only=True)
class HiddenSet:
    """Members that are shown, members to find, and the range to look in where there is one."""

    source: str
    shown: tuple[int, ...]
    hidden: frozenset[int]
    universe: tuple[int, ...] = ()  # anywhere, where it is empty


def property_sets(n: int, seed: int = 0) -> list[HiddenSet]:
    """n sets of the integers up to 1000 that share a property of the catalog.

    Every property with 15 to 500 members there takes its turn before one comes again.

    >>> one = property_sets(1)[0]
    >>> 3 <= len(one.shown) <= 5 and not one.hidden & set(one.shown)
    True
    """
    if not 1 <= n <= 100_000:
        raise InputError(f"{n} hidden sets were asked for; give a number from 1 to 100,000")
    table = dict(zip(PROPERTIES, property_table(list(PROPERTIES), UNIVERSE), strict=True))
    fitting = [name for name, held in table.items() if TUNED.fewest <= held.sum() <= TUNED.most]
    rng = np.random.default_rng(seed)
    order = [name for _ in range(n // len(fitting) + 1) for name in rng.permutation(fitting)][:n]
    members = {name: (np.flatnonzero(table[name]) + 1).tolist() for name in fitting}
    return [_hide(str(name), members[name], rng, UNIVERSE) for name in order]


def sequence_sets(postings: Postings, split: Split, n: int, seed: int = 0) -> list[HiddenSet]:
    """n sets that are the distinct terms of sequences in the test part.

    Only terms that the training part shows in three sequences or more are used, so that every
    method could know them; `postings` must be limited to the training part.
    """
    corpus, rng, found = postings.corpus, np.random.default_rng(seed), list[HiddenSet]()
    for index in rng.permutation(split.test).tolist():
        rows = np.unique(corpus.rows[corpus.offsets[index] : corpus.offsets[index + 1]])
        rows = rows[postings.frequencies[rows] >= 3]
        if len(rows) >= TUNED.fewest:
            found.append(_hide(corpus.label(index), corpus.integers_of(rows), rng))
        if len(found) == n:
            break
    return found


def _hide(
    source: str, members: list[int], rng: np.random.Generator, universe: tuple[int, ...] = ()
) -> HiddenSet:
    n_shown = int(rng.integers(SHOWN[0], SHOWN[1] + 1))
    shown = tuple(members[i] for i in rng.choice(len(members), n_shown, replace=False))
    hidden = frozenset(members) - set(shown)
    return HiddenSet(source=source, shown=shown, hidden=hidden, universe=universe)


def precision_at(ranking: Sequence[int], hidden: frozenset[int], k: int = 10) -> float:
    """The share of the first k that are members; fewer than k candidates count as wrong.

    >>> precision_at([2, 3, 4, 5], frozenset({2, 3, 5, 7}), k=4)
    0.75
    """
    return sum(n in hidden for n in ranking[:k]) / k


def average_precision(ranking: Sequence[int], hidden: frozenset[int]) -> float:
    """The mean of the precision at each member found, over the members that could be found.

    >>> average_precision([2, 4, 3], frozenset({2, 3}))
    0.8333333333333333
    """
    places = [place for place, n in enumerate(ranking[: TUNED.depth], start=1) if n in hidden]
    total = sum(hits / place for hits, place in enumerate(places, start=1))
    return total / min(len(hidden), TUNED.depth) if hidden else 0.0


def ranked(
    one: HiddenSet, using: str, model: Embeddings | None = None, postings: Postings | None = None
) -> list[int]:
    """The candidates of one of the methods; none where it cannot answer."""
    if model is None:
        named = [] if using == "sequence" else hypotheses(one.shown)
        found, *_ = rank(one.shown, named, using, postings, one.universe, TUNED.depth)
        return found[: TUNED.depth]
    try:
        middle = centre(one.shown, model)
    except UnknownIntegerError:
        return []
    if not one.universe:
        return [n for n, _ in model.nearest(middle, TUNED.depth, leave_out=one.shown)]
    known = [n for n in one.universe if n in model and n not in one.shown]
    cosines = model.unit[[model.row(n) for n in known]] @ middle
    return [known[i] for i in np.argsort(-cosines, kind="stable")[: TUNED.depth]]


def commonest(one: HiddenSet, integers: Sequence[int]) -> list[int]:
    """The baseline: the first of these integers that were not shown, commonest first."""
    allowed = set(one.universe or integers) - set(one.shown)
    return [n for n in integers if n in allowed][: TUNED.depth]


def evaluate_expansion(
    sets: Sequence[HiddenSet], models: Sequence[Embeddings], postings: Postings
) -> list[Scores]:
    """The scores of the baseline, of every model's vectors, and of our methods, as plain values.

    `p_at_10` is the share of members among the first ten candidates, `map` mean average precision.
    `postings` must not hold the sequences that the sets were drawn from.
    """
    order = np.argsort(-postings.frequencies, kind="stable")[: TUNED.commonest]
    rankers: dict[str, Callable[[HiddenSet], list[int]]] = {
        "frequency": partial(commonest, integers=postings.corpus.integers_of(order)),
        **{f"vectors {m.name}": partial(ranked, using="vector", model=m) for m in models},
        "properties": partial(ranked, using="property"),
        "sequences": partial(ranked, using="sequence", postings=postings),
        "fused": partial(ranked, using="fused", postings=postings),
    }
    found: list[Scores] = []
    for name, ranker in rankers.items():
        rankings = [(ranker(one), one.hidden) for one in sets]
        found.append({"method": name, "n": len(sets)})
        for figure, measure in (("p_at_10", precision_at), ("map", average_precision)):
            each = [measure(*one) for one in rankings]
            mean = float(np.mean(each or 0.0))
            found[-1] |= {figure: mean, f"{figure}_ci95": mean_interval(each)}
        progress(len(found) / len(rankers), name)
    return found


def evaluate_hidden_sets(
    postings: Postings, split: Split, models: Sequence[Embeddings], *, n: int = 100, seed: int = 0
) -> dict[str, list[Scores]]:
    """The scores on n sets of properties and on n sequences of the test part."""
    training = postings.limited_to(split.train)  # all that the methods know of sequences
    with one_part(0.0, 0.5):
        properties = evaluate_expansion(property_sets(n, seed), models, training)
    with one_part(0.5, 0.5):
        sets = sequence_sets(training, split, n, seed)
        return {"properties": properties, "sequences": evaluate_expansion(sets, models, training)}
