"""Search against a plain scan of every sequence, on corpora drawn at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import log2

import pytest

from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.matches import find_matches, find_transformed
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.scattered import (
    CompanionCompleter,
    TableCompleter,
    lines_through_next,
)
from int2vec.predict.complete.search.through_transforms import TransformCompleter

Terms = list[int]
Make = Callable[[str], Index]
DICE = random.Random(3)
SEQUENCES = [
    [DICE.choice((1, 2, 3, 4, 6, 9, 12)) for _ in range(DICE.randrange(4, 14))] for _ in range(60)
]
CODED = {"terms": 0, "differences": 1, "ratios": 1, "affine": 2}  # terms that a code looks back


def index_of(make: Make, sequences: list[Terms]) -> Index:
    return make("".join(f"A{i:06d} ,{','.join(map(str, terms))},\n"
                        for i, terms in enumerate(sequences, 1)))  # fmt: skip


def read(terms: Terms, reading: str) -> list[object]:
    """What a reading sees of the terms; None where it sees nothing."""
    steps = [b - a for a, b in pairwise(terms)]
    if reading == "terms":
        return list(terms)
    if reading == "differences":
        return list(steps)
    pairs = pairwise(terms if reading == "ratios" else steps)
    return [Fraction(b, a) if a else None for a, b in pairs]


def carried_on(prompt: Terms, code: object, reading: str) -> int | None:
    """The next term of the prompt by the next code; None where it is no whole number."""
    if reading == "terms":
        return int(code)  # type: ignore[call-overload,no-any-return]
    if reading == "differences":
        return prompt[-1] + int(code)  # type: ignore[call-overload,no-any-return]
    assert isinstance(code, Fraction)
    value = (
        prompt[-1] * code if reading == "ratios" else prompt[-1] + code * (prompt[-1] - prompt[-2])
    )
    return int(value) if value.denominator == 1 else None


def scanned(prompt: Terms, length: int, reading: str) -> Counter[object]:
    """What follows the last codes of the prompt, in every sequence, by how often it does."""
    wanted = read(prompt, reading)[-length:]
    found = Counter[object]()
    for terms in SEQUENCES:
        codes = read(terms, reading)
        for at in range(length, len(codes)):
            if codes[at - length : at] == wanted and None not in wanted:
                found[codes[at]] += 1
    found.pop(None, None)
    return found


def prompts() -> Iterator[Terms]:
    dice = random.Random(8)
    for _ in range(25):
        terms = dice.choice(SEQUENCES)
        start = dice.randrange(len(terms) - 2)
        yield terms[start : start + dice.randrange(2, 6)]
        yield [dice.choice((1, 2, 3, 4, 6, 9, 12)) for _ in range(4)]


@pytest.mark.parametrize("reading", ["terms", "differences", "ratios"])
def test_what_follows_is_what_a_scan_finds(index_over: Make, reading: str) -> None:
    search = SearchCompleter(index_of(index_over, SEQUENCES), reading=reading)
    asked = 0
    for prompt in prompts():
        longest = len(read(prompt, reading))
        least = 1 if reading == "terms" else 2
        lengths = [n for n in range(longest, least - 1, -1) if scanned(prompt, n, reading)]
        found = search.complete(prompt, 3)
        if not lengths:
            assert found == []
            continue
        counts = scanned(prompt, lengths[0], reading)
        expected = {carried_on(prompt, code, reading): n for code, n in counts.items()}
        ranked = sorted(expected.values(), reverse=True)
        first = [p for p in found if p.evidence["match_length"] == lengths[0]]
        for prediction, count in zip(first, ranked, strict=False):
            evidence = prediction.evidence
            if None not in expected:
                assert evidence["support"] == count == expected[prediction.value]
            assert evidence["matches"] == counts.total()
            assert evidence["share"] == pytest.approx(
                evidence["support"] / counts.total(), abs=1e-6
            )
            assert prediction.score == pytest.approx(lengths[0] + evidence["share"], abs=1e-6)
            assert evidence["whole"] == (lengths[0] == longest)
            matching = read(prompt, "differences" if reading == "differences" else "terms")
            assert evidence["match_bits"] == pytest.approx(
                sum(log2(1 + abs(int(t))) for t in matching[-lengths[0] :])  # type: ignore[call-overload]
            )
            asked += 1
        values = [p.value for p in found]
        assert len(set(values)) == len(values)
    assert asked > 8


@pytest.mark.parametrize("mode", ["full", "last-5"])
def test_the_whole_prompt_or_its_last_five_terms_must_stand(index_over: Make, mode: str) -> None:
    search = SearchCompleter(index_of(index_over, SEQUENCES), mode)
    for prompt in [*prompts(), *(terms[1:8] for terms in SEQUENCES if len(terms) > 8)]:
        looked_up = prompt[-5:] if mode == "last-5" else prompt
        counts = scanned(looked_up, len(looked_up), "terms")
        found = search.complete(prompt, 9)
        assert {p.value: p.evidence["support"] for p in found} == dict(counts)
        for prediction in found:
            whole = len(looked_up) == len(prompt)
            words = "these terms stand" if whole else "the last 5 terms stand"
            assert prediction.why.startswith(words)
            label = prediction.evidence["sequences"][0]
            terms = SEQUENCES[int(label[1:]) - 1]
            assert prediction.value in [
                terms[i + len(looked_up)]
                for i in range(len(terms) - len(looked_up))
                if terms[i : i + len(looked_up)] == looked_up
            ]


@pytest.mark.parametrize("reading", ["differences", "ratios"])
def test_the_whole_prompt_must_stand_up_to_a_change(index_over: Make, reading: str) -> None:
    index, asked = index_of(index_over, SEQUENCES), 0
    full, longest = (SearchCompleter(index, mode, reading) for mode in ("full", "longest"))
    for prompt in [*prompts(), *([3 * t for t in terms[1:5]] for terms in SEQUENCES)]:
        if len(prompt) < 4:  # of fewer the longest match says nothing
            continue
        expected = [p for p in longest.complete(prompt, 50) if p.evidence["whole"]]
        found = full.complete(prompt, 50)
        assert [(p.value, p.why) for p in found] == [(p.value, p.why) for p in expected]
        asked += len(found)
    assert asked > 3


def test_a_match_at_the_very_start_is_told_from_others(index_over: Make) -> None:
    search = SearchCompleter(index_over("A1 ,5,6,7,8,\nA2 ,1,15,16,17,\n"), "full")
    assert search.complete([5, 6, 7])[0].evidence["from_start"] is True
    assert search.complete([6, 7])[0].evidence["from_start"] is False
    assert search.complete([15, 16])[0].evidence["from_start"] is False


def test_shorter_matches_fill_the_remaining_places(index_over: Make) -> None:
    search = SearchCompleter(index_of(index_over, SEQUENCES))
    for prompt in prompts():
        expected: dict[int, tuple[int, int]] = {}
        for length in range(len(prompt), 0, -1):
            for code, count in scanned(prompt, length, "terms").items():
                expected.setdefault(int(code), (length, count))  # type: ignore[call-overload]
        found = search.complete(prompt, 50)
        lengths = [p.evidence["match_length"] for p in found]
        assert lengths == sorted(lengths, reverse=True)
        assert {
            p.value: (p.evidence["match_length"], p.evidence["support"]) for p in found
        } == expected
        by_length = [(p.evidence["match_length"], p.evidence["support"]) for p in found]
        assert by_length == sorted(by_length, reverse=True)


def places(pattern: list[int | None]) -> dict[int, int]:
    """The first place in each sequence, from 1, where the pattern stands."""
    found: dict[int, int] = {}
    for i, terms in enumerate(SEQUENCES, 1):
        for at in range(len(terms) - len(pattern) + 1):
            if all(p is None or p == t for p, t in zip(pattern, terms[at:], strict=False)):
                found.setdefault(i, at)
    return found


def test_patterns_are_found_where_a_scan_finds_them(index_over: Make) -> None:
    index = index_of(index_over, SEQUENCES)
    dice = random.Random(1)
    for prompt in prompts():
        for pattern in (prompt, [t if dice.random() < 0.6 else None for t in prompt]):
            if not any(pattern):
                continue
            found = [(int(m.a_number[1:]), m.position) for m in find_matches(index, pattern, 99)]
            expected = places(pattern)
            assert dict(found) == expected
            # Those that hold it near their start come first, each lot by A-number.
            assert found == sorted(found, key=lambda match: (match[1] > 2, match[0]))
            assert len(find_matches(index, pattern, 2)) == min(len(expected), 2)


@pytest.mark.parametrize(
    "pattern", [[9], [None, 9], [9, None], [None, None, 9, None], [9, None, None, 9], [77], [9, 77]]
)
def test_single_terms_and_blanks_at_either_end(index_over: Make, pattern: list[int | None]) -> None:
    found = find_matches(index_of(index_over, SEQUENCES), pattern, 99)
    assert {int(m.a_number[1:]): m.position for m in found} == places(pattern)
    assert [m.terms for m in found] == [SEQUENCES[int(m.a_number[1:]) - 1] for m in found]


@pytest.mark.parametrize("step", [2, 3, 4, 5])
def test_every_kth_term_is_found_where_a_scan_finds_it(index_over: Make, step: int) -> None:
    index, words = index_of(index_over, SEQUENCES), {2: "2nd", 3: "3rd", 4: "4th", 5: "5th"}[step]
    picked = [terms[start::step][:3] for terms in SEQUENCES for start in (0, 1)]
    seen = 0
    for wanted in [[4, None, 1, 6], [9, 9, 2], *[p for p in picked if len(set(p)) == 3][:8]]:
        size, expected = (len(wanted) - 1) * step + 1, {}
        for i, terms in enumerate(SEQUENCES, 1):
            for at in range(len(terms) - size, -1, -1):
                there = terms[at : at + size : step]
                if all(w in (None, t) for w, t in zip(wanted, there, strict=True)):
                    expected[i] = at
        found = find_transformed(index, wanted, 10_000)
        said = f"these are every {words} term"
        claimed = {int(m.a_number[1:]): m.position for m in found if m.transform == said}
        others = {(int(m.a_number[1:]), m.position) for m in found if m.transform != said}
        assert claimed.items() <= expected.items()
        assert {*expected.items()} - {*claimed.items()} <= others
        seen += len(claimed)
    assert seen > 3


def affine_places(pattern: Terms, words: str) -> set[int]:
    """The sequences that hold the pattern after a change that is not none."""
    found = set()
    for i, terms in enumerate(SEQUENCES, 1):
        for at in range(len(terms) - len(pattern) + 1):
            there = terms[at : at + len(pattern)]
            reading = {"plus a constant": "differences", "times a constant": "ratios"}[words]
            if there[:2] != pattern[:2] and read(there, reading) == read(pattern, reading):
                found.add(i)
    return found


def test_patterns_are_found_up_to_a_constant_or_a_factor(index_over: Make) -> None:
    index = index_of(index_over, SEQUENCES)
    seen = Counter[str]()
    for prompt in prompts():
        if len(prompt) < 3 or len(set(prompt)) == 1:
            continue
        found = find_transformed(index, prompt, 500)
        for words in ("plus a constant", "times a constant"):
            claimed = {int(m.a_number[1:]) for m in found if m.transform == words}
            expected = affine_places(prompt, words)
            earlier = {int(m.a_number[1:]) for m in found if m.transform != words}
            assert claimed <= expected <= claimed | earlier
            seen[words] += len(claimed)
        for match in found:
            if match.transform.startswith("these are every"):
                step = int(match.transform.removeprefix("these are every ")[0])
                assert match.terms[match.position :: step][: len(prompt)] == prompt
                seen["every"] += 1
            elif match.transform == "these are its partial sums":
                there = match.terms[match.position : match.position + len(prompt) - 1]
                assert there == [b - a for a, b in pairwise(prompt)]
                seen["sums"] += 1
            elif match.transform == "these are its differences":
                there = match.terms[match.position : match.position + len(prompt) + 1]
                assert [b - a for a, b in pairwise(there)] == prompt
                seen["differences"] += 1
    assert min(seen[words] for words in ("plus a constant", "times a constant", "every")) > 0


def test_companions_vote_by_what_they_share(index_over: Make) -> None:
    # 7 follows 50 in two that share 30 and 40 with the prompt, 8 in one that shares 30 alone.
    lines = "A1 ,20,30,40,50,7,\nA2 ,30,40,50,7,9,\nA3 ,30,50,8,1,\nA4 ,50,6,6,6,\nA5 ,2,3,4,\n"
    found = CompanionCompleter(index_over(lines)).complete([10, 30, 40, 50, 5, 50], 9)
    assert [p.value for p in found] == [7, 9]
    best = found[0]
    assert (best.evidence["voters"], best.evidence["shared"]) == (2, 2)
    assert best.why.endswith(", which holds 4 of the 6 terms")
    assert sum(p.evidence["share"] for p in found) == pytest.approx(1, abs=1e-5)
    assert best.score > 0.7 > found[1].score
    # Rising terms go on rising: what is no larger than the last is not said.
    rising = CompanionCompleter(index_over(lines.replace("50,7,9", "50,57,9")))
    assert [p.value for p in rising.complete([10, 30, 40, 50], 9)] == [57]
    assert rising.complete([30, 50], 9) == []  # one shared term is not enough
    assert rising.complete([1, 2, 77], 9) == []


@pytest.mark.parametrize(("following", "said"), [(50, []), (51, [51]), (49, [])])
def test_what_repeats_the_last_of_rising_terms_is_not_said(
    index_over: Make, following: int, said: Terms
) -> None:
    index = index_over(f"A1 ,30,40,50,{following},\nA2 ,1,1,\n")
    assert [p.value for p in CompanionCompleter(index).complete([30, 40, 50], 9)] == said
    # Of terms that do not rise it may be said.
    falling = [p.value for p in CompanionCompleter(index).complete([40, 30, 50], 9)]
    assert falling == [following]


def test_a_companion_is_called_by_its_name(index_over: Make) -> None:
    lines = "A1 ,9,8,\nA2 ,30,40,50,7,\nA3 ,50,50,\nA4 ,60,70,80,5,6,\n"
    (found,) = CompanionCompleter(index_over(lines)).complete([30, 40, 50], 9) or [None]
    assert found is None  # 7 does not rise
    (found,) = CompanionCompleter(index_over(lines)).complete([99, 30, 40, 50], 9)
    assert found is not None
    assert found.value == 7
    assert found.why == "it comes soon in A000002, which holds 3 of the 4 terms"
    assert found.evidence["sequences"] == ["A000002"]
    several = CompanionCompleter(index_over(lines)).complete([99, 60, 70, 80], 9)
    assert [(p.value, p.evidence["sequences"]) for p in several] == [
        (5, ["A000004"]),
        (6, ["A000004"]),
    ]


def test_every_term_is_shared_that_comes_before_and_no_other(index_over: Make) -> None:
    # 1 is the commonest integer of all; 99 comes behind the last term, and is not held there.
    lines = "A1 ,1,1,1,1,\nA2 ,2,1,1,40,50,60,99,\n"
    (found, *_) = CompanionCompleter(index_over(lines)).complete([99, 1, 40, 50], 9)
    assert (found.value, found.evidence["shared"]) == (60, 3)
    assert found.why == "it comes soon in A000002, which holds 3 of the 4 terms"
    # Terms that repeat do not rise: what is smaller than the last may come.
    said = CompanionCompleter(index_over("A1 ,3,\nA2 ,30,40,50,7,\n")).complete([30, 40, 40, 50])
    assert [p.value for p in said] == [7]


def test_the_commonest_integer_may_come_in_a_spread(index_over: Make) -> None:
    index = index_over("A1 ,0,0,0,0,0,0,\nA2 ,11,5,12,6,13,7,14,0,15,\nA3 ,5,2,0,3,0,8,6,9,7,\n")
    (found,) = TableCompleter(index).complete([1, 2, 3, 4, 5, 6, 7])
    assert (found.value, found.why) == (0, "the terms stand spread out in A000002")
    (held, *_) = TableCompleter(index).complete([1, 2, 3, 4, 5, 0, 0, 6])
    assert (held.value, held.evidence["match_length"]) == (7, 4)


def test_the_next_vote_counts_less(index_over: Make) -> None:
    lines = "A1 ,20,30,40,50,60,70,80,90,\nA2 ,1,1,\n"
    found = CompanionCompleter(index_over(lines)).complete([20, 30, 40, 50], 9)
    assert [p.value for p in found] == [60, 70, 80]
    shares = [p.score for p in found]
    assert shares[1] / shares[0] == pytest.approx(shares[2] / shares[1])
    assert shares[1] < shares[0] / 2


def test_lines_through_every_place_of_a_triangle() -> None:
    cells = [(row, column) for row in range(7) for column in range(row + 1)]
    for n in range(1, len(cells)):
        row, column = cells[n]
        found = dict(lines_through_next(range(n)))
        before = {cell: i for i, cell in enumerate(cells[:n])}
        assert found["the column"] == [before[r, column] for r in range(column, row)]
        along = [before[r, r - row + column] for r in range(row - column, row)]
        assert found["the diagonal"] == along


@pytest.mark.parametrize(("first", "score"), [(3, 2 * 4 + 4), (77, 3 + 3)])
def test_a_line_that_matches_whole_counts_twice(index_over: Make, first: int, score: int) -> None:
    """Cell 1 of each row; without the first term, too, the table has that line, and one more."""
    prompt = [1000 + 17 * n + k * k for n in range(6) for k in range(n + 1)][:16]
    for row, entry in enumerate([first, 8, 1, 15], 1):
        prompt[row * (row + 1) // 2 + 1] = entry
    (found,) = TableCompleter(index_over("A1 ,70,3,8,1,15,60,\nA3 ,500,\n")).complete(prompt)
    assert (found.value, found.score) == (60, score)
    assert found.evidence["whole"] is (first == 3)


def test_a_column_of_a_table_is_looked_up(index_over: Make) -> None:
    """T(n, k) = primes by the column, n² by the diagonal."""
    squares = ",".join(str(n * n) for n in range(12))
    index = index_over(f"A1 ,{squares},\nA2 ,500,501,502,\n")
    table = [(k + 1) * 100 + n * n for n in range(6) for k in range(n + 1)]
    assert TableCompleter(index).complete(table[:5]) == []
    by_column = [n * n if k == 1 else 1000 + 17 * n + k * k for n in range(6) for k in range(n + 1)]
    found = TableCompleter(index).complete(by_column[:16])  # next is cell 1 of row 5
    assert (found[0].value, found[0].evidence["line"], found[0].evidence["whole"]) == (25, 4, True)
    assert found[0].why == "the column of this table stands in A000001"
    by_diagonal = [
        n * n if k == n - 1 else 1000 + 17 * n + k * k for n in range(6) for k in range(n + 1)
    ]
    found = TableCompleter(index).complete(by_diagonal[:19])  # next is cell 4 of row 5
    assert (found[0].value, found[0].why) == (25, "the diagonal of this table stands in A000001")
    led = [77, *by_column[:16]]
    (behind, *_) = TableCompleter(index).complete(led)  # a table behind a term of its own
    assert (behind.value, behind.evidence["line"], behind.evidence["agreeing"]) == (25, 4, 1)


@pytest.mark.parametrize(("gap", "bend"), [(2, 0), (3, 0), (2, 1), (4, 1)])
def test_terms_that_stand_spread_out(index_over: Make, gap: int, bend: int) -> None:
    """Every gap-th term, or a column whose gaps grow by one."""
    dice = random.Random(gap + bend)
    sequence = [dice.randrange(1000, 9999) for _ in range(60)]
    at, spread = 20, [20]
    for i in range(4):
        at += gap + i * bend
        spread.append(at)
    prompt = [55, 66, *(sequence[i] for i in spread[:-1])]
    index = index_over(f"A7 ,{','.join(map(str, sequence))},\n")
    found = TableCompleter(index).complete(prompt)
    assert found[0].value == sequence[spread[-1]]
    assert found[0].evidence["match_length"] == 4
    assert found[0].why == "the terms stand spread out in A000007"


def test_transforms_of_a_known_sequence_are_recognised(index_over: Make) -> None:
    dice = random.Random(9)
    known = [1, *(dice.randrange(2, 90) for _ in range(13))]
    index = index_over(f"A3 ,{','.join(map(str, known))},\n")
    sums = [sum(known[: i + 1]) for i in range(12)]
    best = TransformCompleter(index).complete(sums)[0]
    assert best.value == sum(known[:13])
    assert best.why == "the differences stand in A000003, 11 terms matching"
    assert best.evidence["depth"] == 1
    assert best.evidence["distinct"] == len(set(known[1:12]))
    assert best.score > 100
    threefold = TransformCompleter(index).complete([3 * s for s in sums])[0]
    assert threefold.value == 3 * sum(known[:13])
    assert threefold.why.startswith("the differences stand up to a factor in A000003")
    twice = [sum(sums[: i + 1]) for i in range(12)]
    second = TransformCompleter(index).complete(twice)[0]
    assert second.value == twice[-1] + sums[-1] + known[12]
    assert second.why == "the second differences stand in A000003, 10 terms matching"
    times = [n * sum(known[:n]) for n in range(1, 13)]
    chained = TransformCompleter(index).complete(times)[0]
    assert chained.value == 13 * sum(known[:13])
    assert chained.why.startswith("a(n) / n is the partial sums of A000003")
    assert chained.evidence["depth"] == 2
    assert chained.score < 100
    assert TransformCompleter(index, effort="quick").complete(times) == []
