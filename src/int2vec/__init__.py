"""int2vec: vectors for integers, learned from the company they keep.

    import int2vec
    vectors = int2vec.load()
    vectors.neighbors(1729)
    int2vec.complete([1, 1, 2, 3, 5, 8])

Names are reached lazily: `import int2vec` loads none of the heavy libraries.
"""

# ruff: noqa: F403, F405
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from int2vec.api import *
    from int2vec.corpus.store import open_corpus
    from int2vec.embed.concat import concatenate
    from int2vec.embed.text_vectors import read_text_vectors
    from int2vec.embeddings import Embeddings
    from int2vec.errors import Int2vecError
    from int2vec.models import load
    from int2vec.session import Session

__version__ = "0.1.0"

_HOMES = {  # of what is not in int2vec.api
    "Embeddings": "embeddings",
    "Int2vecError": "errors",
    "Session": "session",
    "concatenate": "embed.concat",
    "load": "models",
    "open_corpus": "corpus.store",
    "read_text_vectors": "embed.text_vectors",
}

__all__ = [
    "Embeddings",
    "Int2vecError",
    "Session",
    "analogy",
    "complete",
    "concatenate",
    "expand",
    "fill",
    "guess",
    "info",
    "load",
    "neighbors",
    "open_corpus",
    "probe",
    "read_text_vectors",
    "search",
    "similar",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'int2vec' has no attribute '{name}'")
    return getattr(import_module(f"int2vec.{_HOMES.get(name, 'api')}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
