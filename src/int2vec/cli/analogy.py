"""`int2vec analogy`: a is to b as c is to what?"""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, show
from int2vec.cli.options import TAKES_NEGATIVES, JsonOption, KOption, ModelOption
from int2vec.predict.analogy.solver import Answer
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import parse_integer, parse_terms


@app.command(context_settings=TAKES_NEGATIVES)
def analogy(
    a: Annotated[str, typer.Argument(help="a : b …", metavar="A")],
    b: Annotated[str, typer.Argument(help="… as", metavar="B")],
    c: Annotated[str, typer.Argument(help="c : ?", metavar="C")],
    options: Annotated[str, typer.Option(help="Answers to choose from: 48,49,50,56.")] = "",
    using: Annotated[str, typer.Option(help="both, rules or vectors.")] = "both",
    scoring: Annotated[str, typer.Option(help="Vectors by add (3CosAdd) or mul.")] = "add",
    k: KOption = 5,
    model: ModelOption = None,
    json: JsonOption = False,
) -> None:
    """Answer a : b :: c : ? by the simplest rules that fit, and by vectors.

    Example: int2vec analogy 5 36 6 --options 48,49,50,56
    """
    prompt = (parse_integer(a), parse_integer(b), parse_integer(c))
    chosen = parse_terms(options) if options.strip() else None
    session = Session()
    answers = session.analogy(*prompt, chosen, k, using=using, scoring=scoring, model=model)
    question = "{} : {} :: {} : ?".format(*prompt)
    if json:
        named = dict(zip("abc", prompt, strict=True))
        vectors = None if using == "rules" else session.optional_vectors(model)
        used = vectors.name if vectors else None
        emit_json({**named, "options": chosen, "model": used, "answers": answers})
    elif not answers:
        console.print(f"{question}  no rule fits; options or a model may help")
    else:
        show(answer_table(f"{question}  conjectures, best first", answers))


def answer_table(title: str, answers: list[Answer]) -> Table:
    """The answers, each with its rule."""
    return Table(
        title=title,
        columns=[*right("answer"), *left("by", "rule or evidence"), *right("bits", "share")],
        lines=[
            Line([
                str(answer.value), answer.by, answer.why,
                "" if answer.bits is None else f"{answer.bits:.1f}",
                "" if answer.share is None else f"{answer.share:.0%}",
            ])
            for answer in answers
        ],
    )  # fmt: skip
