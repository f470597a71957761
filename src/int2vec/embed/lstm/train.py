"""Training: from token streams to a model folder, by one process or by several under torchrun."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from int2vec.corpus.store import Progress
from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.evaluate import stream_loss
from int2vec.embed.lstm.folder import (
    CHECKPOINT,
    EpochLog,
    LstmModel,
    Run,
    load_checkpoint,
    save_checkpoint,
    save_lstm,
)
from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.step import (
    Team,
    few_threads,
    join_team,
    make_optimizer,
    make_step,
    scheduled,
    set_lr,
)
from int2vec.embed.lstm.streams import TokenStreams, batches, epoch_stream, n_steps
from int2vec.errors import CorpusError, InputError, ModelError

_ANNEAL = 4.0  # the word_language_model example divides the learning rate by this on a plateau


def train_lstm(
    streams: TokenStreams,
    config: LstmConfig,
    out: Path | None = None,
    *,
    device: str = "auto",
    resume: bool = False,
    max_seconds: float = math.inf,
    progress: Progress | None = None,
) -> Run:
    """The run of training on `streams`; the model with the lowest dev loss goes to `out`.

    No epoch is begun that would end past `max_seconds`; `resume` goes on from the checkpoint
    in `out`, or starts afresh where there is none. Without `out` nothing is written.
    """
    began = time.perf_counter()
    streams = streams.capped(config.max_vocabulary)
    with join_team(device) as team:
        _check(streams, config, team)
        devices = [team.device] if team.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices), few_threads(config.hidden):
            run = _start(streams, config, team)
            if resume and out is not None and (out / CHECKPOINT).exists():
                load_checkpoint(out, run)
            train, dev, test = (
                torch.from_numpy(np.asarray(part, np.int64)).to(team.device)
                for part in (streams.train, streams.dev, streams.test)
            )
            while not run.finished:
                epoch_began = time.perf_counter()
                _epoch(run, train, dev, team, progress)
                last = time.perf_counter() - epoch_began
                run.seconds += last
                if out is not None and team.rank == 0:
                    save_checkpoint(out, run)
                if team.agree(time.perf_counter() - began + 1.2 * last > max_seconds):
                    break
            run.network.load_state_dict(run.best_weights)
            run.test_perplexity = math.exp(stream_loss(run.network, test, team))
            if out is not None and team.rank == 0:
                _save(run, streams, team, out)
            return run


def _check(streams: TokenStreams, config: LstmConfig, team: Team) -> None:
    if config.batch % team.size:
        raise InputError(
            f"a batch of {config.batch} does not divide among {team.size} processes;"
            " choose a multiple"
        )
    spare = {
        "training": len(streams.train) - 2 * config.batch,
        "dev": len(streams.dev) - 1,
        "test": len(streams.test) - 1,
    }
    for part, n in spare.items():
        if n < 1 + team.size or not len(streams.integers):
            raise CorpusError(
                f"the {part} part is too small for an LSTM with batch {config.batch}"
                f" ({len(streams.train)} training tokens); use a larger corpus or a smaller batch"
            )


def _start(streams: TokenStreams, config: LstmConfig, team: Team) -> Run:
    if team.device.type == "cuda":
        torch.set_float32_matmul_precision("high")  # TF32
    torch.manual_seed(config.seed)  # every process draws the same first weights
    network = LstmNetwork(config, streams.n_tokens).to(team.device)
    return Run(
        network=network,
        optimizer=make_optimizer(network, config),
        integers=streams.integers,
        fingerprint=streams.fingerprint(),
        lr=config.lr,
    )


def _epoch(run: Run, train: Tensor, dev: Tensor, team: Team, progress: Progress | None) -> None:
    """Train for one epoch, score it on the dev stream, and write down both."""
    config, epoch = run.config, len(run.history)
    torch.manual_seed((config.seed * 1_000_003 + epoch) * 4099 + team.rank)  # dropout's
    began = time.perf_counter()
    total, n = _read(run, epoch_stream(train, config, epoch), team, progress)
    train_loss = float(team.sum(total).item()) / (n * team.size)  # waits for the device
    seconds = time.perf_counter() - began
    if not train_loss < 100:  # nats; NaN too. A uniform guess over 10^40 integers costs 92
        raise ModelError(
            f"training diverged in epoch {epoch + 1}: its loss is {train_loss};"
            f" use a learning rate below {config.lr}"
        )
    entry = EpochLog(
        epoch=epoch + 1,
        train_loss=train_loss,
        dev_loss=stream_loss(run.network, dev, team),
        lr=run.lr,
        seconds=seconds,
        tokens_per_second=n * team.size / seconds,
    )
    run.history.append(entry)
    if run.best is entry:
        state = run.network.state_dict()
        run.best_weights = {name: weight.detach().clone() for name, weight in state.items()}
    elif config.schedule == "plateau":
        run.lr /= _ANNEAL


def _read(run: Run, stream: Tensor, team: Team, progress: Progress | None) -> tuple[Tensor, int]:
    """The summed training loss of one pass over `stream`, still on the device, and its tokens."""
    config, network, optimizer = run.config, run.network, run.optimizer
    step = make_step(config, network, optimizer, team)
    all_steps = n_steps(stream, config) * config.epochs
    total = torch.zeros((), dtype=torch.float64, device=team.device)
    n = 0
    network.train()
    state = network.start(config.batch // team.size)
    for inputs, targets in batches(stream, config.batch, config.bptt, team):
        set_lr(optimizer, scheduled(config, run.step, all_steps, run.lr))
        loss, state = step(inputs, targets, state)
        total += loss * targets.numel()  # reading it here would stall the device
        n += targets.numel()
        run.step += 1
        if progress is not None and team.rank == 0 and run.step % 20 == 0:
            epoch = len(run.history) + 1
            progress(run.step / all_steps, f"epoch {epoch} of {config.epochs}")
    return total, n


def _save(run: Run, streams: TokenStreams, team: Team, out: Path) -> None:
    """Write the model with the best weights, which the network has by now."""
    assert run.best is not None  # at least one epoch was run
    device = team.device
    facts = {
        "source": streams.source,
        "best_epoch": run.best.epoch,
        "finished": run.finished,
        "dev_perplexity": run.dev_perplexity,
        "test_perplexity": run.test_perplexity,
        "perplexity_counts": "every term, UNK and closing separator",
        "training_seconds": run.seconds,
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
        "processes": team.size,
        "tokens_per_second": run.tokens_per_second,
    }
    save_lstm(out, LstmModel(network=run.network, integers=streams.integers, manifest=facts))
