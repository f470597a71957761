"""What is asked of sequences: `complete`, `guess`, `search`, `similar`."""

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
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import (
    A_NUMBER,
    parse_pattern,
    parse_terms,
    shown_integer,
    without_closing,
)

_SURE = 0.9
_UNSURE = 0.1  # below this no rule was found
_WIDEST = 60  # characters of a value on a terminal

TermsArgument = Annotated[
    list[str] | None,
    typer.Argument(help="The first terms, such as '1, 1, 2, 3, 5,'.", metavar="TERMS"),
]
PatternArgument = Annotated[
    str, typer.Argument(help="Terms, '?' for an unknown one; or words of a name.")
]
EffortOption = Annotated[
    str, typer.Option(help="quick, normal or deep: .05, .25 or up to 20 seconds.")
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
        str,
        typer.Option("--as", help="Also write the rule as text, latex, python, pari, sage or gf."),
    ] = "",
    effort: EffortOption = "normal",
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
        found = session.complete(
            given, k, using=using, model=model, least=least, options=chosen, effort=effort
        )
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


@app.command(
    epilog='Example: int2vec guess "1, 1, 2, 5, 14, 42, 132, 429,"',
    context_settings=TAKES_NEGATIVES,
)
def guess(
    terms: TermsArgument = None,
    k: KOption = 10,
    effort: EffortOption = "normal",
    json: JsonOption = False,
) -> None:
    """Every equation found that TERMS obey, and on how many of them it was checked.

    A term is a check where those that fix the numbers of the equation would do without it.
    """
    given = parse_terms(" ".join(terms or ()))
    found = Session().guess(given, k, effort=effort)
    if json:
        emit_json({"terms": given, "equations": found})
    elif not found:
        say("no equation: no rule explains all these terms")
    else:
        columns = [*left("equation"), *right("next", "checked", "bits")]
        lines = [
            Line([f.why, shown_integer(f.value, _WIDEST), f"{f.checked}", f"{f.bits:.0f}"])
            for f in found
        ]
        show(Table(columns=columns, lines=lines))


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
    """Show the sequences in which TERMS stand, with A-number, name and position.

    Words such as catalan, or an A-number, are looked for in the sequences' names instead.
    """
    if any(character.isalpha() for character in terms):
        _show_named(Session(corpus), terms, k, json)
        return
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


def _show_named(session: Session, words: str, k: int, json: bool) -> None:
    is_label = words.strip().lstrip("Aa").isdecimal()
    found = [session.sequence(words)] if is_label else session.named(words, k)
    if json:
        emit_json({"words": words, "corpus": session.corpus_label, "sequences": found})
    elif not found:
        say(f"no sequence of {session.corpus_label} has {words!r:.60} in its name")
    else:
        lines = [
            Line([one.label, one.name or "", ", ".join(map(str, one.terms[:12]))[:60]])
            for one in found
        ]
        show(Table(columns=left("sequence", "name", "terms"), lines=lines))


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
