"""The command line: one thin command a stage."""

from int2vec.cli.app import main as main
