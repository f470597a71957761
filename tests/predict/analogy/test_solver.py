"""Vectors, the combination, and what happens with bad input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from int2vec.embeddings import Embeddings
from int2vec.errors import DataError, InputError, UnknownIntegerError
from int2vec.predict.analogy.questions import Question, evaluate_analogies, read_questions
from int2vec.predict.analogy.solver import analogy

HEADER = "a\tb\tc\tGold answer\tIncorrect option 1\tIncorrect option 2\tSource\n"


@pytest.fixture(scope="module")
def line() -> Embeddings:
    """A model in which v(n) = (n, 1, 0): differences of vectors are differences of integers."""
    integers = list(range(1, 101))
    matrix = np.array([[n / 10, 1.0, 0.0] for n in integers], np.float32)
    return Embeddings(integers, matrix, name="line")


def test_vectors_add_differences(line: Embeddings) -> None:
    answers = analogy(10, 20, 30, [35, 40, 90], embeddings=line, using="vectors")
    assert answers[0].value == 40
    assert answers[0].similarity == pytest.approx(1.0)
    assert analogy(10, 20, 30, embeddings=line, using="vectors", k=1)[0].value == 40


def test_cos_mul_is_a_choice(line: Embeddings) -> None:
    add = analogy(10, 20, 30, [35, 40, 90], embeddings=line, using="vectors")
    mul = analogy(10, 20, 30, [35, 40, 90], embeddings=line, using="vectors", scoring="mul")
    assert {a.value for a in mul} == {a.value for a in add}
    assert "3CosMul" in mul[0].why
    with pytest.raises(InputError, match="add, mul"):
        analogy(1, 2, 3, embeddings=line, using="vectors", scoring="mean")


def test_integers_without_a_vector(line: Embeddings) -> None:
    with pytest.raises(UnknownIntegerError, match="1729"):
        analogy(1729, 1730, 3, [4, 5], embeddings=line, using="vectors")
    known_only = analogy(1, 2, 3, [4, 5000], embeddings=line, using="vectors")
    assert [answer.value for answer in known_only] == [4]
    assert analogy(1729, 1730, 3, [4, 5], embeddings=line)[0].value == 4


def test_vectors_answer_where_no_rule_does(line: Embeddings) -> None:
    answers = analogy(10, 20, 30, [40, 77, 99], embeddings=line)
    assert {answer.value for answer in answers} == {40, 77, 99}
    assert answers[0].value == 40


def test_options_may_repeat_and_may_be_numbers_of_the_prompt() -> None:
    best = analogy(6, 18, 4, [2, 4, 4, 6, 8])[0]
    assert best.value == 8
    assert best.why == "n²/2"


def test_the_order_of_the_options_does_not_matter() -> None:
    first = analogy(5, 36, 6, [48, 49, 50, 56])
    second = analogy(5, 36, 6, [56, 50, 49, 48])
    assert [a.value for a in first] == [a.value for a in second]


@pytest.mark.parametrize("options", [[49], [49, 49]])
def test_a_single_option_is_no_question(options: list[int]) -> None:
    with pytest.raises(InputError, match="at least two"):
        analogy(5, 36, 6, options)


def test_bad_arguments() -> None:
    with pytest.raises(InputError, match="k is 0"):
        analogy(5, 36, 6, k=0)
    with pytest.raises(InputError, match="integer"):
        analogy(5, 36, "6")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="needs a model"):
        analogy(5, 36, 6, using="vectors")
    with pytest.raises(InputError, match="both, rules, vectors"):
        analogy(5, 36, 6, using="magic")


@pytest.mark.parametrize("prompt", [(0, 0, 0), (-5, 25, -6), (10**60, 10**60 + 1, 7), (1, 1, 1)])
def test_odd_prompts_are_answered_or_left_open(prompt: tuple[int, int, int]) -> None:
    for answer in analogy(*prompt):
        assert isinstance(answer.value, int)


def _triangular(n: int) -> int:
    return n * (n + 1) // 2


@pytest.mark.parametrize(
    "prompt",
    [
        (_triangular(10**350), _triangular(10**350 + 1), _triangular(10**351)),
        (10**400, 10**800, 10**401),
        (2**1100, 2**1101, 2**1102),
    ],
)
def test_prompts_past_the_largest_float(prompt: tuple[int, int, int]) -> None:
    for answer in analogy(*prompt):
        assert answer.bits is None or 0 < answer.bits < 1000


def test_options_past_the_largest_float() -> None:
    for a, b, c in ((3, 10**400, 7), (10**400, 10**400 + 6, 10**500), (2**1100, 9, 2**1200)):
        answers = analogy(a, b, c, [10**500 + 1, 10**500 + 6, 10**600, 2**2000, 10])
        assert not answers or sum(answer.share or 0.0 for answer in answers) == pytest.approx(1)


def test_a_factorial_past_every_answer_is_not_worked_out() -> None:
    answers = analogy(5, 120, 10**18)
    assert "x!" not in " ".join(answer.why for answer in answers)


def test_read_questions(tmp_path: Path) -> None:
    file = tmp_path / "own.tsv"
    file.write_text(HEADER + "5\t36\t6\t49\t48\t50\thttps://example.org\n\n2\t4\t3\t9\n")
    with pytest.raises(DataError, match=r"line 2: .*https"):
        read_questions(file)
    file.write_text(HEADER + "5\t36\t6\t49\t48\t50\t\t\tsomewhere\n\n2\t4\t3\t9\n")
    assert read_questions(file) == [Question(5, 36, 6, 49, (49, 48, 50)), Question(2, 4, 3, 9)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("5\t36\t6", "line 2: a column is missing"),
        ("5\t36\tsix\t49\t48", "line 2: 'six'"),
        ("5\t36\t\t49\t48", "line 2: a column is missing"),
        ("5\t36\t6\t49\t49", "line 2: the only option is 49"),
        ("5\t36\t6\t4.9\t48", "line 2: '4.9'"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, row: str, message: str) -> None:
    file = tmp_path / "bad.tsv"
    file.write_text(HEADER + row + "\n")
    with pytest.raises(DataError, match=message):
        read_questions(file)


def test_bad_files(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_questions(tmp_path / "none.tsv")
    file = tmp_path / "bad.tsv"
    for text, message in (
        ("", "no questions"),
        (HEADER, "no questions"),
        ("5\t36\t6\t49\n", "line 1: a question"),
    ):
        file.write_text(text)
        with pytest.raises(DataError, match=message):
            read_questions(file)


def test_evaluation_counts_the_unanswered_as_wrong(line: Embeddings) -> None:
    questions = [Question(10, 20, 30, 40, (40, 90)), Question(5000, 1, 2, 3, (3, 4))]
    scores = evaluate_analogies(questions, line)
    assert scores.methods == ("vectors", "rules", "both")
    assert scores.row("vectors")["answered"] == 1
    assert scores.row("vectors")["accuracy"] == 0.5
    assert scores.chance == 0.5
    low, high = scores.row("vectors")["accuracy_ci95"]
    assert 0 < low < 0.5 < high < 1
    assert set(scores.to_json()) >= {"n", "accuracy", "accuracy_ci95", "items", "chance"}
