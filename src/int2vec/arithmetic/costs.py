"""What it costs, in bits, to write a rule down: one scale for completion and for analogies.

costs.toml explains the scale, and has the prices.
"""

import tomllib
from functools import lru_cache
from math import gcd, log2
from pathlib import Path


class Costs:
    """Bits for each sort of rule and for the words that join its parts, by name."""

    def __init__(self, path: Path) -> None:
        for prices in tomllib.loads(path.read_text(encoding="utf-8")).values():
            vars(self).update(prices)

    def __getattr__(self, name: str) -> float:
        raise AttributeError(f"there is no price of {name!r}; give it a line in costs.toml")


COST = Costs(Path(__file__).with_name("costs.toml"))


@lru_cache(maxsize=1 << 12)
def int_bits(n: int) -> float:
    """Bits to write an integer down whose size is not known beforehand.

    >>> int_bits(0), int_bits(1), int_bits(-1)
    (1.0, 3.0, 4.0)
    """
    size = abs(n)
    # float(size) overflows past 1023 bits; the bit length is close enough there.
    length = log2(size + 1) if size < 1 << 1000 else float(size.bit_length())
    return 1 + length + log2(length + 1) + (n < 0)


def lowest(top: int, bottom: int) -> tuple[int, int]:
    """A fraction in lowest terms, what it is divided by above 0: quicker than `Fraction`.

    >>> lowest(6, -4)
    (-3, 2)
    """
    common = gcd(top, bottom) if bottom > 0 else -gcd(top, bottom)
    return top // common, bottom // common


def ratio_bits(numerator: int, denominator: int) -> float:
    """Bits to write a fraction in lowest terms down.

    >>> ratio_bits(3, 1) == int_bits(3) + 1, ratio_bits(3, 2) > ratio_bits(3, 1)
    (True, True)
    """
    return int_bits(numerator) + int_bits(denominator - 1) + (denominator != 1)


def number_bits(k: int) -> float:
    """Bits of a whole number in a question a : b :: c : ?, where small ones are likelier.

    >>> number_bits(1), number_bits(10) < number_bits(11) < number_bits(100)
    (1.0, True)
    """
    return 1.0 + 1.4 * log2(max(abs(k), 1)) + (0.5 if k < 0 else 0.0)


def fame_bits(rank: int) -> float:
    """Bits that a known sequence costs by its rank of fame, beyond the best known one of all.

    >>> fame_bits(0), fame_bits(12)
    (0.0, 1.0)
    """
    return log2(1 + rank / COST.catalog_famous)
