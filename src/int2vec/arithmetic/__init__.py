"""Facts about an integer: primes, divisors, digits, shapes, and the property catalogue.

primes      is_prime, factorise, primes_up_to, prime_index ...
divisors    divisors, tau, sigma, phi, Omega, omega, mobius
digits      digits, digit_sum, reverse_digits, is_palindrome ... in any base
shapes      is_square, is_perfect_power, is_polygonal, iroot ...
catalogue   what a Property and a Quantity are, and what False means
properties  PROPERTIES, QUANTITIES, property_table, quantity_table
about       about: all of this for one integer; shared_words: what integers have in common
"""

from int2vec.arithmetic.by_digits import is_happy
from int2vec.arithmetic.catalogue import Property, Quantity
from int2vec.arithmetic.digits import (
    decimal,
    digit_product,
    digit_sum,
    digits,
    from_digits,
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
