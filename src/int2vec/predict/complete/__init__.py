"""Completers: given the first terms of a sequence, what comes next.

- `base`: the contract that every completer keeps.
- `rules/`: exact rules that explain all the terms, ranked by how short they are.
- `search/`: the index over a corpus, and the completers that look things up in it.
- `slips`, `blanks`: lists with a wrong term, and with terms that are missing.
- `contexts`: what usually follows the last few terms, in the prompt itself and in the corpus.
- `neural`: language models as completers.
- `registry`: which completers there are, and how they are made.
- `ensemble/`: one ranking of what all completers say, with calibrated probabilities; its features,
  and the fitted trees.
- `citations`, `formulas`: a sequence named as the reason; a rule as a formula that can be run.
- `questions`, `evaluation`: prompts with known answers, and how often those are found.
"""
