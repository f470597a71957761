"""Real numbers that a line of `constants.txt` is a formula of, known by their first digits.

Which one it is is looked up in `constants.npy`, which `python -m benchmarks.make_tables` writes.
"""

from collections.abc import Iterator
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import log2
from pathlib import Path

from int2vec.arithmetic.real_numbers import Formula
from int2vec.predict.complete.rules.families import family_of
from int2vec.predict.complete.rules.walks import codes_of

KEY_DIGITS = 9
FORM, NEGATIVE = 21, 1 << 20  # where the form stands in a code, and the bit of numbers below 0
TABLE = Path(__file__).with_name("constants.npy")
TEXT = TABLE.with_suffix(".txt").read_text(encoding="utf-8")
FORMS = [family_of(line) for line in TEXT.splitlines() if not line.startswith("#")]
PRICES = [log2(n) for n in accumulate(form.size for form in FORMS)]  # which one of those so plain


def key_of(number: Fraction) -> int:
    """The first digits of a positive number.

    >>> key_of(Fraction(1, 7)), key_of(Fraction(200))
    (142857142, 200000000)
    """
    x = Decimal(number.numerator) / number.denominator
    return int(x.scaleb(KEY_DIGITS - 1 - x.adjusted()))


def words_of(code: int) -> str:
    """The formula with this code, of a positive number."""
    words = FORMS[code >> FORM].said(code % NEGATIVE)
    return f"−({words})" if code & NEGATIVE else words


def named(number: Fraction, *, scaled: bool) -> Iterator[Formula]:
    """The formulas of numbers that begin as this one; scaled: wherever their point is."""
    for code in codes_of(TABLE, key_of(number)) if number > 0 else ():
        words = words_of(code)
        yield Formula(words, PRICES[code >> FORM], partial(_value, words, number, scaled))


def _value(words: str, near: Fraction, scaled: bool) -> Decimal:
    """The value of a formula, if it is to be scaled with its point where a number has its own."""
    from int2vec.arithmetic.equations import real  # few questions are worth mpmath

    x = real(words, getcontext().prec) or Fraction(0)
    value, other = (Decimal(y.numerator) / y.denominator for y in (x, near))
    return value.scaleb(other.adjusted() - value.adjusted()) if scaled else value
