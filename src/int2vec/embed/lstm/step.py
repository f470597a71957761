"""One training step: the processes that take it together, the optimizer, its learning rate."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn

from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.model import LstmNetwork, State
from int2vec.errors import InputError

Step = Callable[[Tensor, Tensor, State], tuple[Tensor, State]]
_WARM_UP = 3  # steps before a capture: libraries allocate their workspaces in the first ones


@dataclass(frozen=True)
class Team:
    """This process's place among the processes that train one model."""

    device: torch.device
    rank: int = 0
    size: int = 1

    def sum(self, value: Tensor) -> Tensor:
        """`value` summed over all processes, in place."""
        if self.size > 1:
            dist.all_reduce(value)
        return value

    def average(self, parameters: Iterable[Tensor]) -> None:
        """Make every gradient the mean over all processes."""
        if self.size > 1:
            for parameter in parameters:
                if parameter.grad is not None:
                    dist.all_reduce(parameter.grad)
                    parameter.grad /= self.size

    def agree(self, yes: bool) -> bool:
        """Whether any process says yes; all of them get the same answer."""
        if self.size == 1:
            return yes
        return bool(self.sum(torch.tensor(float(yes), device=self.device)).item())


@contextmanager
def join_team(device: str) -> Iterator[Team]:
    """The team that torchrun's environment describes, or this process alone."""
    chosen = find_device(device)
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        yield Team(chosen)
        return
    if chosen.type == "cuda":
        chosen = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(chosen)
    dist.init_process_group("nccl" if chosen.type == "cuda" else "gloo")
    try:
        yield Team(chosen, dist.get_rank(), size)
        dist.barrier()  # nobody leaves while the first process still writes
    finally:
        dist.destroy_process_group()


@contextmanager
def few_threads(hidden: int) -> Iterator[None]:
    """One CPU thread while a small model trains: two mostly wait for each other there.

    On a machine with other work to do, two threads made a model of 64 units 17 times slower.
    """
    before = torch.get_num_threads()
    if hidden <= 128:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def find_device(name: str) -> torch.device:
    """The device of that name; 'auto' is the GPU where there is one.

    >>> find_device("cpu")
    device(type='cpu')
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise InputError(f"'{name}' is no device; use auto, cpu, cuda or cuda:N") from error
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise InputError(
            f"{name} was asked for but {torch.cuda.device_count()} CUDA devices are there;"
            " use --device cpu, or install a PyTorch built for your GPU"
        )
    if device.type not in ("cpu", "cuda", "mps"):
        raise InputError(f"'{name}' is no device to train on; use auto, cpu, cuda or cuda:N")
    return device


def make_optimizer(model: nn.Module, config: LstmConfig) -> torch.optim.Optimizer:
    """The optimizer that `config` names, over all weights; biases do not decay."""
    weights = [p for p in model.parameters() if p.ndim > 1]
    biases = [p for p in model.parameters() if p.ndim <= 1]
    groups: list[dict[str, Any]] = [
        {"params": weights, "weight_decay": config.weight_decay},
        {"params": biases, "weight_decay": 0.0},
    ]
    fused = weights[0].is_cuda or None
    graphed = config.graph and weights[0].is_cuda
    lr = torch.tensor(config.lr, device=weights[0].device) if graphed else config.lr
    if config.optimizer == "sgd":
        return torch.optim.SGD(groups, lr=lr, fused=fused)
    return torch.optim.AdamW(groups, lr=lr, eps=config.epsilon, fused=fused, capturable=graphed)


def set_lr(optimizer: torch.optim.Optimizer, lr: float) -> None:
    """Give all weights that learning rate; in place where a recorded graph reads it."""
    for group in optimizer.param_groups:
        if isinstance(group["lr"], torch.Tensor):
            group["lr"].fill_(lr)
        else:
            group["lr"] = lr


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
    if config.schedule == "linear":
        return lr * (1 - done)
    if config.schedule == "cosine":
        return lr * (1 + math.cos(math.pi * done)) / 2
    return lr


def make_step(
    config: LstmConfig, network: LstmNetwork, optimizer: torch.optim.Optimizer, team: Team
) -> Step:
    """A function of inputs (T, B), targets (T, B) and state: the mean loss and the new state."""
    parameters = list(network.parameters())

    def step(inputs: Tensor, targets: Tensor, state: State) -> tuple[Tensor, State]:
        hidden, state = network(inputs, state)
        loss = network.loss(hidden, targets.reshape(-1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        team.average(parameters)
        nn.utils.clip_grad_norm_(parameters, config.clip)
        optimizer.step()
        return loss.detach(), state

    return _Graphed(step) if config.graph and team.device.type == "cuda" else step


class _Graphed:
    """A step recorded once as a CUDA graph and then replayed in one launch.

    At a batch of 20 a step is hundreds of kernels of a few microseconds each, and launching them
    one by one takes longer than running them. Batches of another shape than the recorded one
    (the last of an epoch) take the plain way.
    """

    def __init__(self, step: Step) -> None:
        self._step = step
        self._steps = 0
        self._graph: torch.cuda.CUDAGraph | None = None

    def __call__(self, inputs: Tensor, targets: Tensor, state: State) -> tuple[Tensor, State]:
        self._steps += 1
        if self._graph is None and self._steps > _WARM_UP:
            self._record(inputs, targets, state)
        if self._graph is None or inputs.shape != self._inputs.shape:
            return self._step(inputs, targets, state)
        self._inputs.copy_(inputs)
        self._targets.copy_(targets)
        if state is not self._state:
            _copy(self._state, state)
        self._graph.replay()
        return self._loss, self._state

    def _record(self, inputs: Tensor, targets: Tensor, state: State) -> None:
        self._inputs, self._targets = inputs.clone(), targets.clone()
        self._state = [(h.clone(), c.clone()) for h, c in state]
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):  # records, runs nothing
            self._loss, after = self._step(self._inputs, self._targets, self._state)
            _copy(self._state, after)
        self._graph = graph


def _copy(to: State, source: State) -> None:
    for (h, c), (new_h, new_c) in zip(to, source, strict=True):
        h.copy_(new_h)
        c.copy_(new_c)
