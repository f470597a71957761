"""The data folder: what lies in it, and where each file is published."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from int2vec.errors import DataError
from int2vec.files import user_path

_TEXT_ENDINGS = (".txt", ".vec", ".bin", ".gz", ".bz2", ".zip")
_PAPER = "https://raw.githubusercontent.com/ryskina/integer-embedding-tests/master"
_GPT2_COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
_GPT2 = f"https://huggingface.co/openai-community/gpt2/resolve/{_GPT2_COMMIT}"

# What is published once and for all is known by size or hash. The OEIS changes every day, the
# paper's questions lie on a branch, and of the other vectors no figure is published; these are
# checked by what their formats say of themselves alone.
_SIZES = {"glove.840B.300d.zip": 2_176_768_927}
_SHA256 = {
    f"{_GPT2}/{name}": digest
    for name, digest in {
        "config.json": "0daed7749b4f02b8f76240d5444551d7b08712dab4d0adb8239c56ba823bb7b4",
        "generation_config.json": (
            "ed0b32ac72c0f5f44a719abb2d7786ea5146c871f83717b7f2018065954de02b"
        ),
        "tokenizer.json": "8414cab924d8b9b33013f0d221c5862f365ee9be39c5c2bfae8a5a9e970478a6",
        "tokenizer_config.json": "5e04eb606e3a1583530a42e36c2a6b6615c86f34fe77e44d9ddeb43ff940931f",
        "vocab.json": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
        "merges.txt": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
        "model.safetensors": "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707",
    }.items()
}


@dataclass(frozen=True, kw_only=True)
class PublishedFile:
    """A file that int2vec reads, and the address it is published at."""

    address: str
    path: str  # in the data folder
    size: int | None = None  # in bytes, where it is known
    sha256: str | None = None  # where it is known

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.path.rpartition("/")[2]


def _published(folder: str, *addresses: str) -> tuple[PublishedFile, ...]:
    return tuple(
        PublishedFile(
            address=address,
            path=f"{folder}/{(name := address.rpartition('/')[2])}",
            size=_SIZES.get(name),
            sha256=_SHA256.get(address),
        )
        for address in addresses
    )


# What the words of `int2vec fetch` stand for.
SOURCES = {
    "oeis": _published("oeis", "https://oeis.org/stripped.gz", "https://oeis.org/names.gz"),
    "benchmarks": _published(
        "benchmarks",
        f"{_PAPER}/sequence_completion_tests.tsv",
        f"{_PAPER}/number_analogy_tests.tsv",
    ),
    "glove": _published("vectors", "https://nlp.stanford.edu/data/glove.840B.300d.zip"),
    # its authors' server is known to us by this address alone, without https
    "skipgram": _published("vectors", "http://u.cs.biu.ac.il/~yogo/data/syntemb/bow5.words.bz2"),
    "fasttext-wiki": _published(
        "vectors",
        "https://dl.fbaipublicfiles.com/fasttext/vectors-english/wiki-news-300d-1M-subword.vec.zip",
    ),
    "gpt2": _published("text-lm/gpt2", *_SHA256),
}


def data_folder() -> Path:
    """The folder that data is read from: INT2VEC_DATA, or the platform's user data folder."""
    return _folder("INT2VEC_DATA", "user_data_dir")


def cache_folder() -> Path:
    """The folder for compiled files: INT2VEC_CACHE, or the platform's user cache folder."""
    return _folder("INT2VEC_CACHE", "user_cache_dir")


def _folder(variable: str, kind: str) -> Path:
    """The folder that the environment names, or the platform's own folder of that kind."""
    given = os.environ.get(variable)
    if given:
        return user_path(given)
    import platformdirs  # a machine that is told its folders needs torch and NumPy alone

    return Path(getattr(platformdirs, kind)("int2vec"))


def has_oeis() -> bool:
    """Whether the OEIS dump lies in the data folder."""
    return (data_folder() / "oeis" / "stripped.gz").is_file()


def text_vector_files() -> list[Path]:
    """The files of text vectors in the data folder."""
    folder = data_folder() / "vectors"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [file for file in files if file.is_file() and file.suffix in _TEXT_ENDINGS]


def find_optional(relative: str) -> Path | None:
    """The path of a file in the data folder, None where it is not there."""
    path = data_folder() / relative
    return path if path.is_file() else None


def find(relative: str) -> Path:
    """The path of a file in the data folder; DataError names the way to get it."""
    path = data_folder() / relative
    if found := find_optional(relative):
        return found
    for word, files in SOURCES.items():
        if relative in (file.path for file in files):
            raise DataError(
                f"{path} is not there; run 'int2vec fetch {word}', "
                "or set INT2VEC_DATA to a folder that has it"
            )
    raise DataError(f"{path} is not there; put it there, or set INT2VEC_DATA to another folder")
