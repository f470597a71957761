"""Known sequences: each stated once, with its A-number, our name for it and how it is computed.

base        what a known sequence is, and the ways of stating one; `clip`
register    all of them (`well_known`), and the few that everybody knows (`famous`)

Every other file holds sequences on one topic in a tuple `SEQUENCES`, one line for each, and the
functions they are computed by. To add one, write that line. To be used as a set in the property
catalog, which `sets` reads, a topic may not import the properties itself.
"""
