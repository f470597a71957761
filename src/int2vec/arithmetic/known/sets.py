"""Known sets of integers, each out of the property catalog."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, pairwise

import numpy as np

from int2vec.arithmetic.known.base import Known
from int2vec.arithmetic.properties import PROPERTIES

_REACHES = (-1, 511, 4095)
"""A property is looked up this far at first, and then further where more members are wanted."""


def members(name: str, *, hold: bool = True) -> Iterator[int]:
    """The integers 0..4095 that have a property, or that do not.

    >>> triangular = members("triangular")
    >>> [next(triangular) for _ in range(5)]
    [0, 1, 3, 6, 10]
    """
    for done, reach in pairwise(_REACHES):
        mask = PROPERTIES[name].mask(reach)[done + 1 :]
        yield from (np.flatnonzero(mask == hold) + done + 1).tolist()


def _members(a_number: int, words: str, name: str, first: int = 1) -> Known:
    """The members from `first` on."""
    return Known(a_number, words, lambda: dropwhile(lambda n: n < first, members(name)))


def _others(a_number: int, words: str, name: str) -> Known:
    """The positive integers without a property."""
    return Known(a_number, words, lambda: dropwhile(lambda n: n < 1, members(name, hold=False)))


def _indicator(a_number: int, words: str, name: str, first: int = 0) -> Known:
    """One where an integer from `first` on has a property, else zero."""
    return Known(a_number, words, lambda: PROPERTIES[name].mask(127)[first:].astype(int).tolist())


SEQUENCES = (
    _members(2808, "Composite numbers", "composite", 4),
    _members(1358, "Products of two primes", "semiprime", 4),
    _members(14612, "Products of three primes", "three-primes", 8),
    _members(14613, "Products of four primes", "four-primes", 16),
    _members(7304, "Products of three different primes", "sphenic", 30),
    _members(6881, "Products of two different primes", "squarefree-semiprime", 6),
    _members(246655, "Prime powers", "prime-power", 2),
    _members(5117, "Integers without a square factor", "squarefree"),
    _members(13929, "Integers with a square factor", "nonsquarefree", 4),
    _members(4709, "Integers without a cube factor", "cubefree"),
    _members(1694, "Integers each of whose primes divides twice", "powerful"),
    _members(1597, "Squares, cubes and higher powers", "perfect-power"),
    _members(3586, "Integers made of 2 and 3 alone", "3-smooth"),
    _members(51037, "Integers made of 2, 3 and 5 alone", "5-smooth"),
    _members(2473, "Integers made of primes up to 7", "7-smooth"),
    _members(51038, "Integers made of primes up to 11", "11-smooth"),
    _members(80197, "Integers made of primes up to 13", "13-smooth"),
    _members(7310, "Integers prime to 6", "coprime-6"),
    _members(45572, "Integers prime to 10", "coprime-10"),
    _members(7775, "Integers prime to 30", "coprime-30"),
    _members(5101, "Abundant numbers", "abundant", 12),
    _members(5100, "Deficient numbers", "deficient"),
    _members(33950, "Integers divisible by how many divisors they have", "refactorable"),
    _members(3601, "Integers whose divisors have an integer mean", "arithmetic-number"),
    _members(1481, "Sums of two squares", "two-squares", 0),
    _members(378, "Sums of three squares", "three-squares", 0),
    _members(3136, "Numbers x^2 + xy + y^2", "loeschian", 0),
    _members(1097, "Twin primes", "twin-prime", 3),
    _members(7510, "Primes without a twin", "isolated-prime", 2),
    _members(5384, "Primes p with 2p + 1 prime", "sophie-germain", 2),
    _members(5385, "Primes p with (p - 1)/2 prime", "safe-prime", 5),
    _members(2385, "Primes that are palindromes", "palindromic-prime", 2),
    _members(6567, "Primes that give other primes when reversed", "emirp", 13),
    _members(2144, "Primes that leave 1 when divided by 4", "prime-1-mod-4", 5),
    _members(2145, "Primes that leave 3 when divided by 4", "prime-3-mod-4", 3),
    _members(2476, "Primes that leave 1 when divided by 6", "prime-1-mod-6", 7),
    _members(7528, "Primes that leave 5 when divided by 6", "prime-5-mod-6", 5),
    _members(14574, "Integers between twin primes", "between-twins", 4),
    _members(6450, "Primes at prime places", "prime-place-prime", 3),
    _members(5349, "Integers divisible by their digit sum", "harshad"),
    _members(7770, "Happy numbers", "happy"),
    _members(2113, "Palindromes", "palindrome", 0),
    _members(10785, "Integers that repeat one digit", "repdigit", 0),
    _members(5188, "Sums of their digits to the power of their length", "narcissistic"),
    _members(6886, "Kaprekar numbers", "kaprekar"),
    _members(6753, "Smith numbers", "smith", 4),
    _members(14261, "Integers with odd digits alone", "odd-digits"),
    _members(14263, "Integers with even digits alone", "even-digits", 0),
    _members(46034, "Integers with prime digits alone", "prime-digits", 2),
    _members(10784, "Integers without a repeated digit", "distinct-digits", 0),
    _members(9994, "Integers whose digits never fall", "rising-digits", 0),
    _members(9996, "Integers whose digits never rise", "falling-digits", 0),
    _members(1969, "Integers with evenly many ones in binary", "evil", 0),
    _members(69, "Integers with oddly many ones in binary", "odious"),
    _members(3714, "Integers without neighbouring ones in binary", "fibbinary", 0),
    _members(6995, "Palindromes in binary", "binary-palindrome", 0),
    _members(52294, "Integers with a prime number of ones in binary", "pernicious", 3),
    _members(18900, "Sums of two different powers of 2", "two-ones", 3),
    _members(14311, "Sums of three different powers of 2", "three-ones", 7),
    _others(18252, "Integers that are not prime", "prime"),
    _others(37, "Integers that are not squares", "square"),
    _others(7412, "Integers that are not cubes", "cube"),
    _others(14132, "Integers that are not triangular", "triangular"),
    _others(1690, "Integers that are not Fibonacci numbers", "fibonacci"),
    _others(1651, "Integers that are not multiples of 3", "div3"),
    _others(42968, "Integers that are not multiples of 4", "div4"),
    _others(47201, "Integers that are not multiples of 5", "div5"),
    _others(4215, "Integers that are not sums of three squares", "three-squares"),
    _others(22544, "Integers that are not sums of two squares", "two-squares"),
    _indicator(10051, "One at the primes, else zero", "prime", 1),
    _indicator(10054, "One at the triangular numbers, else zero", "triangular"),
    _indicator(10052, "One at the squares, else zero", "square"),
    _indicator(8966, "One at the squarefree integers, else zero", "squarefree", 1),
)
