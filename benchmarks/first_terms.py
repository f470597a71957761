"""Prints how often rules alone foretell the term after the first 15 and 25 of OEIS sequences.

python -m benchmarks.first_terms --part dev --limit 1000

needs the OEIS in the data folder. Asked are the sequences of the part that are long enough.
"""

from __future__ import annotations

import argparse

import numpy as np

from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.predict.complete.evaluation import evaluate
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import SourcesConfig

FIRST = (15, 25)


def main() -> None:
    """Ask about each length, and print the share of right first answers with its interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=("dev", "test"), default="dev")
    parser.add_argument("--limit", type=int, default=1_000)
    parser.add_argument("--processes", type=int)
    given = parser.parse_args()
    corpus = open_corpus("oeis")
    part = getattr(make_split(corpus, "random", 0), given.part)
    order = np.random.default_rng(0).permutation(part).tolist()
    for first in FIRST:
        long = (terms for i in order if len(terms := corpus.terms(i)) > first)
        asked = [
            Question(prompt=tuple(terms[:first]), answer=terms[first])
            for terms, _ in zip(long, range(given.limit), strict=False)
        ]
        found = evaluate(asked, SourcesConfig(using=("rules",)), processes=given.processes)
        row = found.row("rules")
        low, high = row["p_at_1_ci95"]
        shown = f"{row['p_at_1']:.3f} ({low:.3f} to {high:.3f})"
        print(f"first {first} terms, {given.part}: {shown} of {found.n:,}")


if __name__ == "__main__":
    main()
