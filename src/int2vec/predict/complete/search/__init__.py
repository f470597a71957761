"""Search in the corpus: the index, the sequences that hold some terms, and what goes on from there.

`suffix_array` sorts the places of a text by what stands before them; `index` keeps that order for
the terms of a corpus and for three readings of them, beside a table of what the transforms of its
sequences begin with (`routes`, `two_sided`); `matches` says which sequences hold the
searched terms. Completers: `runs` (the prompt's end, as it is or up to a change of scale),
`through_transforms` (a transform of the prompt; two sequences together, by `combined`), `scattered`
(columns and diagonals of the table that it writes out, and sequences that share many of its terms).
"""
