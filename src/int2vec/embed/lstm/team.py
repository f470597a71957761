"""The processes that train together: one alone, or as many as torchrun starts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor

from int2vec.errors import InputError


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
def team(device: str) -> Iterator[Team]:
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
