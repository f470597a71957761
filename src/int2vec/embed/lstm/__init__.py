"""The LSTM language model over integer sequences, and the vectors of its embedding layer.

`int2vec train lstm` trains it, `torchrun -m int2vec train lstm` on several GPUs. A machine that
has torch and NumPy alone, with INT2VEC_DATA and INT2VEC_CACHE set, runs the same from Python:

    from pathlib import Path
    from int2vec.corpus import open_corpus
    from int2vec.corpus.split import make_split
    from int2vec.embed.train import Training, train

    corpus = open_corpus("oeis")
    train(Training(method="lstm"), corpus, make_split(corpus), Path("oeis-lstm"))
"""

from int2vec.errors import MissingExtraError

try:
    import torch  # noqa: F401  (asked for once here, so that its absence reads as one sentence)
except ImportError as error:
    raise MissingExtraError("the LSTM language model", "lstm") from error
