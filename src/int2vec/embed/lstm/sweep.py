"""Several configs trained one after another for a few epochs each, to see which learns best."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from int2vec.embed.lstm.checkpoint import EpochLog
from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.streams import TokenStreams
from int2vec.embed.lstm.train import train_lstm
from int2vec.errors import ModelError


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One config of a sweep and the epochs it ran; `failed` says why there are none."""

    name: str
    config: LstmConfig
    history: tuple[EpochLog, ...] = ()
    failed: str = ""

    @property
    def dev_perplexity(self) -> float:
        """The lowest of any epoch."""
        return min((log.dev_perplexity for log in self.history), default=math.inf)


def sweep(
    streams: TokenStreams, configs: Mapping[str, LstmConfig], *, device: str = "auto",
    max_seconds: float = math.inf, log: Callable[[str, EpochLog], None] | None = None,
) -> list[Trial]:  # fmt: skip
    """The trials, lowest dev perplexity first; those for which no time was left say so."""
    began = time.perf_counter()
    trials: list[Trial] = []
    for name, config in configs.items():
        left = max_seconds - (time.perf_counter() - began)
        longest = max((entry.seconds for trial in trials for entry in trial.history), default=0.0)
        if left < longest:
            trials.append(Trial(name=name, config=config, failed="no time left"))
            continue
        history: list[EpochLog] = []

        def note(entry: EpochLog, name: str = name, history: list[EpochLog] = history) -> None:
            history.append(entry)
            if log is not None:
                log(name, entry)

        failed = ""
        try:
            train_lstm(streams, config, device=device, max_seconds=left, log=note)
        except ModelError as error:  # it diverged: the others may not
            failed = str(error)
        trials.append(Trial(name=name, config=config, history=tuple(history), failed=failed))
    return sorted(trials, key=lambda trial: trial.dev_perplexity)
