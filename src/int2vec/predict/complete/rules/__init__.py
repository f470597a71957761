"""Exact rules: explanations of all the given terms that compete by description length.

A rule is a function that is given the terms and yields every way in which it can explain all of
them: the next term, the reason in words, and the bits that it takes to write the rule and its
numbers down. The fewest bits win. The engine imports every module of this folder, so that whatever
is marked `@rule` in one is a rule, and runs them in order of `turn`.

docs/architecture.md lists them, shows a whole one and says how to add another.
"""

from int2vec.predict.complete.rules.engine import RulesCompleter, RulesConfig, rule_groups

__all__ = ["RulesCompleter", "RulesConfig", "rule_groups"]
