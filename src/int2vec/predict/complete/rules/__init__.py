"""Exact rules: explanations of all the given terms that compete by description length.

A rule is a function that is given the terms and yields every way in which it can explain all of
them: the next term, the reason in words, and the bits that it takes to write the rule and its
numbers down. The fewest bits win. The engine imports every module of this folder, so that whatever
is marked `@rule` in one is a rule, and runs them in order of `turn`.

    engine              RulesCompleter: runs the rules, ranks what they say, leaves groups out
    fit                 @rule, Fit (what a rule hands back), Search (its budget, inner sequences)

    simple              constant, p·a(n−1) + q, periodic, polynomial
    known               runs of famous sequences; any of the catalog up to factor and shift
    recurrence          linear recurrences with constant coefficients, by Berlekamp–Massey
    holonomic           equations with polynomial weights between terms, or products of them
    cyclic              operations that come round: +7, ×2, +7, ×2; two to four sequences in turn
    neighbors           differences, quotients, sums, products, signs, runs, digits: what is inside
    generating_function equations that it obeys
    transforms          Euler, Möbius, binomial and others of what is simple, any of what is known
    expressions         mixes and products: functions of n, terms before, known ones (in `columns`)
    divisions           rounded quotients and remainders of such mixes
    facts               terms decided by a fact or by terms at places far back: a(2n) = a(n) + …
    elementary          exponential generating functions made of elementary ones: exp(tan(x))
    expansions          digits, continued fractions and convergents of numbers with a short formula
    walks               walks on the lattice that stay in the first quadrant or octant
    automata            cellular automata that grow from one ON cell: their rows, axes, numbers
    told_by_numbers     primes of quadratic forms or with a primitive root, pseudoprimes
    triangle            rows that are the same backwards, ends of rows, cells made of those around
    membership          sets cut out by conditions (in `conditions`), divisors, residue classes

To add a rule, write a file into the folder, its line into the list above and examples into
`examples.txt` of its tests; docs/architecture.md shows a whole one. A rule
over a sequence inside the terms asks `search.solve(inner, depth)` for its fits and hands on
`fit.within(…)`. What a kind of rule costs stands in `arithmetic/costs.toml`.
"""

from int2vec.predict.complete.rules.engine import RulesCompleter, RulesConfig, rule_groups

__all__ = ["RulesCompleter", "RulesConfig", "rule_groups"]
