"""Set expansion: what a few integers share, and which others share it.

postings     for every integer, the sequences that it stands in, and those that integers share
hypotheses   sets with a name that hold the seeds: properties, known sequences, stretches
concepts     these and the sequences of a corpus, weighed; which integers are considered
expansion    `expand`: the candidates ranked, with reasons
evaluation   how much is found of sets with most of their members hidden
"""
