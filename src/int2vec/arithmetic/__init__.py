"""Integers and sequences of them: each idea once, for the corpus and for every task.

primes, divisors, digits, shapes    functions of an integer, in bounded time
facts, properties                   properties and quantities, as properties.txt states them
about                               all of this for one integer, and what integers have in common
operations, costs                   what rules and analogies are put together from
sums, power_series, routes          transforms of sequences and of their generating functions
real_numbers                        formulas of numbers that are known to some digits
known/                              known sequences with their A-numbers
"""

import re
from pathlib import Path
from typing import Any


def read_lines(name: str, pattern: str) -> list[Any]:
    """The groups of a pattern in the lines of a file of this folder that begin with it."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return re.findall(f"^{pattern}", text, re.MULTILINE)
