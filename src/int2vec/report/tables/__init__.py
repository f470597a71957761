"""The report's tables: plain results in, tables as data out."""
