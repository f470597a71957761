"""Completion questions: a prompt and its answer, out of a table, a sequence file or a split."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.oeis import parse_line, read_blocks
from int2vec.corpus.store import Corpus
from int2vec.data import find_optional
from int2vec.errors import CorpusError, DataError
from int2vec.predict.complete.search.index import Index
from int2vec.predict.complete.search.matches import find_places
from int2vec.predict.questions import read_rows
from int2vec.text import parse_integer, parse_terms


@dataclass(frozen=True, kw_only=True)
class Question:
    """The terms shown, and the one that comes next."""

    prompt: tuple[int, ...]
    answer: int


PUBLISHED = "benchmarks/sequence_completion_tests.tsv"


def published_questions() -> tuple[list[Question], Path | None]:
    """The paper's aptitude questions and their file, or the five that it prints and None."""
    path = find_optional(PUBLISHED)
    return read_table(path or Path(__file__).with_name("paper_examples.tsv")), path


def read_table(path: Path) -> list[Question]:
    """The questions in a table of tab-separated prompts and answers under a header row."""

    def question(cells: list[str]) -> Question:
        return Question(prompt=tuple(parse_terms(cells[0])), answer=parse_integer(cells[1]))

    questions = read_rows(path, ("a prompt", "an answer"), question)
    if all(len(question.prompt) == 1 for question in questions):
        raise DataError(
            f"{path} holds no sequences: every prompt is a single integer, as in a file of "
            "analogies; give prompts such as '1, 2, 3'"
        )
    return questions


def read_terms(path: Path) -> Iterator[list[int]]:
    """The sequences of a file, one a line or in the OEIS's own layout."""
    with closing(read_blocks(path)) as blocks:
        lines = (line for text, _ in blocks for line in text.splitlines())
        for number, line in enumerate(lines, 1):
            parsed = parse_line(line)
            if isinstance(parsed, str):
                raise CorpusError(f"{path}, line {number}: {parsed}; mend the line or leave it out")
            if parsed:
                yield list(parsed[1])


def read_sequences(path: Path, limit: int | None = None) -> list[Question]:
    """The last term of each sequence in a file, asked for from those before it."""
    whole = islice((terms for terms in read_terms(path) if len(terms) >= 2), limit)
    questions = [Question(prompt=tuple(terms[:-1]), answer=terms[-1]) for terms in whole]
    if not questions:
        raise CorpusError(f"{path} holds no sequence of two terms or more")
    return questions


def held_out(
    corpus: Corpus, sequences: NDArray[np.int32], limit: int | None = None, seed: int = 0
) -> list[Question]:
    """The last term of each of these sequences; with a limit, of a random sample of them."""
    every = (corpus.terms(i) for i in sampled(corpus, sequences, limit, seed))
    return [Question(prompt=tuple(terms[:-1]), answer=terms[-1]) for terms in every]


def sampled(
    corpus: Corpus, sequences: NDArray[np.int32], limit: int | None = None, seed: int = 0
) -> list[int]:
    """The sequences that are asked about: those of two terms or more, or a sample of them."""
    if limit and limit < len(sequences):
        sequences = np.sort(np.random.default_rng(seed).permutation(sequences)[:limit])
    return [i for i in sequences.tolist() if len(corpus.terms(i)) >= 2]


def count_in_index(index: Index, questions: Sequence[Question]) -> int:
    """How many questions stand whole, answer included, in an indexed sequence."""
    return sum(bool(len(find_places(index, [*q.prompt, q.answer]))) for q in questions)
