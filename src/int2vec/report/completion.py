"""What comes next: the last terms of test sequences, the aptitude questions, and examples."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from int2vec.predict.complete.evaluation import Evaluation
from int2vec.predict.complete.questions import published_questions
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.paper import COMPLETION
from int2vec.report.document import Block, corpus_label, finding, label, note, picture, table
from int2vec.report.figures import METHODS_SHOWN, by_size_figure, drawn, reliability_figure
from int2vec.report.materials import ASKED, Materials
from int2vec.report.stages import Found, Part, Result
from int2vec.tables import NOTHING, Cell, Line, Table, compared, interval, paper_only, two
from int2vec.text import shown_integer

_NOT_GIVEN = Cell("not given", tone="none")
Figures = tuple[float, float]


def collect_test(kind: str, materials: Materials) -> Result:
    """How often the last term of a test sequence is found from the training part alone."""
    config, session = materials.config, materials.session
    sources = SourcesConfig(split=kind or config.split, seed=config.seed)
    n = 150 if config.fast else 3000 if sources.split == config.split else 1500
    found = session.evaluate_completion(config=sources, limit=n, processes=config.workers or None)
    about = {name: found.about[name] for name in ("split", "indexed", "n_test")}
    return {**_figures(found), **about, "corpus": session.corpus.name}


def collect_lstm(materials: Materials) -> Result:
    """How often the LSTM finds the last term, of every test sequence."""
    if materials.language_model is None:
        return {"none": "no LSTM language model was given or trained"}
    config, model = materials.config, str(materials.language_model)
    sources = SourcesConfig(split=config.split, seed=config.seed, using=("lstm",), model=model)
    found = materials.session.evaluate_completion(config=sources, processes=config.workers or None)
    return {"n": found.n, "split": config.split, **found.row("lstm")}


def collect_aptitude(materials: Materials) -> Result:
    """The aptitude questions, answered from the whole corpus; the LSTM from its training part."""
    config, (questions, path) = materials.config, published_questions()
    session, sources = materials.session, SourcesConfig(seed=config.seed)
    found = session.evaluate_completion(questions, sources, processes=config.workers or None)
    asked: dict[str, str] = {}
    if materials.language_model is not None and find_spec("torch"):
        asked["lstm"] = str(materials.language_model)
    if config.text_model is not None:  # the paper's reading, and whole integers
        asked |= dict.fromkeys(("text-lm-token", "text-lm"), config.text_model)
    neural = {}
    for name, model in asked.items():
        alone = replace(sources, using=(name,), model=model)
        neural[name] = session.evaluate_completion(questions, alone, processes=1).row(name)
    about = {"file": path.name if path else None, "corpus": session.corpus.name, "neural": neural}
    return {**_figures(found), **found.about, **about, "text_model": config.text_model}


def collect_examples(materials: Materials) -> Result:
    """A dozen prompts with the ensemble's first answers and their reasons."""
    ask, every = materials.session.complete, ASKED["examples"]
    return {"items": [{"prompt": one, "predictions": ask(one, 3)} for one in every]}


def _figures(found: Evaluation) -> Result:
    """The figures of an evaluation, and every method's hits by the size of the answer."""
    by_size = {}
    for size, asked in found.sizes().items():
        hits = {method: sum(one.right(method, 1) for one in asked) for method in found.methods}
        by_size[size] = {"n": len(asked), "hits": hits}
    shown = found.to_json()
    kept = {name: shown[name] for name in ("n", "methods", "by_size", "calibration")}
    return {**kept, "by_size_methods": by_size}


def blocks(found: Found) -> Iterator[Block]:
    """The table of all questions, examples, the LSTM's ceiling, sizes and reliability."""
    test, aptitude = found.get("completion"), found.get("aptitude")
    best = {name: two(max(p1 for p1, _ in rows.values())) for name, rows in COMPLETION.items()}
    if test or aptitude:
        yield completion_table(found)
    if examples := found.get("examples"):
        yield examples_table(examples, found.words)
    if test:
        lstm = found.get("completion-lstm") or {}
        if "ceiling" in lstm:
            yield note("ceiling", lstm)
        said = {"measured": f"{found.words} test, {test['split']} split, n = {test['n']:,}"}
        yield picture("by-size", lambda: drawn(by_size_figure, test), said)
        if test["calibration"]:
            said["surely"] = surely(test["calibration"])
            yield picture("reliability", lambda: drawn(reliability_figure, test), said)
        row, theirs = test["methods"]["ensemble"], best["oeis-test"]
        other = f", {theirs} in another test" if found.paper_on else ""
        said = {**test, "words": found.words, "other": other, "at_5": two(row["p_at_5"])}
        yield finding("completion", "—" if found.paper_on else theirs, two(row["p_at_1"]), said)
    if aptitude and aptitude["file"]:
        row = aptitude["methods"]["ensemble"]
        said = {"n": aptitude["n"], "interval": interval(row["p_at_1_ci95"])}
        yield finding("aptitude", best["aptitude"], two(row["p_at_1"]), said, found.paper_on)


def completion_table(found: Found) -> Table:
    """Table 6 of the paper: the aptitude questions, the test split, and the family split."""
    aptitude, test, family = map(found.get, ("aptitude", "completion", "family"))
    lines: list[Line] = []
    notes: list[str] = []
    if aptitude:
        lines += _aptitude_lines(aptitude, found.paper_on)
        notes = [note("in-index", {**aptitude, "items": "aptitude questions"})]
        notes += [note("five-questions")] * (not aptitude["file"])
        notes += [note("no-lstm")] * ("lstm" not in aptitude["neural"])
        notes += [note("no-gpt2")] * (aptitude["text_model"] != "gpt2")
    lines += _test_lines(test, found.get("completion-lstm")) if test else []
    lines += _test_lines(family) if family else []
    return table("completion", lines, notes=notes)


