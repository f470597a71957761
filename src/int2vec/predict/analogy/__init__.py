"""Analogies: a : b :: c : ?, by rules that can be said in words and by vectors."""
