"""The application that every command registers with."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import typer

from int2vec import __version__
from int2vec.cli.console import progress_bar, say, stderr, tell, use_plain_characters
from int2vec.errors import Int2vecError
from int2vec.files import toml_beside, user_path

_OPTIONS = toml_beside(__file__, "options.toml")
_LONGEST = 800  # characters of an error
# The file of each command, which registers it when it is imported.
COMMANDS = {command: file for file, commands in _OPTIONS["files"].items() for command in commands}

app = typer.Typer(
    name="int2vec",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_GROUPS: dict[str, typer.Typer] = {}
for _name, _words in _OPTIONS["groups"].items():
    _GROUPS[_name] = typer.Typer(help=_words, no_args_is_help=True, callback=lambda: None)
    app.add_typer(_GROUPS[_name], name=_name)

Told = tuple[Any, ...]
"""What a command found, for `--json`, and the tables and lines that show it."""
Command = TypeVar("Command", bound=Callable[..., Told | None])


def command(
    group: str = "", *, takes: type | None = None, negatives: bool = False, **words: str
) -> Callable[[Command], Command]:
    """Registers a function as a command, with the words and bounds that `options.toml` has for it.

    A function `takes` its options as a config of that kind, or each by its name. Where the terms
    may be `negatives`, "-1, -2" is no option.
    """

    def register(function: Command) -> Command:
        name, known = f"{group} {function.__name__}".strip(), signature(function)
        said = {**_OPTIONS["all"]}
        for commands, own in _OPTIONS.items():
            said |= own if name in commands.split(", ") else {}

        taken = [*signature(takes or function).parameters.values()]
        if known.return_annotation == Told:
            taken.append(Parameter("json", Parameter.KEYWORD_ONLY, default=False, annotation=bool))
        taken = [_described(parameter, said[parameter.name], words) for parameter in taken]

        def called(json: bool = False, **given: Any) -> None:
            asked = {key: user_path(x) if isinstance(x, Path) else x for key, x in given.items()}
            with progress_bar(name):
                told = function(takes(**asked)) if takes else function(**asked)
            if told:
                tell(json, *told)

        called.__name__ = function.__name__
        called.__signature__ = Signature(taken)  # type: ignore[attr-defined]
        _GROUPS.get(group, app).command(
            help=f"{function.__doc__}\n\n{said.get('more', '')}",
            epilog=f"Example: int2vec {said['example']}",
            context_settings={"ignore_unknown_options": negatives},
        )(called)
        return function

    return register


def _described(parameter: Parameter, said: dict[str, Any], words: dict[str, str]) -> Parameter:
    """An option or argument as typer takes it, with what `options.toml` says of it."""
    about = said | {"help": said["help"].format_map(words)}
    flags = about.pop("flags", [f"--{parameter.name.replace('_', '-')}"])
    is_option = parameter.kind is parameter.KEYWORD_ONLY
    shown = typer.Option(*flags, **about) if is_option else typer.Argument(**about)
    return parameter.replace(annotation=Annotated[parameter.annotation, shown])


def _version(asked: bool) -> None:
    if asked:
        say(f"int2vec {__version__}")
        raise typer.Exit


_VERSION = typer.Option("--version", callback=_version, is_eager=True, **_OPTIONS["all"]["version"])


@app.callback()
def root(version: Annotated[bool, _VERSION] = False) -> None:
    """Vectors for integers, learned from the sequences they appear in."""


def load_commands(arguments: Sequence[str] = ()) -> None:
    """Import the one file of the command that is asked for, or (for help and typos) every file."""
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
