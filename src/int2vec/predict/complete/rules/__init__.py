"""Exact rules: explanations of all the given terms that compete by description length."""

from int2vec.predict.complete.rules.engine import RulesCompleter, RulesConfig

__all__ = ["RulesCompleter", "RulesConfig"]
