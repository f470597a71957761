"""Locks that end with their process, so that what a killed run left behind can be told.

A file or folder that is being written is held open under a lock; one that nobody holds has lost
its writer. Where the platform has no such locks (Windows) nothing waits and nothing is cleared.
"""

import glob
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PART = ".part"  # the ending of what is not whole yet


def _lock(handle: int, *, wait: bool = True) -> bool:
    """Lock an open file or folder until it is closed; False where another has the lock."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # held by another, or a file system without locks
        return False
    return True


@contextmanager
def holding(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a file or folder, which keeps its lock when it is renamed; whether that worked."""
    if fcntl is None:
        yield False
        return
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a stranger's pipe would be waited for
    try:
        yield _lock(handle, wait=wait)
    finally:
        os.close(handle)


@contextmanager
def owned(folder: Path, prefix: str, make: Callable[[Path], None]) -> Iterator[Path]:
    """A new file or folder that `make` makes, held in this block and removed after it."""
    sweep(folder, f"{glob.escape(prefix)}*{PART}")  # what killed runs have left
    path = folder / prefix
    with ExitStack() as stack:
        while path.name == prefix or not path.exists():  # somebody may clear it before it is held
            path = folder / f"{prefix}{secrets.token_hex(4)}{PART}"
            make(path)
            with suppress(FileNotFoundError):
                stack.enter_context(holding(path))
        stack.callback(remove, path)
        yield path


@contextmanager
def locked(path: Path, waiting: Callable[[], None]) -> Iterator[bool]:
    """Be the only process within such a block for `path`; whether `waiting` was called, to wait."""
    lock = path.with_name(f".{path.name}.lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    waited = False
    if fcntl is None:
        yield waited
        return
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDONLY, 0o644)
        if not _lock(handle, wait=False):
            if not waited:
                waiting()
            waited = _lock(handle)
        with suppress(FileNotFoundError):
            if os.path.samestat(lock.stat(), os.fstat(handle)):
                break
        os.close(handle)  # the one before has finished and removed it
    try:
        yield waited
    finally:
        lock.unlink(missing_ok=True)
        os.close(handle)


def sweep(folder: Path, *patterns: str) -> int:
    """Remove what matches and has no living owner; how many there were."""
    n = 0
    for path in [path for pattern in patterns for path in folder.glob(pattern)]:
        with suppress(OSError), holding(path, wait=False) as is_orphan:
            if is_orphan:  # and neither gone already nor another's
                remove(path)
                n += 1
    return n


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
