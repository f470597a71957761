"""Training: from token streams to a model folder, by one process or by several under torchrun."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from int2vec.corpus.store import Progress as Report
from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.evaluate import stream_loss
from int2vec.embed.lstm.folder import (
    CHECKPOINT,
    EpochLog,
    LstmModel,
    Progress,
    Run,
    load_checkpoint,
    save_checkpoint,
    save_lstm,
)
from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.step import (
    Team,
    annealed,
    few_threads,
    make_optimizer,
    make_step,
    scheduled,
    set_lr,
    team,
)
from int2vec.embed.lstm.streams import (
    Tokens,
    TokenStreams,
    epoch_stream,
    fingerprint,
    n_steps,
    training_batches,
)
from int2vec.errors import CorpusError, InputError, ModelError


@dataclass(frozen=True, kw_only=True)
class LstmResult:
    """What a run gave. Perplexities are per token, UNK and separators included."""

    folder: Path | None
    config: LstmConfig
    history: list[EpochLog]
    dev_perplexity: float
    test_perplexity: float
    seconds: float

    @property
    def finished(self) -> bool:
        """Whether all epochs were run."""
        return len(self.history) >= self.config.epochs

    @property
    def tokens_per_second(self) -> float:
        """The median over the epochs."""
        return float(np.median([log.tokens_per_second for log in self.history]))


def train_lstm(
    streams: TokenStreams,
    config: LstmConfig,
    out: Path | None = None,
    *,
    device: str = "auto",
    resume: bool = False,
    max_seconds: float = math.inf,
    progress: Report | None = None,
    log: Callable[[EpochLog], None] | None = None,
) -> LstmResult:
    """The result of training on `streams`; the model with the lowest dev loss goes to `out`.

    No epoch is begun that would end past `max_seconds`; `resume` goes on from the checkpoint
    in `out`, or starts afresh where there is none. Without `out` nothing is written.
    """
    began = time.perf_counter()
    streams = streams.capped(config.max_vocabulary)
    with team(device) as mates:
        _check(streams, config, mates)
        devices = [mates.device] if mates.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices), few_threads(config.hidden):
            run = _start(streams, config, mates)
            if resume and out is not None and (out / CHECKPOINT).exists():
                load_checkpoint(out, run)
            train, dev, test = (
                _on(part, mates) for part in (streams.train, streams.dev, streams.test)
            )
            while len(run.progress.history) < config.epochs:
                epoch_began = time.perf_counter()
                _epoch(run, train, dev, mates, progress)
                if log is not None and mates.rank == 0:
                    log(run.progress.history[-1])
                last = time.perf_counter() - epoch_began
                run.progress.seconds += last
                if out is not None and mates.rank == 0:
                    save_checkpoint(out, run)
                if mates.agree(time.perf_counter() - began + 1.2 * last > max_seconds):
                    break
            return _finish(run, streams, test, mates, out)


def _check(streams: TokenStreams, config: LstmConfig, mates: Team) -> None:
    if config.batch % mates.size:
        raise InputError(
            f"a batch of {config.batch} does not divide among {mates.size} processes;"
            " choose a multiple"
        )
    spare = {
        "training": len(streams.train) - 2 * config.batch,
        "dev": len(streams.dev) - 1,
        "test": len(streams.test) - 1,
    }
    for part, n in spare.items():
        if n < 1 + mates.size or not len(streams.integers):
            raise CorpusError(
                f"the {part} part is too small for an LSTM with batch {config.batch}"
                f" ({len(streams.train)} training tokens); use a larger corpus or a smaller batch"
            )


def _on(stream: Tokens, mates: Team) -> Tensor:
    return torch.from_numpy(np.asarray(stream, np.int64)).to(mates.device)


def _start(streams: TokenStreams, config: LstmConfig, mates: Team) -> Run:
    if mates.device.type == "cuda":
        torch.set_float32_matmul_precision("high")  # TF32
    torch.manual_seed(config.seed)  # every process draws the same first weights
    network = LstmNetwork(config, streams.n_tokens).to(mates.device)
    optimizer = make_optimizer(network, config)
    return Run(
        config=config,
        network=network,
        optimizer=optimizer,
        progress=Progress(lr=config.lr),
        integers=streams.integers,
        corpus_mark=fingerprint(streams),
    )


def _epoch(run: Run, train: Tensor, dev: Tensor, mates: Team, report: Report | None) -> None:
    """Train for one epoch, score it on the dev stream, and write down both."""
    config, progress = run.config, run.progress
    epoch = len(progress.history)
    torch.manual_seed((config.seed * 1_000_003 + epoch) * 4099 + mates.rank)  # dropout's
    began = time.perf_counter()
    stream = epoch_stream(train, config, epoch)
    total, n = _read(run, stream, mates, report)
    train_loss = float(mates.sum(total).item()) / (n * mates.size)  # waits for the device
    seconds = time.perf_counter() - began
    if not train_loss < 100:  # nats; NaN too. A uniform guess over 10^40 integers costs 92
        raise ModelError(
            f"training diverged in epoch {epoch + 1}: its loss is {train_loss};"
            f" use a learning rate below {config.lr}"
        )
    dev_loss = stream_loss(run.network, dev, mates)
    best = progress.best
    improved = best is None or dev_loss < best.dev_loss
    entry = EpochLog(
        epoch=epoch + 1,
        train_loss=train_loss,
        dev_loss=dev_loss,
        lr=progress.lr,
        seconds=seconds,
        tokens_per_second=n * mates.size / seconds,
    )
    progress.history.append(entry)
    progress.lr = annealed(config, progress.lr, improved)
    if improved:
        state = run.network.state_dict()
        run.best_weights = {name: weight.detach().clone() for name, weight in state.items()}


def _read(run: Run, stream: Tensor, mates: Team, report: Report | None) -> tuple[Tensor, int]:
    """The summed training loss of one pass over `stream`, still on the device, and its tokens."""
    config, network, optimizer = run.config, run.network, run.optimizer
    step = make_step(config, network, optimizer, mates)
    steps = n_steps(len(stream), config)
    all_steps = steps * config.epochs
    total = torch.zeros((), dtype=torch.float64, device=mates.device)
    n = 0
    network.train()
    state = network.start(config.batch // mates.size)
    for inputs, targets in training_batches(stream, config, mates):
        set_lr(optimizer, scheduled(config, run.progress.step, all_steps, run.progress.lr))
        loss, state = step(inputs, targets, state)
        total += loss * targets.numel()  # reading it here would stall the device
        n += targets.numel()
        run.progress.step += 1
        if report is not None and mates.rank == 0 and run.progress.step % 20 == 0:
            epoch = len(run.progress.history) + 1
            report(run.progress.step / all_steps, f"epoch {epoch} of {config.epochs}")
    return total, n


def _finish(
    run: Run, streams: TokenStreams, test: Tensor, mates: Team, out: Path | None
) -> LstmResult:
    """The result with the best weights put in place, scored on the test stream and saved."""
    run.network.load_state_dict(run.best_weights)
    best = run.progress.best
    assert best is not None  # at least one epoch was run
    result = LstmResult(
        folder=out,
        config=run.config,
        history=run.progress.history,
        dev_perplexity=best.dev_perplexity,
        test_perplexity=math.exp(stream_loss(run.network, test, mates)),
        seconds=run.progress.seconds,
    )
    if out is not None and mates.rank == 0:
        device = mates.device
        facts = {
            "source": streams.source,
            "best_epoch": best.epoch,
            "finished": result.finished,
            "dev_perplexity": result.dev_perplexity,
            "test_perplexity": result.test_perplexity,
            "perplexity_counts": "every term, UNK and closing separator",
            "training_seconds": result.seconds,
            "device": torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
            "processes": mates.size,
            "tokens_per_second": result.tokens_per_second,
        }
        save_lstm(out, LstmModel(network=run.network, integers=streams.integers, manifest=facts))
    return result
