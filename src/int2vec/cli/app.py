"""The application that every command registers with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from int2vec import __version__
from int2vec.cli.console import console, stderr
from int2vec.errors import Int2vecError

app = typer.Typer(
    name="int2vec",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
corpus_app = typer.Typer(help="Look at a corpus of sequences.", no_args_is_help=True)
evaluate_app = typer.Typer(help="Measure completion, analogies, expansion.", no_args_is_help=True)
app.add_typer(corpus_app, name="corpus")
benchmark_app = typer.Typer(
    help="Questions for everybody, and scores of anybody's answers.", no_args_is_help=True
)
app.add_typer(evaluate_app, name="evaluate")
app.add_typer(benchmark_app, name="benchmark")


def _version(asked: bool) -> None:
    if asked:
        console.print(f"int2vec {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                       help="Show the version and exit.")] = False,
) -> None:  # fmt: skip
    """Vectors for integers, learned from the sequences they appear in."""
    del version  # its callback has answered


# Each file registers its commands when it is imported.
_COMMANDS = (
    "fetch", "corpus", "train", "models", "neighbors", "complete", "analogy", "expand", "search",
    "info", "probe", "evaluate_completion", "evaluate_analogies", "evaluate_expansion", "reproduce",
    "export", "cache", "serve", "mcp", "benchmark",
)  # fmt: skip


def load_commands(arguments: Sequence[str] = ()) -> None:
    """Import the file of the command that is asked for, or every file (for help and typos).

    Loading one file alone is what makes a command answer at once: others bring heavy libraries.
    """
    words = [word for word in arguments if not word.startswith("-")][:2]
    asked = ["_".join(words), *words[:1]]
    wanted = next(([name] for name in asked if name in _COMMANDS), _COMMANDS)
    for name in wanted:
        import_module(f"int2vec.cli.{name}")


def main() -> None:
    """Run the command line; an error raised on purpose is one line and exit code 1."""
    load_commands(sys.argv[1:])
    try:
        app()
    except Int2vecError as error:
        stderr.print(f"error: {error}", style="red", highlight=False, soft_wrap=True)
        sys.exit(1)
