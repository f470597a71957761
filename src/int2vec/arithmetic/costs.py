"""What it costs, in bits, to write a rule down: one scale for completion and for analogies.

A rule of n bits gets the weight 2⁻ⁿ, so one bit more says "half as likely before any term is
seen". The length of a rule is a sum of four things:

    its kind        `COST.geometric`: which sort of sentence it is, 1 to 10 bits
    its operations  `Operation.bits` in `arithmetic.operations`: 1 to 9 bits each
    its numbers     `int_bits`, `ratio_bits`: about 1 + log2 k + log2 log2 k for a whole number k
    its first terms `int_bits` again, or the shortest plain code for a whole list

The grades, for a new rule or operation: 1 to 2 bits, what everyone tries first (equal steps, the
square); 3 to 4, what school teaches (recurrences, primes, digit sums); 5 to 6, what a solver of
puzzles tries (interleaving, sums over divisors, the digits reversed); 7 to 8, what takes an idea
(a floor of a power, a hidden product); 9 and more, a pick out of hundreds (a named sequence).
Questions of the kind a : b :: c : ? know their operations from a shorter list and their numbers
from a smaller range: `number_bits` is their price of a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2


@dataclass(frozen=True, kw_only=True, slots=True)
class Costs:
    """Bits for each sort of rule and for the words that join its parts."""

    # The grades above, for a rule that has no price of its own yet.
    everyone: float = 1.5
    school: float = 3.5
    puzzle: float = 5.5
    idea: float = 7.5
    pick: float = 9.0

    # Simple rules: what everyone tries first.
    constant: float = 1.0
    constant_in_the_end: float = 5.0
    arithmetic: float = 2.0
    geometric: float = 2.5
    periodic: float = 2.0
    periodic_but_for_places: float = 3.0
    polynomial: float = 2.0
    """A polynomial; its degree is paid on top, a bit each."""

    # Named sequences.
    known: float = 4.0
    known_start: float = 1.25
    """The factor on the logarithm of the place at which a famous sequence begins."""
    known_backwards: float = 5.0
    known_rank: float = 0.25
    """Each place further down the list of known sequences."""
    known_by_few_terms: float = 3.0
    """Three terms are soon found in some sequence or other."""
    catalog_name: float = 9.0
    """One that is changed by a factor or a constant, or that lies inside the terms."""
    catalog_fame: float = 6.0
    catalog_famous: float = 12.0
    """So many of the best known cost a bit more than the very first."""
    catalog_start: float = 1.5
    """The factor on the bits of the place at which a catalog sequence begins."""
    catalog_affine: float = 5.0

    # A term from the one before: a(n) = p·a(n−1) + q and its kin.
    affine: float = 2.5
    division: float = 5.0
    division_part: float = 3.0  # each number in it beyond two
    recurrence: float = 3.0
    holonomic: float = 6.0
    quadratic_recurrence: float = 6.0
    integral: float = 8.0
    ratio_series: float = 8.0
    algebraic_series: float = 9.0
    regular: float = 5.0

    # A term from one to four before it, by an operation.
    digits_backwards: float = 9.0
    digits_written_on: float = 6.0

    # Sequences inside the terms.
    differences: float = 2.0
    differences_guessed: float = 8.0
    quotients: float = 3.0
    neighbor_sums: float = 5.0
    neighbor_products: float = 6.0
    signs: float = 2.0
    interleaved: float = 2.0
    """Interleaved parts; a bit a part on top."""
    interleaved_made: float = 3.0
    interleaved_same_kind: float = 1.5
    """Saved where the parts follow the same kind of rule."""
    runs: float = 5.0
    cycle_of_steps: float = 1.0
    cycle_shared: float = 3.0
    step_addition: float = 1.0
    step_moving_addition: float = 2.5
    step_factor: float = 1.5
    step_moving_factor: float = 3.0
    step_square: float = 4.0
    step_reverse: float = 5.0

    # Functions of n.
    formula: float = 6.0
    formula_with_terms: float = 4.0
    expression: float = 7.5

    # Tables, triangles, multiplicative functions.
    table: float = 2.0
    table_of_parent: float = 5.0
    table_of_previous: float = 3.0
    """Terms decided by those before; a bit a term on top."""
    table_of_previous_and_cycle: float = 5.0
    triangle_symmetric: float = 4.0
    triangle_linear: float = 6.0
    triangle_edge: float = 6.0
    triangle_edge_odd_shape: float = 12.0
    multiplicative: float = 6.0
    multiplicative_linear: float = 7.0
    multiplicative_at_power: float = 6.0

    # Sets: which integers belong.
    divisors_of: float = 4.0
    members: float = 4.0
    member_prime: float = 4.0
    member_remainder: float = 3.0
    member_residues: float = 10.0
    condition: float = 7.0
    """A property of the catalog; the conditions below come from longer lists."""
    condition_shifted: float = 10.0
    condition_digit: float = 6.0
    condition_digit_missing: float = 7.0
    condition_in_base: float = 10.0
    condition_balanced: float = 12.0
    condition_of_quantity: float = 8.0
    condition_related: float = 12.0
    prime_linear: float = 7.0
    prime_square: float = 9.0
    prime_power: float = 8.0
    """n to a power, plus or minus something, is prime; a bit for each unit of the power on top."""
    prime_trinomial: float = 5.0

    # Analogies a : b :: c : ?
    itself: float = 4.0
    one_number: float = 1.5
    two_numbers: float = 2.0
    pair_rest: float = 1.0
    composed: float = 1.0
    inner: float = 2.0
    """n + 1 or n − 1 before another operation; `inner_unit` for larger numbers."""
    inner_unit: float = 1.2
    curve_second: float = 1.5
    curve_again: float = 1.0
    """Naming the same function twice is cheaper than naming two."""
    curve_shift: float = 0.5
    curve_shift_unit: float = 1.8
    curve_step: float = 0.5
    curve_times: float = 1.5
    curve_over: float = 2.0
    curve_line: float = 2.0
    backwards: float = 2.0
    """Reading the pair backwards: f(b) = a."""
    across: float = 4.0
    """Reading across: f(a) = c, so f(b) = d."""
    feature_change: float = 2.0
    feature_times: float = 3.0
    common_divisor: float = 4.0
    multiple: float = 5.0
    second_alone: float = 3.0
    """Only b and the answer are of some kind, a and c are not."""
    kind_of_sum: float = 3.0
    kind_of_difference: float = 4.0


COST = Costs()


def int_bits(n: int) -> float:
    """Bits to write an integer down whose size is not known beforehand.

    >>> int_bits(0), int_bits(1), int_bits(-1)
    (1.0, 3.0, 4.0)
    """
    size = abs(n)
    # float(size) overflows past 1023 bits; the bit length is close enough there.
    length = log2(size + 1) if size < 1 << 1000 else float(size.bit_length())
    return 1 + length + log2(length + 1) + (n < 0)


def ratio_bits(numerator: int, denominator: int) -> float:
    """Bits to write a fraction in lowest terms down.

    >>> ratio_bits(3, 1) == int_bits(3) + 1, ratio_bits(3, 2) > ratio_bits(3, 1)
    (True, True)
    """
    return int_bits(numerator) + int_bits(denominator - 1) + (denominator != 1)


def number_bits(k: int) -> float:
    """Bits that a free whole number costs in a question a : b :: c : ?, where small ones are
    likelier than in a sequence.

    >>> number_bits(1)
    1.0
    >>> number_bits(10) < number_bits(11) < number_bits(100)
    True
    """
    return 1.0 + 1.4 * log2(max(abs(k), 1)) + (0.5 if k < 0 else 0.0)
