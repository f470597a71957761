"""The vectors of each method, trained or found, and how everything was made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from int2vec.embed.train import Training, learn
from int2vec.embeddings import Embeddings
from int2vec.files import read_json
from int2vec.report.document import Section, Text
from int2vec.report.materials import METHODS, Materials
from int2vec.report.stages import Part, Progress, Result, Stage
from int2vec.report.words import note, table
from int2vec.tables import Cell, Line

# Smaller models for `--fast`; everything else is the trainers' own default.
_FAST_EPOCHS = 3
_FAST_TOKENS = 1_000_000  # an LSTM reads so many an epoch
_SETTINGS = (
    *("dim", "window", "negative", "epochs", "min_n", "max_n", "weighting", "hidden", "layers"),
    *("dropout", "batch", "bptt", "optimizer", "lr", "seed"),
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
    given = materials.given(method)
    if given is None:
        name = f"{materials.corpus.name}-{method}"
        vectors = _train(method, materials, folder, progress).renamed(name)
        vectors.save(folder / "vectors")
    vectors = materials.session.vectors(given or folder / "vectors")
    manifest = vectors.manifest
    result: Result = {
        "method": method,
        "given": given is not None,
        "n": len(vectors),
        "dim": vectors.dim,
        "config": manifest.get("config", {}),
        **{name: manifest.get(name) for name in ("corpus", "version", "sha256")},
    }
    if method == "lstm":
        result["language_model"] = _language_model(materials)
    return result


def _train(method: str, materials: Materials, folder: Path, progress: Progress) -> Embeddings:
    config = materials.config
    settings: dict[str, Any] = {"seed": config.seed}
    if method.startswith("fasttext"):
        settings |= {"workers": config.workers}
        settings |= {"epochs": _FAST_EPOCHS} if config.fast else {}
    if method == "lstm" and config.fast:
        settings |= {"max_tokens": _FAST_TOKENS}
    asked = Training(
        method=method,
        settings=settings,
        preset="small" if config.fast else "fast",
        device=config.device,
        resume=method == "lstm",
    )
    return learn(asked, materials.corpus, materials.split, folder / "model", progress)


def _language_model(materials: Materials) -> dict[str, Any] | None:
    if materials.language_model is None:
        return None
    manifest = read_json(materials.language_model / "manifest.json")
    kept = ("config", "files", "n_integers", "best_epoch", "dev_perplexity", "test_perplexity")
    return {name: manifest.get(name) for name in kept}


def how_made(results: Mapping[str, Result], seconds: Mapping[str, float]) -> Section:
    """The last section: every stage, what it took, and why where one could not run."""
    lines = []
    for name, result in results.items():
        took = f"{seconds[name]:,.0f} s" if name in seconds else "—"
        lines.append(Line([name, took, Cell(_stage_words(name, result))]))
    said = Text(note("commands"))
    return Section(key="s-made", title="How this was made", blocks=[said, table("making", lines)])


def _stage_words(name: str, result: Result) -> str:
    if "missing" in result:
        return str(result["missing"])
    if name in METHODS:
        return _vectors_words(result)
    if name == "corpus":
        return f"`{result['corpus']}`, SHA-256 {result['hash'][:16]}…, seed {result['seed']}"
    if name in ("probe", "extended"):
        return f"{len(result['rows'])} sets of vectors, baselines included; 1–2000"
    if name == "expansion":
        return f"{result['n_sets']} hidden sets of each kind"
    n = result.get("n")
    if isinstance(n, int):
        return f"n = {n:,}"
    counted = next((value for value in result.values() if isinstance(value, list | dict)), ())
    return f"n = {len(counted):,}" if counted else str(result.get("none", "done"))


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


def _stage(method: str, *code: str, seconds: float, fast: float) -> Stage[Materials]:
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
    blocks=lambda found: (),  # the last section says how they were made
)
