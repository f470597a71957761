"""The application that every command registers with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from int2vec import __version__
from int2vec.cli.console import say, stderr
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
COMMANDS = {
    "fetch": "corpus",
    "corpus": "corpus",
    "cache": "corpus",
    "train": "models",
    "models": "models",
    "export": "models",
    "complete": "questions",
    "search": "questions",
    "similar": "questions",
    "neighbors": "questions",
    "info": "questions",
    "expand": "questions",
    "analogy": "questions",
    "probe": "probe",
    "evaluate": "evaluate",
    "reproduce": "reproduce",
    "serve": "serve",
    "mcp": "serve",
    "benchmark": "benchmark",
}


def load_commands(arguments: Sequence[str] = ()) -> None:
    """Import the file of the command that is asked for, or every file (for help and typos).

    Loading one file alone is what makes a command answer at once: others bring heavy libraries.
    """
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name in [COMMANDS[asked]] if asked in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"int2vec.cli.{name}")


def main() -> None:
    """Run the command line; an error raised on purpose is one line and exit code 1."""
    load_commands(sys.argv[1:])
    try:
        app()
    except Int2vecError as error:
        say(f"error: {error}", to=stderr, style="red")
        sys.exit(1)
