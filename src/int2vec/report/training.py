"""The vectors of each method, trained or found, and how everything was made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from int2vec.embed.train import Training, learn
from int2vec.files import read_json
from int2vec.report.document import Block, label, note, table
from int2vec.report.materials import METHODS, Materials
from int2vec.report.stages import Found, Part, Progress, Result, Stage
from int2vec.tables import Cell

# Smaller models for `--fast`; everything else is the trainers' own default.
_FAST_EPOCHS = 3
_FAST_TOKENS = 1_000_000  # an LSTM reads so many an epoch
_SETTINGS = (
    *("dim", "window", "negative", "epochs", "min_n", "max_n", "weighting", "hidden", "layers"),
    *("dropout", "batch", "bptt", "optimizer", "lr", "seed"),
)
_OF_A_LANGUAGE_MODEL = (
    *("config", "files", "n_integers", "best_epoch", "dev_perplexity", "test_perplexity"),
)


def _settings(method: str, materials: Materials) -> dict[str, Any]:
    """What a method's vectors depend on: a given model's own hash, or how it is trained."""
    config, given = materials.config, materials.given(method)
    if given is not None:
        model = materials.given_language_model() if method == "lstm" else None
        return {
            "given": read_json(given / "manifest.json").get("sha256"),
            "model": read_json(model / "manifest.json").get("files") if model else None,
        }
    return {
        **materials.settings(),
        "device": config.device if method == "lstm" else None,
        "workers": config.workers if method.startswith("fasttext") else None,
    }


def collect_vectors(method: str, materials: Materials, folder: Path, progress: Progress) -> Result:
    """What a method's vectors are, after training them into `folder` where none were given."""
    given, corpus = materials.given(method), materials.corpus
    if given is None:
        training = _training(method, materials)
        vectors = learn(training, corpus, materials.split, folder / "model", progress)
        vectors.renamed(f"{corpus.name}-{method}").save(folder / "vectors")
    vectors = materials.session.vectors(given or folder / "vectors")
    result: Result = {
        "method": method,
        "given": given is not None,
        "n": len(vectors),
        "dim": vectors.dim,
        "config": vectors.manifest.get("config", {}),
        **{name: vectors.manifest.get(name) for name in ("corpus", "version", "sha256")},
    }
    if method == "lstm":
        model = materials.language_model
        manifest = read_json(model / "manifest.json") if model else {}
        about = {name: manifest.get(name) for name in _OF_A_LANGUAGE_MODEL}
        result["language_model"] = about if model else None
    return result


def _training(method: str, materials: Materials) -> Training:
    config = materials.config
    settings: dict[str, Any] = {"seed": config.seed}
    if method.startswith("fasttext"):
        settings |= {"workers": config.workers}
        settings |= {"epochs": _FAST_EPOCHS} if config.fast else {}
    if method == "lstm" and config.fast:
        settings |= {"max_tokens": _FAST_TOKENS}
    return Training(
        method=method,
        settings=settings,
        preset="small" if config.fast else "fast",
        device=config.device,
        resume=method == "lstm",
    )


def how_made(found: Found) -> Iterator[Block]:
    """The last section: every stage, what it took, and why where one could not run."""
    yield note("commands")
    seconds = {name: f"{took:,.0f} s" for name, took in found.seconds.items()}
    yield table(
        "making",
        [
            {"name": name, "took": seconds.get(name, "—"), "what": Cell(_stage_words(name, result))}
            for name, result in found.results.items()
        ],
    )


def _stage_words(name: str, result: Result) -> str:
    if name in METHODS and "missing" not in result:
        return _vectors_words(result)
    counted = next((value for value in result.values() if isinstance(value, list | dict)), ())
    said = {"n": len(counted), **result}
    other = result.get("missing") or result.get("none") or "n = {n:,}"
    return label("stages", name, str(other)).format_map(said)


def _vectors_words(result: Result) -> str:
    config = result["config"]
    settings = ", ".join(f"{key} {config[key]}" for key in _SETTINGS if key in config)
    start = "given, trained before" if result["given"] else "trained"
    words = f"{start}: {result['n']:,} integers, {result['dim']}-d; {settings}"
    model = result.get("language_model")
    if model and model.get("test_perplexity"):
        dev, test = model["dev_perplexity"], model["test_perplexity"]
        words += f"; perplexity {dev:.1f} on dev, {test:.1f} on test"
    return words


def _stage(method: str, *code: str, seconds: float, fast: float) -> Stage:
    run, settings = partial(collect_vectors, method), partial(_settings, method)
    return Stage(method, run, settings, code=(*code, "corpus"), seconds=seconds, fast=fast)


PART = Part(
    key="s-vectors",
    title="The vectors",
    stages=[
        _stage("lsa", "embed/lsa", seconds=40, fast=6),
        _stage("fasttext", "embed/fasttext", "subwords", seconds=150, fast=15),
        _stage("fasttext-words", "embed/fasttext", seconds=90, fast=7),
        _stage("lstm", "embed/lstm", seconds=3600, fast=36),
    ],
)
