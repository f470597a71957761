"""Prints how often rules alone foretell the term after the first 15 and 25 of OEIS sequences.

python -m benchmarks.first_terms --part dev --limit 1000
python -m benchmarks.first_terms --part test --easy

needs the OEIS in the data folder. Asked are the sequences of the part that are long enough; with
--easy those among them that the OEIS calls easy, as far as easy.txt lists them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from int2vec.corpus import Corpus, open_corpus
from int2vec.corpus.split import make_split
from int2vec.predict.complete.evaluation import evaluate
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import SourcesConfig

FIRST = (15, 25)
EASY = Path(__file__).with_name("easy.txt")


def main() -> None:
    """Ask about each length, and print the share of right first answers with its interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=("dev", "test"), default="dev")
    parser.add_argument("--easy", action="store_true")
    parser.add_argument("--limit", type=int, default=1_000)
    parser.add_argument("--processes", type=int)
    given = parser.parse_args()
    corpus = open_corpus("oeis")
    part = getattr(make_split(corpus, "random", 0), given.part)
    order = np.random.default_rng(0).permutation(part).tolist()
    if given.easy:
        easy = _easy()
        order = [i for i in order if corpus.label(i) in easy]
    for first in FIRST:
        asked = list(islice(_questions(corpus, order, first), given.limit))
        found = evaluate(asked, SourcesConfig(using=("rules",)), processes=given.processes)
        row = found.row("rules")
        low, high = row["p_at_1_ci95"]
        shown = f"{row['p_at_1']:.3f} ({low:.3f} to {high:.3f})"
        print(f"first {first} terms, {given.part}: {shown} of {found.n:,}")


def _easy() -> set[str]:
    lines = EASY.read_text().splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def _questions(corpus: Corpus, order: list[int], first: int) -> Iterator[Question]:
    for i in order:
        terms = corpus.terms(i)
        if len(terms) > first:
            yield Question(prompt=tuple(terms[:first]), answer=terms[first])


if __name__ == "__main__":
    main()
