"""The application that every command registers with."""

import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from int2vec import __version__
from int2vec.cli.console import say, stderr, use_plain_characters
from int2vec.errors import Int2vecError

app = typer.Typer(
    name="int2vec",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
corpus_app = typer.Typer(help="Look at a corpus of sequences.", no_args_is_help=True)
evaluate_app = typer.Typer(help="Measure completion, analogies, expansion.", no_args_is_help=True)
benchmark_app = typer.Typer(
    help="Questions for everybody, and scores of anybody's answers.", no_args_is_help=True
)
app.add_typer(corpus_app, name="corpus")
app.add_typer(evaluate_app, name="evaluate")
app.add_typer(benchmark_app, name="benchmark")

_LONGEST = 800  # characters of an error


def _version(asked: bool) -> None:
    if asked:
        say(f"int2vec {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                       help="Show the version and exit.")] = False,
) -> None:  # fmt: skip
    """Vectors for integers, learned from the sequences they appear in."""
    del version  # its callback has answered


# Each file registers its commands when it is imported.
_FILES = {
    "data": ("fetch", "corpus", "cache", "train", "models", "export"),
    "questions": (
        *("complete", "guess", "search", "similar", "neighbors", "info", "expand", "analogy"),
    ),
    "probe": ("probe", "reproduce"),
    "evaluate": ("evaluate", "benchmark"),
    "serve": ("serve", "mcp"),
}
COMMANDS = {command: file for file, commands in _FILES.items() for command in commands}


def load_commands(arguments: Sequence[str] = ()) -> None:
    """Import the file of the command that is asked for, or every file (for help and typos).

    Loading one file alone is what makes a command answer at once: others bring heavy libraries.
    """
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name in [COMMANDS[asked]] if asked in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"int2vec.cli.{name}")


def main() -> None:
    """Run the command line; whatever goes wrong is one line and exit code 1."""
    use_plain_characters()
    try:
        load_commands(sys.argv[1:])
        app()
    except SystemExit as done:
        sys.exit(_flushed(done.code))
    except Int2vecError as error:
        _fail(str(error))
    except OSError as error:  # of the machine, not ours: a full disk, a path that is too long
        where = f"{str(error.filename)[:80]}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}; free some space or give another path")
    except MemoryError:
        _fail("there is not enough memory; give a smaller corpus or smaller settings")
    except Exception:
        _fail(f"this is a fault of int2vec, please report it; {_written_down()}")


def _flushed(code: str | int | None) -> str | int | None:
    """The exit code, once all that was printed has been taken."""
    try:
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # who read has read enough
        code = code or 1
    except OSError as error:
        say(f"error: the output cannot be written ({error.strerror})", to=stderr, style="red")
        code = 1
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for Python's own last flush
    return code


def _fail(sentence: str) -> NoReturn:
    if len(sentence) > _LONGEST:  # what was given may be long
        sentence = f"{sentence[: _LONGEST // 2]} … {sentence[-_LONGEST // 2 :]}"
    say(f"error: {sentence}", to=stderr, style="red")
    sys.exit(_flushed(1))


def _written_down() -> str:
    """Where the details of the exception at hand are."""
    about = f"int2vec {__version__}, Python {sys.version}\n{sys.argv}\n{traceback.format_exc()}"
    try:
        handle, path = tempfile.mkstemp(prefix="int2vec-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(about)
    except OSError:
        return f"the details could not be written down: {about.splitlines()[-1][:200]}"
    return f"the details are in {path}"
