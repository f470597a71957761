"""Probes: what a linear reader finds in the vectors, and what it finds without them.

config      ProbeConfig: which integers, which split, how strong a penalty
probing     probe: embeddings in, a ProbeTable out; random labels, description length
fits        logistic and linear regressions, and the strength of their penalty
ranges      accuracy by size of the integers
result      what is found: accuracy, balanced accuracy, AUROC, their intervals
shown       the tables of what is found
readings    what probes read off one integer's vector; the dimension that carries a property
baselines   majority, random vectors, digits, frequency
"""
