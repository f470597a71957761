"""Sequences near in meaning: what comes from one sequence stands in another."""
