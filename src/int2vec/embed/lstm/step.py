"""One training step: read a batch, learn from it."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.model import LstmNetwork, State
from int2vec.embed.lstm.team import Team

Step = Callable[[Tensor, Tensor, State], tuple[Tensor, State]]
_WARM_UP = 3  # steps before a capture: libraries allocate their workspaces in the first ones


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
