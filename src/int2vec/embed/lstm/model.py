"""The language model: its settings, the network, and how well it foresees a stream."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, linear, pad

from int2vec.embed.config import LARGEST_SEED, Config, setting
from int2vec.embed.lstm.streams import FIRST, Team, batches
from int2vec.errors import InputError
from int2vec.files import toml_beside

State = list[tuple[Tensor, Tensor]]  # one (h, c) a layer, each (1, B, H)
_ALIGN = 64  # unaligned rows push matrix products off the tensor cores' fast path
_CHUNK_LOGITS = 2**30
_COLUMNS = 64  # read side by side for the perplexity
_CLOSED = -1e4  # the bias of a padding row: its probability is 0 in any precision


@dataclass(frozen=True, kw_only=True)
class LstmConfig(Config):
    """The model, how it is fed and how it learns; the defaults are the `paper` preset.

    The paper gives two layers, hidden size 200, lr 20, clip 0.25 and 40 epochs; what it leaves
    open is taken from PyTorch's word_language_model example, whose settings these are.
    """

    # the model
    dim: int = setting(200, least=1, most=10_000)
    hidden: int = setting(200, least=1, most=10_000)
    layers: int = setting(2, least=1, most=20)
    dropout: float = setting(0.2, least=0, most=0.99)
    # full: as written; fused: bf16, no float32 logits; adaptive: for a CPU
    softmax: str = setting("full", choices=("full", "fused", "adaptive"))
    max_vocabulary: int = setting(0, least=0, most=10**9)  # the commonest alone; 0 keeps all
    # how it is fed
    batch: int = setting(20, least=1, most=100_000)
    bptt: int = setting(35, least=1, most=10_000)
    shuffle: bool = setting(False)  # a new order of the sequences in every epoch
    max_tokens: int = setting(0, least=0, most=10**15)  # of an epoch, at most; 0 reads all
    # how it learns
    epochs: int = setting(40, least=1, most=100_000)
    optimizer: str = setting("sgd", choices=("sgd", "adamw"))
    lr: float = setting(20.0, least=1e-12, most=10**6)
    # plateau: lr / 4 whenever the dev loss has not improved
    schedule: str = setting("plateau", choices=("plateau", "linear"))
    warmup: float = setting(0.0, least=0, most=0.99)  # the share of steps in which lr rises
    # AdamW's: raised, it keeps rare integers from being learned by heart
    epsilon: float = setting(1e-8, least=1e-30, most=1)
    weight_decay: float = setting(0.0, least=0, most=10**6)
    clip: float = setting(0.25, least=1e-12, most=10**6)
    seed: int = setting(0, least=0, most=LARGEST_SEED)


PRESETS = {name: LstmConfig(**own) for name, own in toml_beside(__file__, "presets.toml").items()}


def preset(name: str) -> LstmConfig:
    """The preset of that name.

    >>> preset("fast").softmax
    'fused'
    """
    if name not in PRESETS:
        raise InputError(f"there is no preset '{name}'; choose one of {', '.join(PRESETS)}")
    return PRESETS[name]


class LstmNetwork(nn.Module):
    """The language model over tokens: T time steps, B columns, E dimensions, H hidden units.

    The layers are separate LSTMs with our own dropout between them: cuDNN's keeps a random state
    of its own, which a checkpoint could not restore.
    """

    def __init__(self, config: LstmConfig, n_tokens: int) -> None:
        super().__init__()
        self.config = config
        self.n_tokens = n_tokens
        self.embedding = nn.Embedding(n_tokens, config.dim)
        sizes = [config.dim] + [config.hidden] * (config.layers - 1)
        self.lstm = nn.ModuleList(nn.LSTM(size, config.hidden) for size in sizes)
        nn.init.uniform_(self.embedding.weight, -0.1, 0.1)
        self.adaptive: nn.AdaptiveLogSoftmaxWithLoss | None = None
        if config.softmax == "adaptive":
            self.adaptive = nn.AdaptiveLogSoftmaxWithLoss(
                config.hidden,
                n_tokens,
                sorted({max(1, n_tokens // 10), max(2, n_tokens // 3)} - {n_tokens}),
                div_value=min(4.0, 0.99 * config.hidden**0.5),  # leaves one dimension at least
            )
            return
        self.bias = nn.Parameter(torch.zeros(n_tokens))
        self.decoder = nn.Parameter(torch.empty(n_tokens, config.hidden))
        nn.init.uniform_(self.decoder, -0.1, 0.1)

    def start(self, columns: int) -> State:
        """The state before anything was read."""
        zero = self.embedding.weight.new_zeros(1, columns, self.config.hidden)
        return [(zero, zero) for _ in self.lstm]

    def forward(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """The hidden states after each of `tokens` (T, B), as (T * B, H), and the new state."""
        p = self.config.dropout
        x = dropout(self.embedding(tokens), p, self.training)  # (T, B, E)
        after: State = []
        for layer, before in zip(self.lstm, state, strict=True):
            x, (h, c) = layer(x, before)  # (T, B, H)
            after.append((h.detach(), c.detach()))
            x = dropout(x, p, self.training)
        return x.reshape(-1, self.config.hidden), after

    def loss(self, hidden: Tensor, targets: Tensor) -> Tensor:
        """The mean cross-entropy of `targets` (n,) given the states (n, H); for training."""
        if self.adaptive is not None:
            return self.adaptive(hidden, targets).loss  # type: ignore[no-any-return]
        if self.config.softmax == "fused":
            return fused_cross_entropy(hidden, self.decoder, self.bias, targets)
        return cross_entropy(linear(hidden, self.decoder, self.bias), targets)

    @torch.no_grad()
    def total_loss(self, hidden: Tensor, targets: Tensor) -> Tensor:
        """The sum of the cross-entropies in full precision, few logits at a time; for scoring."""
        if self.adaptive is not None:
            return self.adaptive(hidden, targets).loss * len(targets)  # type: ignore[no-any-return]
        total = torch.zeros((), device=hidden.device)
        size = max(1, 2 ** (29 if hidden.is_cuda else 25) // self.n_tokens)
        for start in range(0, len(targets), size):
            part = slice(start, start + size)
            logits = linear(hidden[part], self.decoder, self.bias)
            total += cross_entropy(logits, targets[part], reduction="sum")
        return total

    @torch.no_grad()
    def probabilities(self, hidden: Tensor) -> Tensor:
        """The probability of every token after the states (n, H): (n, vocabulary)."""
        if self.adaptive is not None:
            return self.adaptive.log_prob(hidden).exp()
        return torch.softmax(linear(hidden, self.decoder, self.bias), dim=-1)


class _FusedCrossEntropy(torch.autograd.Function):
    """Cross-entropy over a large vocabulary without float32 logits, its gradients in the same pass.

    Memory traffic bounds a softmax over 10^5 integers: each pass over the logits of one token
    moves a quarter of a megabyte even in bf16. So the logits are made, turned into probabilities
    and into gradients chunk by chunk in bf16, and are never kept for a backward pass.
    """

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, targets: Tensor) -> Tensor:
        n, dim = hidden.shape
        dtype = torch.bfloat16 if hidden.is_cuda else hidden.dtype
        # The bias is one more column, which meets a column of ones; both sides are padded.
        rows, columns = -len(weight) % _ALIGN, -(dim + 1) % 8
        biases = pad(bias, (0, rows), value=_CLOSED)[:, None]
        output = torch.cat([pad(weight, (0, 0, 0, rows)), biases], dim=1)
        output = pad(output, (0, columns)).to(dtype)  # (V', H')
        states = pad(pad(hidden, (0, 1), value=1), (0, columns)).to(dtype)  # (n, H')
        grad_states = torch.empty_like(states)
        grad_output: Tensor | None = None
        loss = torch.zeros((), dtype=torch.float32, device=output.device)
        chunks = -(-n * len(output) // _CHUNK_LOGITS)
        size = -(-n // chunks)
        for start in range(0, n, size):
            part = slice(start, start + size)
            target = targets[part, None]  # (m, 1)
            # (m, V'): softmax accumulates in float32 whatever the dtype of its input
            delta = torch.softmax(states[part] @ output.t(), dim=-1)
            loss -= delta.gather(1, target).float().clamp_min(1e-30).log().sum()
            delta.scatter_add_(1, target, torch.full_like(target, -1, dtype=dtype))
            torch.mm(delta, output, out=grad_states[part])
            product = delta.t() @ states[part]  # (V', H')
            grad_output = product if grad_output is None else grad_output.float().add_(product)
        assert grad_output is not None  # there is a chunk at least
        ctx.save_for_backward(grad_states[:, :dim], grad_output[: len(weight)])
        return loss / n

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Tensor | None, ...]:
        hidden, output = ctx.saved_tensors
        n, dim = hidden.shape
        scale = (grads[0] / n).reshape(1)  # a vector: it lifts bf16 to float32 in the same pass
        return hidden * scale, output[:, :dim] * scale, output[:, dim] * scale, None


fused_cross_entropy: Callable[[Tensor, Tensor, Tensor, Tensor], Tensor] = _FusedCrossEntropy.apply
"""The mean cross-entropy of targets (n,) under softmax(hidden @ weight.T + bias)."""


@torch.no_grad()
def stream_loss(network: LstmNetwork, stream: Tensor, team: Team) -> float:
    """The mean cross-entropy, in nats, of every token of `stream` after its first.

    Each counts alike: terms, UNK and the separators that close a sequence. The stream is read
    in up to 64 columns side by side, the state running on from sequence to sequence as it does
    in training; its exponential is the perplexity that we report.
    """
    bptt = network.config.bptt
    n = len(stream) - 1
    columns = max(team.size, min(_COLUMNS, n // bptt))
    columns -= columns % team.size
    network.eval()
    total = torch.zeros((), dtype=torch.float64, device=stream.device)
    state = network.start(columns // team.size)
    for inputs, targets in batches(stream, columns, bptt, team):
        hidden, state = network(inputs, state)
        total += network.total_loss(hidden, targets.reshape(-1))
    end = n // columns * columns
    if end < n and team.rank == team.size - 1:  # the tail goes on where the last column ended
        last = [(h[:, -1:].contiguous(), c[:, -1:].contiguous()) for h, c in state]
        hidden, _ = network(stream[end:-1, None], last)
        total += network.total_loss(hidden, stream[end + 1 :])
    return float(team.sum(total).item()) / n


@torch.no_grad()
def top_tokens(network: LstmNetwork, prompt: Tensor, k: int) -> torch.return_types.topk:
    """The k likeliest integers' tokens after the `prompt` (T,), each with its probability."""
    hidden, _ = network(prompt[:, None], network.start(1))  # (T, H)
    probabilities = network.probabilities(hidden[-1:])[0]  # (vocabulary,)
    probabilities[:FIRST] = -1.0
    return probabilities.topk(k)
