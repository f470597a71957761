"""Every exception that int2vec raises on purpose.

    Int2vecError
    ├── InputError (ValueError)            an argument is not what the function takes
    ├── UnknownIntegerError (LookupError)  an integer has no vector in this model
    ├── CorpusError                        a sequence file cannot be read
    ├── ModelError                         a model folder is missing, broken or tampered with
    ├── DataError                          a data file is missing or could not be fetched
    └── MissingExtraError (ImportError)    an optional part is not installed

A message says what was given, what is allowed and what to do next, in one sentence.
"""

from __future__ import annotations


class Int2vecError(Exception):
    """The base of all errors raised on purpose."""


class InputError(Int2vecError, ValueError):
    """An argument is not what the function takes."""


class UnknownIntegerError(Int2vecError, LookupError):
    """An integer has no vector in this model."""


class CorpusError(Int2vecError):
    """A sequence file cannot be read."""


class ModelError(Int2vecError):
    """A model folder is missing, broken or tampered with."""


class DataError(Int2vecError):
    """A data file is missing or could not be fetched."""


class MissingExtraError(Int2vecError, ImportError):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the '{extra}' extra: run pip install 'int2vec[{extra}]'")
