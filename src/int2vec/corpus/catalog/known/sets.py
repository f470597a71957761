"""Well-known sets of integers, out of the property catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from int2vec.corpus.catalog.known.elementary import Known
from int2vec.corpus.catalog.tables import complement, indicator, members

# Sets that the property catalogue knows: A-number, property, first member to print, name.
_SETS = (
    (2808, "composite", 4, "Composite numbers"),
    (1358, "semiprime", 4, "Products of two primes"),
    (14612, "three-primes", 8, "Products of three primes"),
    (14613, "four-primes", 16, "Products of four primes"),
    (7304, "sphenic", 30, "Products of three different primes"),
    (6881, "squarefree-semiprime", 6, "Products of two different primes"),
    (246655, "prime-power", 2, "Prime powers"),
    (5117, "squarefree", 1, "Integers without a square factor"),
    (13929, "nonsquarefree", 4, "Integers with a square factor"),
    (4709, "cubefree", 1, "Integers without a cube factor"),
    (1694, "powerful", 1, "Integers each of whose primes divides twice"),
    (1597, "perfect-power", 1, "Squares, cubes and higher powers"),
    (3586, "3-smooth", 1, "Integers made of 2 and 3 alone"),
    (51037, "5-smooth", 1, "Integers made of 2, 3 and 5 alone"),
    (2473, "7-smooth", 1, "Integers made of primes up to 7"),
    (51038, "11-smooth", 1, "Integers made of primes up to 11"),
    (80197, "13-smooth", 1, "Integers made of primes up to 13"),
    (7310, "coprime-6", 1, "Integers prime to 6"),
    (45572, "coprime-10", 1, "Integers prime to 10"),
    (7775, "coprime-30", 1, "Integers prime to 30"),
    (5101, "abundant", 12, "Abundant numbers"),
    (5100, "deficient", 1, "Deficient numbers"),
    (2182, "highly-composite", 1, "Highly composite numbers"),
    (33950, "refactorable", 1, "Integers divisible by how many divisors they have"),
    (3601, "arithmetic-number", 1, "Integers whose divisors have an integer mean"),
    (1481, "two-squares", 0, "Sums of two squares"),
    (378, "three-squares", 0, "Sums of three squares"),
    (3136, "loeschian", 0, "Numbers x^2 + xy + y^2"),
    (1097, "twin-prime", 3, "Twin primes"),
    (7510, "isolated-prime", 2, "Primes without a twin"),
    (5384, "sophie-germain", 2, "Primes p with 2p + 1 prime"),
    (5385, "safe-prime", 5, "Primes p with (p - 1)/2 prime"),
    (2385, "palindromic-prime", 2, "Primes that are palindromes"),
    (6567, "emirp", 13, "Primes that give other primes when reversed"),
    (2144, "prime-1-mod-4", 5, "Primes that leave 1 when divided by 4"),
    (2145, "prime-3-mod-4", 3, "Primes that leave 3 when divided by 4"),
    (2476, "prime-1-mod-6", 7, "Primes that leave 1 when divided by 6"),
    (7528, "prime-5-mod-6", 5, "Primes that leave 5 when divided by 6"),
    (14574, "between-twins", 4, "Integers between twin primes"),
    (6450, "prime-place-prime", 3, "Primes at prime places"),
    (5349, "harshad", 1, "Integers divisible by their digit sum"),
    (7770, "happy", 1, "Happy numbers"),
    (2113, "palindrome", 0, "Palindromes"),
    (10785, "repdigit", 0, "Integers that repeat one digit"),
    (5188, "narcissistic", 1, "Sums of their digits to the power of their length"),
    (6886, "kaprekar", 1, "Kaprekar numbers"),
    (6753, "smith", 4, "Smith numbers"),
    (14261, "odd-digits", 1, "Integers with odd digits alone"),
    (14263, "even-digits", 0, "Integers with even digits alone"),
    (46034, "prime-digits", 2, "Integers with prime digits alone"),
    (10784, "distinct-digits", 0, "Integers without a repeated digit"),
    (9994, "rising-digits", 0, "Integers whose digits never fall"),
    (9996, "falling-digits", 0, "Integers whose digits never rise"),
    (1969, "evil", 0, "Integers with evenly many ones in binary"),
    (69, "odious", 1, "Integers with oddly many ones in binary"),
    (3714, "fibbinary", 0, "Integers without neighbouring ones in binary"),
    (6995, "binary-palindrome", 0, "Palindromes in binary"),
    (52294, "pernicious", 3, "Integers with a prime number of ones in binary"),
    (18900, "two-ones", 3, "Sums of two different powers of 2"),
    (14311, "three-ones", 7, "Sums of three different powers of 2"),
)  # fmt: skip
_COMPLEMENTS = (
    (18252, "prime", "Integers that are not prime"),
    (37, "square", "Integers that are not squares"),
    (7412, "cube", "Integers that are not cubes"),
    (14132, "triangular", "Integers that are not triangular"),
    (1690, "fibonacci", "Integers that are not Fibonacci numbers"),
    (1651, "div3", "Integers that are not multiples of 3"),
    (42968, "div4", "Integers that are not multiples of 4"),
    (47201, "div5", "Integers that are not multiples of 5"),
    (4215, "three-squares", "Integers that are not sums of three squares"),
    (22544, "two-squares", "Integers that are not sums of two squares"),
)


def entries() -> Iterator[Known]:
    """The well-known sequences of this file."""
    for a_number, name, first, words in _SETS:
        yield (
            a_number,
            "sets by property",
            words,
            partial(_listed, name, first),
        )
    for a_number, name, words in _COMPLEMENTS:
        yield a_number, "complements of sets", words, partial(complement, name)
    for a_number, name, words in (
        (10051, "prime", "primes"), (10054, "triangular", "triangular numbers"),
        (10052, "square", "squares"), (8966, "squarefree", "squarefree integers"),
    ):  # fmt: skip
        yield (
            a_number,
            "characteristic functions",
            f"One at the {words}, else zero",
            partial(indicator, name, first=int(name in ("prime", "squarefree"))),
        )


def _listed(name: str, first: int) -> Iterable[int]:
    near = members(name, 511)
    if name == "highly-composite":  # a list, which costs nothing however far it goes
        near = members(name, 10**6)
    elif len(near) < 60:
        near = members(name)
    return (m for m in near if m >= first)
