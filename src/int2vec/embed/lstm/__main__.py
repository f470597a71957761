"""The trainer as a program that needs torch and NumPy alone, for a bare GPU machine.

python -m int2vec.embed.lstm prepare --corpus oeis --out PREPARED
python -m int2vec.embed.lstm train PREPARED --out RUN --preset fast --device cuda
python -m int2vec.embed.lstm sweep PREPARED --preset fast --trial "lr=2e-3" --trial "lr=4e-3"
python -m int2vec.embed.lstm predict PREPARED --model RUN --out PREDICTIONS
python -m int2vec.embed.lstm pack RUN --out SMALL --precision int8 --shard-mib 15
torchrun --nproc-per-node 8 -m int2vec.embed.lstm train PREPARED --out RUN --device cuda
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from int2vec.embed.lstm.checkpoint import EpochLog
from int2vec.embed.lstm.config import LstmConfig, preset, with_settings
from int2vec.embed.lstm.folder import load_lstm, save_lstm
from int2vec.embed.lstm.last_terms import predict_last_terms
from int2vec.embed.lstm.streams import PARTS, load_streams, save_streams
from int2vec.embed.lstm.sweep import sweep
from int2vec.embed.lstm.team import find_device
from int2vec.embed.lstm.train import train_lstm
from int2vec.errors import InputError, Int2vecError
from int2vec.files import write_json


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 after one line that says what was wrong."""
    given = _parser().parse_args(arguments)
    try:
        given.command(given)
    except Int2vecError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _config(given: argparse.Namespace, extra: Sequence[str] = ()) -> LstmConfig:
    settings = {}
    for pair in [*given.set, *extra]:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError(f"'{pair}' is no setting; write NAME=VALUE, such as lr=0.002")
        settings[name] = value
    return with_settings(preset(given.preset), settings)


def _line(entry: EpochLog, name: str = "") -> str:
    return (
        f"{name:<40} epoch {entry.epoch:>2}  train loss {entry.train_loss:.4f}  dev ppl"
        f" {entry.dev_perplexity:8.2f}  {entry.tokens_per_second:>10,.0f} tok/s"
        f"  {entry.seconds:6.1f} s  lr {entry.lr:g}"
    ).strip()


def _train(given: argparse.Namespace) -> None:
    result = train_lstm(
        load_streams(given.prepared), _config(given), given.out, device=given.device,
        resume=given.resume, max_seconds=given.max_seconds,
        checkpoint_every=given.checkpoint_every, log=lambda entry: print(_line(entry), flush=True),
    )  # fmt: skip
    state = "finished" if result.finished else "stopped for time; go on with --resume"
    print(
        f"{state}: dev perplexity {result.dev_perplexity:.2f}, test {result.test_perplexity:.2f}"
        f" (terms, UNK and separators), {result.seconds:.0f} s,"
        f" {result.tokens_per_second:,.0f} tok/s"
    )


def _sweep(given: argparse.Namespace) -> None:
    configs = {trial or "as is": _config(given, trial.split()) for trial in given.trial or [""]}
    trials = sweep(
        load_streams(given.prepared), configs, device=given.device, max_seconds=given.max_seconds,
        log=lambda name, entry: print(_line(entry, name), flush=True),
    )  # fmt: skip
    print("\nbest dev perplexity first")
    for trial in trials:
        print(_line(trial.history[-1], trial.name) if trial.history else trial.name, trial.failed)


def _predict(given: argparse.Namespace) -> None:
    streams = load_streams(given.prepared)
    model = load_lstm(given.model, str(find_device(given.device)))
    streams = streams.capped(len(model.integers))
    if list(streams.integers) != model.integers:
        raise InputError(f"{given.model} was trained on another vocabulary than {given.prepared}")
    summary = {}
    for part in PARTS[1:]:
        predicted = predict_last_terms(model.network, getattr(streams, part), given.k)
        predicted.save(given.out / f"last_terms_{part}.npz")
        summary[part] = predicted.summary()
    write_json(given.out / "last_terms.json", summary)
    print(json.dumps(summary, indent=2))


def _pack(given: argparse.Namespace) -> None:
    model = load_lstm(given.model)
    own = ("kind", "version", "config", "seed", "n_integers", "precision", "files")
    facts = {key: value for key, value in model.manifest.items() if key not in own}
    save_lstm(
        given.out, model.network, model.integers, facts,
        precision=given.precision, shard_bytes=int(given.shard_mib * 2**20),
    )  # fmt: skip


def _prepare(given: argparse.Namespace) -> None:
    # Only this command reads a corpus; the others must start where torch and NumPy are all.
    from int2vec.corpus import open_corpus
    from int2vec.corpus.split import make_split
    from int2vec.embed.lstm.prepare import prepare_streams

    corpus = open_corpus(given.corpus)
    split = make_split(corpus, kind=given.split, seed=given.split_seed)
    streams = prepare_streams(corpus, split, given.min_count)
    save_streams(given.out, streams)
    print(json.dumps(streams.source, indent=2))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m int2vec.embed.lstm", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    train = _add(commands, "train", _train, "train a model", config=True)
    train.add_argument("--out", type=Path, required=True)
    train.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    train.add_argument("--checkpoint-every", type=int, default=1, metavar="EPOCHS")

    trials = _add(commands, "sweep", _sweep, "compare configs over a few epochs", config=True)
    trials.add_argument("--trial", action="append", metavar="'NAME=VALUE ...'")

    last = _add(commands, "predict", _predict, "predict the last term of dev and test sequences")
    last.add_argument("--model", type=Path, required=True)
    last.add_argument("--out", type=Path, required=True)
    last.add_argument("-k", type=int, default=10)

    pack = commands.add_parser("pack", help="write a model smaller, or in several files")
    pack.set_defaults(command=_pack)
    pack.add_argument("model", type=Path)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument("--precision", default="int8")
    pack.add_argument("--shard-mib", type=float, default=0.0)

    prepare = commands.add_parser("prepare", help="write token streams from a corpus")
    prepare.set_defaults(command=_prepare)
    prepare.add_argument("--corpus", default="oeis")
    prepare.add_argument("--split", default="random")
    prepare.add_argument("--split-seed", type=int, default=0)
    prepare.add_argument("--min-count", type=int, default=3)
    prepare.add_argument("--out", type=Path, required=True)
    return parser


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, command: object,
    words: str, config: bool = False,
) -> argparse.ArgumentParser:  # fmt: skip
    parser = commands.add_parser(name, help=words)
    parser.set_defaults(command=command)
    parser.add_argument("prepared", type=Path, help="the folder that prepare wrote")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda or cuda:N")
    if config:
        parser.add_argument("--preset", default="paper", help="paper, fast or small")
        parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--max-seconds", type=float, default=math.inf)
    return parser


if __name__ == "__main__":
    sys.exit(main())
