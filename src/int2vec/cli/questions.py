"""What a person asks: `complete`, `search`, `neighbors`, `info`, `expand`, `analogy`."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Annotated

import typer

from int2vec.batch import complete_file
from int2vec.cli.app import app
from int2vec.cli.console import (
    TAKES_NEGATIVES,
    JsonOption,
    KOption,
    ModelOption,
    SearchedCorpusOption,
    UsingOption,
    console,
    emit_json,
    progress_bar,
    say,
    show,
)
from int2vec.errors import InputError
from int2vec.predict.complete.base import Prediction, something_else
from int2vec.predict.complete.blanks import Filling
from int2vec.predict.complete.formulas import formula_of, nth_term
from int2vec.predict.complete.search.matches import Match
from int2vec.predict.expand.expansion import Expansion
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import (
    A_NUMBER,
    parse_integer,
    parse_pattern,
    parse_terms,
    shown_integer,
    without_closing,
)

_SURE = 0.9
_UNSURE = 0.1  # below this no rule was found
_WIDEST = 60  # characters of a value on a terminal
_SHOWN = 5  # properties and sequences that members share
_FACTS = 12  # properties of one integer

TermsArgument = Annotated[
    list[str] | None,
    typer.Argument(help="The first terms, such as '1, 1, 2, 3, 5,'.", metavar="TERMS"),
]
PatternArgument = Annotated[str, typer.Argument(help="Terms; '?' stands for an unknown one.")]
IntegerArgument = Annotated[str, typer.Argument(help="Any integer.", metavar="INTEGER")]
SeedsArgument = Annotated[
    list[str] | None, typer.Argument(help="Members of the set.", metavar="INTEGER…")
]


@app.command(
    epilog='Example: int2vec complete "1, 1, 2, 3, 5," -k 3', context_settings=TAKES_NEGATIVES
)
def complete(
    terms: TermsArgument = None,
    k: KOption = 5,
    using: UsingOption = "",
    least: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out what is less probable than this.")
    ] = 0.0,
    count: Annotated[
        int, typer.Option("-n", "--next", min=1, max=100, help="How many next terms.")
    ] = 1,
    before: Annotated[bool, typer.Option("--before", help="Ask for the term before them.")] = False,
    nth: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Ask for this term, from 1.")
    ] = None,
    options: Annotated[str, typer.Option(help="The answer is one of these.")] = "",
    written: Annotated[
        str, typer.Option("--as", help="Also write the rule as text, latex, python, pari or sage.")
    ] = "",
    corpus: SearchedCorpusOption = None,
    model: Annotated[str | None, typer.Option(help="The folder of a trained LSTM.")] = None,
    file: Annotated[Path | None, typer.Option(help="Many sequences, one a line.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where --file's answers go: JSON lines.")] = None,
    json: JsonOption = False,
) -> None:
    """Say what comes after TERMS, with a probability and a reason for each candidate.

    A '?' among the terms stands for one that is missing.

    With --file and --out the sequences of a file are answered on all cores; a run that was
    stopped goes on where it ended.
    """
    if bool(terms) == bool(file) or bool(file) != bool(out):
        raise InputError("give terms, such as '1, 1, 2, 3, 5,', or --file with --out")
    if file and out:
        with progress_bar("complete") as progress:
            n, done = complete_file(
                file,
                out,
                k,
                using=using,
                model=model,
                least=least,
                corpus=corpus,
                progress=progress,
            )
        say(f"{n:,} sequences answered in {out}" + (f" ({done:,} before)" if done else ""))
        return
    text = " ".join(terms or ())
    pattern = parse_pattern(f"?, {text}" if before else without_closing(text))
    given = [term for term in pattern if term is not None]
    with progress_bar("complete") as progress:
        session = Session(corpus, progress=progress)
        if len(given) < len(pattern):
            _show_fillings(pattern, session.fill(pattern, k), json=json)
            return
        if count > 1 or nth:
            _show_further(session, given, count, nth)
            return
        chosen = parse_terms(options) if options else ()
        found = session.complete(given, k, using=using, model=model, least=least, options=chosen)
    if json:
        rest = something_else(found)
        emit_json({"terms": given, "predictions": found, "something_else": rest})
    elif not found and least:
        say(f"no candidate has a probability of {least:g} or more; lower --least")
    elif not found:
        say("no candidate: nothing known explains or continues these terms")
    else:
        show(_prediction_table(found))
        if written and (formula := formula_of([*given, found[0].value])):
            console.print(formula.written(written), markup=False)
        elif written:
            say("no formula of this rule is known")


def _show_fillings(pattern: list[int | None], found: list[Filling], *, json: bool) -> None:
    """What stands in the blanks."""
    if json:
        emit_json({"pattern": pattern, "fillings": found})
        return
    if not found or found[0].probability < _UNSURE:
        say("no rule was found")
    columns = [*left("missing"), *right("probability"), *left("why")]
    lines = [
        Line([", ".join(map(str, one.values)), f"{one.probability:.3f}", one.why]) for one in found
    ]
    show(Table(columns=columns, lines=lines))


def _show_further(session: Session, given: list[int], count: int, nth: int | None) -> None:
    """The next terms, or one far on, which takes a formula or a known sequence."""
    if nth is None:
        found = session.go_on(given, count)
        sure = prod(one.probability or 0.0 for one in found)
        say(", ".join(str(one.value) for one in found))
        say(f"probability that all are right: {sure:.3f}; {found[0].why}" if found else "")
        return
    value = given[nth - 1] if nth <= len(given) else nth_term(given, nth - 1)
    if value is None:
        say(f"no formula and no known sequence gives term {nth:,} of these")
    else:
        say(str(value))


def _prediction_table(found: list[Prediction]) -> Table:
    """The candidates with their reasons, the sure ones strong, and what is left for others."""
    lines = []
    for one in found:
        cells = [shown_integer(one.value, _WIDEST), f"{one.probability or 0:.3f}", one.why]
        lines.append(Line(cells, kind="strong" if (one.probability or 0) >= _SURE else ""))
    lines.append(Line(["something else", f"{something_else(found):.3f}", ""]))
    cited = [f"https://oeis.org/{label}" for label in A_NUMBER.findall(found[0].why)]
    unsure = (found[0].probability or 0.0) < _UNSURE
    return Table(
        title="no rule was found; these are guesses" if unsure else "",
        columns=[*left("next"), *right("probability"), *left("why")],
        lines=lines,
        notes=[*dict.fromkeys(cited), "these are conjectures, not proofs"],
    )


@app.command(epilog='Example: int2vec search "1,3,6,10,15" -k 3', context_settings=TAKES_NEGATIVES)
def search(
    terms: PatternArgument,
    k: KOption = 10,
    transforms: Annotated[
        bool,
        typer.Option(
            "--transforms",
            help="Also match up to sign, added constant, factor, differences, sums, every k-th.",
        ),
    ] = False,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Show the sequences in which TERMS stand, with A-number, name and position."""
    pattern = parse_pattern(terms)
    with progress_bar("search") as progress:
        found = Session(corpus, progress=progress).search(pattern, k, transforms=transforms)
    if json:
        emit_json({"terms": pattern, "corpus": found.corpus, "matches": found.matches})
    elif not found.matches:
        say(f"none of {found.n_sequences:,} sequences ({found.corpus}) holds these terms")
    else:
        columns = [*left("sequence", "name"), *right("from term"), *left("terms", "match")]
        show(Table(columns=columns, lines=[_match_line(match) for match in found.matches]))


