"""One contract over all trainers of vectors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from int2vec.corpus.split import Split, Vocabulary, make_split
from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.embed.lsa import LsaConfig, train_lsa
from int2vec.embed.train import Training, train
from int2vec.embed.units import FASTTEXT, UnitsConfig, prepare, put_together, train_units
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError, ModelError
from int2vec.progress import followed_by

Trainer = Callable[[Corpus, Split], Embeddings]


def _lsa(weighting: str, seed: int = 0) -> Trainer:
    return lambda c, s: train_lsa(c, s, LsaConfig(dim=8, weighting=weighting, seed=seed))


def _units(**more: Any) -> Trainer:
    config = UnitsConfig(**({
        "dim": 8, "epochs": 4, "moduli": "2 3 5 7", "largest_divisor": 11, "size_steps": 1,
        "leading": False, "sample": 1e-2, "workers": 1,
    } | more))  # fmt: skip

    def train(corpus: Corpus, split: Split) -> Embeddings:
        pytest.importorskip("numba", reason="Numba is not installed")
        return train_units(corpus, split, config, device="cpu")

    return train


_NO_UNITS = {"moduli": "", "largest_divisor": 0, "size_steps": 0}
_TRAINERS = {
    "units": _units(),
    "units-words": _units(**_NO_UNITS),
    "units-fasttext": _units(**_NO_UNITS, max_n=4),
    "units-all": _units(max_n=4, leading=True),
    "units-bare": _units(words=False),
    "lsa": _lsa("raw"),
    "lsa-log-entropy": _lsa("log-entropy"),
    "lsa-ppmi": _lsa("ppmi"),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, Split]:
    """Progressions with steps 1 to 12, so that multiples keep company."""
    folder = tmp_path_factory.mktemp("small")
    lines = [
        f"A{i + 1:06d} ," + ",".join(str(i % 7 + k * (i % 12 + 1)) for k in range(15)) + ","
        for i in range(400)
    ]
    (folder / "s").write_text("\n".join(lines))
    compile_corpus(folder / "s", folder / "c", input_hash="h")
    corpus = Corpus(folder / "c", "small")
    return corpus, make_split(corpus)


@pytest.mark.parametrize("name", _TRAINERS)
def test_contract(name: str, small: tuple[Corpus, Split], tmp_path: Path) -> None:
    corpus, split = small
    vectors = _TRAINERS[name](corpus, split)
    again = _TRAINERS[name](corpus, split)
    assert np.allclose(vectors.matrix, again.matrix, atol=1e-5), "same seed, same vectors"
    assert vectors.integers == Vocabulary.build(corpus, split.train).integers
    assert np.isfinite(vectors.matrix).all()
    assert np.abs(vectors.matrix).sum() > 0
    vectors.save(tmp_path)
    loaded = Embeddings.load(tmp_path)
    assert np.array_equal(loaded.matrix, vectors.matrix)
    assert loaded.manifest["corpus_hash"] == "h"
    assert loaded.manifest["split"] == "random"


@pytest.mark.parametrize("name", ["units", "units-fasttext", "units-all"])
def test_units_have_a_vector_for_every_integer(
    name: str, small: tuple[Corpus, Split], tmp_path: Path
) -> None:
    vectors = _TRAINERS[name](*small)
    vectors.save(tmp_path)
    loaded = Embeddings.load(tmp_path)
    unseen = [10**40 + 7, 110_120, 123_456]
    assert np.abs(vectors.vectors_of(unseen)).sum(axis=1).min() > 0
    assert np.allclose(loaded.vectors_of(unseen), vectors.vectors_of(unseen), atol=1e-6)


def test_one_worker_and_a_seed_give_the_same_bytes(small: tuple[Corpus, Split]) -> None:
    first, again = (_units(max_n=4)(*small).matrix.tobytes() for _ in range(2))
    assert first == again
    assert _units(max_n=4, seed=1)(*small).matrix.tobytes() != first


def test_two_workers_learn_as_well(small: tuple[Corpus, Split]) -> None:
    vectors = _units(workers=2, epochs=20)(*small)
    assert all(n % 2 == 0 for n, _ in vectors.neighbors(60, k=3))


def test_a_killed_training_of_units_goes_on(
    small: tuple[Corpus, Split], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    from int2vec.embed import units_cpu as cpu

    settings = {"dim": 8, "epochs": 4, "moduli": "2 3", "workers": 1}
    whole = train(Training(method="units", settings=settings, device="cpu"), *small, tmp_path / "a")
    save = cpu.save_tensors

    def killed(path: Path, tensors: Any, about: Any) -> None:
        save(path, tensors, about)
        if about["epochs"] == "2":
            raise KeyboardInterrupt

    asked = Training(method="units", settings=settings, device="cpu")
    with monkeypatch.context() as patch:
        patch.setattr(cpu, "save_tensors", killed)
        with pytest.raises(KeyboardInterrupt):
            train(asked, *small, tmp_path / "b")
    other = Training(method="units", settings=settings | {"dim": 9}, device="cpu", resume=True)
    with pytest.raises(ModelError, match="other settings"):
        train(other, *small, tmp_path / "b")
    resumed = train(replace(asked, resume=True), *small, tmp_path / "b")
    assert resumed.matrix.tobytes() == whole.matrix.tobytes()
    assert not (tmp_path / "b" / "checkpoint").exists()
    with pytest.raises(InputError, match="no unfinished training"):
        train(replace(asked, resume=True), *small, tmp_path / "b")


@pytest.mark.parametrize("more", [{}, {"max_n": 4}, {"moduli": "", "max_n": 4}, {"moduli": ""}])
def test_the_gpu_path_learns_the_same_kind_of_vectors(
    small: tuple[Corpus, Split], more: dict[str, Any]
) -> None:
    """Run on a CPU: even neighbors of an even integer, of words, of units and of n-grams alike."""
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from int2vec.embed import units_gpu as gpu

    corpus, split = small
    settings: dict[str, Any] = {"dim": 16, "epochs": 40, "batch": 256, "moduli": "2 3 5 7"}
    settings |= {"leading": False, "sample": 1e-2, "shared_negatives": 64}
    config = UnitsConfig(**(_NO_UNITS | settings | more))
    material = prepare(corpus, split, config)
    with pytest.raises(InputError, match="cuda:9 was asked for"):
        gpu.learn(material, device="cuda:9")
    vectors = put_together(gpu.learn(material, device="cpu"), material, {})
    assert np.isfinite(vectors.matrix).all()
    assert vectors.has_subwords == bool(config.kinds.n or config.max_n)
    near = [n for n, _ in vectors.neighbors(60, k=5)]
    assert sum(n % 2 == 0 for n in near) >= 4, near


def test_a_training_that_cannot_be_saved_is_not_lost(
    small: tuple[Corpus, Split], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    asked = Training(method="units", settings={"dim": 8, "epochs": 2, "workers": 1}, device="cpu")
    whole = train(asked, *small, tmp_path / "a")

    def full(self: Embeddings, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Embeddings, "save", full)
        with pytest.raises(OSError, match="No space"):
            train(asked, *small, tmp_path / "b")
    shares: list[float] = []
    with followed_by(lambda share, _: shares.append(share)):
        resumed = train(replace(asked, resume=True), *small, tmp_path / "b")
    assert shares == [0.0]  # no epoch is gone through again
    assert resumed.matrix.tobytes() == whole.matrix.tobytes()
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == [
        "manifest.json",
        "vectors.safetensors",
    ]


def test_seeds_differ(small: tuple[Corpus, Split]) -> None:
    first, second = (_units(max_n=4, seed=seed)(*small) for seed in (0, 1))
    assert not np.allclose(first.matrix, second.matrix, atol=1e-3)


@pytest.mark.parametrize("method", ["fasttext", "fasttext-words"])
def test_fasttext_is_units_of_ngrams_alone(
    method: str, small: tuple[Corpus, Split], tmp_path: Path
) -> None:
    pytest.importorskip("numba", reason="Numba is not installed")
    settings = {"dim": 8, "epochs": 2, "workers": 1}
    vectors = train(Training(method=method, settings=settings, device="cpu"), *small, tmp_path)
    assert vectors.manifest["method"] == method
    assert vectors.has_subwords == (method == "fasttext")
    assert vectors.manifest["config"]["moduli"] == ""
    assert Embeddings.load(tmp_path).matrix.tobytes() == vectors.matrix.tobytes()


def test_integers_never_seen_are_put_together_from_their_digits(
    small: tuple[Corpus, Split],
) -> None:
    vectors = _units(**_NO_UNITS, max_n=6)(*small)
    assert np.isfinite(vectors.infer(10**40 + 7)).all()
    # An unseen integer made of seen digits lies closer to its kin than the average does.
    assert 1234567 not in vectors
    assert np.abs(vectors.infer(1234567)).sum() > 0


def test_lsa_puts_companions_together(small: tuple[Corpus, Split]) -> None:
    corpus, split = small
    vectors = _lsa("ppmi")(corpus, split)
    near = [n for n, _ in vectors.neighbors(120, k=5)]
    assert sum(n % 12 == 0 for n in near) >= 3


def test_progress_reaches_the_end(small: tuple[Corpus, Split]) -> None:
    shares: list[float] = []
    config = replace(FASTTEXT, dim=12, epochs=2, buckets=2000, workers=1)
    with followed_by(lambda share, _: shares.append(share)):
        train_units(*small, config, device="cpu")
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


def test_faults_are_named(small: tuple[Corpus, Split]) -> None:
    with pytest.raises(CorpusError, match="5000 dimensions were asked"):
        train_lsa(*small, LsaConfig(dim=5000))
    with pytest.raises(InputError, match="'tf-idf'; give one of raw"):
        train_lsa(*small, LsaConfig(weighting="tf-idf"))
    with pytest.raises(InputError, match="dim is 0; give a whole number from 1 to 4,096"):
        UnitsConfig(dim=0)
    with pytest.raises(InputError, match="no words and no units"):
        UnitsConfig(**_NO_UNITS, leading=False, words=False)
    assert UnitsConfig(moduli="2-4, 9").kinds.moduli == (2, 3, 4, 9)
    for wrong in ("x", "1", "7-5", "2-99999999999", "²"):
        with pytest.raises(InputError, match=f"'{wrong}' is no modulus from 2 to 5,000"):
            UnitsConfig(moduli=f"2 {wrong}")
    with pytest.raises(CorpusError, match="occurs 100000 times"):
        train_units(*small, replace(FASTTEXT, min_count=100_000))


def test_lsa_gives_each_integer_the_length_of_its_counts(tmp_path: Path) -> None:
    """Each sequence repeats one integer, so the singular values are the numbers of its terms."""
    (tmp_path / "s").write_text("7,7,7,7,7,7,7,7,7\n5,5,5,5\n2,2\n")
    compile_corpus(tmp_path / "s", tmp_path / "c", input_hash="h")
    corpus = Corpus(tmp_path / "c", "repeats")
    every, none = np.arange(3, dtype=np.int32), np.empty(0, np.int32)
    split = Split(kind="random", seed=0, train=every, dev=none, test=none)
    vectors = train_lsa(corpus, split, LsaConfig(dim=2, min_count=1))
    assert vectors[7] == pytest.approx([9, 0], abs=1e-4)
    assert vectors[5] == pytest.approx([0, 4], abs=1e-4)
    assert vectors[2] == pytest.approx([0, 0], abs=1e-4)
