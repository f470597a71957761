"""Known sequences: each stated once, with its A-number, our name for it and how it is computed.

sequences.txt   one line a sequence; to add one, write that line
stated          how such lines are read, and the functions they may name
computed        the functions that only such lines need
sets.txt        sequences that are sets of the property catalog
register        all of them (`well_known`), and the few that everybody knows (`famous`)

A property may be one of these sequences (Fibonacci numbers), so `stated` and what it rests on
may not import the properties; `register` does.
"""
