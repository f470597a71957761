"""Training, or finding, the vectors of each method."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from int2vec.embeddings import Embeddings
from int2vec.files import read_json
from int2vec.report.materials import Materials
from int2vec.report.stages import Progress, Result

# Smaller models for `--fast`; everything else is the trainers' own default.
_FAST_EPOCHS = 3
_FAST_TOKENS = 1_000_000  # an LSTM reads so many an epoch


def settings_of(method: str, materials: Materials) -> dict[str, Any]:
    """What a method's vectors depend on: a given model's own hash, or how it is trained."""
    config = materials.config
    given = materials.given(method)
    if given is not None:
        manifest = read_json(given / "manifest.json")
        model = materials.given_language_model() if method == "lstm" else None
        return {
            "given": manifest.get("sha256"),
            "model": read_json(model / "manifest.json").get("files") if model else None,
        }
    device = config.device if method == "lstm" else None
    workers = config.workers if method.startswith("fasttext") else None
    return {
        "corpus": materials.corpus.hash, "split": config.split, "seed": config.seed,
        "fast": config.fast, "device": device, "workers": workers,
    }  # fmt: skip


def collect_vectors(method: str, materials: Materials, folder: Path, progress: Progress) -> Result:
    """What a method's vectors are, after training them into `folder` where none were given."""
    given = materials.given(method)
    if given is None:
        vectors = _train(method, materials, folder, progress)
        vectors.name = f"{materials.corpus.name}-{method}"
        vectors.save(folder / "vectors")
    vectors = Embeddings.load(given or folder / "vectors")
    manifest = vectors.manifest
    result: Result = {
        "method": method, "given": given is not None, "n": len(vectors), "dim": vectors.dim,
        "config": manifest.get("config", {}), "corpus": manifest.get("corpus"),
        "version": manifest.get("version"), "sha256": manifest.get("sha256"),
    }  # fmt: skip
    if method == "lstm":
        result["language_model"] = _language_model(materials)
    return result


def _train(method: str, materials: Materials, folder: Path, progress: Progress) -> Embeddings:
    config, corpus, split = materials.config, materials.corpus, materials.split
    # Each trainer brings a library of its own, so it is loaded when it is asked for.
    if method == "lsa":
        from int2vec.embed.lsa import LsaConfig, train_lsa

        return train_lsa(corpus, split, LsaConfig(seed=config.seed), progress)
    if method.startswith("fasttext"):
        from int2vec.embed.fasttext import SUBWORDS, WORDS, train_fasttext

        settings = SUBWORDS if method == "fasttext" else WORDS
        settings = replace(settings, seed=config.seed, workers=config.workers)
        if config.fast:
            settings = replace(settings, epochs=_FAST_EPOCHS)
        return train_fasttext(corpus, split, settings, progress)
    from int2vec.embed.lstm import extract_embeddings, preset, train_lstm, with_settings
    from int2vec.embed.lstm.prepare import prepare_streams

    asked = {"seed": config.seed} | ({"max_tokens": _FAST_TOKENS} if config.fast else {})
    chosen = with_settings(preset("small" if config.fast else "fast"), asked)
    train_lstm(
        prepare_streams(corpus, split), chosen, folder / "model",
        device=config.device, resume=True, progress=progress,
    )  # fmt: skip
    return extract_embeddings(folder / "model")


def _language_model(materials: Materials) -> dict[str, Any] | None:
    if materials.language_model is None:
        return None
    manifest = read_json(materials.language_model / "manifest.json")
    kept = ("config", "files", "n_integers", "best_epoch", "dev_perplexity", "test_perplexity")
    return {name: manifest.get(name) for name in kept}
