"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
CorpusOption = Annotated[
    str, typer.Option("--corpus", help="catalog (built in), oeis, or a file of sequences.")
]
SplitOption = Annotated[str, typer.Option("--split", help="random, family or temporal.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the split and the training.")]
ModelOption = Annotated[
    str, typer.Option("--model", help="A model's name ('int2vec models') or folder.")
]
KOption = Annotated[int, typer.Option("-k", help="How many answers.")]
