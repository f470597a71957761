"""Set expansion: what a few integers share, and which others share it."""
