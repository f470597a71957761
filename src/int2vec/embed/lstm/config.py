"""The settings of the LSTM language model, and the presets `paper`, `fast` and `small`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from int2vec.errors import InputError

_CHOICES = {
    "softmax": ("full", "fused", "adaptive"),
    "optimizer": ("sgd", "adamw"),
    "schedule": ("plateau", "linear", "cosine"),
}


@dataclass(frozen=True, kw_only=True)
class LstmConfig:
    """The model, how it is fed and how it learns; the defaults are the `paper` preset.

    The paper gives two layers, hidden size 200, lr 20, clip 0.25 and 40 epochs; what it leaves
    open is taken from PyTorch's word_language_model example, whose settings these are.

    >>> LstmConfig().batch, LstmConfig(dim=100).dim
    (20, 100)
    """

    # the model
    dim: int = 200
    hidden: int = 200
    layers: int = 2
    dropout: float = 0.2
    embedding_dropout: float = 0.0  # the chance that a token's whole vector is left out
    tie_weights: bool = False
    softmax: str = "full"  # full: as written; fused: bf16, no float32 logits; adaptive: for a CPU
    max_vocabulary: int = 0  # keep the commonest integers alone; 0 keeps all
    # how it is fed
    batch: int = 20
    bptt: int = 35
    shuffle: bool = False  # a new order of the sequences in every epoch
    max_tokens: int = 0  # read at most so many tokens an epoch; 0 reads all
    # how it learns
    epochs: int = 40
    optimizer: str = "sgd"
    lr: float = 20.0
    schedule: str = "plateau"  # plateau: lr / 4 whenever the dev loss has not improved
    warmup: float = 0.0  # the share of all steps in which lr rises to its full height
    epsilon: float = 1e-8  # AdamW's: raised, it keeps rare integers from being learned by heart
    weight_decay: float = 0.0
    clip: float = 0.25
    graph: bool = False  # on a GPU, replay each step as one CUDA graph: pays for small batches
    seed: int = 0

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                given = getattr(self, name)
                raise InputError(f"{name} is '{given}'; choose one of {', '.join(allowed)}")
        for name in ("dim", "hidden", "layers", "batch", "bptt", "epochs"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be 1 or more")
        for name in ("dropout", "embedding_dropout", "warmup"):
            if not 0 <= getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must lie in [0, 1)")
        for name in ("lr", "clip", "epsilon"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must be above 0")
        if self.tie_weights and (self.dim != self.hidden or self.softmax == "adaptive"):
            raise InputError(
                f"tie_weights needs dim equal to hidden (now {self.dim} and {self.hidden})"
                " and a softmax other than 'adaptive'; change one of them"
            )

    def as_dict(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return asdict(self)


PRESETS = {
    "paper": LstmConfig(),
    # Measured on an H200: 1.04 M tokens a second against 0.11 M for `paper` (0.26 M with a graph
    # and the fused softmax), and a lower dev perplexity (15.9 against 16.7). At a batch of 512 the
    # network stays at unigram perplexity for epochs; a strong weight decay helps it off.
    "fast": LstmConfig(
        softmax="fused", batch=256, shuffle=True, optimizer="adamw", lr=4e-3, schedule="linear",
        warmup=0.05, epsilon=1e-7, weight_decay=0.3, clip=1.0,
    ),
    "small": LstmConfig(
        dim=64, hidden=64, layers=1, dropout=0.1, softmax="adaptive", max_vocabulary=10_000,
        batch=64, bptt=32, shuffle=True, epochs=2, optimizer="adamw", lr=5e-3, schedule="linear",
        warmup=0.05, clip=1.0,
    ),
}  # fmt: skip


def preset(name: str) -> LstmConfig:
    """The preset of that name.

    >>> preset("fast").softmax
    'fused'
    """
    if name not in PRESETS:
        raise InputError(f"there is no preset '{name}'; choose one of {', '.join(PRESETS)}")
    return PRESETS[name]


def with_settings(config: LstmConfig, settings: Mapping[str, object]) -> LstmConfig:
    """`config` with some settings changed; text is read as the type that the setting has.

    >>> with_settings(preset("paper"), {"lr": "0.5", "tie_weights": "true"}).lr
    0.5
    """
    kinds = {field.name: type(getattr(config, field.name)) for field in fields(config)}
    changed: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in kinds:
            raise InputError(f"there is no setting '{name}'; the settings are {', '.join(kinds)}")
        changed[name] = _read(name, value, kinds[name])
    return replace(config, **changed)


def _read(name: str, value: object, kind: type) -> object:
    if kind is bool and value in ("true", "false"):
        return value == "true"
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is kind:
        return value
    if isinstance(value, str) and kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    raise InputError(f"{name} is {value!r}; it takes {_WORDS[kind]}")


_WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a word"}
