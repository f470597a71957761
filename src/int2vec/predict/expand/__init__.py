"""Set expansion: what a few integers share, and which others share it.

postings     for every integer, the sequences that it stands in, and those that integers share
properties   what integers share, by the catalog of properties
concepts     the sequences and properties that may have produced the seeds, with their weights,
             and which integers are considered
expansion    `expand`: the candidates ranked, with reasons
evaluation   how much is found of sets with most of their members hidden
"""
