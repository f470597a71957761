"""The next term: the test split, the aptitude questions, and a dozen examples with reasons."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from int2vec.corpus.split import make_split
from int2vec.data import data_folder
from int2vec.predict.complete.evaluation import LARGEST, SIZES, Evaluation, evaluate
from int2vec.predict.complete.questions import Question, count_in_index, held_out, read_table
from int2vec.predict.complete.registry import SourcesConfig, make_index
from int2vec.predict.intervals import wilson
from int2vec.report.materials import Materials
from int2vec.report.stages import Progress, Result

FILE = "benchmarks/sequence_completion_tests.tsv"
# The five that the paper prints (its Table 5), for use without the file.
PAPER_EXAMPLES = (
    Question(prompt=(0, 2, 4, 6), answer=8),
    Question(prompt=(0, 1, 1, 2, 3, 5), answer=8),
    Question(prompt=(65536, 256, 16), answer=4),
    Question(prompt=(6, 28, 12, 14, 24, 7), answer=48),
    Question(prompt=(32, 35, 39, 44), answer=50),
)
# Shown with their reasons; none is an item of the benchmark files.
EXAMPLES = (
    (1, 1, 2, 3, 5, 8, 13), (1, 2, 2, 3, 2, 4, 2, 4, 3), (1, 5, 12, 22, 35), (1, 2, 6, 24, 120),
    (1, 1, 2, 5, 14, 42), (3, 10, 31, 94, 283), (5, 12, 10, 17, 15, 22), (2, 10, 4, 9, 8, 8, 16, 7),
    (1, 4, 27, 256, 3125), (1, 11, 21, 1211, 111221), (4, 9, 25, 49, 121), (0, 1, 0, 2, 0, 1, 0, 3),
)  # fmt: skip
_N_FAST, _N_FULL, _N_FAMILY = 150, 3000, 1500


def question_file() -> Path | None:
    """The published questions, where they are there."""
    path = data_folder() / FILE
    return path if path.is_file() else None


def collect_test(kind: str, materials: Materials, folder: Path, progress: Progress) -> Result:
    """How often the last term of a test sequence is found from the training part alone."""
    config, corpus = materials.config, materials.corpus
    parts = materials.split if kind == config.split else make_split(corpus, kind, config.seed)
    n = _N_FAST if config.fast else _N_FULL if kind == config.split else _N_FAMILY
    questions = held_out(corpus, parts.test, n, config.seed)
    sources = SourcesConfig(corpus=config.corpus, split=kind, seed=config.seed)
    found = evaluate(questions, sources, processes=config.workers or None, progress=progress)
    return {
        **_figures(found), "split": kind, "indexed": len(parts.train), "n_test": len(parts.test),
        "corpus": corpus.name,
    }  # fmt: skip


def collect_aptitude(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The aptitude questions, answered from the whole corpus; the LSTM from its training part."""
    config = materials.config
    path = question_file()
    questions = read_table(path) if path else list(PAPER_EXAMPLES)
    sources = SourcesConfig(corpus=config.corpus, seed=config.seed)
    processes = config.workers or None
    found = evaluate(questions, sources, processes=processes, progress=_first_half(progress))
    index = make_index(sources, ("terms",))
    result = {
        **_figures(found, examples=len(questions)), "file": path.name if path else None,
        "corpus": materials.corpus.name, "indexed": index.n_sequences if index else 0,
        "in_index": count_in_index(index, questions) if index else 0,
    }  # fmt: skip
    neural = {}
    if materials.language_model is not None and find_spec("torch"):
        lstm = replace(sources, using=("lstm",), model=str(materials.language_model))
        neural["lstm"] = evaluate(questions, lstm, processes=1).row("lstm")
    if config.text_model is not None:
        for name in ("text-lm-token", "text-lm"):  # the paper's reading, and whole integers
            text = replace(sources, using=(name,), model=config.text_model)
            neural[name] = evaluate(questions, text, processes=1, progress=progress).row(name)
    return {**result, "neural": neural, "text_model": config.text_model}


def collect_lstm(materials: Materials, folder: Path, progress: Progress) -> Result:
    """The LSTM's predictions for the last term of every test sequence."""
    if materials.language_model is None:
        return {"none": "no LSTM language model was given or trained"}
    from int2vec.embed.lstm import load_lstm
    from int2vec.embed.lstm.last_terms import predict_last_terms
    from int2vec.embed.lstm.prepare import prepare_streams

    progress(0.1, "predicting the last term of every test sequence")
    model = load_lstm(materials.language_model)
    streams = prepare_streams(materials.corpus, materials.split).capped(len(model.integers))
    found = predict_last_terms(model.network, streams.test, k=5)
    n = len(found.answers)
    figures = {k: found.precision_at(k) for k in (1, 5)}
    return {
        "n": n, "ceiling": found.ceiling, "split": materials.config.split,
        **{f"p_at_{k}": share for k, share in figures.items()},
        **{f"p_at_{k}_ci95": wilson(round(share * n), n) for k, share in figures.items()},
    }  # fmt: skip


def collect_examples(materials: Materials, folder: Path, progress: Progress) -> Result:
    """A dozen prompts with the ensemble's first answers and their reasons."""
    questions = [Question(prompt=prompt, answer=0) for prompt in EXAMPLES]
    sources = SourcesConfig(corpus=materials.config.corpus, seed=materials.config.seed)
    found = evaluate(questions, sources, processes=1, progress=progress)
    return {"items": _items(found, len(questions), k=3)}


def _figures(found: Evaluation, examples: int = 0) -> dict[str, Any]:
    return {
        "n": found.n, "methods": {method: found.row(method) for method in found.methods},
        "by_size": found.by_size(), "by_size_methods": _by_size(found),
        "calibration": found.calibration(), "items": _items(found, examples, k=1),
    }  # fmt: skip


def _by_size(found: Evaluation) -> dict[str, dict[str, Any]]:
    """For each size of answer, how many questions each method answers first and rightly."""
    groups: dict[str, dict[str, Any]] = {
        label: {"n": 0, "hits": dict.fromkeys(found.methods, 0)}
        for label in (*(label for _, label in SIZES), LARGEST)
    }
    for item in found.answered:
        size = abs(item.question.answer)
        group = groups[next((label for top, label in SIZES if size < top), LARGEST)]
        group["n"] += 1
        for method in found.methods:
            group["hits"][method] += item.right(method, 1)
    return {label: group for label, group in groups.items() if group["n"]}


def _items(found: Evaluation, n: int, k: int) -> list[dict[str, Any]]:
    return [
        {
            "prompt": item.question.prompt, "answer": item.question.answer,
            "predictions": [
                {"value": p.value, "probability": p.probability, "by": p.by, "why": p.why}
                for p in item.predictions[:k]
            ],
        }
        for item in found.answered[:n]
    ]  # fmt: skip


def _first_half(progress: Progress) -> Progress:
    return lambda share, what: progress(share / 2, what)
