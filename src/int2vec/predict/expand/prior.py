"""How likely a set is to be about each property, before any member is seen.

Two hundred properties were tried on every set, so one of them often fits by chance. A flat
correction would hide the primes behind that number; here the well-known properties pay few
bits and the remainders by 11 many, and all the probabilities add up to one.
"""

from __future__ import annotations

from functools import cache

from int2vec.arithmetic import PROPERTIES

_FAMILIES = {
    "remainders": 0.3, "primes": 1.0, "factorisation": 1.0, "divisors": 1.0, "powers": 1.5,
    "figurate": 1.5, "recurrences": 1.5, "counting": 1.5, "digits": 0.5, "binary": 0.7,
}  # fmt: skip
_WELL_KNOWN = {
    "prime": 25.0, "square": 15.0, "even": 10.0, "odd": 10.0, "cube": 8.0, "power-of-2": 8.0,
    "triangular": 6.0, "fibonacci": 6.0, "power-of-3": 5.0, "factorial": 4.0, "semiprime": 4.0,
    "squarefree": 4.0, "perfect-power": 3.0, "prime-power": 3.0, "palindrome": 3.0,
    "composite": 3.0, "div3": 4.0, "div4": 3.0, "div5": 3.0, "div6": 2.5, "div7": 2.0,
    "div8": 1.5, "div9": 1.5, "div10": 3.0, "div11": 1.5, "div12": 1.5, "3-smooth": 2.0,
}  # fmt: skip


@cache
def prior() -> dict[str, float]:
    """The prior probability of each property of the catalogue.

    >>> prior()["prime"] > prior()["mod11=6"]
    True
    """
    weights = {
        name: _WELL_KNOWN.get(name, _FAMILIES.get(found.family, 1.0))
        for name, found in PROPERTIES.items()
    }
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}
