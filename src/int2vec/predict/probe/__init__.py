"""Probes: what a linear reader finds in the vectors, and what it finds without them.

config      ProbeConfig: which integers, which split, how strong a penalty
tables      probe: embeddings in, a ProbeTable out
logistic    logistic regressions by Newton's method; linear: least squares and ridge
tune        the strength of the penalty, chosen inside the training part
classify    one property in one embedding; regress: one quantity
control     random labels and description length
score       accuracy, balanced accuracy, AUROC, their intervals
readings    what probes read off one integer's vector, beside the truth
neuron      the one dimension that carries a property
baselines   majority, random vectors, digits, frequency
"""

from int2vec.predict.probe.baselines import baselines
from int2vec.predict.probe.config import SPLITS, ProbeConfig
from int2vec.predict.probe.neuron import Neuron, NeuronValue, find_neuron
from int2vec.predict.probe.result import (
    Code,
    Control,
    ProbeTable,
    PropertyResult,
    QuantityResult,
    Run,
)
from int2vec.predict.probe.score import Score
from int2vec.predict.probe.tables import probe

__all__ = [
    "SPLITS",
    "Code",
    "Control",
    "Neuron",
    "NeuronValue",
    "ProbeConfig",
    "ProbeTable",
    "PropertyResult",
    "QuantityResult",
    "Run",
    "Score",
    "baselines",
    "find_neuron",
    "probe",
]
