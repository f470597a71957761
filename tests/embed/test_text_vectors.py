"""Text vectors in every published format."""

from __future__ import annotations

import bz2
import gzip
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from int2vec.embed.text_vectors import read_text_vectors
from int2vec.errors import InputError, ModelError

_ROWS = {
    "the": [0.5, 1.0],
    "7": [1.0, 2.0],
    "1,000": [9.0, 9.0],
    "007": [9.0, 9.0],
    "-12": [3.0, -4.0],
    "²": [9.0, 9.0],
    "1.0": [9.0, 9.0],
    "2000": [0.25, 8.0],
}
_KEPT = {7: [1.0, 2.0], -12: [3.0, -4.0], 2000: [0.25, 8.0]}


def _text(header: bool) -> bytes:
    lines = [f"{token} {' '.join(map(str, values))}" for token, values in _ROWS.items()]
    return "\n".join([f"{len(_ROWS)} 2"] * header + lines).encode() + b"\n"


def _word2vec_binary() -> bytes:
    parts = [token.encode() + b" " + struct.pack("<2f", *v) + b"\n" for token, v in _ROWS.items()]
    return f"{len(_ROWS)} 2\n".encode() + b"".join(parts)


@pytest.mark.parametrize("packing", ["", ".gz", ".bz2", ".zip"])
@pytest.mark.parametrize("layout", ["glove.txt", "fast.vec", "news.bin"])
def test_integers_are_kept_in_every_layout(tmp_path: Path, layout: str, packing: str) -> None:
    data = {"glove.txt": _text(False), "fast.vec": _text(True), "news.bin": _word2vec_binary()}
    path = tmp_path / (layout + packing)
    if packing == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(layout, data[layout])
    else:
        pack = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress}[packing]
        path.write_bytes(pack(data[layout]))
    vectors = read_text_vectors(path)
    assert {n: vectors[n].tolist() for n in vectors.integers} == _KEPT
    assert vectors.manifest["coverage"] == {
        "n_tokens": 8,
        "n_integers": 3,
        "n_probed": 2,
        "n_repeated": 0,
    }
    assert vectors.name == layout.split(".")[0]


def test_fasttext_binary_gives_what_gensim_gives(tmp_path: Path) -> None:
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    rng = np.random.default_rng(0)
    sentences = [[str(n) for n in rng.integers(0, 300, 20)] for _ in range(200)]
    model = FastText(
        sentences, vector_size=12, min_count=1, bucket=500, epochs=1, seed=1, workers=1
    )
    path = tmp_path / "model.bin"
    save_facebook_model(model, str(path))
    vectors = read_text_vectors(path)
    assert len(vectors) == len(model.wv)
    for n in (0, 7, 42, 299):
        assert np.allclose(vectors[n], model.wv[str(n)], atol=1e-5)
    whole = path.read_bytes()
    for cut in (40, len(whole) // 10, len(whole) // 2):
        path.write_bytes(whole[:cut])
        with pytest.raises(ModelError, match="cut short"):
            read_text_vectors(path)


def test_the_first_of_repeated_tokens_counts(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("7 1 2\n7 3 4\n8 5 6\n")
    vectors = read_text_vectors(path)
    assert vectors[7].tolist() == [1.0, 2.0]
    assert vectors.manifest["coverage"]["n_repeated"] == 1


def test_glove_tokens_with_spaces_are_words(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("the 1 2\n1 000 3 4\n8 5 6\n")
    assert read_text_vectors(path).integers == (8,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7 1 2\n8 1\n", "line 2: 1 values where 2 are due"),
        ("2 2\n7 1 2\n8 1 2 3\n", "line 3: 3 values where 2"),
        ("7 1 nan\n", "line 1: NaN or infinity"),
        ("7 1 x\n", "line 1: could not convert"),
        ("5 2\n7 1 2\n", "promises 5 tokens in its first line and holds 1"),
        ("the 1 2\n", "holds no integer among 1 tokens"),
        ("", "holds no integer among 0"),
    ],
)
def test_broken_text_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "v.txt"
    path.write_text(text)
    with pytest.raises(ModelError, match=message):
        read_text_vectors(path)


def test_broken_packed_and_binary_files(tmp_path: Path) -> None:
    path = tmp_path / "v.txt.gz"
    path.write_bytes(gzip.compress(_text(True) * 50)[:40])
    with pytest.raises(ModelError, match="cannot be unpacked"):
        read_text_vectors(path)
    path = tmp_path / "v.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("v.txt", _text(False))
    packed = bytearray(path.read_bytes())
    packed[6] |= 1  # the mark of encryption, in the member's own header and in the directory
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(packed)
    with pytest.raises(ModelError, match=r"v\.zip is encrypted; unpack it"):
        read_text_vectors(path)
    path = tmp_path / "v.bin"
    path.write_bytes(_word2vec_binary()[:-30])
    with pytest.raises(ModelError, match=r"ends after|cut short"):
        read_text_vectors(path)
    path.write_bytes(b"no header\n")
    with pytest.raises(ModelError, match="word2vec header"):
        read_text_vectors(path)
    with pytest.raises(InputError, match="is not a file"):
        read_text_vectors(tmp_path)


@pytest.mark.data
def test_the_real_files(vectors_folder: Path) -> None:
    glove = read_text_vectors(vectors_folder / "glove.6B.50d.subset.txt.gz")
    assert glove.manifest["coverage"]["n_probed"] == 2000
    assert (len(glove), glove.dim) == (2841, 50)
    # Words near numbers in text: years are near years.
    assert all(1970 <= n <= 2010 for n, _ in glove.neighbors(1990, k=5))