def _aptitude_lines(found: Result, paper_on: str) -> Iterator[Line]:
    """Every method on the aptitude questions, then the paper's GPT-2."""
    text_model, theirs = found["text_model"] or "", COMPLETION["aptitude"]
    beside = {"search-full": "OEIS search", "lstm": "OEIS–LSTM"}
    beside |= dict.fromkeys(("text-lm", "text-lm-token"), text_model.replace("gpt2", "GPT-2"))
    # Figures on all 57 questions have nothing to say about five of them.
    paper = {ours: theirs.get(name) for ours, name in beside.items()} if found["file"] else {}
    asked = "Aptitude tests" if found["file"] else "The paper’s five examples"
    for name, row in {**_shown(found), **found["neural"]}.items():
        words = label("completion", name).format(model=Path(text_model).name)
        measured_on = "" if name.startswith("text-lm") else paper_on
        yield _line(asked, words, found["n"], row, paper.get(name), measured_on)
    if text_model != "gpt2" or not found["file"]:
        alone = "GPT-2, the paper’s alone"
        yield _paper_line("Aptitude tests", alone, theirs["GPT-2"], Cell("57", tone="paper"))


def _test_lines(test: Result, lstm: Result | None = None) -> Iterator[Line]:
    """The lines of a test part; the paper's figures beside ours where it is the same test."""
    asked = f"{corpus_label(test['corpus'])} test, {test['split']} split"
    same = (test["corpus"], test["split"]) == ("oeis", "random")
    theirs = COMPLETION["oeis-test"] if same else {}
    for name, row in _shown(test).items():
        paper = theirs.get(label("oeis-test", name))
        yield _line(asked, label("completion", name), test["n"], row, paper)
    if lstm and "n" in lstm:
        yield _line(asked, "LSTM, every test sequence", lstm["n"], lstm, theirs.get("OEIS–LSTM"))
    if test["corpus"] != "oeis" and test["split"] == "random":
        for name, shares in COMPLETION["oeis-test"].items():
            yield _paper_line("OEIS test, the paper’s", name, shares, _NOT_GIVEN)


def _shown(found: Result) -> dict[str, Result]:
    return {name: row for name in METHODS_SHOWN if (row := found["methods"].get(name))}


def _line(
    asked: str, method: str, n: int, row: Result, paper: Figures | None, paper_on: str = ""
) -> Line:
    """One method's figures on some questions."""
    first, fifth = paper or (None, None)
    at_1 = compared(row["p_at_1"], row["p_at_1_ci95"], first, paper_on)
    at_5 = compared(row["p_at_5"], row["p_at_5_ci95"], fifth, paper_on)
    p = _p_value(row.get("p_value_at_1"))
    return Line([asked, Cell(method), f"{n:,}", f"{row['answered']:,}", at_1, at_5, p])


def _paper_line(asked: str, method: str, shares: Figures, n: Cell) -> Line:
    """Figures of the paper that nothing here stands beside."""
    return Line([asked, method, n, _NOT_GIVEN, *map(paper_only, shares), _NOT_GIVEN], "paper")


def _p_value(p: float | None) -> Cell | str:
    return NOTHING if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def examples_table(examples: Result, corpus: str) -> Table:
    """A dozen prompts with the first answer and its reason."""
    lines = []
    for item in examples["items"]:
        answer = ["no candidate", "—", "—"]
        for first in item["predictions"][:1]:
            answer = [shown_integer(int(first["value"]), 14), two(first["probability"] or 0.0)]
            answer.append(first["why"])
        lines.append(Line([f"{', '.join(map(str, item['prompt']))}, …", *answer]))
    return table("examples", lines, {"words": corpus})


def surely(calibration: Result) -> str:
    """How well the ensemble's probabilities keep their word."""
    sure = calibration["sure"]
    return note("calibration", calibration) + (f" {note('sure', sure)}" if sure["n"] else "")


def methods_tables(found: Result) -> Iterator[Table]:
    """Every completer on its own, by the name that `--using` takes, and the first by size."""
    asked = f"{corpus_label(found.get('corpus', ''))} test, {found.get('split')} split"
    said = {"measured": f"{found.get('questions') or asked}, n = {found['n']:,}"}
    rows = []
    for name, row in found["methods"].items():
        shares = {k: compared(row[k], row[f"{k}_ci95"], digits=3) for k in ("p_at_1", "p_at_5")}
        p_values = {f"p{k}": _p_value(row.get(f"p_value_at_{k}")) for k in (1, 5)}
        rows.append({**row, **shares, **p_values, "name": Cell(f"`{name}`")})
    yield table("sources", rows, said)
    sizes = [{"size": size, **figures} for size, figures in found["by_size"].items()]
    yield table("by-size-table", sizes, {**said, "method": next(iter(found["methods"]))})


_RUNS: dict[str, Callable[[Materials], Result]] = {
    "completion": partial(collect_test, ""),
    "family": partial(collect_test, "family"),
    "completion-lstm": collect_lstm,
    "aptitude": collect_aptitude,
    "examples": collect_examples,
}
NEXT = Part("s-next", "What comes next", _RUNS, blocks)
