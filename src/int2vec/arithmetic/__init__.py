"""Integers and sequences of them: each idea once, for the corpus and for every task.

primes, divisors, digits, shapes    functions of an integer, in bounded time
facts, property, properties         yes-or-no properties and quantities: PROPERTIES, QUANTITIES;
                                    properties.txt states them
about                               all of this for one integer, and what integers have in common
operations, costs                   what rules and analogies are put together from
sums, power_series                  transforms of sequences and of their generating functions
known/                              known sequences with their A-numbers
"""

from int2vec.arithmetic.digits import (
    decimal,
    digit_product,
    digit_sum,
    digits,
    from_digits,
    is_happy,
    is_palindrome,
    reverse_digits,
)
from int2vec.arithmetic.divisors import Omega, divisors, mobius, omega, phi, sigma, tau
from int2vec.arithmetic.primes import (
    factorise,
    is_prime,
    next_prime,
    nth_prime,
    partial_factors,
    prime_index,
    prime_mask,
    primes_up_to,
)
from int2vec.arithmetic.properties import (
    PROPERTIES,
    QUANTITIES,
    find_property,
    properties_of,
    property_table,
    quantity_table,
)
from int2vec.arithmetic.property import Property, Quantity
from int2vec.arithmetic.shapes import (
    iroot,
    is_fibonacci,
    is_perfect_power,
    is_polygonal,
    is_power,
    is_power_of,
    is_square,
    is_triangular,
)

__all__ = [
    "PROPERTIES",
    "QUANTITIES",
    "Omega",
    "Property",
    "Quantity",
    "decimal",
    "digit_product",
    "digit_sum",
    "digits",
    "divisors",
    "factorise",
    "find_property",
    "from_digits",
    "iroot",
    "is_fibonacci",
    "is_happy",
    "is_palindrome",
    "is_perfect_power",
    "is_polygonal",
    "is_power",
    "is_power_of",
    "is_prime",
    "is_square",
    "is_triangular",
    "mobius",
    "next_prime",
    "nth_prime",
    "omega",
    "partial_factors",
    "phi",
    "prime_index",
    "prime_mask",
    "primes_up_to",
    "properties_of",
    "property_table",
    "quantity_table",
    "reverse_digits",
    "sigma",
    "tau",
]
