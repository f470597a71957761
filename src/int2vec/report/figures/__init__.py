"""The report's figures: plain results in, matplotlib figures out, one style for all."""
