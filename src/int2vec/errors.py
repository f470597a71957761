"""Every exception that int2vec raises on purpose.

    Int2vecError
    ├── InputError (ValueError)            an argument is not what the function takes
    ├── UnknownIntegerError (LookupError)  an integer has no vector in this model
    ├── UnknownModelError (LookupError)    a request names a model that is not served
    ├── CorpusError                        a sequence file cannot be read
    ├── ModelError                         a model folder is missing, broken or tampered with
    ├── DataError                          a data file is missing or could not be fetched
    ├── MissingExtraError (ImportError)    an optional part is not installed
    ├── ServerError                        the server cannot answer
    │   ├── WorkerError                    a worker process could not be started
    │   ├── WorkerDiedError                a worker process ended before it answered
    │   ├── BusyError                      too many questions wait already
    │   └── SlowError                      a question took longer than it may
    └── InternalError                      caught inside the library, never seen by its users
        ├── BrokenOffError                 a connection failed; another attempt may mend it
        ├── OutOfBudgetError               the steps or the time of a question are spent
        └── UndecidedError                 a factorisation that a question needs is out of reach

A message says what was given, what is allowed and what to do next, in one sentence.
"""

from collections.abc import Iterator
from contextlib import contextmanager


class Int2vecError(Exception): ...


class InputError(Int2vecError, ValueError): ...


class UnknownIntegerError(Int2vecError, LookupError): ...


class UnknownModelError(Int2vecError, LookupError): ...


class CorpusError(Int2vecError): ...


class ModelError(Int2vecError): ...


class DataError(Int2vecError): ...


class MissingExtraError(Int2vecError, ImportError):
    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the '{extra}' extra: run pip install 'int2vec[{extra}]'")


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """What is imported in this block comes with an extra, which an error names where it is not."""
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(what, extra) from error


class ServerError(Int2vecError): ...


class WorkerError(ServerError): ...


class WorkerDiedError(ServerError): ...


class BusyError(ServerError): ...


class SlowError(ServerError):
    def __init__(self, seconds: float) -> None:
        why = f"no answer was found within {seconds:g} s"
        super().__init__(f"{why}; ask again, or give fewer or shorter integers")


class InternalError(Int2vecError): ...


class BrokenOffError(InternalError):
    def __init__(self, reason: str, wait: float | None = None, unreachable: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait  # seconds, where the server asked for them
        self.unreachable = unreachable  # nobody answered


class OutOfBudgetError(InternalError): ...


class UndecidedError(InternalError): ...
