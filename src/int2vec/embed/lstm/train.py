"""Training: from token streams to a model folder, by one process or by several under torchrun."""

import math
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from int2vec.embed.lstm.folder import LstmModel, Run, load_checkpoint, save_checkpoint, save_lstm
from int2vec.embed.lstm.model import LstmConfig, LstmNetwork, stream_loss
from int2vec.embed.lstm.streams import FIRST, Team, TokenStreams, batches, join_team, shuffled
from int2vec.errors import CorpusError, InputError, ModelError
from int2vec.progress import progress

_ANNEAL = 4.0  # the word_language_model example divides the learning rate by this on a plateau


def train_lstm(
    streams: TokenStreams,
    config: LstmConfig,
    out: Path | None = None,
    *,
    device: str = "auto",
    resume: bool = False,  # goes on from the checkpoint in `out`, or afresh where there is none
) -> Run:
    """The run of training on `streams`; the model of the lowest dev loss goes to `out`, if any."""
    streams = streams.capped(config.max_vocabulary)
    with join_team(device, config.hidden) as team:
        _check(streams, config, team)
        devices = [team.device] if team.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices):
            run = _start(streams, config, team)
            if resume and out is not None:
                load_checkpoint(out, run)
            parts = (torch.from_numpy(part.astype(np.int64)) for part in streams.parts)
            train, dev, test = (part.to(team.device) for part in parts)
            while len(run.history) < config.epochs:
                _epoch(run, train, dev, team)
                if out is not None and team.rank == 0:
                    save_checkpoint(out, run)
            run.network.load_state_dict(run.best_weights)
            run.test_perplexity = math.exp(stream_loss(run.network, test, team))
            if out is not None and team.rank == 0:
                _save(run, streams, team, out)
            return run


def _check(streams: TokenStreams, config: LstmConfig, team: Team) -> None:
    if config.batch % team.size:
        raise InputError(f"batch is {config.batch}; give a multiple of the {team.size} processes")
    spare = {"dev": len(streams.dev) - 1, "test": len(streams.test) - 1}
    for part, n in {"training": len(streams.train) - 2 * config.batch, **spare}.items():
        if n < 1 + team.size or not len(streams.integers):
            raise CorpusError(
                f"the {part} part is too small for an LSTM with batch {config.batch}"
                f" ({len(streams.train)} training tokens); use a larger corpus or a smaller batch"
            )


def _start(streams: TokenStreams, config: LstmConfig, team: Team) -> Run:
    if team.device.type == "cuda":
        torch.set_float32_matmul_precision("high")  # TF32
    torch.manual_seed(config.seed)  # every process draws the same first weights
    network = LstmNetwork(config, FIRST + len(streams.integers)).to(team.device)
    optimizer, fingerprint = make_optimizer(network, config), streams.fingerprint()
    return Run(network=network, optimizer=optimizer, fingerprint=fingerprint, lr=config.lr)


def _epoch(run: Run, train: Tensor, dev: Tensor, team: Team) -> None:
    """Train for one epoch, score it on the dev stream, and write down both."""
    config, epoch = run.network.config, len(run.history)
    seed = config.seed * 1_000_003 + epoch
    torch.manual_seed(seed * 4099 + team.rank)  # dropout's
    began = time.perf_counter()
    if config.shuffle:
        train = shuffled(train, seed)
    stream = train[: config.max_tokens + 1] if config.max_tokens else train
    total, n = _read(run, stream, team)
    train_loss = float(team.sum(total).item()) / (n * team.size)  # waits for the device
    seconds = time.perf_counter() - began
    if not train_loss < 100:  # nats; NaN too. A uniform guess over 10^40 integers costs 92
        problem = f"training diverged in epoch {epoch + 1}: its loss is {train_loss}"
        raise ModelError(f"{problem}; use a learning rate below {config.lr}")
    entry = {"epoch": epoch + 1, "train_loss": train_loss}
    entry |= {"dev_loss": stream_loss(run.network, dev, team), "lr": run.lr}
    entry |= {"seconds": seconds, "tokens_per_second": n * team.size / seconds}
    run.history.append(entry)
    run.seconds += time.perf_counter() - began
    if run.best is entry:
        state = run.network.state_dict()
        run.best_weights = {name: weight.detach().clone() for name, weight in state.items()}
    elif config.schedule == "plateau":
        run.lr /= _ANNEAL


def _read(run: Run, stream: Tensor, team: Team) -> tuple[Tensor, int]:
    """The summed training loss of one pass over `stream`, still on the device, and its tokens."""
    network, optimizer, config = run.network, run.optimizer, run.network.config
    parameters, n = list(network.parameters()), 0
    all_steps = -(-((len(stream) - 1) // config.batch) // config.bptt) * config.epochs
    total = torch.zeros((), dtype=torch.float64, device=team.device)
    network.train()
    state = network.start(config.batch // team.size)
    for inputs, targets in batches(stream, config.batch, config.bptt, team):
        for group in optimizer.param_groups:
            group["lr"] = scheduled(config, run.step, all_steps, run.lr)
        hidden, state = network(inputs, state)
        loss = network.loss(hidden, targets.reshape(-1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        team.average(parameters)
        nn.utils.clip_grad_norm_(parameters, config.clip)
        optimizer.step()
        total += loss.detach() * targets.numel()  # reading it here would stall the device
        n += targets.numel()
        run.step += 1
        if team.rank == 0 and run.step % 20 == 0:
            progress(run.step / all_steps, f"epoch {len(run.history) + 1} of {config.epochs}")
    return total, n


def _save(run: Run, streams: TokenStreams, team: Team, out: Path) -> None:
    """Write the model with the best weights, which the network has by now."""
    device = team.device
    facts = {
        "source": streams.source,
        "best_epoch": run.best["epoch"],
        "finished": True,
        "dev_perplexity": run.dev_perplexity,
        "test_perplexity": run.test_perplexity,
        "perplexity_counts": "every term, UNK and closing separator",
        "training_seconds": run.seconds,
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else device.type,
        "processes": team.size,
        "tokens_per_second": median(epoch["tokens_per_second"] for epoch in run.history),
    }
    save_lstm(out, LstmModel(network=run.network, integers=streams.integers, manifest=facts))


def make_optimizer(model: nn.Module, config: LstmConfig) -> torch.optim.Optimizer:
    """The optimizer that `config` names, over all weights; biases do not decay."""
    weights = [p for p in model.parameters() if p.ndim > 1]
    biases = [p for p in model.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [{"params": weights, "weight_decay": config.weight_decay}]
    groups.append({"params": biases, "weight_decay": 0.0})
    fused = weights[0].is_cuda or None
    if config.optimizer == "sgd":
        return torch.optim.SGD(groups, lr=config.lr, fused=fused)
    return torch.optim.AdamW(groups, lr=config.lr, eps=config.epsilon, fused=fused)


def scheduled(config: LstmConfig, step: int, total: int, lr: float) -> float:
    """The learning rate of one step, where `lr` is what the plateaus have left of it.

    >>> config = LstmConfig(lr=1.0, schedule="linear", warmup=0.1)
    >>> [scheduled(config, step, 100, 1.0) for step in (0, 9, 10, 55)]
    [0.1, 1.0, 1.0, 0.5]
    """
    rising = config.warmup * total
    if step < rising:
        return lr * (step + 1) / math.ceil(rising)
    done = (step - rising) / max(1.0, total - rising)
    return lr * (1 - done) if config.schedule == "linear" else lr
