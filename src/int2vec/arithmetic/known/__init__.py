"""Known sequences: each stated once, with its A-number, our name for it and how it is computed.

A property may be one of these sequences (Fibonacci numbers), so `stated` and what it rests on
may not import the properties; `register` does.
"""