def _match_line(match: Match) -> Line:
    start = max(match.position - 1, 0)
    shown = ", ".join(str(term) for term in match.terms[start : start + 10])[:60]
    where = [match.a_number, match.name or "", str(match.position + 1)]
    return Line([*where, shown, match.transform])


@app.command(context_settings=TAKES_NEGATIVES)
def similar(
    sequence: Annotated[
        list[str], typer.Argument(help="An A-number, or terms.", metavar="A-NUMBER|TERMS")
    ],
    k: KOption = 10,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """The sequences near in meaning to one: by what comes from it, rare terms, vectors.

    Example: int2vec similar A000203
    """
    with progress_bar("similar") as progress:
        found = Session(corpus, progress=progress).similar(" ".join(sequence), k)
    if json:
        emit_json(found)
        return
    lines = [
        Line([one.sequence, f"{one.score:.3f}", one.why, (one.name or "")[:_WIDEST]])
        for one in found.similar
    ]
    columns = [*left("sequence"), *right("score"), *left("why", "name")]
    show(Table(columns=columns, lines=lines))


@app.command(context_settings=TAKES_NEGATIVES)
def neighbors(
    integer: IntegerArgument, k: KOption = 10, model: ModelOption = None, json: JsonOption = False
) -> None:
    """The integers whose vectors are nearest to this one's.

    Example: int2vec neighbors 1729
    """
    found = Session().neighbors(parse_integer(integer), k, model=model)
    if json:
        emit_json(found)
        return
    how = ", inferred: it was not seen in training" if found.inferred else ""
    show(
        Table(
            title=f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:",
            columns=[*right("integer", "cosine"), *left("shares")],
            lines=[
                Line([shown_integer(near.integer), f"{near.cosine:.3f}", ", ".join(near.shares)])
                for near in found.neighbors
            ],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def info(integer: IntegerArgument, json: JsonOption = False) -> None:
    """The factorisation of an integer and its properties, the rarest first.

    Example: int2vec info 1729
    """
    found = Session().facts(parse_integer(integer))
    if json:
        emit_json(found)
        return
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    sign = ["-1"] if found.integer < 0 else []
    factors = " · ".join(sign + powers + rest)
    known = [f"stands in {label}" for label in found.known]
    show(
        Table(
            title=shown_integer(found.integer) + (f" = {factors}" if factors else ""),
            columns=[*left("property"), *right("share of the integers to 10,000")],
            lines=[Line([p.words, f"{p.rarity:.2%}"]) for p in found.properties[:_FACTS]],
            notes=[*known, "the rarest first; remainders stand lower, as every integer has some"],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def expand(
    seeds: SeedsArgument = None,
    k: KOption = 10,
    using: Annotated[str, typer.Option(help="fused, vector, property or sequence.")] = "fused",
    model: ModelOption = None,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Name what the integers share, and list others that share it.

    Example: int2vec expand 73 97 83
    """
    members = parse_terms(" ".join(seeds)) if seeds else []
    with progress_bar("expand") as progress:
        found = Session(corpus, progress=progress).expand(members, k, using=using, model=model)
    if json:
        emit_json(found)
    else:
        _show_expansion(found)


def _show_expansion(found: Expansion) -> None:
    console.print(f"Members: {', '.join(map(shown_integer, found.seeds))}")
    for note in found.notes:
        console.print(note, style="yellow")
    if found.properties:
        console.print("Each of them, with the surprise in bits:")
        for shared in found.properties[:_SHOWN]:
            console.print(f"  {shared.bits:5.1f}  {shared.words}")
    else:
        console.print("No property of the catalog is common to them beyond chance.")
    if found.sequences:
        console.print("Sequences that hold them all, rarest first:")
        for sequence in found.sequences[:_SHOWN]:
            console.print(f"  {sequence.label}")
    weighed = all(one.probability is not None for one in found.candidates)
    others = [[shown_integer(one.value), f"{one.score:.2f}", one.why] for one in found.candidates]
    show(
        Table(
            title=f"Further members ({found.method}), conjectures:",
            columns=[*right("integer", "probability" if weighed else "score"), *left("why")],
            lines=[Line(cells) for cells in others],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def analogy(
    a: Annotated[str, typer.Argument(help="a : b …", metavar="A")],
    b: Annotated[str, typer.Argument(help="… as", metavar="B")],
    c: Annotated[str, typer.Argument(help="c : ?", metavar="C")],
    options: Annotated[
        str | None, typer.Option(help="Answers to choose from: 48,49,50,56.")
    ] = None,
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
    chosen = None if options is None else parse_terms(options)
    session = Session()
    answers = session.analogy(*prompt, chosen, k, using=using, scoring=scoring, model=model)
    question = "{} : {} :: {} : ?".format(*prompt)
    if json:
        named = dict(zip("abc", prompt, strict=True))
        vectors = None if using == "rules" else session.optional_vectors(model)
        used = vectors.name if vectors else None
        emit_json({**named, "options": chosen, "model": used, "answers": answers})
    elif not answers:
        say(f"{question}  no rule fits; options or a model may help")
    else:
        lines = []
        for one in answers:
            bits = "" if one.bits is None else f"{one.bits:.1f}"
            share = "" if one.share is None else f"{one.share:.0%}"
            lines.append(Line([str(one.value), one.by, one.why, bits, share]))
        columns = [*right("answer"), *left("by", "rule or evidence"), *right("bits", "share")]
        show(Table(title=f"{question}  conjectures, best first", columns=columns, lines=lines))
