"""Completers: given the first terms of a sequence, what comes next."""
