"""Exact rules: explanations of all the given terms that compete by description length."""

from int2vec.predict.complete.rules.engine import RulesCompleter, RulesConfig, rule_groups

__all__ = ["RulesCompleter", "RulesConfig", "rule_groups"]
