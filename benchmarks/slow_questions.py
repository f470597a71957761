"""Questions made to be slow, to every endpoint: `python -m benchmarks.slow_questions [seed]`.

A thousand terms, a thousand digits, noise, patterns of blanks, sets of 500, next terms, a term far
on and what stands before together. Each is answered as a worker of the server does, and what takes
more than .8 s of work is printed; the command fails where one takes more than a second, or fails.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from math import comb, factorial
from typing import Any

from int2vec.arithmetic.primes import primes_up_to
from int2vec.predict.probe.fits import one_thread_a_product
from int2vec.web.questions import MAX_DIGITS, MAX_TEXT
from int2vec.web.server import prepare
from int2vec.web.worker import ENDPOINTS, LANES, ServeConfig, answer

TOLD, MOST = 0.8, 1.0  # seconds of work
Question = tuple[str, str, dict[str, Any]]  # the endpoint, what is special about it, what is asked


def _sequences(dice: random.Random) -> Iterator[tuple[str, list[int]]]:
    def long(digits: int) -> int:
        return dice.randrange(10 ** (digits - 1), 10**digits)

    def recurring(first: list[int], weights: list[int], n: int) -> list[int]:
        while len(first) < n:
            first.append(sum(w * t for w, t in zip(weights, first[::-1], strict=False)))
        return first

    yield "1,000 terms of noise", [dice.randrange(-(10**6), 10**6) for _ in range(1000)]
    yield "1,000 digits of noise", [dice.randrange(10) for _ in range(1000)]
    yield "60 terms of noise", [dice.randrange(10**6) for _ in range(60)]
    yield "20 terms of noise", [dice.randrange(1000) for _ in range(20)]
    yield "5 terms of noise", [dice.randrange(100) for _ in range(5)]
    yield "500 bits", [dice.randrange(2) for _ in range(500)]
    yield "12 of 40 digits", [long(40) for _ in range(12)]
    yield "15 of 1,000 digits", [long(1000) for _ in range(15)]
    yield "200 of 80 digits", [long(80) for _ in range(200)]
    yield "40 of 300 digits, negative", [-long(300) for _ in range(40)]
    yield "300 rising", sorted(dice.randrange(10**9) for _ in range(300))
    yield "1,000 squares", [n * n for n in range(1000)]
    yield "1,000 powers of 3", [3**n for n in range(1000)]
    yield "300 factorials", [factorial(n) for n in range(300)]
    yield "300 Catalan numbers", [comb(2 * n, n) // (n + 1) for n in range(300)]
    yield "1,000 Fibonacci numbers", recurring([1, 1], [1, 1], 1000)
    yield "a weight of 100 digits", recurring([1, 1, 1, 1], [long(100), 3, -5, 7], 30)
    yield "a polynomial", [2 * n**5 + 13 * n**4 - 5 * n + 3 for n in range(200)]
    yield "two in turn", [x for n in range(200) for x in (n * n, 3 * n + 1)]
    yield "one wrong", [n * n + (n == 17) for n in range(400)]
    yield "a long period", [dice.randrange(9) for _ in range(97)] * 10
    yield "1,000 with signs", [(-1) ** n * n for n in range(1000)]
    yield "1,000 zeros", [0] * 1000
    yield "1,000 primes", primes_up_to(7919)
    yield "towers", [2 ** (2**n) for n in range(12)]


def _of_sequences(dice: random.Random) -> Iterator[Question]:
    for words, every in _sequences(dice):
        terms = [term for term in every if abs(term) < 10**MAX_DIGITS]
        together = {"next": 100, "nth": 100_000, "before": True}
        yield "complete", words, {"terms": terms}
        yield "complete", f"{words}, by rules", {"terms": terms, "using": "rules"}
        yield "complete", f"{words}, 100 next", {"terms": terms, "next": 100}
        yield "complete", f"{words}, far on", {"terms": terms[:30], "nth": 100_000}
        yield "complete", f"{words}, all together", {"terms": terms, **together, "k": 100}
        yield "complete", f"{words}, few, together", {"terms": terms[:14], **together}
        yield "guess", words, {"terms": terms, "k": 100}
        yield "guess", f"{words}, few", {"terms": terms[:14]}
        text = ", ".join(map(str, terms))[:MAX_TEXT].rpartition(",")[0]
        yield "similar", words, {"sequence": text, "k": 100}
        yield "search", words, {"terms": text, "transforms": True, "k": 100}
        for n, blanks in ((20, 5), (60, 1)):
            holes = [str(term) for term in terms[:n]]
            for place in dice.sample(range(len(holes)), min(blanks, len(holes) - 2)):
                holes[place] = "?"
            if len(pattern := ", ".join(holes)) < MAX_TEXT:
                yield "fill", f"{words}, {blanks} blanks", {"terms": pattern, "k": 100}
                yield "search", f"{words}, {blanks} blanks", {"terms": pattern, "transforms": True}
    for pattern in ("?, ?, ?, ?, 5, 7", "1, ?, ?, ?, ?, ?, 7", "?, 1, ?, 2", "1, 2, ?, ?, ?, ?, 8"):
        yield "fill", pattern, {"terms": pattern}
        yield "search", pattern, {"terms": pattern, "transforms": True, "k": 100}


def _of_integers(dice: random.Random) -> Iterator[Question]:
    def some(n: int, digits: int) -> list[int]:
        return [dice.randrange(10 ** (digits - 1), 10**digits) for _ in range(n)]

    for n in (500, 100, 20, 3):
        for digits in (1000, 300, 100, 30, 19, 6, 3):
            words = f"{n} members of {digits} digits"
            yield "expand", words, {"members": some(n, digits), "k": 100}
    for members in ([2**n for n in range(500)], [n * n for n in range(500)], [-7, -77, -777]):
        yield "expand", "powers, squares, negative ones", {"members": members}
    of_integers = [*some(2, 1000), *some(1, 60), 10**999 + 7, 2**89 - 1, -(10**500), 0, 1]
    of_integers += [(2**89 - 1) * (2**107 - 1), factorial(400)]
    for integer in of_integers:
        for kind in ("info", "neighbors", "readings", "sequences"):
            yield kind, f"{len(str(integer))} digits", {"integer": integer}
    for digits in (1000, 20, 6, 3):
        a, b, c = some(3, digits)
        yield "analogy", f"{digits} digits", {"a": a, "b": b, "c": c, "k": 100}
        yield "analogy", "options", {"a": a, "b": b, "c": c, "options": some(20, digits)}


def _of_models(models: list[str]) -> Iterator[Question]:
    for model in models:
        for kind in ("probe", "integer_map"):
            yield kind, model, {"model": model}
        for kind in ("neighbors", "readings"):
            yield kind, model, {"model": model, "integer": 99_991}
    for kind in ("map_of_sequences", "models", "properties", "ranges"):
        yield kind, "", {}
    for by in ("prime", "squarefree", "happy", "divisors"):
        yield "colors", by, {"by": by}
    for label in ("A000045", "A000040", "A000001"):
        for kind in ("place", "sequence"):
            yield kind, label, {"label": label}
        yield "similar", label, {"sequence": label, "k": 100}
    for words in ("number of", "a b c d e f", "triangle read by rows", "zz qq"):
        yield "named", words, {"words": words, "k": 100}


def main() -> None:
    """Ask every question of a seed."""
    dice = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    config = ServeConfig()
    prepare(config)
    session = config.session()
    session.prepare(*LANES["heavy"]["prepared"])
    questions = [*_of_sequences(dice), *_of_integers(dice), *_of_models(list(session.models))]
    statuses, works = Counter[int](), []
    for kind, words, asked in questions:
        question = ENDPOINTS[kind].question(**asked).model_dump_json().encode()
        started = time.process_time()
        status, _ = answer(session, kind, question)
        work = time.process_time() - started
        works.append(work)
        statuses[status] += 1
        if work > TOLD or status >= 500:
            print(f"{work:.2f} s of work, {status}: {kind}, {words}", flush=True)
    slow = sum(work > TOLD for work in works)
    print(f"{len(works)} questions, {dict(statuses)}; the longest took {max(works):.2f} s of work,")
    print(
        f"{slow} of them more than {TOLD} s, {sum(w > MOST for w in works)} more than {MOST:.0f} s"
    )
    if max(works) > MOST or any(status >= 500 for status in statuses):
        raise SystemExit(1)


if __name__ == "__main__":
    with one_thread_a_product():  # as the server's workers have it
        main()
