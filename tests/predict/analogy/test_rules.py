"""The rule solver on facts of arithmetic and on questions written for this test."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.arithmetic.operations import operations
from int2vec.predict.analogy.formulas import find_formulas
from int2vec.predict.analogy.questions import PAPER_EXAMPLES, evaluate_analogies, read_questions
from int2vec.predict.analogy.solver import analogy, find_rules

OWN = Path(__file__).with_name("own_questions.tsv")


@pytest.mark.parametrize(
    ("a", "b", "c", "answer", "said"),
    [
        (7, 56, 9, 90, "n² + n"),
        (13, 169, 21, 441, "n²"),
        (36, 343, 100, 1331, "x² : (x + 1)³"),
        (26, 5, 65, 8, "x² + 1 : x"),
        (14, 28, 33, 66, "2·n"),
        (528, 825, 713, 317, "n with its digits reversed"),
        (234, 9, 417, 12, "the digit sum of n"),
        (3, 27, 5, 125, "n³"),
        (1000, 10, 27, 3, "∛n"),
    ],
)
def test_open_question_gets_the_plain_rule(a: int, b: int, c: int, answer: int, said: str) -> None:
    best = analogy(a, b, c)[0]
    assert best.value == answer
    assert said in (best.why, *best.other_rules)


def test_every_formula_does_what_it_says() -> None:
    for source, target in ((12, 145), (35, 8), (91, 72), (7, 343)):
        formulas = find_formulas(source, target)
        assert formulas
        assert all(formula.of(source) == target for formula in formulas)
        assert [f.bits for f in formulas] == sorted(f.bits for f in formulas)


def test_curves_invert_themselves() -> None:
    for curve in operations("curve"):
        for x in range(curve.start + 2, 12):
            value = curve.at(x)
            assert value is not None
            assert curve.inverse(value) == x, curve.words


def test_only_rules_that_lead_to_one_option_count() -> None:
    options = [48, 49, 50, 56]
    rules = find_rules(5, 36, 6, tuple(options))
    assert all(rule.answer in options for rule in rules)


def test_questions_of_the_paper() -> None:
    scores = evaluate_analogies(read_questions(PAPER_EXAMPLES))
    assert scores.right("rules")[:4] == [True] * 4


def test_questions_written_before_the_rules_were_tuned() -> None:
    scores = evaluate_analogies(read_questions(OWN))
    assert scores.row("rules")["accuracy"] >= 0.9


@pytest.mark.data
def test_published_questions(benchmarks_folder: Path) -> None:
    scores = evaluate_analogies(read_questions(benchmarks_folder / "number_analogy_tests.tsv"))
    assert len(scores.questions) == 79
    assert scores.row("rules")["accuracy"] >= 0.75
    assert round(scores.chance, 3) == 0.226


def test_a_rule_read_backwards_costs_more_than_read_forwards() -> None:
    for low, high, other, image in ((6, 12, 7, 14), (5, 26, 6, 37)):
        forwards = {rule.words: rule.bits for rule in find_rules(low, high, other, (image,))}
        found = find_rules(high, low, image, (other,))
        backwards = {rule.words.partition("backwards: ")[2]: rule.bits for rule in found}
        both = forwards.keys() & backwards.keys()
        assert both
        assert all(backwards[words] >= forwards[words] + 2 for words in both)
