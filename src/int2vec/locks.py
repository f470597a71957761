"""Locks that end with their process, so that what a killed run left behind can be told.

A file or folder that is being written is held open under a lock; one that nobody holds has lost
its writer. Where the platform has no such locks (Windows) nothing waits and nothing is cleared.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_ATTEMPTS = 100


def _hold(path: Path, *, wait: bool = True) -> int | None:
    """A handle that locks a file or folder until it is closed; None where another has the lock."""
    if fcntl is None:
        return None
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # held by another, or a file system without locks
        os.close(handle)
        return None
    return handle


def _release(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Hold a file or folder, which keeps its lock when it is renamed."""
    handle = _hold(path)
    try:
        yield
    finally:
        _release(handle)


@contextmanager
def owned(make: Callable[[], Path]) -> Iterator[Path]:
    """A file or folder that `make` makes, held in this block and removed after it."""
    for _ in range(_ATTEMPTS):
        path = make()
        with suppress(FileNotFoundError):
            handle = _hold(path)
            if path.exists():
                break
            _release(handle)  # somebody cleared it before it was held
    else:
        raise OSError(f"{path} vanishes as soon as it is made")
    try:
        yield path
    finally:
        remove(path)
        _release(handle)


@contextmanager
def locked(path: Path, waiting: Callable[[], None] | None = None) -> Iterator[None]:
    """Be the only process within such a block for `path`; `waiting` is called before a wait."""
    lock = path.with_name(f".{path.name}.lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    handle = None
    while fcntl is not None and handle is None:
        with suppress(FileNotFoundError):  # the one before has finished and removed it
            os.close(os.open(lock, os.O_CREAT | os.O_RDONLY, 0o644))
            handle = _hold(lock, wait=False)
            if handle is None:
                if waiting:
                    waiting()
                handle = _hold(lock)
            if handle is None:  # a file system without locks
                break
            if not os.path.samestat(lock.stat(), os.fstat(handle)):  # another file by that name
                _release(handle)
                handle = None
    try:
        yield
    finally:
        if handle is not None:
            lock.unlink(missing_ok=True)
        _release(handle)


def sweep(folder: Path, *patterns: str) -> int:
    """Remove what matches and has no living owner; how many there were."""
    n = 0
    for path in [path for pattern in patterns for path in folder.glob(pattern)]:
        with suppress(OSError):  # gone already, or another's
            handle = _hold(path, wait=False)
            if handle is not None:
                remove(path)
                _release(handle)
                n += 1
    return n


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
