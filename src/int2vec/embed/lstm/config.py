"""The settings of the LSTM language model, and the presets `paper`, `fast` and `small`."""

from __future__ import annotations

from dataclasses import dataclass

from int2vec.embed.config import LARGEST_SEED, Config, setting
from int2vec.errors import InputError


@dataclass(frozen=True, kw_only=True)
class LstmConfig(Config):
    """The model, how it is fed and how it learns; the defaults are the `paper` preset.

    The paper gives two layers, hidden size 200, lr 20, clip 0.25 and 40 epochs; what it leaves
    open is taken from PyTorch's word_language_model example, whose settings these are.

    >>> LstmConfig().batch, LstmConfig(dim=100).dim
    (20, 100)
    """

    # the model
    dim: int = setting(200, least=1, most=10_000)
    hidden: int = setting(200, least=1, most=10_000)
    layers: int = setting(2, least=1, most=20)
    dropout: float = setting(0.2, least=0, most=0.99)
    # the chance that a token's whole vector is left out
    embedding_dropout: float = setting(0.0, least=0, most=0.99)
    tie_weights: bool = setting(False)
    # full: as written; fused: bf16, no float32 logits; adaptive: for a CPU
    softmax: str = setting("full", choices=("full", "fused", "adaptive"))
    # keep the commonest integers alone; 0 keeps all
    max_vocabulary: int = setting(0, least=0, most=10**9)
    # how it is fed
    batch: int = setting(20, least=1, most=100_000)
    bptt: int = setting(35, least=1, most=10_000)
    shuffle: bool = setting(False)  # a new order of the sequences in every epoch
    # read at most so many tokens an epoch; 0 reads all
    max_tokens: int = setting(0, least=0, most=10**15)
    # how it learns
    epochs: int = setting(40, least=1, most=100_000)
    optimizer: str = setting("sgd", choices=("sgd", "adamw"))
    lr: float = setting(20.0, least=1e-12, most=10**6)
    # plateau: lr / 4 whenever the dev loss has not improved
    schedule: str = setting("plateau", choices=("plateau", "linear", "cosine"))
    # the share of all steps in which lr rises to its full height
    warmup: float = setting(0.0, least=0, most=0.99)
    # AdamW's: raised, it keeps rare integers from being learned by heart
    epsilon: float = setting(1e-8, least=1e-30, most=1)
    weight_decay: float = setting(0.0, least=0, most=10**6)
    clip: float = setting(0.25, least=1e-12, most=10**6)
    # on a GPU, replay each step as one CUDA graph: pays for small batches
    graph: bool = setting(False)
    seed: int = setting(0, least=0, most=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tie_weights and (self.dim != self.hidden or self.softmax == "adaptive"):
            raise InputError(
                f"tie_weights needs dim equal to hidden (now {self.dim} and {self.hidden})"
                " and a softmax other than 'adaptive'; change one of them"
            )


PRESETS = {
    "paper": LstmConfig(),
    # Measured on an H200: 1.04 M tokens a second against 0.11 M for `paper` (0.26 M with a graph
    # and the fused softmax), and a lower dev perplexity (15.9 against 16.7). At a batch of 512 the
    # network stays at unigram perplexity for epochs; a strong weight decay helps it off.
    "fast": LstmConfig(
        softmax="fused",
        batch=256,
        shuffle=True,
        optimizer="adamw",
        lr=4e-3,
        schedule="linear",
        warmup=0.05,
        epsilon=1e-7,
        weight_decay=0.3,
        clip=1.0,
    ),
    "small": LstmConfig(
        dim=64,
        hidden=64,
        layers=1,
        dropout=0.1,
        softmax="adaptive",
        max_vocabulary=10_000,
        batch=64,
        bptt=32,
        shuffle=True,
        epochs=2,
        optimizer="adamw",
        lr=5e-3,
        schedule="linear",
        warmup=0.05,
        clip=1.0,
    ),
}


def preset(name: str) -> LstmConfig:
    """The preset of that name.

    >>> preset("fast").softmax
    'fused'
    """
    if name not in PRESETS:
        raise InputError(f"there is no preset '{name}'; choose one of {', '.join(PRESETS)}")
    return PRESETS[name]
