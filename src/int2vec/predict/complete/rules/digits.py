"""Rules about decimal digits: each term is made of the digits of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from int2vec.arithmetic.costs import COST, int_bits
from int2vec.arithmetic.digits import reverse_digits
from int2vec.predict.complete.rules.fit import Fit, Search, Terms, rule

MAX_DIGITS = 400


@rule(group="digits", turn=54)
def backwards(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that follow a rule once their digits are read backwards: 61, 52, 63 for 16, 25, 36."""
    if len(terms) < 4 or min(terms) < 0 or max(terms) < 10 or max(terms) > 10**18:
        return
    turned = [reverse_digits(t) for t in terms]
    if turned == list(terms) or any(t > 9 and t % 10 == 0 for t in terms):  # 10 is no 1 backwards
        return
    for fit in search.solve(turned, 0)[:1]:
        if fit.checked >= 2 and fit.value >= 0:
            yield fit.within(
                "digits",
                value=reverse_digits(fit.value),
                bits=COST.digits_backwards,
                why=f"with their digits read backwards, {fit.why}",
            )


@rule(group="digits", turn=25)
def grown(terms: Terms, search: Search) -> Iterator[Fit]:
    """Terms that grow at one end by pieces that count on: 1, 12, 123; 4, 44, 444; 1, 21, 321."""
    texts = [str(t) for t in terms]
    if len(texts) < 3 or any(len(b) <= len(a) for a, b in pairwise(texts)):
        return
    for words, pieces in (
        ("end", [b[len(a) :] if b.startswith(a) else "" for a, b in pairwise(texts)]),
        ("front", [b[: len(b) - len(a)] if b.endswith(a) else "" for a, b in pairwise(texts)]),
    ):
        if not all(p and (p == "0" or p[0] != "0") for p in pieces):
            continue
        numbers = [int(p) for p in pieces]
        step = numbers[1] - numbers[0]
        if any(b - a != step for a, b in pairwise(numbers)):
            continue
        following = numbers[-1] + step
        if following < 0:
            continue
        joined = f"{texts[-1]}{following}" if words == "end" else f"{following}{texts[-1]}"
        yield Fit(
            kind="digits",
            value=int(joined),
            bits=COST.digits_written_on + sum(map(int_bits, (terms[0], numbers[0], step))),
            why=f"each term is the previous with {', '.join(pieces[:4])}, … written at its {words}",
            checked=len(terms) - 2,
        )
