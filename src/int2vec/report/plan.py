"""The stages of a run, in order, with what each needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from int2vec import models
from int2vec.corpus.store import file_hash
from int2vec.predict.complete.ensemble.calibration import SHIPPED
from int2vec.report.collect import analogies, completion, expansion, neurons, probes, vectors
from int2vec.report.collect.corpus import collect_corpus
from int2vec.report.collect.layout import collect_map
from int2vec.report.materials import METHODS, Materials
from int2vec.report.stages import Stage

_TRAINED = ("lsa", "fasttext", "fasttext-words", "lstm")
_CODE = {
    "lsa": ("embed/lsa", "corpus"), "fasttext": ("embed/fasttext", "corpus", "subwords"),
    "fasttext-words": ("embed/fasttext", "corpus"), "lstm": ("embed/lstm", "corpus"),
}  # fmt: skip
# About how many seconds each takes on two quiet cores, --fast and in full.
_SECONDS = {
    "corpus": (1, 25), "lsa": (6, 40), "fasttext": (15, 150), "fasttext-words": (7, 90),
    "lstm": (36, 3600), "probe": (5, 30), "extended": (38, 200), "neuron": (1, 1),
    "neighbors": (1, 4), "completion": (10, 190), "family": (0, 150), "completion-lstm": (3, 90),
    "aptitude": (4, 20), "examples": (1, 2), "analogies": (2, 15), "expansion": (13, 90),
    "map": (30, 90),
}  # fmt: skip


def make_plan(materials: Materials) -> list[Stage[Materials]]:
    """Every stage of this run; the family split is left out of a fast one."""
    fast = materials.config.fast

    def stage(
        name: str, run: Callable[..., Any], settings: Callable[[Materials], object],
        needs: tuple[str, ...] = (), code: tuple[str, ...] = (),
    ) -> Stage[Materials]:  # fmt: skip
        return Stage(
            name=name, run=run, settings=settings, needs=needs, code=(_own(run), *code),
            seconds=1 if name in METHODS and materials.given(name) else _SECONDS[name][not fast],
        )  # fmt: skip

    complete = ("predict/complete", "arithmetic", "corpus")
    stages = [
        stage("corpus", collect_corpus, _corpus, code=("corpus",)),
        *(
            stage(method, partial(vectors.collect_vectors, method),
                  partial(vectors.settings_of, method), code=_CODE[method])
            for method in _TRAINED
        ),
        stage("probe", probes.collect_probes, _rows, _TRAINED, ("predict/probe", "arithmetic")),
        stage("extended", probes.collect_extended, _rows, _TRAINED,
              ("predict/probe", "arithmetic")),
        stage("neuron", neurons.collect_neuron, _rows, _TRAINED, ("predict/probe", "arithmetic")),
        stage("neighbors", neurons.collect_neighbors, _rows, _TRAINED, ("embeddings",)),
        stage("completion", partial(completion.collect_test, materials.config.split),
              _completion, code=complete),
        stage("family", partial(completion.collect_test, "family"), _completion, code=complete),
        stage("completion-lstm", completion.collect_lstm, _corpus, ("lstm",), ("embed/lstm",)),
        stage("aptitude", completion.collect_aptitude, _aptitude, ("lstm",), complete),
        stage("examples", completion.collect_examples, _completion, code=complete),
        stage("analogies", analogies.collect_analogies, _analogies, _TRAINED,
              ("predict/analogy", "arithmetic")),
        stage("expansion", expansion.collect_expansion, _rows, _TRAINED,
              ("predict/expand", "arithmetic")),
        stage("map", collect_map, _rows, ("fasttext",), ("report/projection",)),
    ]  # fmt: skip
    assert set(_TRAINED) == set(METHODS)
    return [one for one in stages if not (fast and one.name == "family")]


def _own(run: Callable[..., Any]) -> str:
    """The file that a stage's function stands in."""
    function = run.func if isinstance(run, partial) else run
    return str(function.__module__).removeprefix("int2vec.").replace(".", "/")


def _corpus(materials: Materials) -> dict[str, Any]:
    config = materials.config
    return {
        "corpus": materials.corpus.hash, "name": materials.corpus.name, "split": config.split,
        "seed": config.seed, "fast": config.fast,
    }  # fmt: skip


def _rows(materials: Materials) -> dict[str, Any]:
    return {**_corpus(materials), **materials.fingerprint()}


def _completion(materials: Materials) -> dict[str, Any]:
    fitted = Path(models.__file__).with_name(SHIPPED)  # what gives the ensemble its probabilities
    return {**_corpus(materials), "ensemble": _hash(fitted)}


def _aptitude(materials: Materials) -> dict[str, Any]:
    text = {"text_model": materials.config.text_model}
    return {**_completion(materials), **text, "file": _hash(completion.question_file())}


def _analogies(materials: Materials) -> dict[str, Any]:
    return {**_rows(materials), "file": _hash(analogies.question_file())}


def _hash(path: Path | None) -> str | None:
    return file_hash(path) if path else None
