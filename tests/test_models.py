"""The models that ship: the right files, with the figures that the docs claim."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import int2vec
from int2vec.arithmetic.primes import is_prime
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.models import installed, load
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.probing import probe

# Accuracy on 1001–2000 after training on 1–1000, all dimensions, then R² on 1–2000: what the
# full models reach, less .005 for 8 bits.
_FLOORS = {
    "oeis-units": {
        "even": 0.999,
        "div3": 0.995,
        "div4": 0.995,
        "prime": 0.995,
        "value": 0.99,
        "digits": 0.96,
    },
    "oeis-fasttext": {
        "even": 0.99,
        "div3": 0.935,
        "div4": 0.99,
        "prime": 0.99,
        "value": 0.975,
        "digits": 0.945,
    },
    "oeis-lsa": {
        "even": 0.87,
        "div3": 0.84,
        "div4": 0.91,
        "prime": 0.88,
        "value": 0.565,
        "digits": 0.53,
    },
    "oeis-lstm": {
        "even": 0.99,
        "div3": 0.91,
        "div4": 0.92,
        "prime": 0.92,
        "value": 0.97,
        "digits": 0.945,
    },
}


def test_what_ships() -> None:
    bundled = {model.name: model for model in installed() if model.bundled}
    assert set(bundled) == set(_FLOORS)
    assert installed()[0].name == "oeis-units", "the default comes first"
    size = {name: sum(f.stat().st_size for f in m.folder.iterdir()) for name, m in bundled.items()}
    assert max(size.values()) < 12e6
    assert sum(size.values()) < 30e6
    assert size["oeis-lsa"] + size["oeis-lstm"] < 6e6
    for model in bundled.values():
        assert model.manifest["corpus"] == "oeis"
        assert model.manifest["split"] == "random"


@pytest.mark.parametrize("name", _FLOORS)
def test_shipped_vectors_know_what_is_claimed(name: str) -> None:
    table = probe([load(name)], list(_FLOORS[name]), ProbeConfig(tune=False))
    found = {r.name: r.all.accuracy for r in table.properties}
    found |= {r.name: r.r2_all for r in table.quantities}
    short = {key: value for key, value in found.items() if value < _FLOORS[name][key]}
    assert not short
    assert set(found) == set(_FLOORS[name])


def test_neighbours_look_like_mathematics() -> None:
    vectors = int2vec.load()
    near_1024 = [n for n, _ in vectors.neighbors(1024, k=10)]
    assert sum(n > 0 and n & (n - 1) == 0 for n in near_1024) >= 6, near_1024
    near_97 = [n for n, _ in vectors.neighbors(97, k=10)]
    assert sum(is_prime(n) for n in near_97) >= 7, near_97


@pytest.mark.parametrize("model", ["oeis-units", "oeis-fasttext"])
def test_the_papers_seed_sets(model: str) -> None:
    vectors = int2vec.load(model)
    assert {79, 71, 67, 89, 103} <= {n for n, _ in vectors.expand([73, 97, 83], k=10)}
    powers = {2**i for i in range(64)} | {3**i for i in range(40)}
    grown = [n for n, _ in vectors.expand([729, 1024, 243], k=10)]
    assert sum(abs(n) in powers for n in grown) >= 8, grown


def test_any_integer_has_a_vector() -> None:
    vectors = int2vec.load()
    for n in (0, -17, 10**12 + 39, 3**500):
        assert vectors.infer(n).shape == (200,)
        assert np.abs(vectors.infer(n)).sum() > 0


def test_loading_needs_numpy_alone() -> None:
    code = (
        "import sys; import int2vec; int2vec.load().neighbors(7);"
        "print(*({'torch', 'gensim', 'sklearn', 'scipy', 'safetensors'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_models_are_found_by_name_or_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    mine = Embeddings([1, 2], np.eye(2), name="mine")
    mine.save(tmp_path / "models" / "mine")
    assert "mine" in [model.name for model in installed()]
    assert load("mine").integers == (1, 2)
    assert load(tmp_path / "models" / "mine").dim == 2
    with pytest.raises(ModelError, match=r"'nowhere' is neither a model \(oeis-units, .*mine"):
        load("nowhere")


def test_a_broken_model_says_what_is_wrong_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    folder = tmp_path / "models" / "mine"
    Embeddings([1, 2], np.eye(2), name="mine").save(folder)
    (folder / "manifest.json").write_text("{")
    assert "mine" not in [model.name for model in installed()]
    with pytest.raises(ModelError, match=r"manifest\.json is not readable as JSON"):
        load("mine")


def test_integers_of_ten_thousand_digits_have_vectors() -> None:
    vectors = load()
    assert np.isfinite(vectors.infer(10**9_999 + 1)).all()
    assert np.allclose(vectors.infer(-(7**11_000)), vectors.vectors_of([-(7**11_000)])[0])
    with pytest.raises(InputError, match="at most 10,000 digits are allowed"):
        vectors.infer(10**10_100)
    with pytest.raises(InputError, match=r"12\.5 is a float; give an integer"):
        vectors.infer(12.5)  # type: ignore[arg-type]


def test_a_retired_name_points_to_what_is_there() -> None:
    with pytest.raises(ModelError, match="does not ship any more; use 'oeis-units'"):
        load("oeis-fasttext-words")
