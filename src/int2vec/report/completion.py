"""What comes next: the last terms of test sequences, the aptitude questions, and examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from int2vec import models
from int2vec.data import find_optional
from int2vec.files import file_hash
from int2vec.predict.complete.ensemble.calibration import SHIPPED
from int2vec.predict.complete.evaluation import Evaluation
from int2vec.predict.complete.questions import PUBLISHED, published_questions
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.predict.intervals import wilson
from int2vec.predict.paper import COMPLETION
from int2vec.report import completion_shown as shown
from int2vec.report.document import Block, Finding, Text
from int2vec.report.materials import Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.report.words import finding, note, picture
from int2vec.tables import interval, two

# Shown with their reasons; none is an item of the benchmark files.
EXAMPLES = (
    *((1, 1, 2, 3, 5, 8, 13), (1, 2, 2, 3, 2, 4, 2, 4, 3), (1, 5, 12, 22, 35)),
    *((1, 2, 6, 24, 120), (1, 1, 2, 5, 14, 42), (3, 10, 31, 94, 283), (5, 12, 10, 17, 15, 22)),
    *((2, 10, 4, 9, 8, 8, 16, 7), (1, 4, 27, 256, 3125), (1, 11, 21, 1211, 111221)),
    *((4, 9, 25, 49, 121), (0, 1, 0, 2, 0, 1, 0, 3)),
)
CODE = ("session", "library", "predict/complete", "arithmetic", "corpus")


def _settings_of_answers(materials: Materials) -> dict[str, Any]:
    """What answers depend on: the corpus, and what gives the ensemble its probabilities."""
    fitted = Path(models.__file__).with_name(SHIPPED)
    return {**materials.settings(), "ensemble": file_hash(fitted)}


def _settings_of_aptitude(materials: Materials) -> dict[str, Any]:
    path = find_optional(PUBLISHED)
    asked = {"text_model": materials.config.text_model, "file": file_hash(path) if path else None}
    return {**_settings_of_answers(materials), **asked}


def collect_test(kind: str, materials: Materials, folder: Path, progress: Progress) -> Result:
    """How often the last term of a test sequence is found from the training part alone."""
    config, asked = materials.config, kind or materials.config.split
    n = materials.sized(150, 3000 if asked == config.split else 1500)
    sources = SourcesConfig(split=asked, seed=config.seed)
    session = materials.session_for(progress)
    workers = config.workers or None
    found = session.evaluate_completion(config=sources, limit=n, processes=workers)
    about = {name: found.about[name] for name in ("split", "indexed", "n_test")}
    return {**_figures(found), **about, "corpus": materials.corpus.name}


def collect_lstm(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The LSTM's predictions for the last term of every test sequence."""
    if materials.language_model is None:
        return {"none": "no LSTM language model was given or trained"}
    from int2vec.embed.lstm.evaluate import predict_last_terms
    from int2vec.embed.lstm.folder import load_lstm
    from int2vec.embed.lstm.streams import prepare_streams

    progress(0.1, "predicting the last term of every test sequence")
    model = load_lstm(materials.language_model)
    streams = prepare_streams(materials.corpus, materials.split).capped(len(model.integers))
    found = predict_last_terms(model.network, streams.test, k=5)
    n = len(found.answers)
    shares = {k: found.precision_at(k) for k in (1, 5)}
    return {
        "n": n,
        "ceiling": found.ceiling,
        "split": materials.config.split,
        **{f"p_at_{k}": share for k, share in shares.items()},
        **{f"p_at_{k}_ci95": wilson(round(share * n), n) for k, share in shares.items()},
    }


def collect_aptitude(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The aptitude questions, answered from the whole corpus; the LSTM from its training part."""
    config, (questions, path) = materials.config, published_questions()
    session, sources = materials.session_for(progress), SourcesConfig(seed=config.seed)
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
    return {
        **_figures(found, examples=len(questions)),
        **found.about,
        "file": path.name if path else None,
        "corpus": materials.corpus.name,
        "neural": neural,
        "text_model": config.text_model,
    }


def collect_examples(materials: Materials, folder: Path, progress: Progress) -> Result:
    """A dozen prompts with the ensemble's first answers and their reasons."""
    session = materials.session_for(progress)
    items = []
    for prompt in EXAMPLES:
        found = session.complete(prompt, k=3)
        kept = ("value", "probability", "by", "why")
        said = [{name: getattr(one, name) for name in kept} for one in found]
        items.append({"prompt": prompt, "predictions": said})
    return {"items": items}


def _figures(found: Evaluation, examples: int = 0) -> dict[str, Any]:
    """The figures of an evaluation, with its first items."""
    shown = found.to_json()
    by_size = {}
    for label, asked in found.sizes().items():
        hits = {method: sum(one.right(method, 1) for one in asked) for method in found.methods}
        by_size[label] = {"n": len(asked), "hits": hits}
    return {
        **{name: shown[name] for name in ("n", "methods", "by_size", "calibration")},
        "by_size_methods": by_size,
        "items": [
            {**item, "predictions": item["predictions"][:1]} for item in shown["items"][:examples]
        ],
    }


def blocks(found: Found) -> Iterator[Block]:
    """The table of all questions, examples, the LSTM's ceiling, sizes and reliability."""
    test = found.get("completion")
    if test or found.get("aptitude"):
        yield shown.completion_table(found)
    if examples := found.get("examples"):
        yield shown.examples_table(examples, found.words)
    if not test:
        return
    lstm = found.get("completion-lstm") or {}
    if "ceiling" in lstm:
        yield Text(note("ceiling", lstm))
    measured = f"{found.words} test, {test['split']} split, n = {test['n']:,}"
    said = {"measured": measured}
    yield picture("by-size", lambda: shown.by_size_figure(test), said)
    if test["calibration"]:
        said["surely"] = shown.surely(test["calibration"])
        yield picture("reliability", lambda: shown.reliability_figure(test), said)


def findings(found: Found) -> Iterator[Finding]:
    """The ensemble on the test part, beside the paper's best where it is the same; aptitude."""
    if test := found.get("completion"):
        best = two(max(shares[0] for shares in COMPLETION["oeis-test"].values()))
        row = test["methods"]["ensemble"]
        other = f", {best} in another test" if found.paper_on else ""
        said = {**test, "words": found.words, "other": other, "at_5": two(row["p_at_5"])}
        theirs = "—" if found.paper_on else best
        yield finding("completion", theirs, two(row["p_at_1"]), said)
    aptitude = found.get("aptitude")
    if aptitude and aptitude["file"]:
        row = aptitude["methods"]["ensemble"]
        best = two(max(shares[0] for shares in COMPLETION["aptitude"].values()))
        said = {"n": aptitude["n"], "interval": interval(row["p_at_1_ci95"])}
        yield finding("aptitude", best, two(row["p_at_1"]), said, found.paper_on)


_TEST, _FAMILY = partial(collect_test, ""), partial(collect_test, "family")
PART = Part(
    key="s-next",
    title="What comes next",
    stages=[
        Stage("completion", _TEST, _settings_of_answers, code=CODE, seconds=190, fast=10),
        Stage("family", _FAMILY, _settings_of_answers, code=CODE, seconds=150, fast=0),
        Stage("completion-lstm", collect_lstm, Materials.settings, ("lstm",), ("embed/lstm",), 90),
        Stage("aptitude", collect_aptitude, _settings_of_aptitude, ("lstm",), CODE, 20, fast=4),
        Stage("examples", collect_examples, _settings_of_answers, code=CODE, seconds=2),
    ],
    blocks=blocks,
    findings=findings,
)
